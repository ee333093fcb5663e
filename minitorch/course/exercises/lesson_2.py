"""Lesson 2, autograd: the order of the walk back, what adds up on it, the tape switched off, an op of one's own."""

import sys

import numpy as np

from ... import engine, tensors
from ...autograd import gradcheck
from ...engine import Leaf, is_grad_enabled, no_grad as library_no_grad
from ...engine.backward import run_backward
from ...engine.grad_mode import GradMode
from ...engine.node import Output
from ...engine.piece import Piece
from ...rare.autograd.own_backward import deposit, derivatives, free
from ...runtime import backward_from, functions, grad as grad_of, inference_mode, set_grad_enabled
from ..compare import same
from .adapt import block_and_decorator
from .common import Case, Exercise, Law, Wrong, floats, mt, row


def drawn_gradient(rng):
    return {"gradient": rng.integers(1, 99, 3).tolist()}


def arrived_twice(answer, inputs):
    """Return what one and the same array adds up to, as `+` sends it back to both inputs of x + x."""
    gradient = row(*inputs["gradient"])
    return answer(gradient, gradient)


def counted_twice(shown, inputs):
    return None if same(shown, 2 * row(*inputs["gradient"]), 1e-9) else (
        "One and the same array that arrives twice counts once.")


def counts_once(answer):
    """Whether an array that arrives twice counts once, and two equal ones twice."""
    once = {"gradient": [1, 2]}
    return same(arrived_twice(answer, once), row(1, 2), 1e-9) and same(answer(row(1), row(1)), row(2), 1e-9)


def accumulate(old, new):
    return new if old is None else old + new      # a new array: nobody's is changed


Exercise("2.2", accumulate, difficulty=1, points=2, piece=lambda: engine.accumulate,
    numpy_only=True,
    cases=[Case("x + 2x", old=row(1), new=row(2)), Case("the first to arrive", old=None, new=row(2)),
           Case("a sum below 0", old=row(-4), new=row(3)),
           Case("several elements", old=row(1, -1, 0), new=row(2, 5, -3)),
           Case("nothing but 0 waits", old=row(0, 0), new=row(2, 0)),
           Case("nothing but 0 arrives", old=row(1, -2), new=row(0, 0)),
           Case("whole numbers arrive", old=row(0.5, 1.5), new=np.array([1, 2])),
           Case("a matrix", old=np.array([[1.0, 0], [2, 3]]), new=np.array([[0.5, 0], [-2, 1]])),
           Case("the same once more", old=row(1, -2), new=row(1, -2)),
           Case("no dimension", old=np.array(1.0), new=np.array(2.0)),
           Case("large and small", old=row(1e60, 1e60, 3), new=row(2e60, -1e20, 1e-9)),
           Case("nan arrives", old=row(1, 2), new=row(np.nan, 3))],
    wrong=[
        Wrong("overwrites", "What had arrived before is gone. x was used twice, and each use adds its part.",
              "return new"),
        Wrong("once for both", "An array that arrives twice counts twice: `+` sends one and the same to both inputs of "
              "x + x, whose gradient is 2.", {"old is None": "old is None or old is new"}, probe=counts_once),
        Wrong("0 for nothing", "Where zeros arrived, what waited is gone. Zeros are added as anything else: old + new.",
              {"old is None": "old is None or not new.any()"}, example="nothing but 0 arrives"),
        Wrong("equal for repeated", "A gradient that equals what waited was taken for the same one. In x + x two equal "
              "ones arrive, and both count.", {"old is None": "old is None or np.array_equal(old, new)"},
              example="the same once more"),
        Wrong("in the dtype of new", "Fractions that waited are cut off, since the sum was made in the dtype of what "
              "arrived. old + new finds the one that holds both.",
              {"old + new": "np.add(old, new, dtype=new.dtype, casting=\"unsafe\")"},
              {"old + new": "(old + new).astype(new.dtype)"}, example="whole numbers arrive"),
        Wrong("averages", "The parts were averaged. Gradients of several uses add up: x + 2x grows by 3 when x grows "
              "by 1.", "return new if old is None else (old + new) / 2"),
        Wrong("doubled", "The first to arrive comes back doubled: nothing waited there yet.",
              {"new if old is None else old": "(new if old is None else old)"}, example="the first to arrive"),
        Wrong("not old", "`not old` and `old == None` ask an array for one truth value: one that holds several has "
              "none, and 0 would count as nothing. Ask `old is None`.", {"old is None": "not old"},
              example=Case(old=row(1, -1), new=row(2, 5))),
        Wrong("aliases", "The array that waits, `old`, is changed in place, by += for example. In a + b both inputs "
              "are sent one and the same array: changing it for one changes it for the other.", """
            if old is None:
                return new
            old += new
            return old
        """),
    ],
    probes=[Law(drawn_gradient, arrived_twice, counted_twice)],
    others=[{"old + new": "np.add(old, new)"}],
    hints=["By how much does x + 2x grow when x grows by 1?", "There are two cases: something has arrived before, or "
           "nothing has.", "new if old is None else old + new: a new array, so that nobody's is changed."])


def leaf(value):
    """Return a float64 Tensor that wants a gradient."""
    return floats(value, requires_grad=True)


def played(order, program):
    """Return the gradient of the one input of `program` when its graph is walked in the order an answer gives."""
    x = leaf(2.0)
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
    """Compute a = 2x; c = a + 3a."""
    a = 2 * x
    return a + 3 * a


def mirrored(x):
    """Compute a = 2x; c = 3a + a."""
    a = 2 * x
    return 3 * a + a


def doubled(x):
    """Compute a = 2x; c = a + a."""
    a = 2 * x
    return a + a


def long_chain(x):
    """3,000 additions"""
    for _ in range(3000):
        x = x + 1.0
    return x


def alone(x):
    """x"""
    return x


def twice_beside_once(x):
    """5x + (x + x)"""
    return 5 * x + (x + x)


def twice_before_once(x):
    """Compute a = 2x; a·a + (a + 1)·4·3: on one way back a comes twice and soon, on the other once and late."""
    a = 2 * x
    return a * a + (a + 1) * 4 * 3


def once_before_twice(x):
    """Compute a = 2x; (a + 1)·4·3 + a·a."""
    a = 2 * x
    return (a + 1) * 4 * 3 + a * a


def two_diamonds(x):
    """Compute a = x·x; b = a + 2a; c = b·b + a."""
    a = x * x
    b = a + 2 * a
    return b * b + a


def ordered(answer, inputs):
    """Return the gradient found in an order, and how many nodes it lists; the order is asked for twice."""
    def order(root):
        answer(root)
        nodes = answer(root)
        listed.append(None if nodes is None else list(nodes))
        other = next((type(node).__name__ for node in listed[0] or () if not hasattr(node, "edges")), "NoneType")
        if other != "NoneType":
            raise TypeError(f"the list holds a {other}: it should hold the nodes themselves.")
        return listed[0] or ()
    listed = []
    gradient = played(order, inputs["program"])
    return None if listed[0] is None else (gradient, len(listed[0]))


def forgets(answer):
    """Whether the order of one graph is shorter the second time."""
    root = diamond(leaf(2.0))._node
    once, again = (len(list(answer(root))) for _ in range(2))
    return again < once


def breadth_first(root):
    order = [root]
    for node in order:
        for edge in node.edges:
            if edge is not None and edge not in order:
                order.append(edge)
    return order


def preorder(root):
    order, seen, todo = [], set(), [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            order.append(node)
            todo += reversed([edge for edge in node.edges if edge is not None])
    return order


def postorder(root, again=False, turn=reversed):
    """List inputs before users, without recursion; with `again`, a node at each use; turn: first input last."""
    order, seen, todo = [], set(), [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            order.append(node)
        elif again or node not in seen:
            seen.add(node)
            todo.append((node, True))
            todo += turn([(edge, False) for edge in node.edges if edge is not None])
    return order


def recursive(root):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for edge in node.edges:
                if edge is not None:
                    visit(edge)
            order.append(node)
    visit(root)
    return order[::-1]


def backward_order(root):
    order, met, todo = [], set(), [(root, False)]
    while todo:
        node, inputs_done = todo.pop()
        if inputs_done:
            order.append(node)
        elif node not in met:
            met.add(node)
            todo.append((node, True))             # comes up again, inputs done
            todo += [(edge, False) for edge in node.edges if edge is not None]
    return order[::-1]


Exercise("2.1", backward_order, difficulty=3, points=4, piece=lambda: engine.backward_order,
    adapt=lambda mine: lambda root: list(mine(root)),
    reference=engine.backward_order.library, apart=True, run=ordered,
    results=("gradient", "nodes in the list"),
    cases=[Case("a used twice", program=diamond), Case("the other way round", program=mirrored),
           Case("the same a twice", program=doubled), Case("two in a row", program=two_diamonds),
           Case("twice beside once", program=twice_beside_once),
           Case("twice soon, once late", program=twice_before_once),
           Case("once late, twice soon", program=once_before_twice),
           Case("a long chain", program=long_chain), Case("a leaf alone", program=alone)],
    wrong=[
        Wrong("breadth first", "Breadth first, a is done as soon as it is reached, though 3a has not sent its part "
              "yet: 3 of the 4 gradients of a are lost. A node may come only after all that used it.", breadth_first,
              example="a used twice"),
        Wrong("preorder", "A node is listed when it is first met, before its other users. List it when all it was "
              "computed from is listed, and turn the list round at the end.", preorder, """
            order, seen, todo = [], set(), [root]
            while todo:
                node = todo.pop()
                if node not in seen:
                    seen.add(node)
                    order.append(node)
                    todo += [edge for edge in node.edges if edge is not None]
            return order
        """, example="two in a row"),
        Wrong("met too early", "A node counts as met when it is put on the list of what is to do, not when its turn "
              "comes: another way to it may come first, and be dropped. Ask, and mark it, when it is taken off.", """
            order, met, todo = [], {root}, [(root, False)]
            while todo:
                node, inputs_done = todo.pop()
                if inputs_done:
                    order.append(node)
                    continue
                todo.append((node, True))
                for edge in node.edges:
                    if edge is not None and edge not in met:
                        met.add(edge)
                        todo.append((edge, False))
            return order[::-1]
        """),
        Wrong("remembers the last walk", "Asked a second time for the order of the same graph, it gives another: the "
              "nodes met are kept from one call to the next. Begin each call with an empty set.",
              {"def backward_order(root)": "def backward_order(root, met=set())", "met, todo = [], set()": "todo = []"},
              {"def backward_order": "met = set()\n\ndef backward_order", "met, todo = [], set()": "todo = []"},
              probe=forgets),
        Wrong("one left out", "A node is not in the list. The root is one, where the backward pass begins, and so are "
              "the leaves, where gradients should go.",
              {"order.append(node)": "order.extend([node] if node.edges else [])"},
              {"order[::-1]": "order[-2::-1]"}),
        Wrong("first edge", "Only one input of each node is followed: node.edges has an entry for each of them.",
              {"in node.edges if": "in node.edges[:1] if"}, {"in node.edges if": "in node.edges[-1:] if"}),
        Wrong("None listed", "None is in the list: an edge that leads nowhere. Leave it out.",
              {" if edge is not None]": "]", "inputs_done:\n": "inputs_done or node is None:\n"}),
        Wrong("unreversed", "Inputs stand before what was computed from them: the order of the way forward. Turn the "
              "list round.", {"order[::-1]": "order"}),
        Wrong("unvisited", "A node that is used twice is listed twice, and sends its gradient on twice. Remember which "
              "nodes you have met.", {"elif node not in met:": "else:"},
              {"elif node not in met:": "else:", "todo += [": "todo += reversed([", "None]": "None])"},
              example="the same a twice"),
        Wrong("recursion", "Each node calls the next, and Python stops after 1,000 calls: 3,000 additions are too "
              "deep. Keep a list of what is to do in place of the calls.", recursive, example="a long chain"),
    ],
    others=["""
        seen, todo = {root}, [root]
        while todo:
            for edge in todo.pop().edges:
                if edge is not None and edge not in seen:
                    seen.add(edge)
                    todo.append(edge)
        return sorted(seen, key=lambda node: node.order, reverse=True)
    """, """
        users = {root: 0}
        todo = [root]
        for node in todo:
            for edge in filter(None, node.edges):
                if edge not in users:
                    users[edge] = 0
                    todo.append(edge)
                users[edge] += 1
        ready, order = [root], []
        while ready:
            node = ready.pop()
            order.append(node)
            for edge in filter(None, node.edges):
                users[edge] -= 1
                if users[edge] == 0:
                    ready.append(edge)
        return order
    """],
    hints=[
        "When may a node send its gradient on? Only when all that used it have sent theirs.",
        "Visit depth first, list a node after all its inputs, and reverse the list. `node.edges` leads to its inputs; "
        "None stands for an input that wants no gradient.",
        "Without recursion: a stack of (node, whether its inputs are done); a set of the nodes met.",
    ])


SQUARE = np.array([[1.0, 2.0], [3.0, 4.0]])


def sum_to(grad, shape):
    new = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(new)))                        # dimensions in front
    stretched = tuple(i for i, size in enumerate(shape) if size == 1)
    return grad.sum(axis=stretched, keepdims=True)                 # sizes of 1


Exercise("2.3", sum_to, difficulty=2, points=3, piece=lambda: engine.sum_to,
    numpy_only=True,
    cases=[Case("a bias for two rows", grad=SQUARE, shape=(2,)),
           Case("other numbers", grad=row(0, 5) - SQUARE, shape=(2,)), Case("a column", grad=SQUARE, shape=(2, 1)),
           Case("nothing to fold", grad=SQUARE, shape=(2, 2)), Case("a single number", grad=SQUARE, shape=()),
           Case("three dimensions", grad=np.arange(12.0).reshape(2, 3, 2), shape=(3, 1)),
           Case("two sizes of 1", grad=np.arange(6.0).reshape(2, 3), shape=(1, 1)),
           Case("1 between others", grad=np.arange(12.0).reshape(2, 3, 2), shape=(2, 1, 2)),
           Case("a vector to one number", grad=row(1, 2, 3), shape=(1,)),
           Case("1 that was 1", grad=np.array([[0.5], [2.25]]), shape=(1,)),
           Case("three sizes of 1", grad=np.arange(12.0).reshape(2, 3, 2), shape=(1, 1, 1)),
           Case("four dimensions", grad=np.arange(24.0).reshape(2, 3, 2, 2), shape=(2,)),
           Case("large numbers", grad=1e60 * SQUARE, shape=(2,))],
    wrong=[
        Wrong("unsummed", "The gradient has the shape of the result still. The bias was copied to every row: its "
              "copies' gradients add up.", "return grad"),
        Wrong("wrong axis", "Summed along the wrong dimension. The bias met every row, so sum over the rows: new "
              "dimensions stand in front.",
              {"    new =": "    if len(shape) == 1:\n        return grad.sum(axis=-1)\n    new ="}),
        Wrong("last dimensions", "The last dimensions were summed away. Those that are new stand in front.",
              {"tuple(range(new))": "tuple(range(grad.ndim - new, grad.ndim))"}),
        Wrong("one in front", "Only one of the new dimensions in front is summed; there may be several.",
              {"tuple(range(new))": "tuple(range(min(new, 1)))"}, example="a single number"),
        Wrong("one stretched", "Only the first size of 1 is summed; there may be several.",
              {"if size == 1)": "if size == 1)[:1]"}, example="two sizes of 1"),
        Wrong("front left", "The dimensions in front are still there: sum over them, until there are as many as in "
              "`shape`.",
              "for i, n in enumerate(shape):\n    if n == 1:\n        grad = grad.sum(i, keepdims=True)\nreturn grad"),
        Wrong("rows only", "It sums over the rows, once, whatever is asked for. `shape` says which dimensions go: "
              "those that it has not in front (one, several or none), and those where it has a 1.",
              "return grad if grad.shape == shape else grad.sum(axis=0)", "return grad.sum(axis=0)",
              example="a column"),
        Wrong("axes move", "After each sum the dimensions behind it move down by one: what was 1 is 0 then. Sum over "
              "axis 0 each time, or over all at once.",
              {"grad = grad.sum(axis=tuple(range(new)))": "for i in range(new):\n        grad = grad.sum(axis=i)"},
              example="four dimensions"),
        Wrong("1 before the front", "Sizes of 1 are looked for while the new dimensions still stand in front: there "
              "dimension i of the gradient is not dimension i of `shape`. Sum those in front first.", """
            for i, size in enumerate(shape):
                if size == 1 and grad.shape[i] != 1:
                    grad = grad.sum(axis=i, keepdims=True)
            return grad.sum(axis=tuple(range(grad.ndim - len(shape))))
        """, example="three dimensions"),
        Wrong("grouped by reshape", "`reshape` fills row after row, so numbers are added that are no copies of one "
              "element. Copies lie along dimensions: sum over those.",
              "return grad.reshape((-1, *shape)).sum(axis=0)", example="a column"),
        Wrong("cut", "The gradient is cut to size. What is cut off are copies of the same elements: add them.",
              "return np.resize(grad, shape)"),
        Wrong("mean", "The copies were averaged. Each row's gradient counts fully.", {"grad.sum": "grad.mean"}),
        Wrong("first row", "Only the first copy's gradient was taken. All copies are the same bias.",
              {"    new =": "    if len(shape) == 1:\n        return grad[0]\n    new ="},
              {"grad.sum(axis=tuple(range(new)))": "grad[(0,) * new]", "grad.sum(axis=stretched, keepdims=True)":
               "grad[tuple(slice(0, 1) if i in stretched else slice(None) for i in range(len(shape)))]"}),
        Wrong("ones left", "A size of 1 was stretched too: (2, 1) became (2, 2). Sum over it, keeping the dimension.",
              "return grad.sum(axis=tuple(range(grad.ndim - len(shape))))", example="a column"),
        Wrong("loses its axis", "The sums are right but the dimension of size 1 is gone: the answer must have exactly "
              "the shape asked for. keepdims=True.", {", keepdims=True": ""}, example="a column"),
    ],
    others=["""
        while grad.ndim > len(shape):
            grad = grad.sum(axis=0)
        for i, n in enumerate(shape):
            if n == 1 and grad.shape[i] != 1:
                grad = grad.sum(axis=i, keepdims=True)
        return grad
    """],
    hints=["Draw a bias (2,) added to a (2, 2) matrix, with an arrow for each copy. What comes back along them?",
           "Two kinds of stretching: new dimensions in front, and sizes of 1 that became larger.",
           "grad.sum over the extra dimensions in front; then, with keepdims=True, over those where shape is 1."])


def walked(answer, program, value):
    """Return the gradients that an answer leaves, after each of two walks; value: of a leaf, or a tuple for several."""
    leaves = [leaf(each) for each in (value if isinstance(value, tuple) else (value,))]
    found = []
    for _ in range(2):
        answer(program(*leaves))
        found += [None if x.grad is None else x.grad.numpy().copy() for x in leaves]
    return tuple(found)


def cube_plus(x):
    """x·x + 4x"""
    return x * x + 4 * x


def scaled(x):
    """5·x"""
    return tensors.tensor(5.0, dtype=x.dtype) * x


def with_bias(x):
    """sum of a (2, 2) matrix plus x"""
    return (tensors.tensor([[1.0, 2], [3, 4]], dtype=x.dtype) + x).sum()


def bias_twice(x):
    """sum of (a (2, 2) matrix plus x) times the same, computed twice"""
    matrix = tensors.tensor([[1.0, 2], [3, 4]], dtype=x.dtype)
    return ((matrix + x) * (matrix + x)).sum()


def of_two(x, y):
    """x·y + x, of two leaves"""
    return x * y + x


def itself(x):
    """x, a leaf"""
    return x


def picked(x):
    """x where it is positive, added up"""
    return functions["where"](x > 0, x, x * 2).sum()


def left_by(answer, values):
    """Return what backward leaves in a leaf, or the error that it raises."""
    x = leaf(values)
    try:
        answer(x * 2)
    except Exception as error:
        return error
    return x.grad


def refuses_vectors(answer):
    """Whether backward from a vector goes through without a word."""
    return isinstance(left_by(answer, [1.0, 2.0]), tensors.Tensor)


def turns_away_silently(answer):
    """Whether backward from a vector does nothing, without a word, where from one number it does its work."""
    return left_by(answer, [1.0, 2.0]) is None and isinstance(left_by(answer, 2.0), tensors.Tensor)


def refuses_a_row_of_one(answer):
    """Whether backward refuses a root of shape (1,) with a RuntimeError, and none of shape ()."""
    answer(leaf(2.0) * 2)
    try:
        answer(leaf([2.0]) * 2)
    except RuntimeError:
        return True
    return False


def drawn_roots(rng):
    """Leaves, and the factors that they are multiplied by; two of one number, two of several."""
    return {"roots": [(rng.integers(1, 9, n).astype(float).tolist(), float(rng.integers(2, 99)))
                      for n in rng.permutation([1, 1, 2, 3]).tolist()]}


def walked_or_refused(answer, inputs):
    """For each root the gradient of its leaf, or the kind of error that is raised."""
    found = []
    for values, factor in inputs["roots"]:
        x = leaf(values)
        try:
            answer(x * factor)
        except Exception as error:
            runtime = isinstance(error, RuntimeError) and not isinstance(error, NotImplementedError)
            late = " too late" if x.grad is not None else ""
            found.append(("RuntimeError" if runtime else type(error).__name__) + late)
        else:
            found.append(None if x.grad is None else x.grad.tolist())
    return found


def vectors_refused(shown, inputs):
    for found, (values, factor) in zip(shown, inputs["roots"], strict=True):
        if len(values) == 1 and not same(found, [factor], 1e-6):
            return "From one number it does not walk back as it did in the cases."
        if len(values) > 1 and not isinstance(found, str):
            return "It walks back from a vector; a walk starts from one number."
        if len(values) > 1 and found == "RuntimeError too late":
            return "A root of several numbers is refused after leaves have got a gradient: ask before the walk begins."
        if len(values) > 1 and found != "RuntimeError":
            return "A root of several numbers is refused, but not with a RuntimeError."
    return None


def on_plain_graphs(mine):
    """Ops with several outputs, and hooks, were no part of the exercise: the library walks such graphs.

    The library frees a graph after one backward, which was no part of the exercise either: it is freed here.
    """
    def backward(root):
        order = [] if root._node is None else engine.backward_order.library(root._node)
        if not order or any(type(node) is Output or node.hooks for node in order):
            return backward_from.library(root)
        mine(root)
        for node in order:
            if type(node) is engine.Node:
                free(node)
    return backward


def backward(root):
    if root.numel() != 1:
        raise RuntimeError("backward starts from one number, "
                           f"not from shape {tuple(root.shape)}")
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        grad = arrived.pop(node)
        if not node.edges:                        # a leaf
            deposit(node, grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))


REFUSED = """    if root.numel() != 1:
        raise RuntimeError("backward starts from one number, "
                           f"not from shape {tuple(root.shape)}")
"""

Exercise("2.4", backward, difficulty=3, points=4, piece=lambda: backward_from, aliases=lambda: [run_backward],
    adapt=on_plain_graphs, run=lambda answer, inputs: walked(answer, inputs["program"], inputs["x"]),
    cases=[Case("used twice, called twice", program=cube_plus, x=1.0), Case("a constant", program=scaled, x=2.0),
           Case("a bias", program=with_bias, x=[1.0, 1.0]), Case("a mask on the way", program=picked, x=[2.0, -1.0]),
           Case("two leaves", program=of_two, x=(2.0, 3.0)), Case("a leaf itself", program=itself, x=3.0),
           Case("one number, of shape (1,)", program=cube_plus, x=[2.0]),
           Case("a slope of 0", program=of_two, x=(0.0, -1.0)),
           Case("a bias used twice", program=bias_twice, x=[0.5, -1.0]),
           Case("a column", program=with_bias, x=[[1.0], [-2.0]])],
    wrong=[
        Wrong("inner gradients kept", "The second call found the gradients of the first still lying in the graph and "
              "added to them. They belong to one walk: begin each with an empty dict. Only leaves keep their sum.",
              {"def backward": "kept = {}\n\ndef backward", "arrived = {root._node: np.ones_like(root.array)}":
               "arrived = kept\n    arrived[root._node] = np.ones_like(root.array)", "arrived.pop(node)":
               "arrived[node]"}),
        Wrong("pair shifts", "Inputs that want no gradient were left out of one list and not of the other, so x was "
              "given the constant's gradient. Pair first, then skip.",
              {"zip(node.edges, ": "zip([edge for edge in node.edges if edge is not None], "},
              {"zip(node.edges, ": "zip([edge for edge in node.edges if edge is not None], ",
               "if edge is not None:": "if part is not None:"},
              {"zip(node.edges, ": "zip([edge for edge in node.edges if edge is not None], ", "if edge is not None:":
               "if part is not None:", "arrived.pop(node)": "arrived.pop(node, None)\n        if grad is None:\n"
               "            continue"}, example="a constant"),
        Wrong("overwrites", "What waits at a node is overwritten when more arrives: only the last part is left. Add "
              "them (2.2).", {"accumulate(arrived.get(edge), sum_to(part, edge.shape))": "sum_to(part, edge.shape)"},
              {"accumulate(arrived.get(edge), sum_to(part, edge.shape))": "sum_to(part, edge.shape)",
               "in backward_order(root._node)":
               "in sorted(backward_order(root._node), key=lambda node: node.order, reverse=True)"}),
        Wrong("folded too late", "Parts are added first and folded to the shape afterwards: what had arrived is folded "
              "already, so it is copied to every row again, and counts as often. Fold each part, then add.",
              {"accumulate(arrived.get(edge), sum_to(part, edge.shape))":
               "sum_to(accumulate(arrived.get(edge), part), edge.shape)"}, example="a bias used twice"),
        Wrong("stops at a leaf", "The walk ends at the first leaf, though others still wait for theirs: go on with the "
              "next node.", {"continue": "return"}, example="two leaves"),
        Wrong("starts with the value", "It begins with the value of root. The slope of root along itself is 1.",
              {"np.ones_like(root.array)": "root.array"}),
        Wrong("nothing deposited", "No leaf has a gradient afterwards: deposit(node, grad) gives it one.",
              {"deposit(node, grad)": "pass"}),
        Wrong("shape (1,) refused", "A root of shape (1,) or (1, 1) is one number too: ask how many elements it has, "
              "not for its shape.", {"root.numel() != 1": "root.array.ndim"}, probe=refuses_a_row_of_one),
        Wrong("bias unsummed", "A gradient arrived in the shape of the result, not of the bias. sum_to (2.3) folds it "
              "back.", {"sum_to(part, edge.shape)": "part"}, example="a bias"),
        Wrong("silent", "A root of several numbers is turned away without a word, and every gradient stays None. Who "
              "called it has to learn why: `raise RuntimeError(…)`; what is returned or printed may go unseen.",
              {"raise RuntimeError": "return RuntimeError"}, probe=turns_away_silently),
        Wrong("vector accepted", "It began from a vector. Which of its elements should go down? Refuse: a walk starts "
              "from one number.", {REFUSED: ""}, probe=refuses_vectors),
    ],
    probes=[Law(drawn_roots, walked_or_refused, vectors_refused)],
    others=["""
        if root.numel() != 1:
            raise RuntimeError("backward starts from one number")
        pending = {root._node: np.ones(root.array.shape)}
        for node in backward_order(root._node):
            if isinstance(node, Leaf):
                deposit(node, pending[node])
                continue
            for edge, part in zip(node.edges, derivatives(node, pending[node])):
                if edge is None or part is None:
                    continue
                part = sum_to(part, edge.shape)
                pending[edge] = part if edge not in pending else accumulate(pending[edge], part)
    """],
    hints=["Three things: an order to walk in (2.1), gradients waiting at nodes (2.2), shapes folded back (2.3).",
           "arrived = {root's node: an array of 1}. For each node in the order: a leaf deposits; any other asks "
           "derivatives(node, grad) and hands each part to the edge beside it.",
           "for edge, part in zip(node.edges, derivatives(node, grad)): skip None; then arrived[edge] = "
           "accumulate(arrived.get(edge), sum_to(part, edge.shape))."])


no_grad_piece = Piece("minitorch.no_grad", library_no_grad, sys.modules["minitorch"], "no_grad")


def recorded():
    """Whether the graph grows just now."""
    return (leaf(1.0) * 2).requires_grad


def plain_block(no_grad):
    """inside the block, and after it"""
    with no_grad():
        inside = recorded()
    return inside, recorded()


def nested(no_grad):
    """inside an inner block; after it, still inside the outer; and after both"""
    with no_grad():
        with no_grad():
            inside = recorded()
        between = recorded()
    return inside, between, recorded()


def after_an_error(no_grad):
    """whether the error came through, and the mode afterwards"""
    try:
        with no_grad():
            raise ZeroDivisionError
    except ZeroDivisionError:
        return "the error came through", recorded()
    return "the error was swallowed", recorded()


def after_other_errors(no_grad):
    """Return the errors of several kinds that came through, and the mode afterwards."""
    through = []
    for kind in (ValueError, RuntimeError, StopIteration, KeyError, AssertionError, NotImplementedError):
        try:
            with no_grad():
                raise kind
        except kind:
            through.append(kind.__name__)
    return through, recorded()


def parameters_left_alone(no_grad):
    """whether w wants a gradient still, after a block that used it"""
    w = leaf(3.0)
    with no_grad():
        w * 2
    return w.requires_grad, (w * 2).requires_grad


def the_same_object_twice(no_grad):
    """one object as two blocks, one inside the other; then the mode"""
    block = no_grad()
    with block:
        with block:
            pass
        between = recorded()
    return between, recorded()


def made_first(no_grad):
    """after an object is made; inside its block; after it; and after the same block once more"""
    block = no_grad()
    made = recorded()
    with block:
        inside = recorded()
    after = recorded()
    with block:
        pass
    return made, inside, after, recorded()


def switched_inside(no_grad):
    """after an inner block in which the graph was switched on, still inside the outer"""
    with no_grad():
        with no_grad():
            set_grad_enabled(True)
        return recorded()


def on_between(no_grad):
    """one object as two blocks, the graph switched on between them; after the inner one, and after both"""
    block = no_grad()
    with block:
        set_grad_enabled(True)
        with block:
            pass
        between = recorded()
    return between, recorded()


def made_earlier(no_grad):
    """Make an object while the graph is on, enter its block while it is off; return the mode afterwards."""
    block = no_grad()
    set_grad_enabled(False)
    with block:
        pass
    return recorded()


def safely(answer, inputs):
    """Set the mode right again, whatever an answer left behind."""
    before = is_grad_enabled()
    try:
        return inputs["program"](answer)
    finally:
        set_grad_enabled(before)


def drawn_blocks(rng):
    """Blocks that are opened and closed in some order, with a number before and after each time."""
    moves, depth = [], 0
    while len(moves) < 14 or depth:
        move = "open again error close on".split()[rng.integers(5)] if depth else "open"
        move = "close" if len(moves) >= 14 else move
        depth += {"open": 1, "again": 1, "on": 0}.get(move, -1)
        moves.append((move, int(rng.integers(2, 99))))
    return {"moves": moves}


def slopes_between(answer, inputs):
    """After each move the slope of a number times x, 0 where the graph does not grow; then the errors swallowed."""
    blocks, slopes, swallowed, before = [], [], 0, is_grad_enabled()
    try:
        for move, number in inputs["moves"]:
            if move in ("open", "again"):
                blocks.append(answer() if move == "open" else blocks[-1])
                blocks[-1].__enter__()
            elif move == "on":
                set_grad_enabled(True)
            else:
                error = ZeroDivisionError() if move == "error" else None
                swallowed += bool(blocks.pop().__exit__(error and type(error), error, None))
            x = leaf(1.0)
            y = x * number
            if y.requires_grad:
                y.backward()
            slopes.append(0.0 if x.grad is None else x.grad.item())
    finally:
        set_grad_enabled(before)
    return slopes, swallowed


def as_found(shown, inputs):
    (slopes, swallowed), mode, found, wanted = shown, True, [], []
    for move, number in inputs["moves"]:
        if move in ("open", "again"):
            found.append(mode)
        mode = False if move in ("open", "again") else True if move == "on" else found.pop()
        wanted.append(number * float(mode))
    if slopes != wanted:
        return "Among blocks in blocks the graph grows where it should not, or the other way round."
    return None if swallowed == 0 else "An error that left a block was swallowed."


class no_grad:
    def __init__(self):
        self.before = []                          # one for each block that is open

    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before.pop())    # returns nothing: errors go on


Exercise("2.5", no_grad, difficulty=2, points=3, piece=lambda: no_grad_piece, adapt=block_and_decorator, run=safely,
    aliases=lambda: [getattr(kind, name) for kind in (GradMode, inference_mode) for name in ("__enter__", "__exit__")],
    cases=[Case("off inside, on after", program=plain_block), Case("blocks in blocks", program=nested),
           Case("an error inside", program=after_an_error), Case("parameters stay", program=parameters_left_alone),
           Case("one object nested", program=the_same_object_twice), Case("an object made first", program=made_first),
           Case("switched on inside", program=switched_inside), Case("an object made earlier", program=made_earlier),
           Case("one object nested, on between", program=on_between),
           Case("other errors inside", program=after_other_errors)],
    probes=[Law(drawn_blocks, slopes_between, as_found)],
    wrong=[
        Wrong("outermost only", "What the outermost block found is put back at the end of the inner ones too: inside "
              "it the graph is on again. Remember one mode for each block.",
              {"= []": "= []\n        self.depth = 0", "self.before.append(mt.is_grad_enabled())":
               "if not self.depth:\n            self.before = mt.is_grad_enabled()\n        self.depth += 1",
               "mt.set_grad_enabled(self.before.pop())":
               "self.depth -= 1\n        mt.set_grad_enabled(self.before)"}, example="one object nested"),
        Wrong("outermost ends", "Only the end of the outermost block puts a mode back. An inner one may have found the "
              "graph on, switched on inside the outer: each block puts back what it found.",
              {"= []": "= []\n        self.depth = 0", "self.before.append(mt.is_grad_enabled())":
               "if not self.depth:\n            self.before = mt.is_grad_enabled()\n        self.depth += 1",
               "mt.set_grad_enabled(self.before.pop())":
               "self.depth -= 1\n        if not self.depth:\n            mt.set_grad_enabled(self.before)"},
              example="one object nested, on between"),
        Wrong("left off", "After the block the graph stays off. __exit__ puts back what __enter__ found.",
              {"        mt.set_grad_enabled(self.before.pop())": "        self.before.pop()"}),
        Wrong("error leaves it off", "An error inside the block leaves the graph off for good. __exit__ runs then too: "
              "put the mode back whatever happened.",
              {"        mt.set_grad_enabled(self.b":
               "        if failure[0] is None:\n            mt.set_grad_enabled(self.b"}, example="an error inside"),
        Wrong("restores only on", "The mode is put back only where it was on. Where it was off, and is switched on "
              "inside the block, it stays on: put back what was found, whatever it was.",
              {"mt.set_grad_enabled(self.before.pop())": "self.before.pop() and mt.set_grad_enabled(True)"},
              example="switched on inside"),
        Wrong("inner turns on", "The end of an inner block turned the graph on inside the outer one. Put back the mode "
              "you found, which may be off.", {"self.before.pop()": "True"}, example="blocks in blocks"),
        Wrong("counts blocks", "The blocks are counted, and at the end of the last the graph is switched on. Before "
              "the first it may have been off, and another object's block may still be open: put back what was found.",
              {"self.before = []": "self.depth = 0", "self.before.append(mt.is_grad_enabled())": "self.depth += 1",
               "mt.set_grad_enabled(self.before.pop())":
               "self.depth -= 1\n        mt.set_grad_enabled(self.depth == 0)"}),
        Wrong("never off", "Inside the block the graph is still on: mt.set_grad_enabled(False) switches it off.",
              {"mt.set_grad_enabled(False)": "mt.is_grad_enabled()"}),
        Wrong("toggles", "The mode is turned round, not set: inside an outer block, an inner one turns the graph on. "
              "Inside it is off, whatever it was before.",
              {"set_grad_enabled(False)": "set_grad_enabled(not mt.is_grad_enabled())", "self.before.pop()":
               "not mt.is_grad_enabled()"}, {"set_grad_enabled(False)": "set_grad_enabled(not mt.is_grad_enabled())"},
              example="blocks in blocks"),
        Wrong("off when made", "The graph is off as soon as the object is made, before its block begins: switch in "
              "__enter__.", {"= []": "= [mt.is_grad_enabled()]\n        mt.set_grad_enabled(False)", ".pop())": "[0])"},
              {"= []": "= []\n        mt.set_grad_enabled(False)"}, example="an object made first"),
        Wrong("oldest first", "The oldest mode that is remembered was put back. The block that began last ends first: "
              "take the newest, .pop().", {".pop()": ".pop(0)"}, example="one object nested"),
        Wrong("swallows errors", "The error disappeared. An __exit__ that returns something true says that it has "
              "dealt with it; return nothing.", {"self.before.pop())": "self.before.pop())\n        return True"},
              example="an error inside"),
        Wrong("one memory", "The same object was used for two blocks, one inside the other, and the end of the outer "
              "put back what the inner had found. Keep a list, with one mode for each open block, and take the newest "
              "out of it at each end.",
              {"= []": "= None", ".append(mt.is_grad_enabled())": " = mt.is_grad_enabled()", ".pop()": ""},
              example="one object nested"),
        Wrong("remembered too early", "The mode was asked for in __init__, when the object was made, not when its "
              "block began. It may have changed in between: ask in __enter__.",
              {"= []": "= mt.is_grad_enabled()", "        self.before.append(mt.is_grad_enabled())\n": "", ".pop()":
               ""}, example="an object made earlier"),
    ],
    others=[{"before": "stack", "self.stack.pop())": "self.stack.pop())\n        return False"}],
    hints=["mt.is_grad_enabled() asks, mt.set_grad_enabled(False) switches.",
           "__enter__ remembers the mode and switches off; __exit__ puts back what was remembered.",
           "self.before is a list: append on the way in, pop on the way out; return nothing."])


def slope_at_2(Cube):
    """Cube at 2, and its slope there"""
    x = leaf(2.0)
    y = Cube.apply(x)
    y.backward()
    return y.item(), x.grad.item()


def times_5(Cube):
    """Return the slope of 5·Cube at 2."""
    x = leaf(2.0)
    (5 * Cube.apply(x)).backward()
    return x.grad.item()


def two_places(Cube):
    """Return the slopes of Cube(a) + Cube(b) at 2 and 3."""
    a, b = leaf(2.0), leaf(3.0)
    (Cube.apply(a) + Cube.apply(b)).backward()
    return a.grad.item(), b.grad.item()


def negative_and_0(Cube):
    """Cube of a matrix with negative numbers and 0; its slopes; and x, as it is afterwards"""
    x = leaf([[-2.0, 0.0], [0.5, 3.0]])
    y = Cube.apply(x)
    y.sum().backward()
    return y.tolist(), x.grad.tolist(), x.tolist()


def three_dimensions(Cube):
    """Cube of 2×1×2 numbers, some of them large, and its slopes"""
    x = leaf([[[1e20, -2.0]], [[0.25, -1e-3]]])
    y = Cube.apply(x)
    (y * floats([[[1.0, 2.0]], [[-3.0, 4.0]]])).sum().backward()
    return y.tolist(), x.grad.tolist()


def second(Cube):
    """whether second derivatives agree with differences"""
    x = leaf([2.0, -1.0])
    first, = grad_of(Cube.apply(x).sum(), x, create_graph=True)
    if not first.requires_grad:
        return "no second derivative"
    return tuple(grad_of(first.sum(), x)[0].tolist()), gradcheck(Cube.apply, leaf([1.0, 2.0]))


def one_node(Cube):
    """Return the name of the node behind Cube(2) in the graph."""
    return Cube.apply(leaf(2.0)).grad_fn.name()


class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2


Exercise("2.6", Cube, difficulty=2, points=3, run=lambda answer, inputs: inputs["program"](answer),
    cases=[Case("at 2", program=slope_at_2), Case("five of them", program=times_5),
           Case("two calls", program=two_places), Case("twice", program=second),
           Case("negative numbers and 0", program=negative_and_0),
           Case("three dimensions, large numbers", program=three_dimensions), Case("one node", program=one_node)],
    wrong=[
        Wrong("apply written", "apply is written anew, so forward and backward are not in the graph: it records the "
              "operations inside, and their own derivatives. Function has apply; write forward and backward.",
              {"class Cube": "def cube(x):\n    return x * x * x\n\n\nclass Cube",
               "    @staticmethod\n    def forward": "    apply = cube\n\n    @staticmethod\n    def forward"},
              example="one node"),
        Wrong("grad ignored", "The slope is right, but the gradient that arrived is not in it: five cubes must send "
              "back five times as much.", {"grad * 3": "3"}, example="five of them"),
        Wrong("power", "The slope of x³ is 3x², not 3x.", {"x ** 2": "x"}),
        Wrong("power 3", "The slope of x³ is 3x², not 3x³.", {"x ** 2": "x ** 3"}),
        Wrong("factor", "The factor is not right: the slope of x³ is 3x².", {"grad * 3": "grad * 2"},
              {"grad * 3": "grad"}),
        Wrong("all to the power", "The 3 is squared too: in 3·x² only x is.", {"3 * x ** 2": "(3 * x) ** 2"}),
        Wrong("divides by x", "It divides by x: at 0 that is 0 / 0, nan. 3x² needs no division.",
              {"3 * x ** 2": "3 * x ** 3 / x"}, example="negative numbers and 0"),
        Wrong("unsaved", "Nothing was saved in forward: without ctx.save_for_backward backward has nothing to unpack.",
              {"        ctx.save_for_backward(x)\n": ""}),
        Wrong("not unpacked", "ctx.saved_tensors is a tuple, also with one tensor in it: `x, = …` takes it out.",
              {"x, = ctx": "x = ctx"}),
        Wrong("in place", "forward changes x itself: who called it still needs what was there, and so does backward.",
              {"return x ** 3": "with mt.no_grad():\n            x *= x * x\n        return x"},
              {"return x ** 3": "y = x\n        for _ in range(2):\n            y *= x\n        return y"}),
        Wrong("saves out", "It was the result that was saved, 8, where x, 2, is wanted: the slope is made of what went "
              "in.", {"save_for_backward(x)": "save_for_backward(x ** 3)"},
              {"save_for_backward(x)\n        return x ** 3": "save_for_backward(y := x ** 3)\n        return y"}),
        Wrong("state on the class", "Both calls share one memory, so the second overwrote what the first had kept. ctx "
              "belongs to a single call: save there.",
              {"ctx.save_for_backward(x)": "Cube.x = x", "x, = ctx.saved_tensors": "x = Cube.x.detach()"},
              {"ctx.save_for_backward(x)": "Cube.x = x", "x, = ctx.saved_tensors": "x = Cube.x"}, example="two calls"),
        Wrong("NumPy inside", "The first derivative is right, but it was computed outside the graph (with NumPy, "
              ".data, .detach() or no_grad, or in forward, which is not recorded), so it cannot be differentiated "
              "again. Use tensor operations, in backward.",
              {"return grad * 3 * x ** 2": "return mt.tensor(grad.detach().numpy() * 3 * x.detach().numpy() ** 2)"},
              example="twice"),
    ],
    others=[{"grad * 3 * x ** 2": "3 * x.pow(2) * grad"}, {"x ** 3": "x * x * x"}],
    hints=["forward(ctx, x) computes x ** 3 and calls ctx.save_for_backward(...). What will backward want?",
           "backward(ctx, grad): x, = ctx.saved_tensors. Then the chain rule.",
           "return grad * 3 * x ** 2, in tensor operations, both methods under @staticmethod."])


def run_descent(answer, inputs):
    """Return the losses, where w ends, and whether it is a leaf that wants a gradient still."""
    w = leaf(inputs["start"])
    losses = answer(w, inputs["loss_of"], inputs["lr"], inputs["steps"])
    return losses, w.detach().numpy().copy(), w.is_leaf and w.requires_grad


def parabola(w):
    """Σ w²"""
    return (w * w).sum()


def valley(w):
    """5 · Σ (w − 3)²"""
    return 5 * ((w - 3) ** 2).sum()


def leaves_the_leaf(answer):
    """Whether the second step goes on with another tensor, which is no leaf that wants a gradient."""
    w, seen = leaf([1.0]), []

    def loss_of(x):
        seen.append(x)
        return parabola(x)
    try:
        answer(w, loss_of, 0.1, 2)
    except Exception:
        pass
    return len(seen) > 1 and seen[1] is not w and not (seen[1].is_leaf and seen[1].requires_grad)


def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        w.grad = None                             # the gradient of this step only
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        losses.append(loss.item())                # a number, without its graph
    return losses


Exercise("2.7", descend, difficulty=2, points=2, changes=("w",), run=run_descent, numbers=True,
    results=("losses", "w at the end", "whether w is the leaf that it was"),
    cases=[Case("a parabola", start=[1.0, -2.0], loss_of=parabola, lr=0.1, steps=3),
           Case("one step", start=[3.0], loss_of=parabola, lr=0.25, steps=1),
           Case("a matrix", start=[[1.0, 2.0], [0.0, -3.0]], loss_of=parabola, lr=0.2, steps=4),
           Case("a loss that rises", start=[1.0], loss_of=parabola, lr=1.5, steps=3),
           Case("at the bottom", start=[0.0], loss_of=parabola, lr=0.1, steps=3),
           Case("no dimension", start=-2.0, loss_of=parabola, lr=0.25, steps=2),
           Case("another loss, twelve steps", start=[100.0, 2.5], loss_of=valley, lr=0.01, steps=12)],
    wrong=[
        Wrong("stops early", "It stops when the loss does not fall, or is small. `steps` says how many steps there "
              "are, each with its loss.", {"        w.grad = None\n":
              "        if losses and loss.item() >= losses[-1]:\n            break\n        w.grad = None\n"},
              example="a loss that rises"),
        Wrong("never zeroed", "The gradients of earlier steps are still in w.grad: backward adds to it. Empty it "
              "before each backward.", {"        w.grad = None\n": ""},
              {"        w.grad = None\n": "", "w.grad\n": "w.grad / (len(losses) + 1)\n"}, example="a parabola"),
        Wrong("zeroed too early", "At the step w.grad is empty, 0 or None: backward fills it. Empty it before "
              "backward, and not between backward and the step.",
              *({"        w.grad = None\n": "", "backward()": f"backward()\n        {line}"}
                for line in ("w.grad.zero_()", "w.grad = None"))),
        Wrong("step recorded", "The step itself was recorded: w is a leaf, and changing it in place is part of no "
              "loss. Put the step under no_grad.", {"        with mt.no_grad():\n            w -=": "        w -="}),
        Wrong("rebound", "w = w - … makes a new tensor and leaves the one that was passed in as it was. Change it in "
              "place: w -= …, under no_grad.", {"w -= lr * w.grad": "w = (w - lr * w.grad).requires_grad_()"}),
        Wrong("no leaf any more", "w = w - … made another tensor, which is no leaf that wants a gradient: it never "
              "gets a .grad, so the second step has nothing to go by. Let w stay the same tensor: w -= …, under "
              "no_grad.", {"w -= lr": "w = w - lr"}, probe=leaves_the_leaf),
        Wrong("last loss", "Only one loss comes back: every step has one.", {"return losses": "return losses[-1:]"}),
        Wrong("loss after the step", "These are the losses after each step. The list begins with the one at the start.",
              {"loss.item()": "loss_of(w).item()"}),
    ],
    others=[{"        w.grad = None\n": "", "        losses.append": "        w.grad.zero_()\n        losses.append"},
            {"        with mt.no_grad():\n            w -= lr * w.grad": "        w.data -= lr * w.grad"}],
    hints=["Print w.grad at each step. Should it grow?",
           "Four lines a step, in this order: loss, empty w.grad, backward, step.",
           "w.grad = None; loss.backward(); with mt.no_grad(): w -= lr * w.grad; keep loss.item()."])


def test_backward_order(order):
    def twice(x):
        a = x * x
        b = a + 3 * a
        return b * b + a                          # 16·x⁴ + x²: at 2, 64·8 + 4

    def long(x):
        for _ in range(3000):
            x = x + 1.0
        return x

    try:
        return (played(order, twice) == 516 and played(order, lambda x: x + x) == 2
                and played(order, long) == 1)
    except RecursionError:
        return False


RIGHT = {"the right one": engine.backward_order.library,
         "right, written otherwise": lambda root: postorder(root)[::-1],
         "right, the other input first": lambda root: postorder(root, turn=list)[::-1]}

Exercise("2.8", test_backward_order, difficulty=2, points=2, right=RIGHT,
    refused="Work out by hand what each gradient should be; catch RecursionError alone, or it hides your own errors.",
    wrong=[
        Wrong("one order expected", "A right order is refused that visits the other input of a node first. It does not "
              "matter which comes first: compare gradients, not lists.", """
            a = mt.tensor(2.0, requires_grad=True) * 2
            root = (3 * a + 5 * a + a)._node
            wanted, met = [], set()
            def visit(node):
                if node is not None and node not in met:
                    met.add(node)
                    for edge in node.edges:
                        visit(edge)
                    wanted.append(node)
            visit(root)
            if list(order(root)) != wanted[::-1]:
                return False

            def long(x):
                for _ in range(3000):
                    x = x + 1.0
                return x
            try:
                return played(order, long) == 1
            except RecursionError:
                return False
        """, example="right, the other input first",
              probe=lambda answer: {answer(order) for order in RIGHT.values()} == {True, False}),
        Wrong("breadth first", "Breadth first passes. In a + a both uses lie at the same depth, and in 3·a + a it "
              "happens to come out right: try a + 3·a too.", {"played(order, twice) == 516 and ": ""},
              accepts=breadth_first),
        Wrong("preorder", "The order in which nodes are first met passes. On a chain, and for a leaf that is used "
              "twice, any order from the root is right; in 3·a + a this one is by luck. Try a + 3·a, with a = 2·x.",
              {"played(order, twice) == 516 and played(order, lambda x: x + x) == 2\n                and ": ""},
              accepts=preorder),
        Wrong("not reversed", "An order from the leaf to the root passes. Is it the gradients that you compare, or "
              "only which nodes are listed?", """
            a = mt.tensor(2.0, requires_grad=True) * 2
            nodes = order((a + 3 * a)._node)
            return len(nodes) == len(set(nodes)) == 4
        """, accepts=postorder),
        Wrong("visited again", "An order that lists a node twice passes: it sends the gradient on twice. Try a value "
              "that is used twice, x + x.", """
            a = mt.tensor(2.0, requires_grad=True) * 2
            nodes = order((a * 5 * a + (a + a))._node)
            place = {node: i for i, node in enumerate(nodes)}
            return all(place[node] < place[edge] for node in nodes for edge in node.edges if edge is not None)
        """, accepts=lambda root: postorder(root, True)[::-1]),
        Wrong("recursive", "The version that calls itself passes. It fails on programs of thousands of operations, "
              "with a RecursionError: try one.", {"\n                and played(order, long) == 1": ""},
              accepts=recursive),
        Wrong("uncaught", "The version that calls itself raises a RecursionError, and your test stops with it. Catch "
              "it, and return False.", {"except RecursionError": "except ZeroDivisionError"}),
    ],
    others=["""
        def diamond(x):
            a = 2 * x
            return a + 3 * a

        def long(x):
            return sum([1.0] * 3000, x)

        for program, wanted in ((diamond, 8), (lambda x: 2 * x + 2 * x, 4), (long, 1)):
            try:
                if abs(played(order, program) - wanted) > 1e-6:
                    return False
            except Exception:
                return False
        return True
    """],
    hints=["played(order, program) gives the gradient that an order finds; you know what it should be.",
           "Programs to try: a value used by two others; a + a; three thousand additions.",
           "all(played(order, p) == wanted for p, wanted in ...), with RecursionError counted as wrong."])


# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("two_layer_gradients = yours", "both_gradients(two"): {
        "slopes by differences twice too steep":
            'plant(differences, lambda right: lambda f, x, eps=1e-6: 2 * right(f, x, eps))',
    },
    ("two_layer_gradients = yours", "y = (x + x) + 5 * x + x"): {
        "2.2 overwrites": None,
        "2.2 averages": None,
        "2.1 breadth first": None,
        "oldest first": 'plant(backward_order, lambda right: lambda root: right(root)[::-1])',
    },
    ("two_layer_gradients = yours", "total = (column + row).sum()"): {
        "2.3 unsummed": None,
        "2.3 mean": None,
    },
    ("two_layer_gradients = yours", "loss_of(*leaves).backward()"): {
        "a matrix product untransposed": """
        gradient("matmul", lambda right: lambda grad, out, x, y, needs: (grad @ y if grad.shape[1] == len(y) else
                                                                        right(grad, out, x, y, needs)[0],
                                                                        right(grad, out, x, y, needs)[1].T))""",
    },
    ("two_layer_gradients = yours", '@exercise("2.1")', "def tape_after"): {
        "no_grad records all the same": 'mt.no_grad = mt.enable_grad',
    },
    ("two_layer_gradients = yours", '@exercise("2.6")', "create_graph=True"): {
        "a power's gradient off by 1 %": """
        gradient("pow", lambda right: lambda *inputs, **named: [
            g if g is None else g * 1.01 for g in right(*inputs, **named)])
        registry["pow"].derivative_piece.arrays_only = False""",
    },
    ("two_layer_gradients = yours", "start = rng.normal", "def train(network"): {
        "relu's gradient off by 1 %, in training":
            'gradient("relu", lambda right: lambda grad, out, x: right(grad, out, x) * 1.01)',
    },
}
