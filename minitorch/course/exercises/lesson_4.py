"""Lesson 4, optim: a step down the slope, and what it may remember of the steps before."""

import numpy as np

from ... import tensors
from ...dtypes import float64
from ...engine import no_grad
from ...optim.sgd import heavy_ball, sgd
from ..record import Case, Exercise, Misconception
from .adapt_optim import momentum_rule, sgd_rule


def leaf(values, grad=None):
    """A parameter of float64, with a gradient if one is given."""
    p = tensors.tensor(values, dtype=float64, requires_grad=True)
    p.grad = None if grad is None else tensors.tensor(grad, dtype=float64)
    return p


def nothing():
    """None among the inputs of a case, where it matters and should be shown."""


nothing.__name__ = "None"


def stepped(answer, inputs):
    """Where a parameter is after one step of 4.1."""
    p = leaf(inputs["p"], None if callable(inputs["grad"]) else inputs["grad"])
    answer(p, p.grad, inputs["lr"], inputs["decay"])
    return p.detach().numpy().copy()


def down(sign=-1, pull=1, scaled=True, guard=True, write=True):
    """What 4.1 asks for; the settings make its usual mistakes."""
    def step(p, grad, lr, decay):
        if guard and grad is None:
            return
        with no_grad():
            change = lr * (grad + pull * decay * p) if scaled else lr * grad + decay * p
            if write:
                p += sign * change
    return step


def recorded(p, grad, lr, decay):
    p -= lr * (grad + decay * p)


def recorded_if_any(p, grad, lr, decay):
    if grad is not None:
        p -= lr * (grad + decay * p)


def pulled_anyway(p, grad, lr, decay):
    with no_grad():
        p -= lr * ((0 if grad is None else grad) + decay * p)


def edits_grad(answer):
    """Whether the gradient that was passed in is another afterwards."""
    grad = tensors.tensor([2.0], dtype=float64)
    answer(leaf([1.0]), grad, 0.1, 0.5)
    return grad.tolist() != [2.0]


def falls_over_none(answer):
    """Whether a parameter without a gradient raises an error."""
    try:
        answer(leaf([1.0]), None, 0.1, 0.5)
    except Exception:
        return True
    return False


def either(**mistake):
    """A mistake of 4.1, made with and without looking for None."""
    return down(**mistake), down(**mistake, guard=False)


Exercise(
    "4.1", "sgd", difficulty=1, points=2, piece=lambda: sgd, adapt=sgd_rule, reference=down(), run=stepped,
    cases=[Case("one step", p=[1.0], grad=[2.0], lr=0.1, decay=0.0),
           Case("decay alone", p=[1.0], grad=[0.0], lr=0.1, decay=0.5),
           Case("two weights", p=[1.0, -2.0], grad=[2.0, 0.5], lr=0.1, decay=0.5),
           Case("no gradient", p=[1.0], grad=nothing, lr=0.1, decay=0.5)],
    misconceptions=[
        Misconception("ascends", "p went up. The gradient points to where the loss grows: take lr times it away.",
                      rule=either(sign=1)),
        Misconception("rebinds", "p is where it was. p = p − … makes a new tensor and gives it the name p inside your "
                                 "function; the network still holds the old one. Change it in place: p -= …",
                      rule=either(write=False)),
        Misconception("recorded in graph", "The step was recorded as if it were part of the network. It belongs to no "
                                           "loss: take it under mt.no_grad().",
                      rule=(recorded, recorded_if_any)),
        Misconception("decay's sign", "Decay drives the weight away from 0. It should shrink it: decay · p is added to "
                                      "the gradient, and the sum is taken away.", rule=either(pull=-1),
                      example=Case("", p=[1.0], grad=[0.0], lr=0.1, decay=0.5)),
        Misconception("decay unscaled", "Decay was taken away whole, without lr. It is a part of the slope, so the "
                                        "step is lr times both.", rule=either(scaled=False),
                      example=Case("", p=[1.0], grad=[0.0], lr=0.1, decay=0.5)),
        Misconception("edits grad", "The gradient was changed in place. Others still read it: clipping, printing, the "
                                    "next backward, which adds to it.", probe=edits_grad),
        Misconception("None crashes", "A parameter that took no part in the loss has None for a gradient, and None is "
                                      "no number. Leave before you compute with it.", probe=falls_over_none,
                      example=Case("", p=[1.0], grad=nothing, lr=0.1, decay=0.5)),
        Misconception("decay without a gradient", "A parameter that took no part stays: not even decay moves it.",
                      rule=pulled_anyway),
    ],
    probes=[lambda answer: "The gradient passed in was changed in place." if edits_grad(answer) else None],
    hints=["A gradient of 2 and a rate of 0.1: how far, and which way? What does decay add to the slope?",
           "First leave if grad is None. Then, under mt.no_grad(), change p in place.",
           "with mt.no_grad(): p -= lr * (grad + decay * p)"])


def moved(answer, inputs):
    """How far a weight moves down at each step; gradients come in one array that is zeroed after every step.

    With parameters=2 a first parameter, with a state of its own, takes each step before it.
    """
    inputs = {name: None if callable(value) else value for name, value in inputs.items()}
    gradients, lr, count = inputs.pop("gradients"), inputs.pop("lr"), inputs.pop("parameters", 1)
    gradients = np.array(gradients, float).reshape(len(gradients), -1)
    rates = lr if isinstance(lr, list) else [lr] * len(gradients)
    places = [np.zeros(gradients.shape[1]) for _ in range(count)]
    buffers, states, steps = [np.zeros_like(p) for p in places], [{} for _ in places], []
    for gradient, rate in zip(gradients, rates):
        for p, grad, state in zip(places, buffers, states):
            before = p.copy()
            grad[...] = gradient
            answer(p, grad, state, rate, **inputs)
            grad[...] = 0
        steps.append(before - p)
    return (np.array(steps).squeeze(-1) if gradients.shape[1] == 1 else np.array(steps),)


def remembers_elsewhere(*settings):
    """A probe: whether a second parameter, its state empty, takes another first step than the first did."""
    def probe(answer):
        steps = [np.zeros(2), np.zeros(2), np.zeros(2)]
        for p in steps:
            answer(p, np.ones(2), {}, 1.0, *settings)
        return not all(np.allclose(steps[0], step, equal_nan=True) for step in steps)
    return probe


def not_in_place(line, *settings):
    """The mistake of a rule that gives p another array in the place of changing it."""
    def probe(answer):
        p = np.ones(2)
        answer(p, np.ones(2), {}, 1.0, *settings)
        return bool((p == 1).all())
    return Misconception("rebinds", "p is where it was. p = p − … makes a new array and calls it p inside your "
                                    f"function; the network holds the old one. Change that: {line}", probe=probe)


def empty_at_first(line, *settings):
    """The mistake of a rule that looks something up before it was ever kept."""
    def probe(answer):
        try:
            answer(np.ones(2), np.ones(2), {}, 1.0, *settings)
        except KeyError:
            return True
        return False
    return Misconception("nothing kept yet", f"state is empty at first. {line} is 0 until something is there.",
                         probe=probe)


def ball(keep=True, averaged=False, alias=None, inside=False):
    """What 4.2 asks for; the settings make its usual mistakes."""
    def step(p, grad, state, lr, mu):
        mine = (lr if inside else 1.0) * (1 - mu if averaged else 1.0) * grad
        if alias is not None and "v" not in state:
            v = grad
        elif alias == "in place":
            v = state["v"]
            v *= mu
            v += grad
        else:
            v = mu * state.get("v", 0) + mine
        if keep:
            state["v"] = v
        p -= v if inside else lr * v
    return step


Exercise(
    "4.2", "momentum", difficulty=2, points=3, piece=lambda: heavy_ball, adapt=momentum_rule, reference=ball(),
    run=moved, results=("moves of p",),
    cases=[Case("the same slope twice", gradients=[1.0, 1.0], lr=1.0, mu=0.9),
           Case("a slope that ends", gradients=[1.0, 0.0, 0.0], lr=1.0, mu=0.9),
           Case("a rate that falls", gradients=[1.0, 1.0], lr=[1.0, 0.1], mu=0.9),
           Case("the second of two parameters", gradients=[1.0, 1.0], lr=1.0, mu=0.9, parameters=2),
           Case("two weights, to and fro", gradients=[[1.0, 1.0], [-1.0, 1.0], [1.0, 1.0]], lr=0.5, mu=0.5)],
    misconceptions=[
        Misconception("shared state", "A second parameter began with the velocity of the first. Each has a dict of its "
                                      "own, `state`: what is to last from step to step belongs there.",
                      probe=remembers_elsewhere(0.9),
                      example=Case("", gradients=[1.0, 1.0], lr=1.0, mu=0.9, parameters=2)),
        empty_at_first("state.get(\"velocity\", 0)", 0.9),
        not_in_place("p -= lr * velocity", 0.9),
        Misconception("forgotten", "The second step is as long as the first: the velocity was not kept. Put it back "
                                   "for the next: state[\"velocity\"] = …; state = {…} fills another dict.",
                      rule=ball(keep=False)),
        Misconception("averaged", "Your velocity is an average: (1 − mu) of each slope. Momentum adds slopes up, each "
                                  "counted in full, so that along a valley it gathers speed.",
                      rule=ball(averaged=True)),
        Misconception("v = grad", "At the first step the velocity is the gradient's own array, and that is emptied "
                                  "before the next: zero_grad() stops the ball. Keep a new array, as mu·v + grad is.",
                      rule=(ball(alias="first"), ball(alias="in place")),
                      example=Case("", gradients=[1.0, 0.0, 0.0], lr=1.0, mu=0.9)),
        Misconception("lr inside", "The rate was multiplied into the velocity, where it stays: when it falls to a "
                                   "tenth, the old slopes still count at the old rate. Multiply at the end: lr · v.",
                      rule=ball(inside=True), example=Case("", gradients=[1.0, 1.0], lr=[1.0, 0.1], mu=0.9)),
    ],
    hints=["A ball that rolls: its velocity is mu of what it was, plus the slope. The step is lr times the velocity.",
           "At the first step there is no velocity yet: state.get(\"v\", 0).",
           "v = mu * state.get(\"v\", 0) + grad; keep it, state[\"v\"] = v; then p -= lr * v."])
