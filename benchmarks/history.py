"""Ratios over time, in the repository: a slow-down shows where seconds of another machine would say nothing."""

import json
from pathlib import Path

FILE = Path(__file__).with_name("history.json")
SLOWER = 1.25                            # times the ratio it was
REPEATS = 3                              # a slow-down counts when it is seen so often


def read():
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


def add(found):
    """Append one run."""
    runs = [*read(), found]
    FILE.write_text("[\n" + ",\n".join(json.dumps(run) for run in runs) + "\n]\n", encoding="utf-8")


def last(name, found, runs):
    """What a workload last came to beside torch, with as many threads; on the same machine if it was ever run there."""
    then = [run for run in runs if run["threads"] == found["threads"] and "torch" in run["ratios"].get(name, {})]
    same = [run for run in then if run["machine"] == found["machine"]]
    return (same or then or [None])[-1]


def slower(found, runs):
    """{workload: what to say} for each whose ratio to torch is over 25 % above the last recorded."""
    lines = {}
    for name, ratios in found["ratios"].items():
        now, run = ratios.get("torch"), last(name, found, runs)
        then = run and run["ratios"][name]["torch"]
        if now and then and now["ratio"] > SLOWER * then["ratio"]:
            lines[name] = (f"{name}: {now['ratio']:.3g} of torch's; it was {then['ratio']:.3g} on {run['date']}, "
                           f"{run['machine']}")
    return lines


def still_slower(found, again, runs=None):
    """What is slower each time it is measured, three times at most: `again(names)` measures those that were."""
    runs = read() if runs is None else runs
    lines = slower(found, runs)
    for _ in range(REPEATS - 1):
        if not lines:
            break
        once_more = slower(again(list(lines)), runs)
        lines = {name: line for name, line in once_more.items() if name in lines}
    return lines
