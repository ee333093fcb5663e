"""Programs that ranks run in tests/distributed: steps placed on several workers."""

import numpy as np

import minitorch as mt
import minitorch.distributed as dist
from minitorch import nn
from minitorch.distributed.placement import bubble, place, timeline_picture

F = nn.functional


class Stages:
    """A network in two halves, a batch, and a training step that places each half on its own worker.

    parts   number of micro-batches; the gradient is that of the full batch
    """

    def __init__(self, parts=1):
        mt.manual_seed(0)
        self.first = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Tanh()).double()
        self.second = nn.Linear(8, 3).double()
        self.parameters = [*self.first.parameters(), *self.second.parameters()]
        self.optimizer, self.parts = mt.optim.Adam(self.parameters, lr=0.01), parts
        rng = np.random.default_rng(1)
        self.batches = [(mt.tensor(rng.standard_normal((8, 6))), mt.tensor(rng.integers(0, 3, 8))) for _ in range(6)]

    def step(self, x, y):
        self.optimizer.zero_grad()
        losses = []
        for part, wanted in zip(x.chunk(self.parts), y.chunk(self.parts)):
            with mt.device("worker:0"):
                hidden = self.first(part)
            with mt.device("worker:1"):
                scores = self.second(hidden[:, [1, 2, 3, 4, 5, 6, 7, 0]])          # its backward scatters
                losses.append(F.cross_entropy(scores, wanted))
        loss = sum(losses[1:], losses[0]) / self.parts
        loss.backward()
        nn.utils.clip_grad_norm_(self.parameters, 0.5)
        self.optimizer.step()
        return loss

    def values(self):
        return [x.detach().numpy().tolist() for x in [*self.parameters, *self.first.buffers()]]


def placed(folder, parts):
    """Compare losses of each rank, and parameters and buffers after synchronize(), with those of one process."""
    alone, stages = Stages(int(parts)), Stages(int(parts))
    wanted = [alone.step(x, y).item() for x, y in alone.batches]
    program = place(stages.step, *stages.batches[0])
    found = [program(x, y).item() for x, y in stages.batches[1:]]
    own = stages.values()
    program.synchronize()
    values = stages.values()
    timeline = program.timeline(*stages.batches[0])
    return {"losses": found, "wanted": wanted[1:], "own": own, "values": values, "alone": alone.values(),
            "messages": [(a, b, list(x.shape)) for a, b, x in program.messages],
            "ends": [step.name for step in program.part.steps if step.name in ("send", "receive")],
            "bubble": bubble(timeline), "picture": timeline_picture(timeline).text()}


def graph_on_workers(folder):
    """Compare a TensorFlow 1 graph with device strings of two workers, run by place(), with one process's Session."""
    from minitorch.dialects import tf1 as tf
    rng = np.random.default_rng(0)
    inputs = rng.standard_normal((4, 3)).astype("float32")
    fed = mt.tensor(inputs), mt.tensor(inputs.sum(1, keepdims=True))

    def built():
        with tf.Graph().as_default():
            x, y = tf.placeholder(tf.float32, (4, 3)), tf.placeholder(tf.float32, (4, 1))
            with tf.device("/job:worker/task:0"):
                w = tf.Variable(np.full((3, 5), 0.1, "float32"))
                hidden = tf.tanh(tf.matmul(x, w))
            with tf.device("/job:worker/task:1/device:CPU:0"):
                v = tf.Variable(np.full((5, 1), 0.2, "float32"))
                loss = tf.reduce_mean(tf.square(tf.matmul(hidden, v) - y))
            train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
            session = tf.Session()
            session.run(tf.global_variables_initializer())
        return session, [x, y], [loss, train], [w, v]
    session, given, fetches, variables = built()
    wanted = [session.run(fetches, dict(zip(given, [x.numpy() for x in fed])))[0].item() for _ in range(4)]
    weights = [x.tolist() for x in session.run(variables)]
    session, given, fetches, variables = built()
    program = place(session.steps(fetches, given), *fed)
    losses = [program(*fed)[0].item() for _ in range(3)]
    program.synchronize()
    return {"wanted": wanted[1:], "losses": losses, "weights": weights, "messages": len(program.messages),
            "found": [x.tolist() for x in session.run(variables)], "own": len(program.part.steps),
            "devices": sorted({step.device for step in program.program.steps})}


def too_few(folder):
    """Run place on two ranks with a program for three: it raises an error."""
    def function(x):
        with mt.device("worker:2"):
            return x * 2
    try:
        place(function, mt.ones(2))
    except ValueError as error:
        return str(error)


def uneven(folder):
    """One rank ends its script instead of running its part: the other raises an error."""
    def function(x):
        with mt.device("worker:0"):
            x = x * 2
        with mt.device("worker:1"):
            return x + 1
    program = place(function, mt.ones(2))
    if dist.get_rank() == 0:
        return "gone"
    try:
        program(mt.ones(2))
    except RuntimeError as error:
        return str(error)
