"""Marks in my_minitorch.py: which answers were right when they were last judged, so that nobody waits for it again."""

import re
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np

MARK = re.compile(r"\A# right ([0-9a-f]+)\n")


def unmarked(body):
    """Return a section's source without its mark."""
    return MARK.sub("", body)


def marked(body, mark):
    """Return a section's source under a new mark."""
    return f"# right {mark}\n{unmarked(body)}"


def is_marked(body, mark):
    """Whether a section carries this mark."""
    found = MARK.match(body)
    return found is not None and found[1] == mark


def marks(sections):
    """Return {exercise id: the mark of a section that was right here}, for {id: (version, source)} in order.

    A mark stands for all that a verdict depends on: the answer, those kept before it, which the library runs on by
    then, and the library with its checks. It gives no points: whoever asks for these has the answer judged anew.
    """
    digest = blake2b(library(), digest_size=8)
    found = {}
    for id, (version, body) in sections.items():
        digest.update(f"\0{id}\0{version}\0{unmarked(body).strip()}".encode())
        found[id] = digest.copy().hexdigest()
    return found


@cache
def library():
    """Return what distinguishes this minitorch, with its checks, Python and NumPy, from any other."""
    digest = blake2b(f"{sys.version}\0{np.__version__}".encode())
    package = Path(__file__).parent.parent
    for path in sorted(package.rglob("*.py")):
        digest.update(f"\0{path.relative_to(package).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.digest()
