"""Measure how much faster two ranks train than one process, and the most that two processes reach on this machine.

    python -m benchmarks.ranks [--turns 3]

Each turn measures one process, two independent processes, and two ranks of DistributedDataParallel. Every process has
one thread, its own core and the same step: a network of three layers, 2 million weights, batches of 512. The speed-up
is in samples a second. That of two independent processes is the limit, because they share memory, caches and clock
rate, and no framework does better. Both cores must be idle: see the load that is printed.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

STEPS, KINDS = 20, {"one process": (1, "alone"), "two processes": (2, "alone"), "two ranks": (2, "joined")}
ROOT = Path(__file__).resolve().parent.parent


def measured(kind):
    """Return milliseconds of a step in this process, which `minitorch run` started."""
    import minitorch as mt
    import minitorch.distributed as dist
    from benchmarks.measure import once, tell_time_by
    tell_time_by("wall")
    mt.set_num_threads(1)
    mt.manual_seed(0)
    dist.init_process_group()
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[dist.get_rank() % len(cores)]})
    nn = mt.nn
    model = nn.Sequential(nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 10))
    if kind == "joined":
        model = nn.parallel.DistributedDataParallel(model)
    optimizer = mt.optim.SGD(model.parameters(), lr=0.01)
    x, y = mt.randn(512, 1024), mt.randint(0, 10, (512,))

    def step():
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    for _ in range(3):
        step()
    dist.barrier()
    return median(once(step) for _ in range(STEPS)) * 1e3


def milliseconds(n, kind):
    """Run n processes at once; return milliseconds of a step in the slowest one."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "minitorch", "run", "-n", str(n), __file__, "--as", kind],
                          capture_output=True, text=True, timeout=300, env=environment, cwd=ROOT)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or len(found) != n:
        raise RuntimeError(f"{n} processes ({kind}) printed no measurements:\n{done.stdout}{done.stderr}")
    return max(row["ms"] for row in found)


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ranks", description=__doc__.split("\n")[0])
    parser.add_argument("--turns", type=int, default=3, help="number of measurements, of which the median counts")
    parser.add_argument("--as", dest="kind", help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.kind:
        print(json.dumps({"ms": measured(options.kind)}), flush=True)
        return
    print(f"load before the start: {os.getloadavg()[0]:.1f}; this measurement needs two idle cores", flush=True)
    turns = [{name: milliseconds(*how) for name, how in KINDS.items()} for _ in range(options.turns)]
    for name, (n, _) in KINDS.items():
        speedups = [n * turn["one process"] / turn[name] for turn in turns]
        print(f"{name:<14} {median(turn[name] for turn in turns):7.1f} ms a step   speed-up {median(speedups):.2f} "
              f"({min(speedups):.2f} to {max(speedups):.2f})", flush=True)


if __name__ == "__main__":
    main()
