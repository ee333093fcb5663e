"""Measure how time and memory of a training step grow with batch, width, depth, and the size of the graph.

    python -m benchmarks.scaling [--plot scaling.svg]

Each size grows by a factor of 100; the exponent is the slope of log(cost) over log(size) in the last factor of 10.
Twice the width means four times the weights, so that for widths an exponent of 2 counts as linear in the work.
"""

import argparse
import tracemalloc
from math import log

import minitorch as mt

from .measure import once

BATCHES, WIDTHS, DEPTHS, GRAPHS = (10, 30, 100, 300, 1000), (20, 60, 200, 600, 2000), (2, 6, 20, 60, 200), (
    10_000, 30_000, 100_000, 300_000, 1_000_000)
LINEAR = 1.15                            # a cost is worse than linear if its exponent is over 1.15 × that of the work


def network(batch=64, width=256, depth=4):
    """Return the training step of a network of `depth` equal layers.

    He's initialisation keeps the size of the activations. With the default, a hundred layers would shrink them to
    subnormal float32 numbers, with which Intel's processors compute fifty times as slowly.
    """
    mt.manual_seed(0)
    layers = [layer for _ in range(depth) for layer in (mt.nn.Linear(width, width), mt.nn.ReLU())]
    model = mt.nn.Sequential(*layers)
    for layer in layers[::2]:
        mt.nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    optimizer = mt.optim.SGD(model.parameters(), lr=1e-3)
    x = mt.randn(batch, width)

    def step():
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
    return step


def chain(length):
    """Return the step of a graph of `length` additions, one after the other."""
    x = mt.tensor(1.0, requires_grad=True)

    def step():
        y = x
        for _ in range(length):
            y = y + 1.0
        y.backward()
    return step


# {name: (sizes, function that builds a step of one size, exponent of the work)}
SERIES = {
    "batch": (BATCHES, lambda n: network(batch=n), 1), "width": (WIDTHS, lambda n: network(width=n), 2),
    "depth": (DEPTHS, lambda n: network(depth=n), 1), "graph": (GRAPHS, chain, 1)}


def cost(build, n, repeats=5):
    """Return (processor milliseconds, peak MB) of a step: the smallest time of several runs after a first one."""
    step = build(n)
    first = once(step)
    seconds = min(once(step) for _ in range(max(2, min(repeats, int(3 / first)))))
    tracemalloc.start()
    build(n)()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return seconds * 1e3, peak / 2 ** 20


def exponent(sizes, values, decades=1.0):
    """Return the slope of log(value) over log(size), by least squares over the last factor 10 ** decades of sizes."""
    points = [(log(n), log(value)) for n, value in zip(sizes, values) if n >= sizes[-1] / 10 ** decades * 0.99]
    mean_x, mean_y = (sum(column) / len(points) for column in zip(*points))
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, y in points)


def verdict(power, found):
    return "linear" if found <= LINEAR * power else "worse than linear"


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__.split("\n")[0])
    parser.add_argument("--plot", metavar="FILE", help="draw the curves into this file (matplotlib)")
    options = parser.parse_args(words)
    mt.set_num_threads(1)
    found = {}
    for name, (sizes, build, power) in SERIES.items():
        found[name] = list(zip(*[cost(build, n) for n in sizes]))
        print(f"{name:<8}" + "".join(f"{n:>12,}" for n in sizes))
        for unit, values in zip(("ms", "MB"), found[name]):
            slope = exponent(sizes, values)
            print(f"{unit:>8}" + "".join(f"{value:>12.3g}" for value in values)
                  + f"   grows as n^{slope:.2f}; the work as n^{power}: {verdict(power, slope)}", flush=True)
    if options.plot:
        from .picture import scaling
        scaling(found, SERIES, options.plot)


if __name__ == "__main__":
    main()
