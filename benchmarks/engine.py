"""Measure the engine's cost for each operation: time and memory of long chains and of a wide fan-in; and the import.

    python -m benchmarks.engine [--sizes 10000 100000 1000000] [--repeat 3] [--gc]

Each line is measured in its own process; the best of `--repeat` counts. torch is measured
too if it is installed. `--gc` adds the chains without Python's cyclic collector.
"""

import argparse
import importlib.util
import json
import subprocess
import sys

SIZES = [10_000, 100_000, 1_000_000]
FAN_IN = 8_000
GOAL = 1.5                 # goal: the time per edge at the largest size, divided by that at the smallest

# The program that is measured. `library` is minitorch or torch, which have the same names.
PROGRAM = """
import gc, json, resource, sys
from time import perf_counter as now
name, shape, n, collect = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "1"
library = __import__(name)
if name == "torch":
    library.set_num_threads(1)
one = library.tensor(1.0)
warm = library.tensor(1.0, requires_grad=True)
(warm + one).backward()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if not collect:
    gc.disable()
x = library.tensor(1.0, requires_grad=True)
start = now()
if shape == "chain":
    y = x
    for _ in range(n):
        y = y + one
else:
    y = library.stack([x * 1.0 for _ in range(n)]).sum()
forward = now() - start
start = now()
y.backward()
backward = now() - start
expected = 1.0 if shape == "chain" else float(n)
assert float(x.grad) == expected, (float(x.grad), expected)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([forward, backward, (peak - before) / (1 if sys.platform == "darwin" else 1024)]))
"""


def measure(library, shape, n, collect=True, repeat=3):
    """Return (forward seconds, backward seconds, peak MB above the start), each the best of `repeat` processes."""
    runs = []
    for _ in range(repeat):
        done = subprocess.run([sys.executable, "-c", PROGRAM, library, shape, str(n), str(int(collect))],
                              capture_output=True, text=True)
        if done.returncode:
            return None                                # torch's limit on depth, or no memory: the table says "failed"
        runs.append(json.loads(done.stdout))
    return [min(column) for column in zip(*runs)]


def line(label, n, found):
    if found is None:
        return f"{label:<24}{n:>10,}   failed"
    forward, backward, peak = found
    return (f"{label:<24}{n:>10,}{forward / n * 1e6:>12.2f}{backward / n * 1e6:>12.2f}"
            f"{(forward + backward) / n * 1e6:>10.2f}{peak:>10.0f}")


def chains(library, sizes, repeat, collect=True):
    """Return a table of chains of additions, and the ratio of an edge's cost in a long graph to that in a short one."""
    label = library if collect else f"{library}, no gc"
    costs = []
    for n in sizes:
        found = measure(library, "chain", n, collect, repeat)
        print(line(f"{label}: chain", n, found), flush=True)
        costs.append(None if found is None else (found[0] + found[1]) / n)
    if None in (costs[0], costs[-1]):
        return None
    return costs[-1] / costs[0]


def import_seconds(names, repeat=5, clock="perf_counter"):
    """Return the seconds of each `import name`, with cached byte code: the best of `repeat` processes.

    clock   a function of the module time; process_time does not count other programs
    """
    from os import environ
    from tempfile import TemporaryDirectory
    best = dict.fromkeys(names, float("inf"))
    with TemporaryDirectory() as cache:
        settings = {**environ, "PYTHONPYCACHEPREFIX": cache}
        settings.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(repeat + 1):                        # the first run fills the cache
            for name in names:
                code = f"from time import {clock} as now; t = now(); import {name}; print(now() - t)"
                seconds = subprocess.check_output([sys.executable, "-c", code], env=settings, text=True)
                best[name] = min(best[name], float(seconds))
    return [best[name] for name in names]


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="lengths of the chains")
    parser.add_argument("--repeat", type=int, default=3, help="number of processes for each line; the best counts")
    parser.add_argument("--gc", action="store_true", help="also with Python's cyclic collector off")
    options = parser.parse_args(arguments)
    libraries = ["minitorch"] + ["torch"] * (importlib.util.find_spec("torch") is not None)

    print(f"{'':<24}{'':>10}{'forward':>12}{'backward':>12}{'both':>10}{'peak':>10}")
    print(f"{'':<24}{'edges':>10}{'µs/edge':>12}{'µs/edge':>12}{'µs/edge':>10}{'MB':>10}")
    ratios = {}
    for library in libraries:
        for collect in (True, False) if options.gc and library == "minitorch" else (True,):
            label = library if collect else f"{library}, no gc"
            ratios[label] = chains(library, options.sizes, options.repeat, collect)
        print(line(f"{library}: fan-in", FAN_IN, measure(library, "fan-in", FAN_IN, True, options.repeat)))
    for label, ratio in ratios.items():
        if ratio is not None:
            print(f"{label}: an edge of {options.sizes[-1]:,} costs {ratio:.2f} × one of {options.sizes[0]:,}"
                  + (f" (goal: at most {GOAL})" if label == "minitorch" else ""))
    numpy, ours = import_seconds(["numpy", "minitorch"])
    print(f"import: minitorch {ours * 1e3:.0f} ms, numpy {numpy * 1e3:.0f} ms, "
          f"{ours / numpy:.2f} times as long (goal: at most 2)")


if __name__ == "__main__":
    main()
