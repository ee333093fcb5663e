"""Lesson 4: Adam, momentum and a ruler for each weight, both corrected for their beginning."""

import numpy as np

from ...optim.adam import adam
from ..record import Case, Exercise, Misconception
from .adapt_optim import adam_rule
from .lesson_4 import empty_at_first, moved, not_in_place, remembers_elsewhere


def adaptive_moments(correct=(True, True), late=False, inside=False, swapped=False, stored=False, root=True,
                     powers=(True, True)):
    """What 4.4 asks for; the settings make its usual mistakes."""
    def step(p, grad, state, lr, beta1, beta2, eps):
        if swapped:
            beta1, beta2 = beta2, beta1
        t = state.get("t", 0) + 1
        m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
        v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
        state["t"] = t
        count = t - 1 if late else t
        if correct[0]:
            m = m / (1 - (beta1 ** count if powers[0] else beta1 * count))
        if correct[1]:
            v = v / (1 - (beta2 ** count if powers[1] else beta2 * count))
        if stored:
            state["m"], state["v"] = m, v
        if inside:
            p -= lr * m / (v + eps) ** 0.5
        else:
            p -= lr * m / ((v ** 0.5 if root else v) + eps)
    return step


def fills_another(answer):
    """Whether the state that was handed in is still empty after a step."""
    state: dict = {}
    answer(np.zeros(2), np.ones(2), state, 1.0, 0.9, 0.999, 1e-8)
    return not state


BETAS = {"beta1": 0.9, "beta2": 0.999}
TINY = Case("", gradients=[1e-6], lr=1.0, **BETAS, eps=1e-8)

AGAIN = Case("", gradients=[1000.0, 1000.0], lr=1.0, **BETAS, eps=1e-8)
BY_PRODUCT = (False, False), (True, False), (False, True)

Exercise(
    "4.4", "adam", difficulty=2, points=4, piece=lambda: adam, adapt=adam_rule, reference=adaptive_moments(), run=moved,
    results=("moves of p",),
    cases=[Case("the first step", gradients=[1.0], lr=1.0, **BETAS, eps=1e-8),
           Case("as long on a slope a thousand times as steep", gradients=[1000.0, 1000.0], lr=1.0, **BETAS, eps=1e-8),
           Case("a tiny slope", gradients=[1e-6], lr=1.0, **BETAS, eps=1e-8),
           Case("there and back", gradients=[1.0, -1.0, 0.0], lr=1.0, beta1=0.5, beta2=0.75, eps=1e-8),
           Case("the second of two parameters", gradients=[1.0, 2.0], lr=1.0, **BETAS, eps=1e-8, parameters=2),
           Case("two weights", gradients=[[2.0, 0.5], [1.0, -0.5], [-3.0, 0.25]], lr=0.1, **BETAS, eps=1e-8)],
    misconceptions=[
        Misconception("t shared", "A second parameter does not begin at step 1: something is counted or kept in a "
                                  "place that all parameters share. Put t, m and v into `state`.",
                      probe=remembers_elsewhere(0.9, 0.999, 1e-8),
                      example=Case("", gradients=[1.0, 2.0], lr=1.0, **BETAS, eps=1e-8, parameters=2)),
        empty_at_first("state.get(\"m\", 0)", 0.9, 0.999, 1e-8),
        not_in_place("p -= lr * m_hat / …", 0.9, 0.999, 1e-8),
        Misconception("state left empty", "After a step the dict that you were given is still empty: state = {…} fills "
                                          "another. Write into it: state[\"m\"] = m, and so for v and t.",
                      probe=fills_another, example=AGAIN),
        Misconception("product for power", "At the second step the correction goes wrong: βᵗ is a power, beta1 ** t. "
                                           "The product beta1 · t is more than 1 by then.",
                      rule=tuple(adaptive_moments(powers=powers) for powers in BY_PRODUCT), example=AGAIN),
        Misconception("uncorrected", "The first step is three times too long. m and v begin at 0, so at first both are "
                                     "too small, and v far more: divide m by 1 − beta1ᵗ and v by 1 − beta2ᵗ.",
                      rule=adaptive_moments(correct=(False, False))),
        Misconception("only m corrected", "The first step is thirty times too long: m is corrected for its beginning, "
                                          "v is not. Divide it by 1 − beta2ᵗ.",
                      rule=adaptive_moments(correct=(True, False))),
        Misconception("only v corrected", "The first step is a tenth of lr: v is corrected for its beginning, m is "
                                          "not. Divide it by 1 − beta1ᵗ.",
                      rule=adaptive_moments(correct=(False, True))),
        Misconception("t from 0", "At t = 0 the correction divides by 1 − beta⁰ = 0, and the step is nan. The first "
                                  "step is t = 1: count before you correct.", rule=adaptive_moments(late=True)),
        Misconception("eps inside the root", "eps stands under the root, where it is a square: √(1e-8) = 1e-4, so that "
                                             "small slopes hardly move. Add it to the root.",
                      rule=adaptive_moments(inside=True), example=TINY),
        Misconception("correction stored", "The corrected means were put back into state, so the next step corrects "
                                           "them again. Keep m and v as they are; correct a copy.",
                      rule=adaptive_moments(stored=True), example=AGAIN),
        Misconception("betas swapped", "beta1 is the memory of m, of ten steps or so, and beta2 that of v, of a "
                                       "thousand. Yours has them the other way round.",
                      rule=adaptive_moments(swapped=True),
                      example=Case("", gradients=[1.0, -1.0, 0.0], lr=1.0, beta1=0.5, beta2=0.75, eps=1e-8)),
        Misconception("no root", "m was divided by v itself. v is a mean of squares: only its root is a slope's size, "
                                 "and makes the steps equal.", rule=adaptive_moments(root=False)),
    ],
    hints=["Two means: m of the slopes (4.2's idea) and v of their squares (4.3's). Both begin at 0, hence too small.",
           "t counts from 1. m̂ = m / (1 − beta1ᵗ) and v̂ = v / (1 − beta2ᵗ), in names of their own.",
           "t, m, v from state, each one step on; keep all three; then p -= lr * m_hat / (np.sqrt(v_hat) + eps)."])
