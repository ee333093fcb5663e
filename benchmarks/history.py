"""Store ratios over time in the repository: they show a slow-down, which seconds on different machines cannot."""

import json
from pathlib import Path

FILE = Path(__file__).with_name("history.json")
SLOWER = 1.25                            # a workload is slower if its ratio is this many times the recorded one
REPEATS = 3                              # number of measurements in a row that must show a slow-down


def read():
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


def add(found):
    """Append one run."""
    runs = [*read(), found]
    FILE.write_text("[\n" + ",\n".join(json.dumps(run) for run in runs) + "\n]\n", encoding="utf-8")


def last(name, found, runs):
    """Return a workload's last ratio to torch with as many threads; on the same machine if it was measured there."""
    then = [run for run in runs if run["threads"] == found["threads"] and "torch" in run["ratios"].get(name, {})]
    same = [run for run in then if run["machine"] == found["machine"]]
    return (same or then or [None])[-1]


def slower(found, runs):
    """Return {workload: message} for each workload whose ratio to torch is over 25 % above the last recorded ratio."""
    lines = {}
    for name, ratios in found["ratios"].items():
        now, run = ratios.get("torch"), last(name, found, runs)
        then = run and run["ratios"][name]["torch"]
        if now and then and now["ratio"] > SLOWER * then["ratio"]:
            lines[name] = (f"{name}: {now['ratio']:.3g} of torch's; it was {then['ratio']:.3g} on {run['date']}, "
                           f"{run['machine']}")
    return lines


def still_slower(found, again, runs=None):
    """Return the workloads that are slower in each of three measurements; again(names) measures slower ones again."""
    runs = read() if runs is None else runs
    lines = slower(found, runs)
    for _ in range(REPEATS - 1):
        if not lines:
            break
        once_more = slower(again(list(lines)), runs)
        lines = {name: line for name, line in once_more.items() if name in lines}
    return lines
