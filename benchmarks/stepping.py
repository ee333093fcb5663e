"""Measure minitorch.viz.step: the time for picture and text of each step through a graph of about 40 nodes.

    python -m benchmarks.stepping [--nodes 40]

Goal: well under 50 ms a step, so that the picture follows the slider without delay.
"""

import argparse
from time import perf_counter

import minitorch as mt
from minitorch.optim import SGD
from minitorch.viz import step


def chain_with_skips(nodes):
    """Return the result of a graph of that many nodes, in which every value is used twice, and {name: leaf}."""
    x = mt.tensor(1.0, requires_grad=True)
    before, now = x, x * 0.5
    for _ in range(nodes - 2):
        before, now = now, now + before
    return now, {"x": x}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--nodes", type=int, default=40)
    loss, names = chain_with_skips(parser.parse_args().nodes)
    for what, settings in (("backward", {}), ("forward", {"forward": True}),
                           ("a training step", {"optimizer": SGD(list(names.values()), lr=0.1)})):
        measure(what, lambda settings=settings: step(loss, names=names, **settings))


def measure(what, make):
    """Print the time to create a step-through, and the time of each of its steps."""
    start = perf_counter()
    walk = make()
    walk.view.pieces()
    print(f"{what}, {len(walk)} steps: values and layout {(perf_counter() - start) * 1e3:.1f} ms, once")
    took = []
    for i in range(len(walk)):
        start = perf_counter()
        walk.view.html(i)
        took.append((perf_counter() - start) * 1e3)
    print(f"    a step: {sum(took) / len(took):.2f} ms on average, {max(took):.2f} ms at most")


if __name__ == "__main__":
    main()
