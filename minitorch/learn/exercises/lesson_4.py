"""Lesson 4, optim: a step down the slope, and what it may remember of the steps before."""

import numpy as np

from ... import tensors
from ...dtypes import float64
from ...graph import no_grad
from ...optim.adagrad import adagrad
from ...optim.sgd import heavy_ball, sgd
from ..record import Case, Exercise, Misconception
from .adapt_optim import momentum_rule, sgd_rule, two_rules


def leaf(values, grad=None):
    """A parameter of float64, with a gradient if one is given."""
    p = tensors.tensor(values, dtype=float64, requires_grad=True)
    p.grad = None if grad is None else tensors.tensor(grad, dtype=float64)
    return p


def stepped(answer, inputs):
    """Where a parameter is after one step of 4.1."""
    p = leaf(inputs["p"], inputs["grad"])
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
           Case("no gradient", p=[1.0], grad=None, lr=0.1, decay=0.5)],
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
        Misconception("None crashes", "A parameter that took no part in the loss has None for a gradient. It stays "
                                      "where it is; so does its decay.", probe=falls_over_none,
                      example=Case("", p=[1.0], grad=None, lr=0.1, decay=0.5)),
    ],
    probes=[lambda answer: "The gradient passed in was changed in place." if edits_grad(answer) else None],
    hints=["A gradient of 2 and a rate of 0.1: how far, and which way? What does decay add to the slope?",
           "First leave if grad is None. Then, under mt.no_grad(), change p in place.",
           "with mt.no_grad(): p -= lr * (grad + decay * p)"])


def moved(answer, inputs):
    """How far a weight moves down at each step; gradients come in one array that is zeroed after every step.

    With parameters=2 a first parameter, with a state of its own, takes each step before it.
    """
    inputs = dict(inputs)
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
    return np.array(steps).squeeze(-1) if gradients.shape[1] == 1 else np.array(steps)


def remembers_elsewhere(*settings):
    """A probe: whether a second parameter, its state empty, takes another first step than the first did."""
    def probe(answer):
        steps = [np.zeros(2), np.zeros(2), np.zeros(2)]
        for p in steps:
            answer(p, np.ones(2), {}, 1.0, *settings)
        return not all(np.allclose(steps[0], step, equal_nan=True) for step in steps)
    return probe


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
    run=moved,
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
        Misconception("forgotten", "The second step is as long as the first: the velocity was not kept. Put it back "
                                   "into state for the next step.", rule=ball(keep=False)),
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


def ruled(root=True, power=2, keep=True, all_forget=None, forget=True, share=True, safe=True):
    """What 4.3 asks for; the settings make its usual mistakes."""
    def step(p, grad, state, lr, alpha, eps):
        square = grad ** 2 if power == 2 else grad
        memory = all_forget if alpha is None else alpha if forget else None
        s = state.get("s", 0)
        s = s + square if memory is None else memory * s + (1 - memory if share else 1) * square
        if keep:
            state["s"] = s
        p -= lr * grad / ((s ** 0.5 if root else s) + (eps if safe else 0))
    return step


SLOPES = [[2.0, 0.5], [1.0, -0.5], [-3.0, 0.25]]

Exercise(
    "4.3", "adaptive", difficulty=2, points=3, piece=lambda: adagrad, adapt=two_rules, reference=ruled(), run=moved,
    cases=[Case("AdaGrad, the same slope twice", gradients=[2.0, 2.0], lr=1.0, alpha=None, eps=1e-8),
           Case("RMSprop, the same slope twice", gradients=[2.0, 2.0], lr=1.0, alpha=0.75, eps=1e-8),
           Case("no slope at first", gradients=[0.0, 2.0], lr=1.0, alpha=None, eps=1e-8),
           Case("a large eps", gradients=[2.0, 2.0], lr=1.0, alpha=None, eps=1.0),
           Case("the second of two parameters", gradients=[2.0, 2.0], lr=1.0, alpha=None, eps=1e-8, parameters=2),
           Case("two weights", gradients=SLOPES, lr=0.1, alpha=0.9, eps=1e-8),
           Case("two weights, AdaGrad", gradients=SLOPES, lr=0.1, alpha=None, eps=1e-8)],
    misconceptions=[
        Misconception("shared state", "A second parameter began with the squares of the first. Keep them in `state`, "
                                      "which each parameter has for itself.", probe=remembers_elsewhere(None, 1e-8),
                      example=Case("", gradients=[2.0, 2.0], lr=1.0, alpha=None, eps=1e-8, parameters=2)),
        Misconception("no root", "The slope was divided by the squares themselves. Their root has the slope's own "
                                 "unit: then the first step is lr, however steep it is.", rule=ruled(root=False)),
        Misconception("slopes for squares", "It looks as if slopes were added up, not their squares. Slopes to and fro "
                                            "cancel out, and the root of a negative sum is nan.", rule=ruled(power=1)),
        Misconception("fresh state", "Every step is as long as the first: the squares were not kept. Put them back "
                                     "into state.", rule=ruled(keep=False)),
        Misconception("decays", "Without alpha (None) nothing is forgotten: AdaGrad adds up all squares. Yours let old "
                                "ones fade, which is RMSprop.",
                      rule=tuple(ruled(all_forget=memory) for memory in (0.9, 0.99, 0.999, 0.5))),
        Misconception("alpha ignored", "With alpha, squares should fade: alpha of the old plus 1 − alpha of the new. "
                                       "Yours adds them all up, so it stalls like AdaGrad.", rule=ruled(forget=False),
                      example=Case("", gradients=[2.0, 2.0], lr=1.0, alpha=0.75, eps=1e-8)),
        Misconception("1 − alpha lost", "alpha of the old plus all of the new is no mean: it grows to many times a "
                                        "square. Take 1 − alpha of the new.", rule=ruled(share=False),
                      example=Case("", gradients=[2.0, 2.0], lr=1.0, alpha=0.75, eps=1e-8)),
        Misconception("no eps", "A slope of 0 was divided by a ruler of 0, which is nan, and nan stays for good. Add "
                                "eps to the root.", rule=ruled(safe=False),
                      example=Case("", gradients=[0.0, 2.0], lr=1.0, alpha=None, eps=1e-8)),
    ],
    hints=["Each weight keeps one number, s: how large its slopes are, squared. The step is lr · grad / (√s + eps).",
           "s begins at 0. Without alpha, s + grad²; with it, alpha · s + (1 − alpha) · grad².",
           "s = state.get(\"s\", 0); one line for each of the two; state[\"s\"] = s; then "
           "p -= lr * grad / (np.sqrt(s) + eps)."])
