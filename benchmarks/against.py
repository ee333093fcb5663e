"""Compare this tree with another revision: python -m benchmarks --against REV [--workloads W1 import …]

Three processes take turns on each workload: this tree (B), the revision (A), and the revision once more (A'). So the
table shows the noise, A'/A, next to every ratio B/A. Each ratio is of neighbouring turns; the table has their median
and its 95 % interval by order statistics, which assume nothing about the distribution of the noise.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
from contextlib import ExitStack
from math import comb
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from .elsewhere import ROOT, settings

TURNS = 21                               # number of turns of each process on a workload
SECONDS = 0.15                           # approximate length of a turn; longer if a single step takes longer
SLOWER = 1.03                            # it is slower if the whole interval is above this

# `import minitorch`, with NumPy, in a process that has done nothing else.
IMPORT = "import time; start = time.process_time(); import minitorch; print(time.process_time() - start)"

# The program of a process: it reads lines, a workload's name to build it, or a number of steps to run.
STEPS = """
import json, sys
from benchmarks import measure
from benchmarks.suite import WORKLOADS
import minitorch
minitorch.set_num_threads(1)
for line in sys.stdin:
    what = json.loads(line)
    if type(what) is str:
        step = WORKLOADS[what].build(minitorch).step
        answer = measure.settle(step)
    else:
        answer = measure.times(step, what)
    print(answer, flush=True)
"""


class Tree:
    """A revision of minitorch in a folder that is first on its processes' path; their byte code is in `cache`."""

    def __init__(self, folder, stack, cache):
        self.environment = {**os.environ, **settings(1), "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
                            "PYTHONPYCACHEPREFIX": str(cache), "PYTHONDONTWRITEBYTECODE": ""}
        self.process = stack.enter_context(subprocess.Popen(
            [sys.executable, "-c", STEPS], cwd=folder, env=self.environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE))
        stack.callback(self.process.stdin.close)         # close it before waiting for the process

    def ask(self, what):
        """Build the workload named `what`, or run its step `what` times; return the seconds of one step."""
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{what}: the process that should run it has ended; its error is printed above.")
        return float(answer)

    def imports(self):
        """Return the seconds of one import, in a new process."""
        return float(subprocess.check_output([sys.executable, "-c", IMPORT], env=self.environment, text=True,
                                             cwd=ROOT.anchor))


def check_out(revision, folder):
    """Write minitorch/ of a revision into a folder."""
    try:
        packed = subprocess.run(["git", "archive", revision, "minitorch"], cwd=ROOT, capture_output=True, check=False)
    except FileNotFoundError:
        raise SystemExit(f"reading the revision {revision!r} needs git, which is not installed.") from None
    if packed.returncode:
        raise SystemExit(f"git knows no revision {revision!r}: {packed.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")


def interval(ratios, confidence=0.95):
    """Return the narrowest interval between two sorted ratios that contains their median with this confidence."""
    ratios, n = sorted(ratios), len(ratios)
    outside, rank = 0.0, 0
    while rank < n // 2 and 2 * (outside + comb(n, rank) / 2 ** n) <= 1 - confidence:
        outside += comb(n, rank) / 2 ** n
        rank += 1
    return ratios[max(rank - 1, 0)], ratios[n - max(rank, 1)]


def by_turns(take, turns):
    """Return the ratios (B/A, A'/A) of each turn; `take[i]()` runs one of the three once and returns its seconds."""
    rows = []
    for turn in range(turns):
        order = (0, 1, 2) if turn % 2 == 0 else (2, 1, 0)        # so that no process always follows the same one
        seconds = {i: take[i]() for i in order}
        rows.append((seconds[0] / seconds[1], seconds[2] / seconds[1]))
    return zip(*rows)


def compare(name, trees):
    """Return {"ratio", "low", "high"} of this tree to the revision, and of the revision to itself."""
    if name == "import":
        take = [tree.imports for tree in trees]
        for first in take:
            first()                                      # this call writes the byte code
    else:
        slowest = max(tree.ask(name) for tree in trees)
        runs = max(1, round(SECONDS / slowest))
        take = [lambda tree=tree: tree.ask(runs) for tree in trees]
    found = []
    for ratios in by_turns(take, TURNS):
        low, high = interval(ratios)
        found.append({"ratio": round(median(ratios), 4), "low": round(low, 4), "high": round(high, 4)})
    return {"new": found[0], "same": found[1]}


def shown(figures):
    return f"{figures['ratio']:.3f} [{figures['low']:.3f}-{figures['high']:.3f}]"


def run(revision, workloads=None):
    """Measure and print; return {workload: {"new": figures, "same": figures}}."""
    from .suite import WORKLOADS
    names = [*WORKLOADS, "import"]
    unknown = set(workloads or ()) - set(names)
    if unknown:
        raise SystemExit(f"beside another revision there are {', '.join(names)}; not {', '.join(sorted(unknown))}.")
    found = {}
    with TemporaryDirectory() as folder, ExitStack() as stack:
        check_out(revision, folder)
        cache = Path(folder, "bytecode")
        trees = [Tree(ROOT, stack, cache), Tree(folder, stack, cache), Tree(folder, stack, cache)]
        print(f"processor time beside {revision}: median ratio of {TURNS} turns [95 % interval]; below 1 is faster\n")
        print(f"{'':<12}{'this tree':<24}{revision + ' again':<24}")
        for name in workloads or names:
            found[name] = compare(name, trees)
            slower = "slower" if found[name]["new"]["low"] > SLOWER else ""
            print(f"{name:<12}{shown(found[name]['new']):<24}{shown(found[name]['same']):<24}{slower}", flush=True)
    return found
