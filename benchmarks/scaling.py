"""How cost grows: time and memory of a training step against batch, width, depth, and the size of the graph.

    python -m benchmarks.scaling [--plot scaling.svg]

Each over two decades; the last column is the slope on doubly logarithmic paper, 1 being linear.
"""

import argparse
from math import log
from time import perf_counter

import numpy as np

import minitorch as mt

BATCHES, WIDTHS, DEPTHS, GRAPHS = (10, 30, 100, 300, 1000), (16, 48, 160, 480, 1600), (2, 6, 20, 60, 200), (
    10_000, 30_000, 100_000, 300_000, 1_000_000)


def network(batch=64, width=256, depth=4):
    """The step of a network of that many layers, all alike; and how many numbers it works on."""
    mt.manual_seed(0)
    layers = [layer for _ in range(depth) for layer in (mt.nn.Linear(width, width), mt.nn.ReLU())]
    model = mt.nn.Sequential(*layers)
    optimizer = mt.optim.SGD(model.parameters(), lr=1e-3)
    x = mt.randn(batch, width)

    def step():
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
    return step


def chain(length):
    x = mt.tensor(1.0, requires_grad=True)

    def step():
        y = x
        for _ in range(length):
            y = y + 1.0
        y.backward()
    return step


def best(step, repeats):
    step()
    found = []
    for _ in range(repeats):
        start = perf_counter()
        step()
        found.append(perf_counter() - start)
    return min(found)


SERIES = {
    "batch": (BATCHES, lambda n: network(batch=n), 1), "width": (WIDTHS, lambda n: network(width=n), 2),
    "depth": (DEPTHS, lambda n: network(depth=n), 1), "graph": (GRAPHS, chain, 1)}


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__.split("\n")[0])
    parser.add_argument("--plot", metavar="FILE", help="draw the curves there (matplotlib)")
    options = parser.parse_args()
    found = {}
    for name, (sizes, build, power) in SERIES.items():
        found[name] = [best(build(n), 3 if n > 50_000 else 7) for n in sizes]
        slope = log(found[name][-1] / found[name][-3]) / log(sizes[-1] / sizes[-3])
        print(f"{name:<8}" + "".join(f"{n:>10,}: {t * 1e3:8.2f} ms" for n, t in zip(sizes, found[name]))
              + f"   grows as n^{slope:.2f} at the end, n^{power} being the work", flush=True)
    if options.plot:
        plot(found, options.plot)


def plot(found, path):
    import matplotlib
    matplotlib.use("agg")
    from matplotlib import pyplot as plt
    figure, axes = plt.subplots(1, len(found), figsize=(12, 3), layout="constrained")
    for axis, (name, seconds) in zip(axes, found.items()):
        sizes = np.array(SERIES[name][0], float)
        axis.loglog(sizes, np.array(seconds) * 1e3, "o-", color="#0072b2")
        axis.loglog(sizes, seconds[-1] * 1e3 * (sizes / sizes[-1]) ** SERIES[name][2], ":", color="#808080")
        axis.set_xlabel(name)
    axes[0].set_ylabel("ms a step (dotted: the work)")
    figure.savefig(path)


if __name__ == "__main__":
    main()
