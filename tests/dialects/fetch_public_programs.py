"""Fetch the public programs that test_public_programs.py compares, each at its commit, into a folder.

    python tests/dialects/fetch_public_programs.py FOLDER
"""

import hashlib
import sys
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import public_programs

TIMEOUT = 30                                             # seconds without an answer


def fetch(row, folder):
    """Write a program's file, unless it is there; return what went wrong, or None."""
    path = Path(folder, row["repository"], row["path"])
    url = f"https://raw.githubusercontent.com/{row['repository']}/{row['commit']}/{quote(row['path'])}"
    if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == row["sha256"]:
        return None
    try:
        with urlopen(url, timeout=TIMEOUT) as answer:
            text = answer.read()
    except OSError as error:                             # no network, no answer in time, or no such file
        return f"{url}: {error}"
    if hashlib.sha256(text).hexdigest() != row["sha256"]:
        return f"{url}: the text is not the one that was listed"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
    return None


def main(folder):
    """Fetch the programs that are compared; exit with the number of failures in words."""
    wanted = public_programs.compared_programs()
    failures = [line for line in (fetch(row, folder) for row in wanted) if line]
    if failures:
        sys.exit("\n".join([*failures, f"{len(failures)} of {len(wanted)} programs could not be fetched."]))
    print(f"{len(wanted)} programs are in {folder}: MINITORCH_PUBLIC_PROGRAMS={folder}")


if __name__ == "__main__":
    main(sys.argv[1])
