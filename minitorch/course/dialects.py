"""What lesson 12 runs: one network in four dialects, and graphs of steps in TensorFlow 1."""

import re
import sys
from collections import OrderedDict
from typing import Any

import numpy as np

from .. import static
from ..tensors import tensor
from ..viz.picture import Picture, svg_text, together
from ..viz.program_picture import picture
from .exercises.lesson_12 import RULES  # noqa: F401  (for the notebook)
from .programs import named

torch: Any = sys.modules["minitorch"]                      # as a program imports it


def pytorch(w1, w2):
    w1, w2 = torch.nn.Parameter(torch.tensor(w1)), torch.nn.Parameter(torch.tensor(w2))
    return lambda x: torch.relu(x @ w1) @ w2


def tensorflow1(w1, w2):
    from minitorch.dialects import tf1 as tf
    w1, w2 = tf.Variable(w1), tf.Variable(w2)
    return lambda x: tf.matmul(tf.nn.relu(tf.matmul(x, w1)), w2)


def tensorflow2(w1, w2):
    from minitorch.dialects import tf2 as tf
    w1, w2 = tf.Variable(w1), tf.Variable(w2)
    return lambda x: tf.matmul(tf.nn.relu(tf.matmul(x, w1)), w2)


def keras_layers(w1, w2):
    from minitorch.dialects import keras
    model = keras.Sequential([keras.Input((64,)), keras.layers.Dense(32, activation="relu", use_bias=False),
                              keras.layers.Dense(10, use_bias=False)])
    model.set_weights([w1, w2])
    return model


NETWORK = "x", "w1", "w2", "zeros", "h", "r", "scores"     # what a program of this network reads and makes, in order
DIALECTS = {"PyTorch": pytorch, "TensorFlow 1": tensorflow1, "TensorFlow 2": tensorflow2, "Keras": keras_layers}


def as_program(write, x, w1, w2):
    """Return the program of a network that one of DIALECTS writes, for an array x and two weights."""
    from ..dialects import tf1
    from ..dialects.core.lift import wrapped
    if write is tensorflow1:
        with tf1.Graph().as_default(), tf1.Session() as session:
            place = tf1.placeholder(tf1.float32, x.shape)
            scores = write(w1, w2)(place)
            session.run(tf1.global_variables_initializer())
            return session_program(session, scores, {place: x})
    network = write(w1, w2)
    return static.trace(network if write is pytorch else lambda x: network(wrapped(x)).tensor, tensor(x)).program


def session_program(session, fetches, feed_dict, names=None):
    """Return the program that a Session runs for these fetches: the first run looks, the second records.

    names   {name: tensor or Variable}: what it calls those that are fed, held or fetched
    """
    for _ in range(2):
        session.run(fetches, feed_dict)
    plan, called = session.plan_for(fetches, feed_dict)[0], {id(x): name for name, x in (names or {}).items()}
    program, held = plan.program.graph, {id(kept.tensor): variable for variable, kept in session.values.items()}
    variables = [held.get(id(x.source)) for x in program.states]
    return named(program, {
        x: called[id(owner)] + word
        for values, owners, word in ((program.inputs, plan.inputs, " (fed)"), (program.states, variables, ""),
                                     (program.outputs, plan.outputs, " (fetched)"))
        for x, owner in zip(values, owners) if id(owner) in called})[0]


class SideBySide(Picture):
    """What `side_by_side` returns."""

    def text(self):
        return "\n".join(f"{name}: {program}" for name, program in self.programs.items())

    def svg(self):
        """Draw a part for each program. Raises NotDrawn if Graphviz is missing."""
        parts = []
        for name, program in self.programs.items():
            svg = picture(program).drawn()
            wide, high = map(float, re.search(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"', svg).groups())
            graph = svg[svg.find('<g id="graph0"'):svg.rfind("</svg>")]
            parts.append((f'<rect width="{wide:g}" height="{high + 20:g}" rx="10" fill="#808080" fill-opacity="0.12"/>'
                          f'{svg_text(10, 16, name)}<g transform="translate(0 18)">{graph}</g>', wide, high + 20, name))
        return together(parts, self.text())


def side_by_side(programs):
    """Draw {name: program} as one picture; the values of each have the same names, in the same order."""
    def renamed(program):
        made = [x for step in program.steps for x in step.outputs]
        return named(program, dict(zip([*program.inputs, *program.states, *program.constants, *made], NETWORK)))[0]
    return SideBySide(programs={name: renamed(program) for name, program in programs.items()})


# The lectures' network as a graph of lesson 7, and how TensorFlow 1 says its ops

RATE, SHAPES = 1e-5, {"x": (64, 1000), "y": (64, 1000), "w1": (1000, 100), "w2": (100, 1000)}
LECTURE = [("h", "matmul", ("x", "w1")), ("r", "relu", ("h",)), ("y_pred", "matmul", ("r", "w2")),
           ("diff", "subtract", ("y_pred", "y")), ("loss", "mean of squares", ("diff",))]


def lecture_arrays():
    """Return what the lectures' programs draw: {name: array} of x, y and the first weights."""
    draws = np.random.default_rng(0)
    return {name: draws.standard_normal(shape, "float32") for name, shape in SHAPES.items()}


def second_program(tf):
    # 1. define the computational graph: nothing is computed
    N, D, H = 64, 1000, 100
    draws = np.random.RandomState(0)
    x = tf.placeholder(tf.float32, shape=(N, D))
    y = tf.placeholder(tf.float32, shape=(N, D))
    w1 = tf.Variable(draws.randn(D, H).astype("float32"))
    w2 = tf.Variable(draws.randn(H, D).astype("float32"))
    h = tf.maximum(tf.matmul(x, w1), 0)
    y_pred = tf.matmul(h, w2)
    diff = y_pred - y
    loss = tf.reduce_mean(tf.reduce_sum(diff ** 2, axis=1))
    grad_w1, grad_w2 = tf.gradients(loss, [w1, w2])
    learning_rate = 1e-5
    new_w1 = w1.assign(w1 - learning_rate * grad_w1)
    new_w2 = w2.assign(w2 - learning_rate * grad_w2)
    # 2. run the graph many times, feeding data
    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        values = {x: draws.randn(N, D), y: draws.randn(N, D)}
        for _ in range(50):
            loss_val, = sess.run([loss], feed_dict=values)
            losses.append(loss_val)
    return losses


def in_tensorflow(steps, tensors, first=()):
    """Write a graph of steps into TensorFlow 1's graph; returns {name: tensor or operation}.

    tensors   {name: placeholder or variable} of what the steps read
    first     names of what is computed before any step "assign" runs
    """
    from ..dialects import tf1 as tf
    ops = {"add": tf.add, "multiply": tf.multiply, "negative": tf.negative, "subtract": tf.subtract, "exp": tf.exp,
           "identity": tf.identity, "ones_like": tf.ones_like, "matmul": tf.matmul, "relu": tf.nn.relu,
           "mean of squares": lambda d: tf.reduce_mean(tf.reduce_sum(d ** 2, axis=1)),
           "slope of mean of squares": lambda grad, d: grad * 2 * d / int(d.shape[0]),
           "transposed matmul": lambda a, b: tf.matmul(a, b, transpose_a=True),
           "matmul by transposed": lambda a, b: tf.matmul(a, b, transpose_b=True),
           "where positive": lambda grad, a: grad * tf.cast(a > 0, grad.dtype),
           "descend": lambda w, grad: w - RATE * grad, "assign": lambda w, new: w.assign(new), "group": tf.group}
    made = dict(tensors)
    for name, op, inputs in steps:
        with tf.control_dependencies([made[x] for x in first] if op == "assign" else []):
            made[name] = ops[op](*[made[x] for x in inputs])
    return made


def graph_of(steps, outputs, **numbers):
    """Return a graph of steps as a program whose values have the steps' names, to be drawn.

    numbers   {name: number} of what the steps read
    """
    ops, made = {"add": torch.add, "multiply": torch.mul, "ones_like": torch.ones_like}, {}

    def run(*inputs):
        made.update(zip(numbers, inputs))
        for name, op, names in steps:
            made[name] = ops[op](*[made[x] for x in names])
        return [made[x] for x in outputs]
    program = static.trace(run, *map(tensor, numbers.values()), optimise=False).recorded
    values = [*program.inputs, *(step.outputs[0] for step in program.steps)]
    return named(program, dict(zip(values, [*numbers, *(name for name, *_ in steps)])))[0]


# A network that is carried from Keras' words to PyTorch's


def keras_convnet(x=None, y=None):
    from minitorch.dialects import keras
    keras.utils.set_random_seed(0)
    inputs = keras.Input((8, 8, 1))
    h = keras.layers.Conv2D(8, 3, padding="same", use_bias=False, name="conv")(inputs)
    h = keras.layers.BatchNormalization(name="norm")(h)
    h = keras.layers.ReLU(name="relu")(h)
    h = keras.layers.MaxPooling2D(name="pool")(h)
    h = keras.layers.Flatten(name="flat")(h)
    outputs = keras.layers.Dense(10, name="dense")(h)
    model = keras.Model(inputs, outputs)
    if x is not None:
        model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
        model.fit(x.reshape(-1, 8, 8, 1), y, batch_size=32, epochs=8, shuffle=False, verbose=0)
    return model


def layers_of(model):
    """Return (name, kind, config, weights) of each layer of a model of Keras, config with the shape that comes in."""
    return [(layer.name, type(layer).__name__, layer.get_config() | {"input_shape": tuple(layer.input.shape[1:])},
             layer.get_weights()) for layer in model.layers[1:]]


def pytorch_convnet(state, settings, torch=torch):
    """Make `keras_convnet` in PyTorch's words, with state, {name: array}, and settings["norm"] of its batch norm."""
    nn = torch.nn
    net = nn.Sequential(OrderedDict(
        conv=nn.Conv2d(1, 8, 3, padding=1, bias=False), norm=nn.BatchNorm2d(8, **settings["norm"]), relu=nn.ReLU(),
        pool=nn.MaxPool2d(2), flat=nn.Flatten(), dense=nn.Linear(128, 10)))
    net.load_state_dict({name: torch.tensor(np.array(array)) for name, array in state.items()}, strict=False)
    return net


def difference(model, net, images, digits, more=None, torch=torch):
    """Return how far the scores of both networks are apart at most, and which share of the digits `net` reads right.

    more   images that both see in training mode first; copies of the model's weights are used
    """
    copy = keras_convnet()
    copy.set_weights(model.get_weights())
    turned = [None if x is None else torch.tensor(x.transpose(0, 3, 1, 2).copy()) for x in (images, more)]
    if more is not None:
        copy(more, training=True)
        net.train()(turned[1])
    scores = net.eval()(turned[0]).detach().numpy()
    return abs(scores - copy.predict(images, verbose=0)).max(), (scores.argmax(axis=1) == digits).mean()
