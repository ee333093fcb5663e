"""What a library takes to be there and to run: peak memory, time to import, bytes a node, images a second.

    python -m benchmarks.footprint

Each line is measured in processes of their own, minitorch beside torch where it is installed.
"""

import importlib.util
import os
import subprocess
import sys

from .engine import import_seconds

IMAGES, BATCH = 50_000, 128

PEAK = """
import resource, sys
from benchmarks.workloads import WORKLOADS
library = __import__(sys.argv[1])
library.set_num_threads(1)
built = WORKLOADS[sys.argv[2]].build(library)
for _ in range(3):
    built.step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""

NODES = """
import resource, sys
library = __import__(sys.argv[1])
x, one = library.tensor(1.0, requires_grad=True), library.tensor(1.0)
(x + one).backward()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
x.grad, y, n = None, x, int(sys.argv[2])
for _ in range(n):
    y = y + one
y.backward()
assert float(x.grad) == 1.0
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / n)
"""

LOADING = """
import sys
from time import perf_counter
import numpy as np
library = __import__(sys.argv[1])
from importlib import import_module
data = import_module("torch.utils.data" if sys.argv[1] == "torch" else "minitorch.data")
library.set_num_threads(1)
library.manual_seed(0)
rng, n, batch = np.random.default_rng(0), int(sys.argv[2]), int(sys.argv[3])
images = library.tensor(rng.integers(0, 256, (n, 28, 28), dtype=np.uint8))
labels = library.tensor(rng.integers(0, 10, n))
best = float("inf")
for _ in range(3):
    start, seen = perf_counter(), 0
    for x, y in data.DataLoader(data.TensorDataset(images, labels), batch_size=batch, shuffle=True):
        x = (x.float() / 255 - 0.1307) / 0.3081
        seen += len(y)
    best = min(best, perf_counter() - start)
assert seen == n and tuple(x.shape[1:]) == (28, 28)
print(n / best)
"""


def alone(program, *arguments):
    """The number a program prints, run in a process of its own on one thread."""
    settings = {**os.environ, **{f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}}
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return float(subprocess.check_output(command, text=True, env=settings))


def main():
    libraries = ["minitorch"] + ["torch"] * (importlib.util.find_spec("torch") is not None)
    lines = {f"peak memory of {name}, MB": [alone(PEAK, library, name) for library in libraries]
             for name in ("W3b", "W5")}
    lines["a chain of 1,000,000 adds, KB a node"] = [alone(NODES, library, 1_000_000) for library in libraries]
    lines["images a second, shuffled, normalised"] = [alone(LOADING, library, IMAGES, BATCH) for library in libraries]
    lines["import, ms"] = [1e3 * seconds for seconds in import_seconds(libraries)]
    print(f"{'':<42}" + "".join(f"{library:>12}" for library in libraries) + f"{'ratio':>8}")
    for name, found in lines.items():
        ratio = f"{found[0] / found[1]:8.2f}" if len(found) > 1 else ""
        print(f"{name:<42}" + "".join(f"{number:>12,.2f}" for number in found) + ratio)


if __name__ == "__main__":
    main()
