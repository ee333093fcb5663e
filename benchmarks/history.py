"""Ratios over time, in the repository: a slow-down shows where seconds of another machine would say nothing."""

import json
from pathlib import Path

FILE = Path(__file__).with_name("history.json")
SLOWER = 1.25                            # times the ratio it was


def read():
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


def add(found):
    """Append one run."""
    runs = [*read(), found]
    FILE.write_text("[\n" + ",\n".join(json.dumps(run) for run in runs) + "\n]\n", encoding="utf-8")


def slower(found, runs=None):
    """Lines for each workload whose ratio to torch is over 25 % above the last recorded with as many threads."""
    before = [run for run in (read() if runs is None else runs) if run["threads"] == found["threads"]]
    lines = []
    for name, ratios in found["ratios"].items():
        now = ratios.get("torch")
        then = next((run["ratios"][name]["torch"] for run in reversed(before)
                     if "torch" in run["ratios"].get(name, {})), None)
        if now and then and now["min"] > SLOWER * then["ratio"]:
            lines.append(f"{name}: {now['ratio']:.2f} times torch, and at best {now['min']:.2f}; "
                         f"it was {then['ratio']:.2f}")
    return lines
