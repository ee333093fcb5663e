"""The public programs that are compared with TensorFlow: their list, and the drawn order of each kind.

public_programs.tsv lists 90 programs of other people: repository, commit, path, licence and digest, but no text.
"""

import random
from pathlib import Path

import numpy as np

SEED = 24
WANTED = {"tf1": 10, "tf2": 8, "keras": 12}              # how many programs of each kind are compared
RTOL, ATOL = 1e-3, 1e-4                                  # the second in parts of an array's largest number
TABLE = Path(__file__).with_name("public_programs.tsv")


def programs():
    """Return the rows of the table as dictionaries, in its order."""
    first, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [dict(zip(first.split("\t"), line.split("\t"))) for line in lines]


def drawn(kind):
    """Return all programs of a kind in the order in which they are drawn."""
    rows = [row for row in programs() if row["kind"] == kind]
    return random.Random(SEED).sample(rows, len(rows))


def compared(ours, theirs):
    """Return (how many numbers of floats were compared, what differs in words) of two results of public_side.py."""
    if ours["error"]:
        return 0, [f"refused at {ours['error']}"]
    names, other = ([(row["source"], row["shape"]) for row in side["rows"]] for side in (ours, theirs))
    if names != other:
        place = next((i for i, (a, b) in enumerate(zip(names, other)) if a != b), min(len(names), len(other)))
        return 0, [f"{len(names)} results here, {len(other)} there; the first that differs is {names[place:place + 1]} "
                   f"here, {other[place:place + 1]} there"]
    found, count = [], 0
    for place, (a, b) in enumerate(zip(ours["rows"], theirs["rows"])):
        here, there = np.array(a["values"]), np.array(b["values"])
        count += here.size if a["float"] and not a["source"].startswith("data") else 0
        unit = 10.0 ** -a["digits"] if "digits" in a else 0
        largest = np.max(np.abs(there), initial=0, where=np.isfinite(there))
        if not np.allclose(here, there, RTOL, ATOL * max(1, largest) + unit, equal_nan=True):
            worst = np.nanmax(np.abs(here - there))
            found.append(f"{a['source']}, result {place} of {len(names)}: by up to {worst:.3g} of {largest:.3g}")
    return count, found
