"""What lesson 12 runs: one network in four dialects, and the lectures' network as steps."""

import re
import sys
from string import ascii_lowercase
from typing import Any

import numpy as np

from .. import static
from ..tensors import tensor
from ..viz.picture import Picture, svg_text, together
from ..viz.program_picture import picture
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


DIALECTS = {"PyTorch": pytorch, "TensorFlow 1": tensorflow1, "TensorFlow 2": tensorflow2, "Keras": keras_layers}


def as_program(write, x, w1, w2):
    """The program of a network that one of DIALECTS writes, for an array x and two weights."""
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
    """The program that a Session runs for these fetches: the first run looks at what there is, the second records.

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
        """A part for each program; raises NotDrawn if Graphviz is missing."""
        parts = []
        for name, program in self.programs.items():
            svg = picture(program).drawn()
            wide, high = map(float, re.search(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"', svg).groups())
            graph = svg[svg.find('<g id="graph0"'):svg.rfind("</svg>")]
            parts.append((f'<rect width="{wide:g}" height="{high + 20:g}" rx="10" fill="#808080" fill-opacity="0.12"/>'
                          f'{svg_text(10, 16, name)}<g transform="translate(0 18)">{graph}</g>', wide, high + 20, name))
        return together(parts, self.text())


def side_by_side(programs):
    """{name: program} as one picture; the values of each are called a, b, c … in the same order."""
    def lettered(program):
        made = [x for step in program.steps for x in step.outputs]
        return named(program, dict(zip([*program.inputs, *program.states, *program.constants, *made],
                                       ascii_lowercase)))[0]
    return SideBySide(programs={name: lettered(program) for name, program in programs.items()})


# The lectures' network with its gradients and a step of gradient descent, as lesson 7 writes a graph

RATE = 1e-5
STEPS = [("h", "matmul", ("x", "w1")), ("r", "relu", ("h",)), ("y_pred", "matmul", ("r", "w2")),
         ("diff", "subtract", ("y_pred", "y")), ("loss", "mean of squares", ("diff",)),
         ("slope", "slope of mean of squares", ("diff",)),
         ("grad_w2", "transposed matmul", ("r", "slope")), ("grad_r", "matmul by transposed", ("slope", "w2")),
         ("grad_h", "where positive", ("grad_r", "h")), ("grad_w1", "transposed matmul", ("x", "grad_h")),
         ("next_w1", "descend", ("w1", "grad_w1")), ("next_w2", "descend", ("w2", "grad_w2")),
         ("new_w1", "assign", ("w1", "next_w1")), ("new_w2", "assign", ("w2", "next_w2"))]
OPS = {"matmul": np.matmul, "relu": lambda h: np.maximum(h, 0), "subtract": np.subtract,
       "mean of squares": lambda d: (d ** 2).sum(axis=1).mean(), "slope of mean of squares": lambda d: 2 * d / len(d),
       "transposed matmul": lambda a, b: a.T @ b, "matmul by transposed": lambda a, b: a @ b.T,
       "where positive": lambda grad, h: grad * (h > 0), "descend": lambda w, grad: w - RATE * grad}
