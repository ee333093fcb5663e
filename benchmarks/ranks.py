"""How much faster two ranks train than one process, beside what this machine gives two processes at once.

    python -m benchmarks.ranks [--turns 3]

Each turn measures one process alone, two that have nothing to do with each other, and two ranks of
DistributedDataParallel, all with one thread, a core and the same step each: a network of three layers, 2 million
weights, batches of 512. The speed-up is in samples a second. That of two processes is the ceiling: memory, caches and
clocks that they share hold them back, and no framework does better. Both cores must be idle: see the load printed.
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
    """Milliseconds of a step in this process, one of several that `minitorch run` started."""
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
    """The step of n processes at once, in milliseconds: that of the slowest."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "minitorch", "run", "-n", str(n), __file__, "--as", kind],
                          capture_output=True, text=True, timeout=300, env=environment, cwd=ROOT)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or len(found) != n:
        raise RuntimeError(f"{n} processes ({kind}) did not measure:\n{done.stdout}{done.stderr}")
    return max(row["ms"] for row in found)


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ranks", description=__doc__.split("\n")[0])
    parser.add_argument("--turns", type=int, default=3, help="how often all three are measured; the median counts")
    parser.add_argument("--as", dest="kind", help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.kind:
        print(json.dumps({"ms": measured(options.kind)}), flush=True)
        return
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}; this measurement needs two idle cores", flush=True)
    turns = [{name: milliseconds(*how) for name, how in KINDS.items()} for _ in range(options.turns)]
    for name, (n, _) in KINDS.items():
        speedups = [n * turn["one process"] / turn[name] for turn in turns]
        print(f"{name:<14} {median(turn[name] for turn in turns):7.1f} ms a step   speed-up {median(speedups):.2f} "
              f"({min(speedups):.2f} to {max(speedups):.2f})", flush=True)


if __name__ == "__main__":
    main()
