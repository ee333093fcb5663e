"""Measure what a Session adds to a compiled training step: lecture 004's network in four ways, alternately.

    python -m benchmarks.sessions [--steps 400] [--sizes 64 1000 100]

Goal: session.run takes at most 1.05 × the step of `compile` for the same network; tf.function less than eager.
"""

import argparse
from statistics import median
from time import perf_counter

import numpy as np

import minitorch as mt
from minitorch.dialects import keras, tf1, tf2


def ways(n, d, h, rng):
    """Return {name: a function that takes one training step and returns the loss}."""
    x, y = rng.normal(size=(2, n, d)).astype("float32")
    first = [(rng.normal(size=size) * 0.01).astype("float32") for size in ((d, h), (h, d))]
    fed, wanted = tf1.placeholder("float32", (None, d)), tf1.placeholder("float32", (None, d))
    w1, w2 = map(tf1.Variable, first)
    loss = tf1.reduce_mean(tf1.square(tf1.matmul(tf1.nn.relu(tf1.matmul(fed, w1)), w2) - wanted))
    fetches = [loss, tf1.train.GradientDescentOptimizer(0.1).minimize(loss)]
    session = tf1.Session()
    session.run(tf1.global_variables_initializer())

    params = [mt.tensor(w, requires_grad=True) for w in first]
    optimizer = mt.optim.SGD(params, lr=0.1)

    @mt.compile
    def step(x, y):
        loss = ((mt.relu(x @ params[0]) @ params[1] - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.detach()

    def by_tape(variables, descent):
        def step(x, y):
            with tf2.GradientTape() as tape:
                loss = tf2.reduce_mean(tf2.square(
                    tf2.matmul(tf2.nn.relu(tf2.matmul(x, variables[0])), variables[1]) - y))
            descent.apply_gradients(zip(tape.gradient(loss, variables), variables))
            return loss
        return step
    eager, traced = (by_tape([tf2.Variable(w) for w in first], keras.optimizers.SGD(0.1)) for _ in range(2))
    traced = tf2.function(traced)
    return {"compile": lambda: float(step(mt.from_numpy(x), mt.from_numpy(y))),
            "session": lambda: float(session.run(fetches, {fed: x, wanted: y})[0]),
            "tf.function": lambda: float(traced(tf2.constant(x), tf2.constant(y))),
            "eager": lambda: float(eager(tf2.constant(x), tf2.constant(y)))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--sizes", type=int, nargs=3, default=(64, 1000, 100), metavar=("N", "D", "H"))
    given = parser.parse_args()
    made = ways(*given.sizes, np.random.default_rng(0))
    for pair in ("compile", "session"), ("eager", "tf.function"):
        took = {name: [] for name in pair}
        for turn in range(given.steps + 5):
            losses = []
            for name in sorted(pair, reverse=turn % 2):
                start = perf_counter()
                losses.append(made[name]())
                took[name].append(perf_counter() - start)
            if not np.isclose(*losses, rtol=1e-4):
                raise SystemExit(f"the losses of {' and '.join(pair)} differ at step {turn}: {losses}")
        one, other = [median(took[name][5:]) * 1e6 for name in pair]
        print(f"{pair[0]} {one:.0f} us a step, {pair[1]} {other:.0f} us: {other / one:.3f} of it")


if __name__ == "__main__":
    main()
