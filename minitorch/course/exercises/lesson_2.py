"""Lesson 2, autograd: the order of the walk back, and what adds up on it."""

import numpy as np

from ... import tensors
from ...dtypes import float64
from ...engine import Leaf, accumulate, backward_order, sum_to
from ...runtime import derivatives
from ..record import Case, Exercise, Misconception
from .lesson_1 import complain, edits, row


def tensor(value):
    return tensors.tensor(value, dtype=float64, requires_grad=True)


def played(order, program):
    """The gradient of the one input of `program` when its graph is walked in the order an answer gives."""
    x = tensor(2.0)
    root = program(x)._node
    arrived, total = {root: np.ones(())}, 0.0
    for node in order(root):
        grad = arrived.get(node)
        if grad is None:
            continue
        if isinstance(node, Leaf):
            total += float(grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None:
                arrived[edge] = arrived.get(edge, 0) + part
    return total


def diamond(x):
    """a = 2x; c = a + 3a"""
    a = 2 * x
    return a + 3 * a


def doubled(x):
    """a = 2x; c = a + a"""
    a = 2 * x
    return a + a


def long_chain(x):
    """3,000 additions"""
    for _ in range(3000):
        x = x + 1.0
    return x


def two_diamonds(x):
    """a = x·x; b = a + 2a; c = b·b + a"""
    a = x * x
    b = a + 2 * a
    return b * b + a


def inputs_of(node):
    return [edge for edge in node.edges if edge is not None]


def breadth_first(root):
    order = [root]
    for node in order:
        order.extend(edge for edge in dict.fromkeys(inputs_of(node)) if edge not in order)
    return order


def postorder(root, again=False, turn=reversed):
    """Inputs before users, without recursion."""
    order, seen, todo = [], set(), [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            order.append(node)
        elif again or node not in seen:
            seen.add(node)
            todo.append((node, True))
            todo.extend((edge, False) for edge in turn(inputs_of(node)))
    return order


def preorder(root):
    order, seen, todo = [], set(), [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            order.append(node)
            todo.extend(reversed(inputs_of(node)))
    return order


def recursive(root):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for edge in inputs_of(node):
                visit(edge)
            order.append(node)
    visit(root)
    return order[::-1]


Exercise(
    "2.1", "backward_order", difficulty=3, points=4, piece=lambda: backward_order, reference=backward_order.library,
    apart=True, run=lambda answer, inputs: played(answer, inputs["program"]),
    cases=[Case("a used twice", program=diamond), Case("the same a twice", program=doubled),
           Case("two in a row", program=two_diamonds), Case("a long chain", program=long_chain)],
    misconceptions=[
        Misconception("breadth first", "Breadth first, a is done as soon as it is reached, though 3a has not sent its "
                                       "part yet: 3 of the 4 gradients of a are lost. A node may come only after all "
                                       "that used it.", rule=breadth_first, example=Case("", program=diamond)),
        Misconception("preorder", "A node is listed when it is first met, before its other users. List it when all it "
                                  "was computed from is listed, and turn the list round at the end.",
                      rule=preorder, example=Case("", program=two_diamonds)),
        Misconception("unreversed", "Inputs stand before what was computed from them: the order of the way forward. "
                                    "Turn the list round.", rule=postorder),
        Misconception("unvisited", "A node that is used twice is listed twice, and sends its gradient on twice. "
                                   "Remember which nodes you have met.",
                      rule=tuple(lambda root, turn=turn: postorder(root, True, turn)[::-1]
                                 for turn in (reversed, list)),
                      example=Case("", program=doubled)),
        Misconception("recursion", "Each node calls the next, and Python stops after 1,000 calls: 3,000 additions are "
                                   "too deep. Keep a list of what is to do in place of the calls.",
                      rule=recursive, example=Case("", program=long_chain)),
    ],
    hints=[
        "When may a node send its gradient on? Only when all that used it have sent theirs.",
        "Visit depth first, list a node after all its inputs, and reverse the list. `node.edges` leads to its inputs; "
        "None stands for an input that wants no gradient.",
        "Without recursion: a stack of (node, whether its inputs are done); a set of the nodes met.",
    ])


def added(old, new):
    return new if old is None else old + new


Exercise(
    "2.2", "accumulate", difficulty=1, points=2, piece=lambda: accumulate, reference=added,
    cases=[Case("x + 2x", old=row(1), new=row(2)), Case("the first to arrive", old=None, new=row(2)),
           Case("several elements", old=row(1, -1, 0), new=row(2, 5, -3))],
    misconceptions=[
        Misconception("overwrites", "What had arrived before is gone. x was used twice, and each use adds its part.",
                      rule=lambda old, new: new),
        Misconception("averages", "The parts were averaged. Gradients of several uses add up: x + 2x grows by 3 when "
                                  "x grows by 1.", rule=lambda old, new: new if old is None else (old + new) / 2),
        Misconception("None crashes", "The first gradient to arrive finds None: there is nothing to add to yet.",
                      rule=lambda old, new: old + new, example=Case("", old=None, new=row(2))),
        Misconception("not old", "`not old` asks an array for one truth value: one that holds several has none, and 0 "
                                 "would count as nothing. Ask `old is None`.",
                      rule=lambda old, new: new if not old else old + new,
                      example=Case("", old=row(1, -1), new=row(2, 5))),
        Misconception("aliases", "+= changes the array that was passed in. In a + b both inputs are sent one and the "
                                 "same array: changing it for one changes it for the other.",
                      probe=edits("old", old=row(1, 2), new=row(3, 4))),
        Misconception("returns nothing", "Nothing is returned. A function that only computes the sum keeps it to "
                                         "itself.", rule=lambda old, new: None),
    ],
    probes=[complain(edits("old", old=row(1, 2), new=row(3, 4)), "The old gradient was changed in place.")],
    hints=["By how much does x + 2x grow when x grows by 1?", "There are two cases: something has arrived before, or "
           "nothing has.", "new if old is None else old + new: a new array, so that nobody's is changed."])


def folded(grad, shape):
    """Sum over the dimensions in front, then over those that were 1."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


SQUARE = np.array([[1.0, 2.0], [3.0, 4.0]])


def front_only(grad, shape):
    return grad.sum(axis=tuple(range(grad.ndim - len(shape))))


def loses_axis(grad, shape):
    grad = front_only(grad, shape)
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1))


Exercise(
    "2.3", "sum_to", difficulty=2, points=3, piece=lambda: sum_to, reference=folded,
    cases=[Case("a bias for two rows", grad=SQUARE, shape=(2,)), Case("a column", grad=SQUARE, shape=(2, 1)),
           Case("nothing to fold", grad=SQUARE, shape=(2, 2)), Case("a single number", grad=SQUARE, shape=()),
           Case("three dimensions", grad=np.arange(12.0).reshape(2, 3, 2), shape=(3, 1))],
    misconceptions=[
        Misconception("unsummed", "The gradient has the shape of the result still. The bias was copied to every row: "
                                  "its copies' gradients add up.", rule=lambda grad, shape: grad),
        Misconception("wrong axis", "Summed along the wrong dimension. The bias met every row, so sum over the rows: "
                                    "new dimensions stand in front.",
                      rule=lambda grad, shape: grad.sum(axis=-1) if len(shape) == 1 else folded(grad, shape)),
        Misconception("mean", "The copies were averaged. Each row's gradient counts fully.",
                      rule=lambda grad, shape: folded(grad, shape) * folded(np.ones_like(grad), shape) ** -1.0),
        Misconception("first row", "Only the first copy's gradient was taken. All copies are the same bias.",
                      rule=lambda grad, shape: grad[0] if len(shape) == 1 else folded(grad, shape)),
        Misconception("ones left", "A size of 1 was stretched too: (2, 1) became (2, 2). Sum over it, keeping the "
                                   "dimension.", rule=front_only, example=Case("", grad=SQUARE, shape=(2, 1))),
        Misconception("loses its axis", "The sums are right but the dimension of size 1 is gone: the answer must have "
                                        "exactly the shape asked for. keepdims=True.", rule=loses_axis,
                      example=Case("", grad=SQUARE, shape=(2, 1))),
    ],
    hints=["Draw a bias (2,) added to a (2, 2) matrix, with an arrow for each copy. What comes back along them?",
           "Two kinds of stretching: new dimensions in front, and sizes of 1 that became larger.",
           "grad.sum over the extra dimensions in front; then, with keepdims=True, over those where shape is 1."])
