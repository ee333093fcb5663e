"""This tree beside another revision of itself: python -m benchmarks --against REV [--workloads W1 import …]

Three processes take turns on each workload: this tree (B), the revision (A), and the revision once more (A'), so that
the table shows beside every ratio B/A what A'/A came to, which is the noise. Ratios are of neighbouring turns; their
median comes with its 95 % interval, by order statistics, which presume nothing about how the noise is distributed.
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

TURNS = 21                               # how often each process has its turn on a workload
SECONDS = 0.15                           # what a turn takes, about, or one step where that is longer
SLOWER = 1.03                            # an interval wholly above this is a slow-down

# `import minitorch`, with NumPy, in a process that has done nothing else.
IMPORT = "import time; start = time.process_time(); import minitorch; print(time.process_time() - start)"

# Builds the workloads one after the other as it is told, and runs each as often as it is told.
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
    """One state of minitorch, run by processes whose path begins with its folder; byte code is kept in `cache`."""

    def __init__(self, folder, stack, cache):
        self.environment = {**os.environ, **settings(1), "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
                            "PYTHONPYCACHEPREFIX": str(cache), "PYTHONDONTWRITEBYTECODE": ""}
        self.process = stack.enter_context(subprocess.Popen(
            [sys.executable, "-c", STEPS], cwd=folder, env=self.environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE))
        stack.callback(self.process.stdin.close)         # before the process is waited for

    def ask(self, what):
        """Have the workload of that name built, or its step run so many times; returns the seconds of one run."""
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{what}: the process that was to run it has ended; its error stands above.")
        return float(answer)

    def imports(self):
        """The seconds that one import takes, in a new process."""
        return float(subprocess.check_output([sys.executable, "-c", IMPORT], env=self.environment, text=True,
                                             cwd=ROOT.anchor))


def check_out(revision, folder):
    """Lay minitorch/ as it was at a revision into a folder."""
    try:
        packed = subprocess.run(["git", "archive", revision, "minitorch"], cwd=ROOT, capture_output=True, check=False)
    except FileNotFoundError:
        raise SystemExit(f"the revision {revision!r} is kept by git, which is not installed.") from None
    if packed.returncode:
        raise SystemExit(f"git knows no revision {revision!r}: {packed.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")


def interval(ratios, confidence=0.95):
    """The narrowest interval between two of the sorted ratios that holds their median with that confidence."""
    ratios, n = sorted(ratios), len(ratios)
    outside, rank = 0.0, 0
    while rank < n // 2 and 2 * (outside + comb(n, rank) / 2 ** n) <= 1 - confidence:
        outside += comb(n, rank) / 2 ** n
        rank += 1
    return ratios[max(rank - 1, 0)], ratios[n - max(rank, 1)]


def by_turns(take, turns):
    """Seconds of each of the three, turn by turn, as (B/A, A'/A) of the same turn; `take[i]()` runs one once."""
    rows = []
    for turn in range(turns):
        order = (0, 1, 2) if turn % 2 == 0 else (2, 1, 0)        # so that nobody always follows the same one
        seconds = {i: take[i]() for i in order}
        rows.append((seconds[0] / seconds[1], seconds[2] / seconds[1]))
    return zip(*rows)


def compare(name, trees):
    """{"ratio", "low", "high"} of this tree to the other, and the same of the other to itself."""
    if name == "import":
        take = [tree.imports for tree in trees]
        for first in take:
            first()                                      # writes its byte code
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
    """Measure and print; returns {workload: {"new": figures, "same": figures}}."""
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
