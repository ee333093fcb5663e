"""The public programs that are compared with TensorFlow: their list, the drawn order, and how results are compared.

public_programs.tsv lists 90 programs of other people: repository, commit, path, licence and digest, but no text.
public_verdicts.tsv says of each drawn program whether its numbers agree.
"""

import csv
import hashlib
import json
import os
import random
import subprocess
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
SEED = 24
WANTED = {"tf1": 10, "tf2": 8, "keras": 12}              # how many programs of each kind are compared
RTOL, ATOL = 1e-3, 1e-4                                  # the second in parts of an array's largest number
SHARES = 1e-2                                            # of accuracies, which are counts of a few hundred samples
WEIGHTS = 0.1                                            # of trained weights, relative to their norm: Adam divides
#                                                          small gradients by their own size, and so their rounding
LIMIT = 600                                              # seconds for one program


def rows(name):
    """Return the rows of a table of this folder as dictionaries."""
    with open(HERE / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def programs():
    """Return all listed programs."""
    return rows("public_programs.tsv")


def drawn(kind):
    """Return all programs of a kind in the order in which they are drawn."""
    listed = [row for row in programs() if row["kind"] == kind]
    return random.Random(SEED).sample(listed, len(listed))


def verdicts():
    """Return {(repository, path): row} of what was found about the drawn programs."""
    return {(row["repository"], row["path"]): row for row in rows("public_verdicts.tsv")}


def compared_programs():
    """Return the programs that are compared: of each kind the first drawn that run with TensorFlow."""
    known, found = verdicts(), []
    for kind, count in WANTED.items():
        known_to_fail = {key for key, row in known.items() if row["verdict"] == "no run"}
        runs = [row for row in drawn(kind) if (row["repository"], row["path"]) not in known_to_fail]
        found += runs[:count]
    return found


def file_of(row, folder):
    """Return the file of a program in a folder. Raises LookupError if it is missing or has another text."""
    path = Path(folder, row["repository"], row["path"])
    if not path.exists():
        raise LookupError(f"{path} is missing: python tests/dialects/fetch_public_programs.py {folder}")
    if hashlib.sha256(path.read_bytes()).hexdigest() != row["sha256"]:
        raise LookupError(f"{path} is not the text of commit {row['commit']}")
    return path


def run(python, side, row, program, folder):
    """Return what a program computes in a process of its own, with "tensorflow" or "minitorch", in an empty folder."""
    folder.mkdir()
    settings = {"PYTHONHASHSEED": "0", "MPLBACKEND": "Agg", "HOME": str(folder), "CUDA_VISIBLE_DEVICES": "-1",
                "TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0", "PYTHONPATH": str(HERE.parents[1]),
                "TF_USE_LEGACY_KERAS": "1" if row["kind"] == "tf1" else "0"}
    result = folder / "result.json"
    done = subprocess.run([python, HERE / "public_side.py", side, row["kind"], program, result], cwd=folder,
                          capture_output=True, text=True, timeout=LIMIT, env={**os.environ, **settings})
    if not result.exists():
        raise RuntimeError(f"{side} ended without a result: {done.stderr[-2000:]}")
    return json.loads(result.read_text(encoding="utf-8"))


def alike(source, here, there, unit):
    """Whether two arrays from one source agree; unit: that of the last printed digit."""
    if source.startswith(("end", "trained")):
        return np.linalg.norm(here - there) <= WEIGHTS * max(np.linalg.norm(there), ATOL * there.size)
    largest = max(1.0, np.max(np.abs(there), initial=0, where=np.isfinite(there)))
    share = SHARES if "acc" in source or source == "evaluate" else 0.0
    return np.allclose(here, there, RTOL, ATOL * largest + unit + share, equal_nan=True)


def compared(ours, theirs):
    """Return (how many numbers that were computed are compared, what differs in words) of two results of `run`."""
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
        count += here.size if a["float"] else 0
        if not alike(a["source"], here, there, 10.0 ** -a["digits"] if "digits" in a else 0.0):
            worst, largest = np.nanmax(np.abs(here - there)), np.nanmax(np.abs(there))
            found.append(f"{a['source']}, result {place} of {len(names)}: by up to {worst:.3g} of {largest:.3g}")
    return count, found
