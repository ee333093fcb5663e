"""The public programs that are compared with TensorFlow: their list, and the drawn order of each kind.

public_programs.tsv lists 90 programs of other people: repository, commit, path, licence and digest, but no text.
"""

import random
from pathlib import Path

SEED = 24
WANTED = {"tf1": 10, "tf2": 8, "keras": 12}              # how many programs of each kind are compared
TABLE = Path(__file__).with_name("public_programs.tsv")


def programs():
    """Return the rows of the table as dictionaries, in its order."""
    first, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [dict(zip(first.split("\t"), line.split("\t"))) for line in lines]


def drawn(kind):
    """Return all programs of a kind in the order in which they are drawn."""
    rows = [row for row in programs() if row["kind"] == kind]
    return random.Random(SEED).sample(rows, len(rows))
