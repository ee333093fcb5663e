"""Runs a program with PyTorch and with minitorch as torch, and compares all that it prints."""

import math
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.\d*(?:e[-+]?\d+)?|\d+e[-+]?\d+|inf|nan)(?!\w)")
CLOSE = 2e-4                             # of numbers that PyTorch itself prints with four digits


def printed(program, *arguments, python=sys.executable, ours=True):
    """Return what a program prints, run by minitorch.as_torch or, if not `ours`, as it is."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "KERAS_BACKEND": "torch", "PYTHONPATH": str(ROOT) * ours,
                   "PYTHONIOENCODING": "utf-8", "CUDA_VISIBLE_DEVICES": ""}
    command = [python, "-W", "ignore", *(["-m", "minitorch.as_torch"] if ours else []), str(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, cwd=HERE)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def differences(theirs, ours, close=CLOSE):
    """Return the pairs of lines in which two outputs differ by more than `close`; spaces do not count."""
    theirs, ours = theirs.splitlines(), ours.replace("minitorch.", "torch.").splitlines()
    if len(theirs) != len(ours) or not theirs:
        return [(theirs, ours)]
    return [(a, b) for a, b in zip(theirs, ours) if not alike(a, b, close)]


def alike(a, b, close):
    """Return whether two lines have the same words, and numbers that are close."""
    if "".join(NUMBER.sub("#", a).split()) != "".join(NUMBER.sub("#", b).split()):
        return False
    pairs = zip(map(float, NUMBER.findall(a)), map(float, NUMBER.findall(b)))
    return all(math.isclose(x, y, rel_tol=close, abs_tol=close / 10) or math.isnan(x) and math.isnan(y)
               for x, y in pairs)
