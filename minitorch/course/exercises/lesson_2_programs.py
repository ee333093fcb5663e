"""Lesson 2, its last exercises: a program to mend, a test to write."""

from ...engine import backward_order, no_grad
from ..record import Case, Exercise, Misconception
from .lesson_2 import (
    breadth_first,
    diamond,
    doubled,
    long_chain,
    played,
    postorder,
    preorder,
    recursive,
    tensor,
    two_diamonds,
)


def descend(w, loss_of, lr, steps):
    """What 2.7 should do."""
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        w.grad = None
        loss.backward()
        with no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
    return losses


def run_descent(answer, inputs):
    """The losses, and where w ends."""
    w = tensor(inputs["start"])
    losses = answer(w, inputs["loss_of"], inputs["lr"], inputs["steps"])
    return losses, w.detach().numpy().copy(), w.is_leaf


def parabola(w):
    """Σ w²"""
    return (w * w).sum()


def without_zeroing(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        loss.backward()
        with no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
    return losses


def zeroed_too_early(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        loss.backward()
        w.grad.zero_()
        with no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
    return losses


def recorded_step(w, loss_of, lr, steps):
    for _ in range(steps):
        w.grad = None
        loss_of(w).backward()
        w -= lr * w.grad
    return []


def rebound(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        w.grad = None
        loss = loss_of(w)
        loss.backward()
        w = (w - lr * w.grad).detach().requires_grad_()
        losses.append(loss.item())
    return losses


def leaves_the_leaf(answer):
    """Whether the second step goes on with another tensor, which is no leaf that wants a gradient."""
    w, seen = tensor([1.0]), []

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
    w = tensor([1.0])
    return any(hasattr(loss, "array") for loss in answer(w, parabola, 0.1, 2))


Exercise(
    "2.7", "descend", difficulty=2, points=2, reference=descend, run=run_descent,
    cases=[Case("a parabola", start=[1.0, -2.0], loss_of=parabola, lr=0.1, steps=3),
           Case("one step", start=[3.0], loss_of=parabola, lr=0.25, steps=1)],
    misconceptions=[
        Misconception("never zeroed", "The gradients of earlier steps are still in w.grad: backward adds to it. Empty "
                                      "it before each backward.", rule=without_zeroing,
                      example=Case("", start=[1.0, -2.0], loss_of=parabola, lr=0.1, steps=3)),
        Misconception("zeroed too early", "w.grad was emptied between backward and the step, so every step is 0. Empty "
                                          "it before backward.", rule=zeroed_too_early),
        Misconception("step recorded", "The step itself was recorded: w is a leaf, and changing it in place is part of "
                                       "no loss. Put the step under no_grad.", rule=recorded_step),
        Misconception("rebound", "w = w - … makes a new tensor and leaves the one that was passed in as it was. Change "
                                 "it in place: w -= …, under no_grad.", rule=rebound),
        Misconception("no leaf any more", "w = w - … made another tensor, which is no leaf that wants a gradient: it "
                                          "never gets a .grad, so the second step has nothing to go by. Let w stay the "
                                          "same tensor: w -= …, under no_grad.", probe=leaves_the_leaf),
        Misconception("graphs kept", "The list holds tensors, and each holds its whole graph: memory grows with every "
                                     "step. Keep numbers: loss.item().", probe=floats_only),
    ],
    probes=[lambda answer: "The losses should be numbers, not tensors." if floats_only(answer) else None],
    hints=["Print w.grad at each step. Should it grow?",
           "Four lines a step, in this order: loss, empty w.grad, backward, step.",
           "w.grad = None; loss.backward(); with mt.no_grad(): w -= lr * w.grad; keep loss.item()."])


def gives(order, program, wanted):
    """Whether an order gives the right gradient on a program."""
    try:
        return abs(played(order, program) - wanted) < 1e-9
    except RecursionError:
        return False


CHECKS = {"diamond": (diamond, 8.0), "doubled": (doubled, 4.0), "two": (two_diamonds, 292.0), "long": (long_chain, 1.0)}


def looks_at(*names):
    """A test of an order on some programs."""
    return lambda order: all(gives(order, *CHECKS[name]) for name in names)


def counts(order):
    """A test of which nodes there are, each once."""
    root = diamond(tensor(2.0))._node
    listed = order(root)
    return len(listed) == len(set(listed)) == len(backward_order.library(root))


Exercise(
    "2.8", "test_backward_order", difficulty=2, points=2, reference=looks_at("diamond", "doubled", "two", "long"),
    apart=True, run=lambda answer, inputs: bool(answer(inputs["order"])),
    cases=[Case("the right one", order=backward_order.library), Case("breadth first", order=breadth_first),
           Case("preorder", order=preorder), Case("not reversed", order=postorder),
           Case("visited again", order=lambda root: postorder(root, True)[::-1]), Case("recursive", order=recursive)],
    misconceptions=[
        Misconception("accepts all", "Every version passes, the five wrong ones too: a test must be able to fail.",
                      rule=lambda order: True),
        Misconception("accepts none", "The right order is refused too. Work out by hand what the gradient should be.",
                      rule=lambda order: False),
        Misconception("chains only", "On a chain of operations, any order from the root to the leaf is right. Use a "
                                     "program in which a value is used twice.", rule=looks_at("long")),
        Misconception("short only", "The version that calls itself passes: your programs are too short for it. Try "
                                    "thousands of operations.", rule=looks_at("diamond", "doubled", "two")),
        Misconception("a + a only", "Breadth first passes: in a + a both uses lie at the same depth. Let a be used at "
                                    "two: a + 3·a.", rule=looks_at("doubled", "long")),
        Misconception("counts only", "You ask which nodes are listed, not in which order. It is the gradients that "
                                     "tell.", rule=counts),
    ],
    hints=["played(order, program) gives the gradient that an order finds; you know what it should be.",
           "Programs to try: a value used by two others; a + a; three thousand additions.",
           "all(played(order, p) == wanted for p, wanted in ...), with RecursionError counted as wrong."])
