"""Prepare recorded runs for comparison: merge the runs of a day, and name the differences of machines."""

from statistics import median

from .goals import GOALS
from .history import REPEATS


def days(runs):
    """Merge runs of the same date, machine, threads and clock into one run each."""
    groups = {}
    for run in runs:
        groups.setdefault(tuple(run.get(key) for key in ("date", "machine", "threads", "clock")), []).append(run)
    return [merged(group) for group in groups.values()]


def merged(runs):
    """Merge runs into one: each figure is the median of its last three values."""
    found = {name: {} for name in GOALS}
    for run in runs:
        for name, row in run["ratios"].items():
            for peer, figures in row.items():
                found.setdefault(name, {}).setdefault(peer, []).append(figures)
    ratios = {name: {peer: middle(several[-REPEATS:]) for peer, several in row.items()} for name, row in found.items()}
    return {**runs[-1], "ratios": ratios}


def middle(several):
    """Merge the figures of several runs: "min" is the smallest, "max" the largest, all others are medians."""
    of = {"min": min, "max": max}
    return {key: of.get(key, median)([figures[key] for figures in several if key in figures]) for key in several[-1]}


def last(runs, threads):
    """Return the last day's runs with this number of threads on one machine as one run; None if there are none."""
    runs = [run for run in runs if run["threads"] == threads]
    return merged([run for run in runs if all(run.get(key) == runs[-1].get(key)
                                              for key in ("date", "machine", "clock"))]) if runs else None


def elsewhere(runs):
    """Return the last one-thread run on each other class of machine and Python, where other ops are fast."""
    one = {run["machine"]: run for run in runs if run["threads"] == 1 and beside_torch(run)}
    one.pop(last(runs, 1)["machine"], None)
    return [last([run for run in runs if run["machine"] == machine], 1) for machine in one]


def beside_torch(run):
    """Return {workload: figures compared with PyTorch}."""
    return {name: row["torch"] for name, row in run["ratios"].items() if "torch" in row}


def class_of(run):
    """Return (processor, Python) of a run's machine, such as ("AMD EPYC", "Python 3.11")."""
    parts = [part.strip() for part in run["machine"].replace("(R)", "").split(",")]
    python = parts[-1].rpartition(".")[0] if parts[-1].startswith("Python") else ""
    return " ".join(parts[0].split()[:2]), python


def difference(run, other):
    """Return how a run's machine differs from another's: its processor, such as AMD EPYC, otherwise its Python."""
    kind, python = class_of(run)
    return kind if kind != class_of(other)[0] else python
