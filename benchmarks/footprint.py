"""Measure the footprint of a library: peak memory, bytes per node, time to import.

    python -m benchmarks --workloads W9-W3b W9-W5 W7-1e6 W10

Each figure is measured in separate processes, of minitorch and of PyTorch alternately.
"""

import os
import subprocess
import sys
from pathlib import Path

from .engine import import_seconds
from .measure import short

ROOT = Path(__file__).resolve().parents[1]
NODES = 1_000_000

PEAK = """
import sys
from benchmarks.footprint import peak
from benchmarks.workloads import WORKLOADS
library = __import__(sys.argv[1])
library.set_num_threads(int(sys.argv[2]))
built = WORKLOADS[sys.argv[3]].build(library)
for _ in range(3):
    built.step()
print(peak() / 1024)
"""

ARRAYS = """
import sys, tracemalloc
import minitorch
from benchmarks.workloads import WORKLOADS
minitorch.set_num_threads(int(sys.argv[2]))
tracemalloc.start()
step = WORKLOADS[sys.argv[3]].build(minitorch).step
if sys.argv[4] == "compiled":
    step = minitorch.compile(step, fullgraph=True)
step()
tracemalloc.reset_peak()
for _ in range(2):
    step()
print(tracemalloc.get_traced_memory()[1] / 2**20)
"""

CHAIN = """
import sys
from benchmarks.footprint import peak
library = __import__(sys.argv[1])
x, one = library.tensor(1.0, requires_grad=True), library.tensor(1.0)
(x + one).backward()
before = peak()
x.grad, y, n = None, x, int(sys.argv[3])
for _ in range(n):
    y = y + one
y.backward()
assert float(x.grad) == 1.0
print((peak() - before) / n)
"""

def peak():
    """Return the peak memory of this process in KB."""
    try:
        with open("/proc/self/status", encoding="ascii") as lines:    # not ru_maxrss: it includes the parent's
            return int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
    except OSError:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)


def alone(program, library, threads, *arguments):
    """Run a program in its own process; return the number that it prints."""
    settings = {**os.environ, **{f"{name}_NUM_THREADS": str(threads) for name in ("OPENBLAS", "OMP", "MKL")},
                "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program, library, str(threads), *map(str, arguments)]
    return float(subprocess.check_output(command, text=True, env=settings))


def beside_torch(program, *arguments):
    """Return a function that measures a program's figure as a multiple of PyTorch's."""
    def measured(peer, threads):
        if peer == "minitorch" and program is PEAK:          # memory of arrays only, after the recorded step
            return compared(*[alone(ARRAYS, "minitorch", threads, *arguments, how) for how in ("compiled", "eager")])
        if peer != "torch":
            return None
        return compared(*[alone(program, library, threads, *arguments) for library in ("minitorch", "torch")])
    return measured


def imports(peer, threads):
    if peer != "torch":
        return None                    # peers with fewer features import faster: a comparison would mean nothing
    return compared(*import_seconds(["minitorch", peer]))


def compared(ours, theirs):
    ratio = short(ours / theirs)
    return {"ratio": ratio, "min": ratio, "max": ratio, "ours": short(ours)}


# {name: (what is measured, function(peer, threads) -> figures, or None if the peer cannot do it)}
FIGURES = {
    "W7-1e6": ("1,000,000 adds: memory", beside_torch(CHAIN, NODES)),
    "W9-W3b": ("peak memory of W3b", beside_torch(PEAK, "W3b")),
    "W9-W5": ("peak memory of W5", beside_torch(PEAK, "W5")),
    "W10": ("import", imports),
}
