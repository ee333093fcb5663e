"""Recorded runs as they are compared: those of one day as one, and what sets their machines apart."""

from statistics import median

from .goals import GOALS
from .history import REPEATS


def days(runs):
    """The runs of one day that were measured alike, as one: the median of the last three of each figure."""
    groups = {}
    for run in runs:
        groups.setdefault(tuple(run.get(key) for key in ("date", "machine", "threads", "clock")), []).append(run)
    return [merged(group) for group in groups.values()]


def merged(runs):
    """Several runs as one: of the last three of each figure the median."""
    found = {name: {} for name in GOALS}
    for run in runs:
        for name, row in run["ratios"].items():
            for peer, figures in row.items():
                found.setdefault(name, {}).setdefault(peer, []).append(figures)
    ratios = {name: {peer: middle(several[-REPEATS:]) for peer, several in row.items()} for name, row in found.items()}
    return {**runs[-1], "ratios": ratios}


def middle(several):
    """Figures of several runs as one: medians, and the least and the most of all."""
    of = {"min": min, "max": max}
    return {key: of.get(key, median)([figures[key] for figures in several if key in figures]) for key in several[-1]}


def last(runs, threads):
    """The last day's runs with so many threads on one machine, as one; None where there are none."""
    runs = [run for run in runs if run["threads"] == threads]
    return merged([run for run in runs if all(run.get(key) == runs[-1].get(key)
                                              for key in ("date", "machine", "clock"))]) if runs else None


def elsewhere(runs):
    """The last one-thread run on each other class of machine, and on other Pythons: other things are faster there."""
    one = {run["machine"]: run for run in runs if run["threads"] == 1 and beside_torch(run)}
    one.pop(last(runs, 1)["machine"], None)
    return [last([run for run in runs if run["machine"] == machine], 1) for machine in one]


def beside_torch(run):
    """{workload: figures beside PyTorch}."""
    return {name: row["torch"] for name, row in run["ratios"].items() if "torch" in row}


def class_of(run):
    """(processor, Python) of the machine of a run: ("AMD EPYC", "Python 3.11")."""
    parts = [part.strip() for part in run["machine"].replace("(R)", "").split(",")]
    python = parts[-1].rpartition(".")[0] if parts[-1].startswith("Python") else ""
    return " ".join(parts[0].split()[:2]), python


def difference(run, other):
    """What sets a run's machine apart from that of another: its class, as in AMD EPYC, or else its Python."""
    kind, python = class_of(run)
    return kind if kind != class_of(other)[0] else python
