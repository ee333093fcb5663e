"""Lesson 2: switching the tape off, and an op of one's own."""

import sys

from ...autograd import Function, gradcheck
from ...engine import is_grad_enabled, no_grad
from ...engine.grad_mode import GradMode
from ...piece import Piece
from ...runtime import grad as grad_of, inference_mode, set_grad_enabled
from ..record import Case, Exercise, Misconception
from .adapt import block_and_decorator
from .lesson_2 import tensor

no_grad_piece = Piece("minitorch.no_grad", no_grad, sys.modules["minitorch"], "no_grad")


def recorded():
    """Whether the graph grows just now."""
    return (tensor(1.0) * 2).requires_grad


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
    w = tensor(3.0)
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


def block(on_enter, on_exit, start=lambda self: None):
    """A class with the methods of a `with` block, for the mistakes."""
    return type("no_grad", (), {"__init__": start, "__enter__": on_enter, "__exit__": on_exit})


def off(self):
    set_grad_enabled(False)


def stack_off(self):
    self.before.append(is_grad_enabled())
    set_grad_enabled(False)


def stack_back(self, *failure):
    set_grad_enabled(self.before.pop())


def once_off(self):
    self.before = is_grad_enabled()
    set_grad_enabled(False)


def begin(self):
    self.before = []


def remember(self):
    self.before = is_grad_enabled()


def back(self, *failure):
    set_grad_enabled(self.before)


def swallow(self, *failure):
    set_grad_enabled(self.before.pop())
    return True


def only_without_error(self, *failure):
    if failure[0] is None:
        set_grad_enabled(self.before.pop())


def never(self, *failure):
    pass


Exercise(
    "2.5", "no_grad", difficulty=2, points=3, kind="class", piece=lambda: no_grad_piece, adapt=block_and_decorator,
    reference=block(stack_off, stack_back, begin), run=safely,
    aliases=lambda: [getattr(kind, name) for kind in (GradMode, inference_mode) for name in ("__enter__", "__exit__")],
    cases=[Case("off inside, on after", program=plain_block), Case("blocks in blocks", program=nested),
           Case("an error inside", program=after_an_error), Case("parameters stay", program=parameters_left_alone),
           Case("one object nested", program=the_same_object_twice)],
    misconceptions=[
        Misconception("left off", "After the block the graph stays off. __exit__ puts back what __enter__ found.",
                      rule=block(off, never)),
        Misconception("error leaves it off", "An error inside the block leaves the graph off for good. __exit__ runs "
                                             "then too: put the mode back whatever happened.",
                      rule=block(stack_off, only_without_error, begin), example=Case("", program=after_an_error)),
        Misconception("inner turns on", "The end of an inner block turned the graph on inside the outer one. Put back "
                                        "the mode you found, which may be off.",
                      rule=block(off, lambda self, *failure: set_grad_enabled(True) and None),
                      example=Case("", program=nested)),
        Misconception("swallows errors", "The error disappeared. An __exit__ that returns something true says that it "
                                         "has dealt with it; return nothing.", rule=block(stack_off, swallow, begin),
                      example=Case("", program=after_an_error)),
        Misconception("one memory", "The same object was used for two blocks, one inside the other, and the inner "
                                    "overwrote what the outer remembered. Remember in a list.",
                      rule=block(once_off, back), example=Case("", program=the_same_object_twice)),
        Misconception("remembered too early", "The mode was asked for in __init__, when the object was made, not when "
                                              "its block began. It may have changed in between: ask in __enter__.",
                      rule=block(off, back, remember), example=Case("", program=made_earlier)),
    ],
    hints=["mt.is_grad_enabled() asks, mt.set_grad_enabled(False) switches.",
           "__enter__ remembers the mode and switches off; __exit__ puts back what was remembered.",
           "self.before is a list: append on the way in, pop on the way out; return nothing."])


def of_cube(backward, saved=lambda x, y: (x,)):
    """A Cube with the given backward, for the reference and its mistakes."""
    def forward(ctx, x):
        y = x ** 3
        ctx.save_for_backward(*saved(x, y))
        return y
    return type("Cube", (Function,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})


def slope_at_2(Cube):
    """Cube at 2, and its slope there"""
    x = tensor(2.0)
    y = Cube.apply(x)
    y.backward()
    return y.item(), x.grad.item()


def times_5(Cube):
    """the slope of 5·Cube at 2"""
    x = tensor(2.0)
    (5 * Cube.apply(x)).backward()
    return x.grad.item()


def two_places(Cube):
    """the slopes of Cube(a) + Cube(b) at 2 and 3"""
    a, b = tensor(2.0), tensor(3.0)
    (Cube.apply(a) + Cube.apply(b)).backward()
    return a.grad.item(), b.grad.item()


def second(Cube):
    """whether second derivatives agree with differences"""
    x = tensor([2.0, -1.0])
    first, = grad_of(Cube.apply(x).sum(), x, create_graph=True)
    if not first.requires_grad:
        return "no second derivative"
    return tuple(grad_of(first.sum(), x)[0].tolist()), gradcheck(Cube.apply, tensor([1.0, 2.0]))


LAST: dict = {}


def remembered_forward(ctx, x):
    LAST["x"] = x
    return x ** 3


by_class = type("Cube", (Function,), {"forward": staticmethod(remembered_forward),
                                      "backward": staticmethod(lambda ctx, grad: grad * 3 * LAST["x"].detach() ** 2)})

Exercise(
    "2.6", "Cube", difficulty=2, points=3, kind="class",
    reference=of_cube(lambda ctx, grad: grad * 3 * ctx.saved_tensors[0] ** 2),
    run=lambda answer, inputs: inputs["program"](answer),
    cases=[Case("at 2", program=slope_at_2), Case("five of them", program=times_5),
           Case("two calls", program=two_places), Case("twice", program=second)],
    misconceptions=[
        Misconception("grad ignored", "The slope is right, but the gradient that arrived is not in it: five cubes must "
                                      "send back five times as much.",
                      rule=of_cube(lambda ctx, grad: 3 * ctx.saved_tensors[0] ** 2 + grad * 0),
                      example=Case("", program=times_5)),
        Misconception("power", "The slope of x³ is 3x², not 3x.",
                      rule=of_cube(lambda ctx, grad: grad * 3 * ctx.saved_tensors[0])),
        Misconception("saves out", "It was the result that was saved, 8, where x, 2, is wanted: the slope is made of "
                                   "what went in.",
                      rule=of_cube(lambda ctx, grad: grad * 3 * ctx.saved_tensors[0] ** 2, saved=lambda x, y: (y,))),
        Misconception("state on the class", "Both calls share one memory, so the second overwrote what the first had "
                                            "kept. ctx belongs to a single call: save there.", rule=by_class,
                      example=Case("", program=two_places)),
        Misconception("NumPy inside", "The first derivative is right, but it was computed outside the graph (with "
                                      "NumPy, .data or .detach(), or in forward, which is not recorded), so it "
                                      "cannot be differentiated again. Use tensor operations, in backward.",
                      rule=of_cube(lambda ctx, grad: grad.detach() * 3 * ctx.saved_tensors[0].detach() ** 2),
                      example=Case("", program=second)),
    ],
    hints=["forward(ctx, x) computes x ** 3 and calls ctx.save_for_backward(...). What will backward want?",
           "backward(ctx, grad): x, = ctx.saved_tensors. Then the chain rule.",
           "return grad * 3 * x ** 2, in tensor operations, both methods under @staticmethod."])
