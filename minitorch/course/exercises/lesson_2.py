"""Lesson 2, autograd: the order of the walk back, what adds up on it, the tape switched off, an op of one's own."""

import sys

import numpy as np

from ... import engine, tensors
from ...autograd import gradcheck
from ...engine import Leaf, is_grad_enabled, no_grad as library_no_grad
from ...engine.backward import walk
from ...engine.grad_mode import GradMode
from ...engine.node import Output
from ...piece import Piece
from ...runtime import backward_from, deposit, derivatives, functions, grad as grad_of, inference_mode, set_grad_enabled
from .adapt import block_and_decorator
from .common import Case, Exercise, Wrong, complain, floats, mt, row


def leaf(value):
    """A float64 Tensor that wants a gradient."""
    return floats(value, requires_grad=True)


def played(order, program):
    """The gradient of the one input of `program` when its graph is walked in the order an answer gives."""
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


def postorder(root, again=False):
    """Inputs before users, without recursion; with `again`, a node as often as it is used."""
    order, seen, todo = [], set(), [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            order.append(node)
        elif again or node not in seen:
            seen.add(node)
            todo.append((node, True))
            todo += reversed([(edge, False) for edge in node.edges if edge is not None])
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
    reference=engine.backward_order.library, apart=True, run=lambda answer, inputs: played(answer, inputs["program"]),
    cases=[Case("a used twice", program=diamond), Case("the same a twice", program=doubled),
           Case("two in a row", program=two_diamonds), Case("a long chain", program=long_chain)],
    wrong=[
        Wrong("breadth first", "Breadth first, a is done as soon as it is reached, though 3a has not sent its part "
              "yet: 3 of the 4 gradients of a are lost. A node may come only after all that used it.",
              breadth_first, example="a used twice"),
        Wrong("preorder", "A node is listed when it is first met, before its other users. List it when all it was "
              "computed from is listed, and turn the list round at the end.", preorder, example="two in a row"),
        Wrong("unreversed", "Inputs stand before what was computed from them: the order of the way forward. Turn the "
              "list round.", {"order[::-1]": "order"}),
        Wrong("unvisited", "A node that is used twice is listed twice, and sends its gradient on twice. Remember "
              "which nodes you have met.",
              {"elif node not in met:": "else:"},
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


def accumulate(old, new):
    return new if old is None else old + new      # a new array: nobody's is changed


Exercise("2.2", accumulate, difficulty=1, points=2, piece=lambda: engine.accumulate,
    cases=[Case("x + 2x", old=row(1), new=row(2)), Case("the first to arrive", old=None, new=row(2)),
           Case("several elements", old=row(1, -1, 0), new=row(2, 5, -3))],
    wrong=[
        Wrong("overwrites", "What had arrived before is gone. x was used twice, and each use adds its part.",
              "return new"),
        Wrong("averages", "The parts were averaged. Gradients of several uses add up: x + 2x grows by 3 when x grows "
              "by 1.", "return new if old is None else (old + new) / 2"),
        Wrong("None crashes", "The first gradient to arrive finds None: there is nothing to add to yet.",
              "return old + new", example="the first to arrive"),
        Wrong("not old", "`not old` asks an array for one truth value: one that holds several has none, and 0 would "
              "count as nothing. Ask `old is None`.",
              {"old is None": "not old"}, example=Case(old=row(1, -1), new=row(2, 5))),
        Wrong("aliases", "+= changes the array that was passed in. In a + b both inputs are sent one and the same "
              "array: changing it for one changes it for the other.", """
            if old is None:
                return new
            old += new
            return old
        """),
        Wrong("returns nothing", "Nothing is returned. A function that only computes the sum keeps it to itself.",
              "total = new if old is None else old + new"),
    ],
    others=[{"old + new": "np.add(old, new)"}],
    hints=["By how much does x + 2x grow when x grows by 1?", "There are two cases: something has arrived before, or "
           "nothing has.", "new if old is None else old + new: a new array, so that nobody's is changed."])


SQUARE = np.array([[1.0, 2.0], [3.0, 4.0]])


def sum_to(grad, shape):
    new = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(new)))                        # dimensions in front
    stretched = tuple(i for i, size in enumerate(shape) if size == 1)
    return grad.sum(axis=stretched, keepdims=True)                 # sizes of 1


Exercise("2.3", sum_to, difficulty=2, points=3, piece=lambda: engine.sum_to,
    cases=[Case("a bias for two rows", grad=SQUARE, shape=(2,)), Case("a column", grad=SQUARE, shape=(2, 1)),
           Case("nothing to fold", grad=SQUARE, shape=(2, 2)), Case("a single number", grad=SQUARE, shape=()),
           Case("three dimensions", grad=np.arange(12.0).reshape(2, 3, 2), shape=(3, 1))],
    wrong=[
        Wrong("unsummed", "The gradient has the shape of the result still. The bias was copied to every row: its "
              "copies' gradients add up.", "return grad"),
        Wrong("wrong axis", "Summed along the wrong dimension. The bias met every row, so sum over the rows: new "
              "dimensions stand in front.",
              {"    new =": "    if len(shape) == 1:\n        return grad.sum(axis=-1)\n    new ="}),
        Wrong("mean", "The copies were averaged. Each row's gradient counts fully.", {"grad.sum": "grad.mean"}),
        Wrong("first row", "Only the first copy's gradient was taken. All copies are the same bias.",
              {"    new =": "    if len(shape) == 1:\n        return grad[0]\n    new ="}),
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
    """The gradients that an answer leaves after being called once for each value of a program."""
    x = leaf(value)
    found = []
    for _ in range(2):
        answer(program(x))
        found.append(None if x.grad is None else x.grad.numpy().copy())
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


def picked(x):
    """x where it is positive, added up"""
    return functions["where"](x > 0, x, x * 2).sum()


def refuses_vectors(answer):
    """Whether backward from a vector goes through without a word."""
    x = leaf([1.0, 2.0])
    try:
        answer(x * 2)
    except Exception:
        return False
    return True


def on_plain_graphs(mine):
    """Ops with several outputs, and hooks, were no part of the exercise: the library walks such graphs."""
    def backward(root):
        start = root._node
        if start is None or any(type(node) is Output or node.hooks for node in engine.backward_order.library(start)):
            return backward_from.library(root)
        return mine(root)
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

Exercise("2.4", backward, difficulty=3, points=4, piece=lambda: backward_from, aliases=lambda: [walk],
    adapt=on_plain_graphs, run=lambda answer, inputs: walked(answer, inputs["program"], inputs["x"]),
    cases=[Case("used twice, called twice", program=cube_plus, x=1.0), Case("a constant", program=scaled, x=2.0),
           Case("a bias", program=with_bias, x=[1.0, 1.0]), Case("a mask on the way", program=picked, x=[2.0, -1.0])],
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
               "if edge is not None:": "if part is not None:"}, example="a constant"),
        Wrong("bias unsummed", "A gradient arrived in the shape of the result, not of the bias. sum_to (2.3) folds it "
              "back.", {"sum_to(part, edge.shape)": "part"}, example="a bias"),
        Wrong("None crashes", "An input that wants no gradient, such as a constant, has None in the place of its "
              "edge: nothing goes there. Skip it.",
              {"            if edge is not None:\n                arrived[edge]": "            arrived[edge]"},
              example="a constant"),
        Wrong("vector accepted", "It began from a vector. Which of its elements should go down? Refuse: a walk starts "
              "from one number.", {REFUSED: ""}, probe=refuses_vectors),
    ],
    probes=[complain(refuses_vectors, "It walks back from a vector; a walk starts from one number.")],
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
    """after an inner block, still inside the outer; and after both"""
    with no_grad():
        with no_grad():
            pass
        between = recorded()
    return between, recorded()


def after_an_error(no_grad):
    """whether the error came through, and the mode afterwards"""
    try:
        with no_grad():
            raise ZeroDivisionError
    except ZeroDivisionError:
        return "the error came through", recorded()
    return "the error was swallowed", recorded()


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


def made_earlier(no_grad):
    """an object made while the graph is on, its block entered while it is off; then the mode"""
    block = no_grad()
    set_grad_enabled(False)
    with block:
        pass
    return recorded()


def safely(answer, inputs):
    """The mode is put right again, whatever an answer left behind."""
    before = is_grad_enabled()
    try:
        return inputs["program"](answer)
    finally:
        set_grad_enabled(before)


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
           Case("one object nested", program=the_same_object_twice)],
    wrong=[
        Wrong("left off", "After the block the graph stays off. __exit__ puts back what __enter__ found.",
              {"        mt.set_grad_enabled(self.before.pop())": "        self.before.pop()"}),
        Wrong("error leaves it off", "An error inside the block leaves the graph off for good. __exit__ runs then "
              "too: put the mode back whatever happened.",
              {"        mt.set_grad_enabled(self.b":
               "        if failure[0] is None:\n            mt.set_grad_enabled(self.b"},
              example="an error inside"),
        Wrong("inner turns on", "The end of an inner block turned the graph on inside the outer one. Put back the "
              "mode you found, which may be off.", {"self.before.pop()": "True"}, example="blocks in blocks"),
        Wrong("swallows errors", "The error disappeared. An __exit__ that returns something true says that it has "
              "dealt with it; return nothing.",
              {"self.before.pop())": "self.before.pop())\n        return True"}, example="an error inside"),
        Wrong("one memory", "The same object was used for two blocks, one inside the other, and the inner overwrote "
              "what the outer remembered. Remember in a list.",
              {"= []": "= None", ".append(mt.is_grad_enabled())": " = mt.is_grad_enabled()", ".pop()": ""},
              example="one object nested"),
        Wrong("remembered too early", "The mode was asked for in __init__, when the object was made, not when its "
              "block began. It may have changed in between: ask in __enter__.",
              {"= []": "= mt.is_grad_enabled()", "        self.before.append(mt.is_grad_enabled())\n": "", ".pop()":
               ""}, example=Case(program=made_earlier)),
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
    """the slope of 5·Cube at 2"""
    x = leaf(2.0)
    (5 * Cube.apply(x)).backward()
    return x.grad.item()


def two_places(Cube):
    """the slopes of Cube(a) + Cube(b) at 2 and 3"""
    a, b = leaf(2.0), leaf(3.0)
    (Cube.apply(a) + Cube.apply(b)).backward()
    return a.grad.item(), b.grad.item()


def second(Cube):
    """whether second derivatives agree with differences"""
    x = leaf([2.0, -1.0])
    first, = grad_of(Cube.apply(x).sum(), x, create_graph=True)
    if not first.requires_grad:
        return "no second derivative"
    return tuple(grad_of(first.sum(), x)[0].tolist()), gradcheck(Cube.apply, leaf([1.0, 2.0]))


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
           Case("two calls", program=two_places), Case("twice", program=second)],
    wrong=[
        Wrong("grad ignored", "The slope is right, but the gradient that arrived is not in it: five cubes must send "
              "back five times as much.", {"grad * 3": "3"}, example="five of them"),
        Wrong("power", "The slope of x³ is 3x², not 3x.", {"x ** 2": "x"}),
        Wrong("saves out", "It was the result that was saved, 8, where x, 2, is wanted: the slope is made of what "
              "went in.",
              {"save_for_backward(x)": "save_for_backward(x ** 3)"},
              {"save_for_backward(x)\n        return x ** 3": "save_for_backward(y := x ** 3)\n        return y"}),
        Wrong("state on the class", "Both calls share one memory, so the second overwrote what the first had kept. "
              "ctx belongs to a single call: save there.",
              {"ctx.save_for_backward(x)": "Cube.x = x", "x, = ctx.saved_tensors": "x = Cube.x.detach()"},
              example="two calls"),
        Wrong("NumPy inside", "The first derivative is right, but it was computed outside the graph (with NumPy, "
              ".data or .detach(), or in forward, which is not recorded), so it cannot be differentiated again. Use "
              "tensor operations, in backward.",
              {"return grad * 3 * x ** 2": "return mt.tensor(grad.detach().numpy() * 3 * x.detach().numpy() ** 2)"},
              example="twice"),
    ],
    others=[{"grad * 3 * x ** 2": "3 * x.pow(2) * grad"}, {"x ** 3": "x * x * x"}],
    hints=["forward(ctx, x) computes x ** 3 and calls ctx.save_for_backward(...). What will backward want?",
           "backward(ctx, grad): x, = ctx.saved_tensors. Then the chain rule.",
           "return grad * 3 * x ** 2, in tensor operations, both methods under @staticmethod."])


def run_descent(answer, inputs):
    """The losses, and where w ends."""
    w = leaf(inputs["start"])
    losses = answer(w, inputs["loss_of"], inputs["lr"], inputs["steps"])
    return losses, w.detach().numpy().copy(), w.is_leaf


def parabola(w):
    """Σ w²"""
    return (w * w).sum()


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


def floats_only(answer):
    """Whether the losses that come back are tensors, with their graphs."""
    w = leaf([1.0])
    return any(hasattr(loss, "array") for loss in answer(w, parabola, 0.1, 2))


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


Exercise("2.7", descend, difficulty=2, points=2, changes=("w",), run=run_descent,
    cases=[Case("a parabola", start=[1.0, -2.0], loss_of=parabola, lr=0.1, steps=3),
           Case("one step", start=[3.0], loss_of=parabola, lr=0.25, steps=1)],
    wrong=[
        Wrong("never zeroed", "The gradients of earlier steps are still in w.grad: backward adds to it. Empty it "
              "before each backward.",
              {"        w.grad = None\n": ""},
              example="a parabola"),
        Wrong("zeroed too early", "w.grad was emptied between backward and the step, so every step is 0. Empty it "
              "before backward.", {"        w.grad = None\n": "", "backward()": "backward()\n        w.grad.zero_()"}),
        Wrong("step recorded", "The step itself was recorded: w is a leaf, and changing it in place is part of no "
              "loss. Put the step under no_grad.", {"        with mt.no_grad():\n            w -=": "        w -="}),
        Wrong("rebound", "w = w - … makes a new tensor and leaves the one that was passed in as it was. Change it in "
              "place: w -= …, under no_grad.", {"w -= lr * w.grad": "w = (w - lr * w.grad).requires_grad_()"}),
        Wrong("no leaf any more", "w = w - … made another tensor, which is no leaf that wants a gradient: it never "
              "gets a .grad, so the second step has nothing to go by. Let w stay the same tensor: w -= …, under "
              "no_grad.", {"w -= lr": "w = w - lr"}, probe=leaves_the_leaf),
        Wrong("graphs kept", "The list holds tensors, and each holds its whole graph: memory grows with every step. "
              "Keep numbers: loss.item().", {"loss.item()": "loss"}, probe=floats_only),
    ],
    probes=[lambda answer: "The losses should be numbers, not tensors." if floats_only(answer) else None],
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


Exercise("2.8", test_backward_order, difficulty=2, points=2, apart=True,
    run=lambda answer, inputs: bool(answer(inputs["order"])),
    cases=[Case("the right one", order=engine.backward_order.library), Case("breadth first", order=breadth_first),
           Case("preorder", order=preorder), Case("not reversed", order=postorder),
           Case("visited again", order=lambda root: postorder(root, True)[::-1]), Case("recursive", order=recursive)],
    wrong=[
        Wrong("accepts all", "Every version passes, the five wrong ones too: a test must be able to fail.",
              "return True"),
        Wrong("accepts none", "The right order is refused too. Work out by hand what the gradient should be.",
              {"== 516": "== 515"}),
        Wrong("chains only", "On a chain of operations, any order from the root to the leaf is right. Use a program "
              "in which a value is used twice.",
              {"played(order, twice) == 516 and played(order, lambda x: x + x) == 2\n                and ": ""}),
        Wrong("short only", "The version that calls itself passes: your programs are too short for it. Try thousands "
              "of operations.", {"\n                and played(order, long) == 1": ""}),
        Wrong("a + a only", "Breadth first passes: in a + a both uses lie at the same depth. Let a be used at two: a "
              "+ 3·a.", {"played(order, twice) == 516 and ": ""}),
        Wrong("counts only", "You ask which nodes are listed, not in which order. It is the gradients that tell.", """
            a = mt.tensor(2.0, requires_grad=True) * 2
            nodes = order((a + 3 * a)._node)
            return len(nodes) == len(set(nodes)) == 4
        """),
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
