"""Lesson 4: a ruler for each weight, of all its slopes so far or of late: AdaGrad and RMSprop."""

from ...optim.adagrad import adagrad
from ...optim.rmsprop import rmsprop
from ..record import Case, Exercise, Misconception
from .adapt_optim import two_rules
from .lesson_4 import empty_at_first, moved, not_in_place, nothing, remembers_elsewhere


def ruled(root=True, power=2, keep=True, all_forget=None, forget=True, share=True, safe=True,
          inside=False):
    """What 4.3 asks for; the settings make its usual mistakes."""
    def step(p, grad, state, lr, alpha, eps):
        square = grad ** 2 if power == 2 else grad
        memory = all_forget if alpha is None else alpha if forget else None
        s = state.get("s", 0)
        s = s + square if memory is None else memory * s + (1 - memory if share else 1) * square
        if keep:
            state["s"] = s
        if inside:
            p -= lr * grad / (s + eps) ** 0.5
        else:
            p -= lr * grad / ((s ** 0.5 if root else s) + (eps if safe else 0))
    return step


SLOPES = [[2.0, 0.5], [1.0, -0.5], [-3.0, 0.25]]

Exercise(
    "4.3", "adaptive", difficulty=2, points=3, piece=lambda: adagrad, adapt=two_rules, reference=ruled(), run=moved,
    aliases=lambda: [rmsprop],
    results=("moves of p",),
    cases=[Case("AdaGrad, the same slope twice", gradients=[2.0, 2.0], lr=1.0, alpha=nothing, eps=1e-8),
           Case("RMSprop, the same slope twice", gradients=[2.0, 2.0], lr=1.0, alpha=0.75, eps=1e-8),
           Case("no slope at first", gradients=[0.0, 2.0], lr=1.0, alpha=nothing, eps=1e-8),
           Case("a large eps", gradients=[2.0, 2.0], lr=1.0, alpha=nothing, eps=1.0),
           Case("the second of two parameters", gradients=[2.0, 2.0], lr=1.0, alpha=nothing, eps=1e-8, parameters=2),
           Case("two weights", gradients=SLOPES, lr=0.1, alpha=0.9, eps=1e-8),
           Case("two weights, AdaGrad", gradients=SLOPES, lr=0.1, alpha=nothing, eps=1e-8)],
    misconceptions=[
        Misconception("shared state", "A second parameter began with the squares of the first. Keep them in `state`, "
                                      "which each parameter has for itself.", probe=remembers_elsewhere(None, 1e-8),
                      example=Case("", gradients=[2.0, 2.0], lr=1.0, alpha=nothing, eps=1e-8, parameters=2)),
        empty_at_first("state.get(\"s\", 0)", None, 1e-8),
        not_in_place("p -= lr * grad / …", None, 1e-8),
        Misconception("no root", "The slope was divided by the squares themselves. Their root has the slope's own "
                                 "unit: then the first step is lr, however steep it is.", rule=ruled(root=False)),
        Misconception("slopes for squares", "It looks as if slopes were added up, not their squares. Slopes to and fro "
                                            "cancel out, and the root of a negative sum is nan.", rule=ruled(power=1)),
        Misconception("fresh state", "Every step is as long as the first: the squares were not kept. Put them back "
                                     "into the dict that you were given: state[\"s\"] = s.", rule=ruled(keep=False)),
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
                      example=Case("", gradients=[0.0, 2.0], lr=1.0, alpha=nothing, eps=1e-8)),
        Misconception("eps inside the root", "eps stands under the root, where it is a square: 1e-8 has the root 1e-4. "
                                             "Add it to the root.", rule=ruled(inside=True),
                      example=Case("", gradients=[2.0, 2.0], lr=1.0, alpha=nothing, eps=1.0)),
    ],
    hints=["Each weight keeps one number, s: how large its slopes are, squared. The step is lr · grad / (√s + eps).",
           "s begins at 0. Without alpha, s + grad²; with it, alpha · s + (1 − alpha) · grad².",
           "s = state.get(\"s\", 0); one line for each of the two; state[\"s\"] = s; then "
           "p -= lr * grad / (np.sqrt(s) + eps). (The library has a file for each: adagrad.py and rmsprop.py.)"])
