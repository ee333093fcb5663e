"""Lesson 2, the walk itself: backward, in a dozen lines."""

import numpy as np

from ... import tensors
from ...engine import Leaf, backward_order, sum_to
from ...engine.backward import walk
from ...engine.node import Output
from ...runtime import backward_from, deposit, derivatives, functions
from ..record import Case, Exercise, Misconception
from .lesson_1 import complain
from .lesson_2 import added, tensor


def walked(answer, program, value):
    """The gradients that an answer leaves after being called once for each value of a program."""
    x = tensor(value)
    found = []
    for _ in range(2):
        answer(program(x))
        found.append(None if x.grad is None else x.grad.numpy().copy())
    return tuple(found)


def walk_back(root, inner=None, pair=zip, fold=True, missing=False, scalar=True, strict=True):
    """The whole walk; the settings make its usual mistakes."""
    if scalar and root.numel() != 1:
        raise RuntimeError("backward starts from one number")
    start = root._node
    arrived = {} if inner is None else inner
    arrived[start] = np.ones(root.array.shape)
    for node in backward_order.library(start):
        grad = arrived[node] if strict else arrived.get(node)
        if grad is None:
            continue
        if isinstance(node, Leaf):
            deposit(node, grad)
            continue
        for edge, part in pair(node.edges, derivatives(node, grad)):
            if (edge is None and not missing) or (part is None and edge is not None):
                continue
            part = sum_to.library(part, edge.shape) if fold else part
            arrived[edge] = added(arrived.get(edge), part)


def shifted(edges, parts):
    """Pairs the wanted inputs with the first gradients: constants shift them."""
    return zip([e for e in edges if e is not None], parts)


def cube_plus(x):
    """x·x + 4x"""
    return x * x + 4 * x


def scaled(x):
    """5·x"""
    return tensors.tensor(5.0, dtype=x.dtype) * x


def with_bias(x):
    """sum of a (2, 2) matrix plus x"""
    return (tensors.tensor([[1.0, 2], [3, 4]], dtype=x.dtype) + x).sum()


def picked(x):
    """x where it is positive, added up"""
    return functions["where"](x > 0, x, x * 2).sum()


def refuses_vectors(answer):
    """Whether backward from a vector goes through without a word."""
    x = tensor([1.0, 2.0])
    try:
        answer(x * 2)
    except Exception:
        return False
    return True


def on_plain_graphs(mine):
    """Ops with several outputs, and hooks, were no part of the exercise: the library walks such graphs."""
    def backward(root):
        start = root._node
        if start is None or any(type(node) is Output or node.hooks for node in backward_order.library(start)):
            return backward_from.library(root)
        return mine(root)
    return backward


Exercise(
    "2.4", "backward", difficulty=3, points=4, piece=lambda: backward_from, aliases=lambda: [walk],
    reference=walk_back, adapt=on_plain_graphs,
    run=lambda answer, inputs: walked(answer, inputs["program"], inputs["x"]),
    cases=[Case("used twice, called twice", program=cube_plus, x=1.0), Case("a constant", program=scaled, x=2.0),
           Case("a bias", program=with_bias, x=[1.0, 1.0]), Case("a mask on the way", program=picked, x=[2.0, -1.0])],
    misconceptions=[
        Misconception("inner gradients kept", "The second call found the gradients of the first still lying in the "
                                              "graph and added to them. They belong to one walk: begin each with an "
                                              "empty dict. Only leaves keep their sum.",
                      rule=lambda root: walk_back(root, inner=KEPT)),
        Misconception("pair shifts", "Inputs that want no gradient were left out of one list and not of the other, so "
                                     "x was given the constant's gradient. Pair first, then skip.",
                      rule=lambda root: walk_back(root, pair=shifted), example=Case("", program=scaled, x=2.0)),
        Misconception("bias unsummed", "A gradient arrived in the shape of the result, not of the bias. sum_to (2.3) "
                                       "folds it back.", rule=lambda root: walk_back(root, fold=False),
                      example=Case("", program=with_bias, x=[1.0, 1.0])),
        Misconception("None crashes", "An input that wants no gradient, such as a constant, has None in the place of "
                                      "its edge: nothing goes there. Skip it.",
                      rule=lambda root: walk_back(root, missing=True), example=Case("", program=scaled, x=2.0)),
        Misconception("vector accepted", "It began from a vector. Which of its elements should go down? Refuse: a "
                                         "walk starts from one number.", probe=refuses_vectors),
    ],
    probes=[complain(refuses_vectors, "It walks back from a vector; a walk starts from one number.")],
    hints=["Three things: an order to walk in (2.1), gradients waiting at nodes (2.2), shapes folded back (2.3).",
           "arrived = {root's node: an array of 1}. For each node in the order: a leaf deposits; any other asks "
           "derivatives(node, grad) and hands each part to the edge beside it.",
           "for edge, part in zip(node.edges, derivatives(node, grad)): skip None; then arrived[edge] = "
           "accumulate(arrived.get(edge), sum_to(part, edge.shape))."])

KEPT: dict = {}                          # what the mistake of 2.4 carries from walk to walk

