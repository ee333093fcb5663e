"""Measure the time to draw a graph, from the loss to SVG text; and the cost of viz for training without pictures.

    python -m benchmarks.drawing [--repeat 5]

Goals: 100 boxes in under 50 ms; 1,000 operations, folded, in under a second; training steps as fast as without viz.
"""

import argparse
from time import process_time

import minitorch as mt
from minitorch import nn


def layers(count):
    """Return the loss of `count` layers of plain tensors, with three boxes for each layer."""
    h = mt.ones(2, 4)
    for _ in range(count):
        h = (h @ mt.randn(4, 4, requires_grad=True)).tanh()
    return h.sum()


def loop(count):
    """Return a value that a loop of `count` steps computed."""
    x = y = mt.ones(4, requires_grad=True)
    for _ in range(count // 2):
        y = y * 1.01
        y = y + x
    return y


def best(job, repeat):
    """Return the milliseconds of processor time of the fastest of several runs."""
    took = []
    for _ in range(repeat):
        start = process_time()
        job()
        took.append((process_time() - start) * 1e3)
    return min(took)


def training():
    """Return a function that takes one training step of a small network."""
    model, x, y = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4)), mt.randn(8, 16), mt.arange(8) % 4
    optimizer = mt.optim.SGD(model.parameters(), lr=0.01)

    def step():
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    return lambda: [step() for _ in range(200)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    job = training()
    job()
    print(f"a training step before viz is imported: {best(job, repeat) / 200 * 1e3:.1f} µs")
    from minitorch import viz
    model, x = nn.Transformer(32, 4, 6, 6, 64, batch_first=True), mt.randn(2, 5, 32)
    wide, long = layers(32), loop(1000)
    for what, draw in (("98 boxes, all of them", lambda: viz.draw(wide, depth=0)),
                       ("98 boxes, folded by lines", lambda: viz.draw(wide)),
                       ("a loop of 1,000 operations", lambda: viz.draw(long)),
                       ("a Transformer, run and folded", lambda: viz.draw(model, x, x)),
                       ("a Transformer, three levels open", lambda: viz.draw(model, x, x, depth=3))):
        graph = draw()
        graph.svg()
        print(f"{what}: {best(lambda draw=draw: draw().svg(), repeat):.1f} ms, {len(graph.boxes)} boxes in the picture")
    with viz.profile():
        print(f"a training step while it is profiled: {best(job, 1) / 200 * 1e3:.1f} µs")
    print(f"a training step when nobody watches any more: {best(job, repeat) / 200 * 1e3:.1f} µs")


if __name__ == "__main__":
    main()
