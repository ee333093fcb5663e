"""Lesson 4, optim: a step down the slope, what it remembers of the steps before, and a ruler for each weight."""

import textwrap
from copy import deepcopy
from itertools import count

import numpy as np

from ... import tensors
from ...engine import no_grad
from ...nn import utils
from ...optim import SGD, Optimizer, lr_scheduler
from ...optim.adagrad import adagrad
from ...optim.adam import adam as library_adam
from ...optim.rmsprop import rmsprop
from ...optim.sgd import heavy_ball, sgd as library_sgd
from ..compare import numbers, plain, same
from .adapt_optim import adam_rule, clipping, momentum_rule, sgd_rule, two_rules
from .common import Case, Exercise, Law, Wrong, floats, in_two, mt, versions

RULES = "minitorch.dialects.keras.optimizers.rules:"
CLIPPED = "minitorch.dialects.functions.norms:clip_by_global_norm"


def leaf(values, grad=None):
    """Return a parameter of float64, with a gradient if one is given."""
    p = floats(values, requires_grad=True)
    p.grad = None if grad is None else floats(grad)
    return p


def stepped(answer, inputs):
    """Where a parameter is after one step of 4.1."""
    p = leaf(inputs["p"], inputs["grad"])
    answer(p, p.grad, inputs["lr"], inputs["decay"])
    return p.detach().numpy().copy()


def drawn_step(rng):
    return {"p": rng.integers(-9, 9, 3) / 4, "grad": rng.integers(1, 9, 3) / 4}


def left_behind(answer, inputs):
    """Return a parameter after a step of length 1: its numbers, whether it wants a gradient, and its gradient."""
    p = leaf(inputs["p"], inputs["grad"])
    grad = p.grad
    answer(p, grad, 1.0, 0.0)
    return p, p.requires_grad, p.grad if p.grad is grad else None


def as_it_was(shown, inputs):
    """Say what of a parameter, beside its numbers, is another after a step; None if nothing is."""
    p, wants, grad = shown
    if not same(p, inputs["p"] - inputs["grad"], 1e-6):
        return "A step of length 1 without decay is another than in the cases."
    if wants is not True:
        return "After the step p no longer wants a gradient: the next backward leaves it out. Use mt.no_grad()."
    if not same(grad, inputs["grad"], 1e-6):
        return "After the step p.grad is not what it was. To empty it is zero_grad's work; a step only reads it."
    return None


def switched_off(answer):
    """Whether a parameter wants no gradient after a step, which it made."""
    p = leaf([1.0], [2.0])
    answer(p, p.grad, 0.5, 0.0)
    return not p.requires_grad and p.tolist() == [0.0]


def sgd(p, grad, lr, decay):
    if grad is None:
        return
    with mt.no_grad():
        p -= lr * (grad + decay * p)


Exercise("4.1", sgd, difficulty=1, points=2, changes=("p",), piece=lambda: library_sgd, adapt=sgd_rule, run=stepped,
    cases=[Case("one step", p=[1.0], grad=[2.0], lr=0.1, decay=0.0),
           Case("decay alone", p=[1.0], grad=[0.0], lr=0.1, decay=0.5),
           Case("two weights", p=[1.0, -2.0], grad=[2.0, 0.5], lr=0.1, decay=0.5),
           Case("a matrix", p=[[1.0, -2.0, 0.0], [0.5, 3.0, -1.0]], grad=[[0.0, 1.0, 2.0], [-1.0, 0.5, 0.0]], lr=0.5,
                decay=0.2),
           Case("three dimensions", p=[[[1.0, -2.0]], [[0.5, 3.0]]], grad=[[[2.0, 0.5]], [[-1.0, 0.0]]], lr=0.5,
                decay=0.2),
           Case("no dimension", p=2.0, grad=-1.0, lr=0.5, decay=0.5),
           Case("large numbers", p=[1e30, -1e60], grad=[-1e60, 1e30], lr=0.5, decay=0.25),
           Case("a rate of 0", p=[1.0, -2.0], grad=[2.0, 0.5], lr=0.0, decay=0.5),
           Case("no gradient", p=[1.0], grad=None, lr=0.1, decay=0.5)],
    wrong=[
        Wrong("ascends", "p went up. The gradient points to where the loss grows: take lr times it away.",
              {"p -= ": "p += "}),
        Wrong("rebinds", "p is where it was. p = p − …, or a `return`, gives a new tensor, and the network still holds "
              "the old one. Change that in place: p -= …", {"p -= ": "p = p - "}),
        Wrong("recorded in graph", "The step was recorded as if it were part of the network. It belongs to no loss: "
              "take it under mt.no_grad().", {"    with mt.no_grad():\n    ": ""}),
        Wrong("decay's sign", "Decay drives the weight away from 0. It should shrink it: decay · p is added to the "
              "gradient, and the sum is taken away.", {"grad + decay": "grad - decay"}, example="decay alone"),
        Wrong("decay unscaled", "Decay was taken away whole, without lr. It is a part of the slope, so the step is lr "
              "times both.", {"lr * (grad + decay * p)": "lr * grad + decay * p"}, example="decay alone"),
        Wrong("switched off", "After the step p no longer wants a gradient: the next backward leaves it out, and it "
              "never moves again. mt.no_grad() switches the recording off for its block, and for no longer.",
              {"    with mt.no_grad():\n        p -=": "    p.requires_grad_(False)\n    p -="}, probe=switched_off),
        Wrong("None crashes", "A parameter that took no part in the loss has None for a gradient, and None is no "
              "number. Leave before you compute with it.", {"    if grad is None:\n        return\n": ""},
              example="no gradient"),
        Wrong("no decay", "The decay has no effect: decay · p belongs to the slope.", {"(grad + decay * p)": "grad"},
              example="decay alone"),
        Wrong("decay afterwards", "Decay was computed from the p that had already moved. Both parts of the step start "
              "from the same p: add decay · p to the gradient first, or compute it before you change p.",
              {"p -= lr * (grad + decay * p)": "p -= lr * grad\n        p -= lr * decay * p"}, example="two weights"),
        Wrong("decay without p", "Decay has to be in proportion to the weight: decay · p. Yours is as strong for a "
              "small weight as for a large one.", {"decay * p": "decay"}, {"decay * p": "decay * p.sign()"},
              example="two weights"),
        Wrong("decay without a gradient", "A parameter that took no part stays: not even decay moves it.",
              {"        return\n": "        grad = 0\n"}),
    ],
    probes=[Law(drawn_step, left_behind, as_it_was)],
    others=["""
        if grad is not None:
            p.data -= lr * (grad + decay * p.data)
    """, """
        if grad is not None:
            p.data = p.data - lr * (grad + decay * p.data)
    """, """
        @mt.no_grad()
        def sgd(p, grad, lr, decay):
            if grad is None:
                return p
            slope = grad.add(p, alpha=decay)
            p.add_(slope, alpha=-lr)
            return p
    """, """
        with mt.no_grad():
            if grad is not None:
                p.mul_(1 - lr * decay)
                p.sub_(lr * grad)
    """],
    hints=["A gradient of 2 and a rate of 0.1: how far, and which way? What does decay add to the slope?",
           "First leave if grad is None. Then, under mt.no_grad(), change p in place.",
           "with mt.no_grad(): p -= lr * (grad + decay * p)"])


def moved(answer, inputs):
    """How far a weight moves down at each step; gradients come in one array that is zeroed after every step.

    With parameters=2 a first parameter, with a state of its own, takes each step before it. With saved=True p and
    state go on as copies after every step, as in a run that was saved, took one more step, and was loaded.
    """
    inputs = dict(inputs)
    gradients, lr, count = inputs.pop("gradients"), inputs.pop("lr"), inputs.pop("parameters", 1)
    saved = inputs.pop("saved", False)
    gradients = np.array(gradients, float)
    single = gradients.ndim == 1
    gradients = gradients[:, None] if single else gradients
    rates = lr if isinstance(lr, list) else [lr] * len(gradients)
    places = [np.ones(gradients.shape[1:]) for _ in range(count)]
    buffers, states, steps = [np.zeros_like(p) for p in places], [{} for _ in places], []
    for gradient, rate in zip(gradients, rates):
        for p, grad, state in zip(places, buffers, states):
            before = p.copy()
            grad[...] = gradient
            answer(p, grad, state, rate, **inputs)
            grad[...] = 0
        steps.append(before - p)
        if saved:
            kept = deepcopy((places, buffers, states))
            for p, grad, state in zip(places, buffers, states):
                answer(p, grad + 1, state, rate, **inputs)
            places, buffers, states = kept
    return (np.array(steps).squeeze(-1) if single else np.array(steps),)


MATRICES = [[[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]], [[0.5, 1.0, -0.5], [2.0, -1.0, 0.0]]]
BLOCKS = [[matrix, matrix[::-1]] for matrix in MATRICES]
TWELVE = {"gradients": [1.0, -2.0, 0.5, 3.0, 1.0, 1.0, -1.0, 0.0, 2.0, 0.5, -0.5, 1.0],
          "lr": [1.0] * 3 + [0.5] * 3 + [0.25] * 3 + [0.1] * 3}


def remembers_elsewhere(*settings):
    """Make a probe: whether a second parameter, its state empty, takes another first step than the first did."""
    def probe(answer):
        own = type("Own", (np.ndarray,), {})            # not where an array was that is gone: id(p) would be the same
        steps = [np.zeros(2).view(own) for _ in range(3)]
        for p in steps:
            answer(p, np.ones(2), {}, 1.0, *settings)
        return not all(np.allclose(steps[0], step, equal_nan=True) for step in steps)
    return probe


def kept_outside(old, new, *settings):
    """Return the mistake of a rule that remembers a parameter, but not in its state: a copy goes on otherwise."""
    def probe(answer):
        p, state = np.zeros(2), {}
        answer(p, np.ones(2), state, 1.0, *settings)
        copies = deepcopy((p, state))
        answer(p, -3 * np.ones(2), state, 1.0, *settings)
        answer(copies[0], -3 * np.ones(2), copies[1], 1.0, *settings)
        return not np.allclose(p, copies[0], equal_nan=True)
    own, key = "    own = shared.setdefault({}, (p, {{}}))[1]\n", 'state.setdefault("key", len(shared))'
    return Wrong("kept outside", "What lasts from step to step lies outside `state` (in a global, a default argument, "
                 "a dict by id(p)): a run that is loaded loses it, or goes on as another. Write it into state.",
                 *({"def": "shared = {}\n\ndef", old: own.format(by) + old, **new} for by in ("id(p)", key)),
                 probe=probe, example="saved and loaded")


def not_in_place(line, form, *settings):
    """Return the mistake of a rule that gives p another array instead of changing it."""
    def probe(answer):
        p, state = np.ones(2), {}
        for _ in range(2):
            answer(p, np.ones(2), state, 1.0, *settings)
        return bool((p == 1).all())
    return Wrong("rebinds", "p is where it was. p = p − …, or a `return`, gives a new array, and the network holds the "
                 f"old one. Change that: {line}", form, probe=probe)


def empty_at_first(line, form, *settings):
    """Return the mistake of a rule that looks something up before it was ever kept."""
    def probe(answer):
        try:
            answer(np.ones(2), np.ones(2), {}, 1.0, *settings)
        except KeyError:
            return True
        return False
    return Wrong("nothing kept yet", f"state is empty at first. {line} is 0 until something is there.", form,
                 probe=probe)


def momentum(p, grad, state, lr, mu):
    velocity = mu * state.get("velocity", 0) + grad
    state["velocity"] = velocity                  # for the next step
    p -= lr * velocity


Exercise("4.2", momentum, difficulty=2, points=3,
    changes=("p", "state"), piece=lambda: heavy_ball, adapt=momentum_rule, run=moved,
    aliases=lambda: [RULES + "sgd"], results=("moves of p",),
    cases=[Case("the same slope twice", gradients=[1.0, 1.0], lr=1.0, mu=0.9),
           Case("a slope that ends", gradients=[1.0, 0.0, 0.0], lr=1.0, mu=0.9),
           Case("a rate that falls", gradients=[1.0, 1.0], lr=[1.0, 0.1], mu=0.9),
           Case("the second of two parameters", gradients=[1.0, 1.0], lr=1.0, mu=0.9, parameters=2),
           Case("two weights, to and fro", gradients=[[1.0, 1.0], [-1.0, 1.0], [1.0, 1.0]], lr=0.5, mu=0.5),
           Case("a matrix", gradients=MATRICES, lr=0.5, mu=0.25),
           Case("saved and loaded", gradients=[1.0, 1.0, 1.0], lr=1.0, mu=0.5, saved=True),
           Case("a mu of 0", gradients=[1.0, 2.0, -1.0], lr=1.0, mu=0.0),
           Case("three dimensions", gradients=BLOCKS, lr=0.5, mu=0.25),
           Case("large numbers", gradients=[[1e60, -1.0], [2e60, 1e40]], lr=1.0, mu=0.5),
           Case("twelve steps", **TWELVE, mu=0.9)],
    wrong=[
        Wrong("mu stands fast", "mu is another number in some cases; yours stands fast. Use the argument.",
              {"mu *": "0.9 *"}),
        Wrong("shared state", "A parameter whose state is empty began with the velocity of another. Each has a dict of "
              "its own, `state`: what is to last from step to step belongs there.",
              {"def": "shared = {}\n\ndef", "    velocity": "    state = shared\n    velocity"},
              probe=remembers_elsewhere(0.9), example="the second of two parameters"),
        kept_outside("    velocity =", {"state": "own"}, 0.9),
        empty_at_first("state.get(\"velocity\", 0)", {"state.get(\"velocity\", 0)": "state[\"velocity\"]"}, 0.9),
        not_in_place("p -= lr * velocity", {"p -= lr": "p = p - lr"}, 0.9),
        Wrong("forgotten", "The second step is as long as the first: the velocity was lost. Put it back for the next, "
              "state[\"velocity\"] = … (state = {…} fills another dict), and let it be 0 only if state has none.",
              {"    state[\"velocity\"] = velocity\n": ""}),
        Wrong("averaged", "Your velocity is an average: (1 − mu) of each slope. Momentum adds slopes up, each counted "
              "in full, so that along a valley it gathers speed.", {"+ grad": "+ (1 - mu) * grad"}),
        Wrong("v = grad", "At the first step the velocity is the gradient's own array, and that is emptied before the "
              "next: zero_grad() stops the ball. Keep a new array, as mu·v + grad is.",
              {"    velocity = mu * state.get(\"velocity\", 0) + grad\n": "",
               "state[\"velocity\"] = velocity":
               "velocity = state[\"velocity\"] = mu * state[\"velocity\"] + grad if state else grad"}, """
            if "v" in state:
                state["v"] *= mu
                state["v"] += grad
            else:
                state["v"] = grad
            p -= lr * state["v"]
        """, example="a slope that ends"),
        Wrong("lr inside", "The rate was multiplied into the velocity, where it stays: when it falls to a tenth, the "
              "old slopes still count at the old rate. Multiply at the end: lr · v.",
              {"+ grad": "+ lr * grad", "p -= lr * velocity": "p -= velocity"}, example="a rate that falls"),
        Wrong("old velocity", "p moves by the velocity of the step before: first renew the velocity, then move by the "
              "new one.", """
            v = state.get("v", 0)
            p -= lr * v
            state["v"] = mu * v + grad
        """, """
            if "v" not in state:
                state["v"] = grad.copy()
                p -= lr * state["v"]
                return
            p -= lr * state["v"]
            state["v"] = mu * state["v"] + grad
        """),
        Wrong("looks ahead", "That is Nesterov's step, mu · velocity + grad. Here the step is lr · velocity.",
              {"p -= lr * velocity": "p -= lr * (mu * velocity + grad)"}),
        Wrong("begins at the slope", "The velocity of before the first step was taken for the first slope, so that "
              "this counts twice. At first the velocity is 0.", {"state.get(\"velocity\", 0)":
              "state.get(\"velocity\", grad)"}),
        Wrong("mu on the slope", "mu was multiplied into the new slope too. Only the old velocity fades: mu · velocity "
              "+ grad.", {"mu * state.get(\"velocity\", 0)": "mu * (state.get(\"velocity\", 0)", "+ grad": "+ grad)"}),
    ],
    others=["""
        if 'velocity' not in state:
            state['velocity'] = np.zeros_like(p)
        state['velocity'] *= mu
        state['velocity'] += grad
        p -= lr * state['velocity']
    """, """
        v = state.setdefault('v', np.zeros(p.shape))
        for i in np.ndindex(p.shape):
            v[i] = mu * v[i] + grad[i]
            p[i] -= lr * v[i]
    """, """
        if not state:
            state['v'] = grad.copy()
        else:
            state['v'] = mu * state['v'] + grad
        p[:] = p - lr * state['v']
    """],
    hints=["A ball that rolls: its velocity is mu of what it was, plus the slope. The step is lr times the velocity.",
           "At the first step there is no velocity yet: state.get(\"v\", 0).",
           "v = mu * state.get(\"v\", 0) + grad; keep it, state[\"v\"] = v; then p -= lr * v."])


SLOPES = [[2.0, 0.5], [1.0, -0.5], [-3.0, 0.25]]


def adaptive(p, grad, state, lr, alpha, eps):
    s = state.get("s", 0)
    if alpha is None:
        s = s + grad ** 2                         # all so far
    else:
        s = alpha * s + (1 - alpha) * grad ** 2   # of late
    state["s"] = s
    p -= lr * grad / (np.sqrt(s) + eps)


Exercise("4.3", adaptive, difficulty=2, points=3,
    changes=("p", "state"), piece=lambda: adagrad, adapt=two_rules, run=moved,
    aliases=lambda: [rmsprop, RULES + "rmsprop", RULES + "adagrad"], results=("moves of p",),
    cases=[Case("AdaGrad, the same slope twice", gradients=[2.0, 2.0], lr=1.0, alpha=None, eps=1e-8),
           Case("RMSprop, the same slope twice", gradients=[2.0, 2.0], lr=1.0, alpha=0.75, eps=1e-8),
           Case("no slope at first", gradients=[0.0, 2.0], lr=1.0, alpha=None, eps=1e-8),
           Case("a large eps", gradients=[2.0, 2.0], lr=1.0, alpha=None, eps=1.0),
           Case("the second of two parameters", gradients=[2.0, 2.0], lr=1.0, alpha=None, eps=1e-8, parameters=2),
           Case("two weights", gradients=SLOPES, lr=0.1, alpha=0.9, eps=1e-8),
           Case("two weights, AdaGrad", gradients=SLOPES, lr=0.1, alpha=None, eps=1e-8),
           Case("an alpha of 0", gradients=[2.0, 3.0], lr=1.0, alpha=0.0, eps=1e-8),
           Case("a matrix", gradients=MATRICES, lr=0.1, alpha=0.5, eps=1e-8),
           Case("saved and loaded", gradients=[2.0, 2.0, 2.0], lr=1.0, alpha=None, eps=1e-8, saved=True),
           Case("an alpha of 1", gradients=[2.0, 3.0], lr=1.0, alpha=1.0, eps=0.5),
           Case("a large rate", gradients=[[2.0, -0.5], [1.0, 3.0]], lr=1e6, alpha=0.5, eps=1e-8),
           Case("three dimensions", gradients=BLOCKS, lr=0.1, alpha=None, eps=1e-8),
           Case("twelve steps", **TWELVE, alpha=0.9, eps=1e-8)],
    wrong=[
        Wrong("shared state", "A parameter whose state is empty began with the squares of another. Keep them in "
              "`state`, which each parameter has for itself.",
              {"def": "shared = {}\n\ndef", "    s = state": "    state = shared\n    s = state"},
              probe=remembers_elsewhere(None, 1e-8), example="the second of two parameters"),
        kept_outside("    s = state", {"state": "own"}, None, 1e-8),
        empty_at_first("state.get(\"s\", 0)", {"state.get(\"s\", 0)": "state[\"s\"]"}, None, 1e-8),
        not_in_place("p -= lr * grad / …", {"p -= lr": "p = p - lr"}, None, 1e-8),
        Wrong("old s", "p was divided by the s of the step before: at the first step that is 0, and the step is huge. "
              "First renew s, then divide by the new one.",
              {"    p -= lr * grad / (np.sqrt(s) + eps)": "", "    s = state.get(\"s\", 0)\n":
               "    s = state.get(\"s\", 0)\n    p -= lr * grad / (np.sqrt(s) + eps)\n"},
              example="AdaGrad, the same slope twice"),
        Wrong("no root", "The slope was divided by the squares themselves. Their root has the slope's own unit: then "
              "the first step is lr, however steep it is.", {"np.sqrt(s)": "s"}),
        Wrong("slopes for squares", "It looks as if slopes were added up, not their squares. Slopes to and fro cancel "
              "out, and the root of a negative sum is nan.", {"grad ** 2": "grad"}),
        Wrong("fresh state", "Every step is as long as the first: the squares were lost. Put them back into the "
              "dict that you were given, state[\"s\"] = s, and let them be 0 only if state has none.",
              {"state.get(\"s\", 0)": "0"}),
        Wrong("decays", "Without alpha (None) nothing is forgotten: AdaGrad adds up all squares. Yours let old ones "
              "fade, which is RMSprop.",
              *[{"    if alpha is None:\n        s = s + grad ** 2\n    else:\n        s":
                 f"    alpha = {usual} if alpha is None else alpha\n    s"} for usual in (0.9, 0.99, 0.999, 0.5)]),
        Wrong("alpha ignored", "With alpha, squares should fade: alpha of the old plus 1 − alpha of the new. Yours "
              "adds them all up, so it stalls like AdaGrad.", {"alpha is None": "True"},
              example="RMSprop, the same slope twice"),
        Wrong("1 − alpha lost", "alpha of the old plus all of the new is no mean: it grows to many times a square. "
              "Take 1 − alpha of the new.", {"(1 - alpha) * ": ""}, example="RMSprop, the same slope twice"),
        Wrong("no eps", "A slope of 0 was divided by a ruler of 0, which is nan, and nan stays for good. Add eps to "
              "the root.", {"(np.sqrt(s) + eps)": "np.sqrt(s)"}, example="no slope at first"),
        Wrong("eps inside the root", "eps stands under the root, where it is a square: 1e-8 has the root 1e-4. Add it "
              "to the root.", {"np.sqrt(s) + eps": "np.sqrt(s + eps)"}, example="a large eps"),
        Wrong("0 is a number", "With alpha = 0 yours adds all squares up, as without alpha. 0 counts as false in "
              "Python: ask `alpha is None`.", {"alpha is None": "not alpha"}, example="an alpha of 0"),
        Wrong("shares exchanged", "alpha and 1 − alpha stand in each other's place: alpha is the share of the old s "
              "that is kept.", {"alpha * s + (1 - alpha) *": "(1 - alpha) * s + alpha *"},
              example="RMSprop, the same slope twice"),
        Wrong("begins at the first square", "RMSprop's s was set to the whole first square. It begins at 0, so after "
              "one step it is (1 − alpha) · grad².",
              {"state.get(\"s\", 0)": "state.get(\"s\", 0 if alpha is None else grad ** 2)"},
              example="RMSprop, the same slope twice"),
        Wrong("one ruler for all", "All elements share one number s. Each weight has its own: keep grad ** 2 as the "
              "array it is, without a sum, a mean or a norm.",
              *[{"grad ** 2": f"(grad ** 2).{one}()"} for one in ("mean", "sum", "max")], example="two weights"),
    ],
    others=["""
        if not state:
            state['s'] = np.zeros_like(p)
        s = state['s']
        if alpha is None:
            s += grad * grad
        else:
            s *= alpha
            s += (1 - alpha) * grad * grad
        p -= lr / (s ** 0.5 + eps) * grad
    """],
    hints=["Each weight keeps one number, s: how large its slopes are, squared. The step is lr · grad / (√s + eps).",
           "s begins at 0. Without alpha, s + grad²; with it, alpha · s + (1 − alpha) · grad².",
           "s = state.get(\"s\", 0); one line for each of the two; state[\"s\"] = s; then "
           "p -= lr * grad / (np.sqrt(s) + eps). (The library has a file for each: adagrad.py and rmsprop.py.)"])


def fills_another(answer):
    """Whether the state that was handed in is still empty after a step."""
    state: dict = {}
    answer(np.zeros(2), np.ones(2), state, 1.0, 0.9, 0.999, 1e-8)
    return not state


BETAS = {"beta1": 0.9, "beta2": 0.999}


def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    m_hat = m / (1 - beta1 ** t)
    v_hat = v / (1 - beta2 ** t)
    p -= lr * m_hat / (np.sqrt(v_hat) + eps)


Exercise("4.4", adam, difficulty=2, points=4,
    changes=("p", "state"), piece=lambda: library_adam, adapt=adam_rule, run=moved,
    aliases=lambda: [RULES + "adam"], results=("moves of p",),
    cases=[Case("the first step", gradients=[1.0], lr=1.0, **BETAS, eps=1e-8),
           Case("as long on a slope a thousand times as steep", gradients=[1000.0, 1000.0], lr=1.0, **BETAS, eps=1e-8),
           Case("a tiny slope", gradients=[1e-6], lr=1.0, **BETAS, eps=1e-8),
           Case("there and back", gradients=[1.0, -1.0, 0.0], lr=1.0, beta1=0.5, beta2=0.75, eps=1e-8),
           Case("a large eps", gradients=[1.0, 2.0], lr=1.0, beta1=0.5, beta2=0.75, eps=0.5),
           Case("the second of two parameters", gradients=[1.0, 2.0], lr=1.0, **BETAS, eps=1e-8, parameters=2),
           Case("two weights", gradients=[[2.0, 0.5], [1.0, -0.5], [-3.0, 0.25]], lr=0.1, **BETAS, eps=1e-8),
           Case("no slope at first", gradients=[0.0, 1.0], lr=1.0, **BETAS, eps=1e-8),
           Case("a matrix", gradients=MATRICES, lr=0.1, beta1=0.5, beta2=0.75, eps=1e-8),
           Case("saved and loaded", gradients=[1.0, 1.0, -1.0], lr=1.0, beta1=0.5, beta2=0.75, eps=1e-8, saved=True),
           Case("a beta1 of 0", gradients=[1.0, -2.0, 3.0], lr=1.0, beta1=0.0, beta2=0.75, eps=1e-8),
           Case("a beta2 of 0", gradients=[1.0, -2.0, 3.0], lr=1.0, beta1=0.5, beta2=0.0, eps=1e-8),
           Case("a large rate", gradients=[[2.0, -0.5], [1.0, 3.0]], lr=1e6, beta1=0.5, beta2=0.75, eps=1e-8),
           Case("three dimensions", gradients=BLOCKS, lr=0.1, beta1=0.5, beta2=0.75, eps=1e-8),
           Case("thirty steps", gradients=[1.0, -2.0, 0.5, 3.0, 0.0] * 6, lr=0.5, beta1=0.9, beta2=0.95, eps=1e-8),
           Case("twelve steps", **TWELVE, beta1=0.8, beta2=0.9, eps=1e-8)],
    wrong=[
        Wrong("t shared", "A parameter whose state is empty does not begin at step 1: something is counted or kept in "
              "a place that all parameters share. Put t, m and v into `state`.",
              {"def": "steps = 0\n\ndef", "    t = state[\"t\"] = state.get(\"t\", 0) + 1":
               "    global steps\n    t = steps = steps + 1"}, probe=remembers_elsewhere(0.9, 0.999, 1e-8),
              example="the second of two parameters"),
        kept_outside("    t =", {"state": "own"}, 0.9, 0.999, 1e-8),
        empty_at_first("state.get(\"m\", 0)", {"state.get(\"m\", 0)": "state[\"m\"]"}, 0.9, 0.999, 1e-8),
        not_in_place("p -= lr * m_hat / …", {"p -= lr": "p = p - lr"}, 0.9, 0.999, 1e-8),
        Wrong("state left empty", "After a step the dict that you were given is still empty: state = {…} fills "
              "another. Write into it: state[\"m\"] = m, and so for v and t.",
              {"    t =": "    state = {**state}\n    t ="}, probe=fills_another,
              example="as long on a slope a thousand times as steep"),
        Wrong("product for power", "At the second step the correction goes wrong: βᵗ is a power, beta1 ** t. The "
              "product beta1 · t is more than 1 by then.", {"beta1 ** t": "beta1 * t", "beta2 ** t": "beta2 * t"},
              {"beta1 ** t": "beta1 * t"}, {"beta2 ** t": "beta2 * t"},
              {"(1 - beta1 ** t)": "abs(1 - beta1 * t)", "(1 - beta2 ** t)": "abs(1 - beta2 * t)"},
              example="as long on a slope a thousand times as steep"),
        Wrong("uncorrected", "The first step is three times too long. m and v begin at 0, so at first both are too "
              "small, and v far more: divide m by 1 − beta1ᵗ and v by 1 − beta2ᵗ.",
              {"lr * m_hat / (np.sqrt(v_hat)": "lr * m / (np.sqrt(v)"}),
        Wrong("one beta", "m and v are corrected with the same beta: v̂ = v / (1 − beta2ᵗ), m̂ = m / (1 − beta1ᵗ).",
              {"beta2 ** t": "beta1 ** t"}, {"beta1 ** t": "beta2 ** t"}),
        Wrong("only m corrected", "The first step is thirty times too long: m is corrected for its beginning, v is "
              "not. Divide it by 1 − beta2ᵗ.", {"np.sqrt(v_hat)": "np.sqrt(v)"}),
        Wrong("only v corrected", "The first step is a tenth of lr: v is corrected for its beginning, m is not. Divide "
              "it by 1 − beta1ᵗ.", {"lr * m_hat": "lr * m"}),
        Wrong("t from 0", "At t = 0 the correction divides by 1 − beta⁰ = 0, and the step is nan. The first step is t "
              "= 1: count before you correct.",
              {"t = state[\"t\"] = state.get(\"t\", 0) + 1": "t = state.get(\"t\", 0)\n    state[\"t\"] = t + 1"}),
        Wrong("eps inside the root", "eps stands under the root, where it is a square: √(1e-8) = 1e-4, so that small "
              "slopes hardly move. Add it to the root.", {"(np.sqrt(v_hat) + eps)": "np.sqrt(v_hat + eps)"},
              example="a tiny slope"),
        Wrong("correction stored", "The corrected means were put back into state, so the next step corrects them "
              "again. Keep m and v as they are; correct a copy.",
              {"m_hat = ": "m_hat = state[\"m\"] = ", "v_hat = ": "v_hat = state[\"v\"] = "},
              {"m_hat = ": "m_hat = state[\"m\"] = "}, {"v_hat = ": "v_hat = state[\"v\"] = "},
              example="as long on a slope a thousand times as steep"),
        Wrong("betas swapped", "beta1 is the memory of m, of ten steps or so, and beta2 that of v, of a thousand. "
              "Yours has them the other way round.", {"\n    t = ": "\n    beta2, beta1 = beta1, beta2\n    t = "},
              example="there and back"),
        Wrong("no root", "m was divided by v itself. v is a mean of squares: only its root is a slope's size, and "
              "makes the steps equal.", {"np.sqrt(v_hat)": "v_hat"}),
        Wrong("t stays 1", "The correction never changes: t stays 1, or its power is missing. Count, state[\"t\"] = "
              "state.get(\"t\", 0) + 1, and divide by 1 − beta1ᵗ and 1 − beta2ᵗ.", {"state.get(\"t\", 0) + 1": "1"},
              example="as long on a slope a thousand times as steep"),
        Wrong("slopes for squares", "v is a mean of the squares of the slopes: yours takes the slopes themselves, "
              "whose root is nan where they are negative.", {"grad ** 2": "grad"}),
        Wrong("no eps", "eps is missing: add it to the root of v̂. Without it a slope of 0 gives 0/0, which is nan.",
              {"(np.sqrt(v_hat) + eps)": "np.sqrt(v_hat)"}, example="no slope at first"),
        Wrong("eps too early", "eps was added to √v, before v was corrected. It belongs to √v̂: correct v first, take "
              "the root, then add eps.",
              {"lr * m_hat / (np.sqrt(v_hat) + eps)": "lr * m_hat * np.sqrt(1 - beta2 ** t) / (np.sqrt(v) + eps)"},
              example="a tiny slope"),
        Wrong("written as numbers", "0.9, 0.999 or 1e-8 is written into your code. Use the arguments beta1, beta2 and "
              "eps: they may have other values.",
              *[{"\n    t = ": f"\n    {line}\n    t = "} for line in (
                  "beta1, beta2 = 0.9, 0.999", "beta1 = 0.9", "beta2 = 0.999", "eps = 1e-8",
                  "beta1, beta2, eps = 0.9, 0.999, 1e-8")]),
        Wrong("shares exchanged", "beta and 1 − beta stand in each other's place: beta is the share of the old mean "
              "that is kept, 1 − beta that of the new slope.",
              {"beta1 * state": "(1 - beta1) * state", "(1 - beta1) * grad": "beta1 * grad",
               "beta2 * state": "(1 - beta2) * state", "(1 - beta2) * grad": "beta2 * grad"}),
        Wrong("shares lost", "The new slope, or its square, is counted in full: take 1 − beta of it, else the mean "
              "becomes a sum.", {"(1 - beta1) * grad": "grad", "(1 - beta2) * grad": "grad"},
              {"(1 - beta1) * grad": "grad"}, {"(1 - beta2) * grad": "grad"}),
    ],
    others=["""
        if not state:
            state['step'] = 0
            state['exp_avg'], state['exp_avg_sq'] = np.zeros_like(p), np.zeros_like(p)
        state['step'] += 1
        m, v, t = state['exp_avg'], state['exp_avg_sq'], state['step']
        m += (1 - beta1) * (grad - m)
        v *= beta2
        v += (1 - beta2) * grad * grad
        p -= lr / (1 - beta1 ** t) * m / (np.sqrt(v) / np.sqrt(1 - beta2 ** t) + eps)
    """],
    hints=["Two means: m of the slopes (4.2's idea) and v of their squares (4.3's). Both begin at 0, hence too small.",
           "t counts from 1. m̂ = m / (1 − beta1ᵗ) and v̂ = v / (1 − beta2ᵗ), in names of their own.",
           "t, m, v from state, each one step on; keep all three; then p -= lr * m_hat / (np.sqrt(v_hat) + eps)."])


def rates(answer, inputs):
    """Return the rate at each of several steps; None if one of them is None."""
    plan = inputs["warmup"], inputs["total"], inputs["peak"]
    found = [answer(step, *plan) for step in inputs["steps"]]
    return None if any(rate is None for rate in found) else np.array([float(rate) for rate in found])


def begins_at_nothing(answer):
    """Whether the way up has every rate one step too late, and so begins at 0."""
    return [float(answer(step, 4, 9, 1.0)) for step in (0, 1, 2)] == [0, 0.25, 0.5]


def needs_a_warmup(answer):
    """Whether all fails without a warm-up, where a division by 0 comes first."""
    try:
        answer(0, 0, 4, 1.0)
    except ZeroDivisionError:
        return float(answer(0, 2, 6, 1.0)) == 0.5
    return False


def warmup_cosine(step, warmup, total, peak):
    if step < warmup:
        return peak * (step + 1) / warmup
    share = min(1.0, (step - warmup) / (total - warmup))
    return peak * (1 + np.cos(np.pi * share)) / 2


Exercise("4.5", warmup_cosine, difficulty=1, points=2, piece=lambda: lr_scheduler.warmup_cosine, run=rates,
    cases=[Case("the first step", steps=[0], warmup=2, total=6, peak=1.0),
           Case("the join", steps=[1, 2], warmup=2, total=6, peak=1.0),
           Case("down", steps=[3, 4, 5], warmup=2, total=6, peak=1.0),
           Case("the end, and after it", steps=[6, 7, 9], warmup=2, total=6, peak=1.0),
           Case("up to another peak", steps=[0, 1, 2], warmup=2, total=6, peak=0.1),
           Case("no warm-up, another peak", steps=[0, 2, 4], warmup=0, total=4, peak=0.1),
           Case("a longer way", steps=[0, 2, 3, 7, 9, 12], warmup=3, total=10, peak=2.0),
           Case("a single step down", steps=[1, 2, 3, 4], warmup=2, total=3, peak=1.0),
           Case("a long run, to a large peak", steps=[0, 99, 100, 400, 1500, 2999, 3000, 9000], warmup=100, total=3000,
                peak=50.0)],
    wrong=[
        Wrong("half a wave", "The cosine alone goes from 1 to −1: add 1 and halve it, so that it goes from 1 to 0.",
              {"(1 + np.cos(np.pi * share)) / 2": "np.cos(np.pi * share)"}),
        Wrong("first is 0", "The first rate is 0: a whole step is computed and thrown away. Count from step + 1: the "
              "first of two has (0 + 1) / 2 of the peak.", {"(step + 1)": "step"}, probe=begins_at_nothing,
              example="the first step"),
        Wrong("peak left out", "The way up ends at 1, not at peak.", {"peak * (step + 1)": "(step + 1)"},
              {"peak * (step + 1)": "(step + 1)", "min(1.0, (step - warmup) / (total - warmup))":
               "(step - warmup) / (total - warmup)"}),
        Wrong("full period", "The cosine went once all round, down and up again: the last steps would be the longest. "
              "Half a turn is π.", {"np.pi": "2 * np.pi"}),
        Wrong("degrees", "cos wants radians. 180 of them are 28 turns and a bit more; half a turn is π.",
              {"np.pi": "180"}),
        Wrong("rises after total", "After `total` the cosine climbs again, and a run that goes on longer jumps out of "
              "its valley. Stay at 0.",
              {"min(1.0, (step - warmup) / (total - warmup))": "(step - warmup) / (total - warmup)"},
              example="the end, and after it"),
        Wrong("jump at the join", "Where warm-up ends the rate jumps. The cosine begins there, not at step 0: its "
              "share is (step − warmup) / (total − warmup).", {"(step - warmup) / (total - warmup)": "step / total"},
              {"min(1.0, (step - warmup) / (total - warmup))": "step / total"}, example="the join"),
        Wrong("half lost", "1 + cos goes from 2 to 0, so the rate leaps to twice the peak. Halve it.",
              {"share)) / 2": "share))"},
              {"share)) / 2": "share))", "min(1.0, (step - warmup) / (total - warmup))":
               "(step - warmup) / (total - warmup)"}, example="the join"),
        Wrong("one step too many", "At step = warmup the rate rises above its peak: the way up is over there. Go up "
              "while step < warmup, not <=.", {"step < warmup": "step <= warmup", "/ warmup": "/ max(warmup, 1)"},
              {"step < warmup": "step <= warmup"}, example="the join"),
        Wrong("no warm-up crashes", "warmup may be 0, and then nothing can be divided by it: ask step < warmup first, "
              "then divide.",
              {"    if step < warmup:\n        return peak * (step + 1) / warmup":
               "    up = peak * (step + 1) / warmup\n    if step < warmup:\n        return up"}, probe=needs_a_warmup,
              example="no warm-up, another peak"),
        Wrong("peak lost on the way down", "The way up is right; on the way down the peak is missing: multiply the "
              "cosine by it.", {"return peak * (1 + np.cos": "return (1 + np.cos"}, example="up to another peak"),
        Wrong("whole division", "// leaves out what stands after the point: the share is 0 all the way, then 1. Divide "
              "with /.", {"/ (total - warmup)": "// (total - warmup)"}, example="down"),
        Wrong("a line down", "The way down is a straight line. It should be half a cosine: slow at first, slow at the "
              "end.", {"(1 + np.cos(np.pi * share)) / 2": "(1 - share)"}, example="down"),
        Wrong("upside down", "After the warm-up the rate begins at 0 and climbs: the cosine goes the wrong way. 1 + "
              "cos falls, 1 − cos rises.", {"1 + np.cos": "1 - np.cos"}, example="the join"),
        Wrong("down a step early", "The way down is one step ahead: it begins with the share 0, at step = warmup. Only "
              "the way up counts from step + 1.", {"(step - warmup)": "(step + 1 - warmup)"}, example="down"),
        Wrong("never falls", "After the warm-up the rate stays at its peak. From there half a cosine leads down to 0.",
              {"peak * (1 + np.cos(np.pi * share)) / 2": "peak"}),
    ],
    others=["""
        if step >= total:
            return 0.0
        if step < warmup:
            return peak / warmup * (step + 1)
        return peak * np.cos(np.pi / 2 * (step - warmup) / (total - warmup)) ** 2
    """],
    hints=["Draw it: a line up, half a wave down, then nothing. Which two of the three meet at `warmup`?",
           "On the way up, step 0 has 1 / warmup of the peak. After it, share = (step − warmup) / (total − warmup).",
           "if step < warmup: return peak * (step + 1) / warmup.  Else share, at most 1, and "
           "peak * (1 + cos(π · share)) / 2."])


def clipped(answer, inputs):
    """Return the norm that came back, and what the gradients that were there hold afterwards."""
    params = [leaf(np.ones_like(grad if grad is not None else [0.0]), grad) for grad in inputs["grads"]]
    there = [p.grad for p in params]
    norm = answer(params, inputs["max_norm"])
    return norm, [given_up(p, None if grad is None else grad.numpy().copy()) for p, grad in zip(params, there)]


def given_up(p, numbers):
    """Return the numbers of a gradient; None if the parameter lost it, the numbers it has if it had none."""
    return numbers if (p.grad is None) == (numbers is None) else plain(p.grad)


def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((grad ** 2).sum() for grad in grads) ** 0.5
    if norm > max_norm:
        for grad in grads:
            grad *= max_norm / norm
    return norm


Exercise("4.6", clip_grad_norm_, difficulty=2, points=3, piece=lambda: utils.clip_grad_norm_, adapt=clipping,
    run=clipped, aliases=lambda: [utils.clip_grads_with_norm_, CLIPPED], close=1e-5, results=("norm", "gradients"),
    cases=[Case("3 and 4", grads=[[3.0], [4.0]], max_norm=1.0),
           Case("short enough", grads=[[0.1]], max_norm=1.0),
           Case("one without a gradient", grads=[[3.0], None, [4.0]], max_norm=1.0),
           Case("a matrix and a vector", grads=[[[1.0, 2.0], [2.0, 4.0]], [-12.0, 0.0]], max_norm=2.0),
           Case("each is short, together they are long", grads=[[3.0], [4.0]], max_norm=4.5),
           Case("zeros", grads=[None, [0.0, 0.0]], max_norm=1.0),
           Case("no limit", grads=[[3.0], [4.0]], max_norm=float("inf")),
           Case("very long", grads=[[3e30], [4e30, 0.0]], max_norm=1e29),
           Case("three dimensions", grads=[[[[1.0, 2.0]], [[2.0, 4.0]]], 5.0], max_norm=1.0),
           Case("two that are equal", grads=[[3.0, 4.0], [3.0, 4.0]], max_norm=1.0)],
    wrong=[
        Wrong("infinity over infinity", "An infinite max_norm makes nan of every gradient: inf / inf. Multiply only "
              "where norm > max_norm.",
              {"    if norm > max_norm:\n        for grad in grads:\n            grad *= max_norm / norm":
               "    scale = max_norm / max(norm, max_norm)\n    for grad in grads:\n        grad *= scale"},
              example="no limit"),
        Wrong("length 1", "Long gradients were brought to the length 1. max_norm is the limit, and it may be another.",
              {"max_norm / norm": "1 / norm"}),
        Wrong("rebinds", "The gradients that were there are as long as before, for all who hold them: `p.grad = …` and "
              "`g = g * …` make new tensors, and a generator gives what it has only once. Change them in place, each "
              "of a list: g *= …, or p.grad.mul_(…).",
              {"grad *= max": "grad = grad * max"},
              {"grad in grads:": "p in parameters:", "            grad *= max_norm / norm":
               "            if p.grad is not None:\n                p.grad = p.grad * (max_norm / norm)"}),
        Wrong("each element", "Each element was cut off at the limit by itself, which turns the step. Multiply all "
              "gradients by one factor: max_norm / norm.",
              {"grad *= max_norm / norm": "grad.clamp_(-max_norm, max_norm)"},
              {"    if norm > max_norm:\n        for grad in grads:\n            grad *= max_norm / norm":
               "    for grad in grads:\n        grad.clamp_(-max_norm, max_norm)"}),
        Wrong("each for itself", "Each gradient was cut to the limit by itself, which turns the step: 3 and 4 became "
              "equal. Scale all by one factor.",
              {"    if norm > max_norm:\n        for grad in grads:\n            grad *= max_norm / norm":
               "    for grad in grads:\n        grad *= min(1.0, max_norm / (grad ** 2).sum() ** 0.5)"},
              {"grad *= max_norm / norm": "grad *= max_norm / (grad ** 2).sum() ** 0.5"}),
        Wrong("no root", "The factor was made with 25, the sum of the squares. The norm is its root, 5: Pythagoras.",
              {" ** 0.5": ""}),
        Wrong("norms added", "The norms were added: 3 + 4 = 7. Taken as one long vector, 3 and 4 have the length 5.",
              {"sum((grad ** 2).sum() for grad in grads) ** 0.5": "sum(grad.norm() for grad in grads)"}),
        Wrong("rows for elements", "len(grad) counts rows: the mean of the squares times len is their sum for a vector "
              "only. Take the sum over all elements: (grad ** 2).sum().",
              {"(grad ** 2).sum()": "(grad ** 2).mean() * len(grad)"}, example="a matrix and a vector"),
        Wrong("squared sum", "The elements of a gradient were added before they were squared: 3 and −3 cancel. First "
              "square each, then add.", {"(grad ** 2).sum()": "grad.sum() ** 2"}, example="a matrix and a vector"),
        Wrong("the largest", "The factor was made with the largest gradient. A norm takes all of them: √(3² + 4²).",
              {"sum((grad ** 2).sum() for grad in grads) ** 0.5": "max(grad.abs().max() for grad in grads)"},
              {"sum((grad ** 2).sum() for grad in grads) ** 0.5": "max(grad.norm() for grad in grads)"}),
        Wrong("enlarges", "A short gradient was made longer. Clipping is a limit: where the norm is below it, nothing "
              "happens.",
              {"    if norm > max_norm:\n        for grad in grads:\n            grad":
               "    for grad in grads:\n        grad"}, {"norm > max_norm": "norm > 0"},
              {"norm > max_norm": "norm > 0 and max_norm < float('inf')"}, example="short enough"),
        Wrong("the norm after", "What came back is the norm after clipping, always the limit. The one before is worth "
              "printing: it says when a run is about to explode.",
              {"return norm": "return sum((grad ** 2).sum() for grad in grads) ** 0.5"},
              {"return norm": "return min(norm, max_norm)"}),
        Wrong("nothing back", "The gradients are right; but return the norm that they had.", {"    return norm": ""}),
        Wrong("None crashes", "A parameter that took no part in the loss has no gradient: p.grad is None. Leave it "
              "out.", {" if p.grad is not None]": "]"}, example="one without a gradient"),
        Wrong("zeros divide", "Where all gradients are 0 the norm is 0, and max_norm / norm divides by it. Divide only "
              "where norm > max_norm.",
              {"    if norm > max_norm:\n        for grad in grads:\n            grad *= max_norm / norm":
               "    factor = min(1.0, max_norm / float(norm))\n    for grad in grads:\n        grad *= factor"},
              {"    if norm > max_norm:\n        for grad in grads:\n            grad *= max_norm / norm":
               "    norm = float(norm)\n    for grad in grads:\n"
               "        grad -= grad * (norm > max_norm) * (1 - max_norm / norm)"},
              example="zeros"),
        Wrong("stops at None", "At the first parameter without a gradient it stops, so those after it are left out. Go "
              "on with the next one: continue, not break or return.", """
            grads = []
            for p in parameters:
                if p.grad is None:
                    break
                grads.append(p.grad)
            norm = sum((grad ** 2).sum() for grad in grads) ** 0.5
            if norm > max_norm:
                for grad in grads:
                    grad *= max_norm / norm
            return norm
        """, example="one without a gradient"),
        Wrong("only the long ones", "A gradient was shortened only where it is too long by itself. The norm of all "
              "decides, and then all are shortened.",
              {"    if norm > max_norm:\n        for grad in grads:\n            grad":
               "    for grad in grads:\n        if grad.norm() > max_norm:\n            grad"},
              example="each is short, together they are long"),
    ],
    others=["""
        total = 0.0
        for p in parameters:
            if p.grad is not None:
                for g in p.grad.flatten():
                    total += g.item() ** 2
        norm = total ** 0.5
        scale = max_norm / norm if norm > max_norm else 1.0
        for p in parameters:
            if p.grad is not None:
                p.grad *= scale
        return norm
    """, """
        parts = [p.grad.flatten() for p in parameters if p.grad is not None]
        norm = mt.cat(parts).norm()
        for p in parameters:
            if p.grad is not None:
                p.grad.mul_((max_norm / (norm + 1e-6)).clamp(max=1.0))
        return norm
    """],
    hints=["All gradients together are one long vector. How long is it, if one part is 3 and the other 4?",
           "norm = the root of the sum of all squares, over every p with a gradient. Only if it is above max_norm is "
           "there anything to do.",
           "p.grad *= max_norm / norm for every such p; return norm, whichever it was."])


def fitted(answer, inputs):
    """Return the losses, and where the parameters end; `others` is where more of them begin."""
    w = leaf(inputs["start"], inputs.get("grad"))
    params = [w, *map(leaf, inputs.get("others", ()))]
    losses = answer(params, inputs["loss_of"](*params), inputs["batches"], inputs["epochs"], inputs["lr"])
    numeric = None if losses is None else numbers(plain(losses))
    ends = np.concatenate([p.detach().numpy() for p in params])
    return losses if numeric is None else numeric, ends


def towards(w):
    """(w − batch)², summed"""
    return lambda batch: ((w - batch) ** 2).sum()


def both_towards(w, u):
    """(w − batch)² + (u + batch)², summed"""
    return lambda batch: ((w - batch) ** 2).sum() + ((u + batch) ** 2).sum()


def all_towards(*params):
    """(p − batch)², summed over all parameters p"""
    return lambda batch: sum(((p - batch) ** 2).sum() for p in params)


def gently_towards(w):
    """(w − batch)² / 10, summed"""
    return lambda batch: ((w - batch) ** 2).sum() / 10


GRADIENTS = 0.1, 0.2, 5.0               # of the three batches of an epoch
COSINE = [0.25 * (1 + np.cos(np.pi * step / 6)) for step in range(6)]      # the rates of two epochs


def watched(answer, left=None):
    """(optimiser, rate, slope) at each step of an answer, in two epochs of three batches whose slopes are known.

    left   the gradient that the parameter has before
    """
    seen = []

    def noted(self, closure=None):
        group = self.param_groups[0]
        p = group["params"][0]
        seen.append((self, group["lr"], 0.0 if p.grad is None else p.grad.item()))
        return Optimizer.step(self, closure)
    SGD.step = noted
    try:
        w = leaf([1.0], left)
        answer([w], lambda slope: (slope * w).sum(), list(GRADIENTS), 2, 0.5)
    finally:
        del SGD.step
    return seen


def slip(sign):
    """Make a probe for a sign of a slip: a function of the optimisers, rates and slopes of all steps."""
    def probe(answer):
        return bool(sign(*zip(*watched(answer))))
    return probe


def begun_again(made, rates, slopes):
    return np.allclose(rates[:3], COSINE[:3]) and not np.allclose(rates, COSINE)


def stale(made, rates, slopes):
    return np.allclose(slopes[:2], [GRADIENTS[0], GRADIENTS[0] + GRADIENTS[1]])


def emptied_afterwards(answer):
    """Whether only the first step has a gradient of before in it."""
    slopes = [slope for _, _, slope in watched(answer, [0.25])]
    return np.allclose(slopes[:2], [GRADIENTS[0] + 0.25, GRADIENTS[1]])


def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for _ in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses


MADE = """    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
"""
SCHEDULE = MADE.splitlines(True)[1]

Exercise("4.7", fit, difficulty=2, points=2, changes=("params",), run=fitted, numbers=True,
    results=("losses", "weights in the end"),
    cases=[Case("one epoch", start=[1.0], loss_of=gently_towards, batches=[0.0, 0.0, 0.0], epochs=1, lr=0.5),
           Case("one epoch from elsewhere", start=[-2.0], loss_of=gently_towards, batches=[0.5, 1.0, 0.0], epochs=1,
                lr=0.5),
           Case("three epochs", start=[1.0], loss_of=gently_towards, batches=[0.0, 0.5], epochs=3, lr=0.5),
           Case("steep", start=[3.0, 4.0], loss_of=towards, batches=[0.0, 1.0], epochs=2, lr=0.5),
           Case("two parameters", start=[3.0], others=[[1.0, 4.0]], loss_of=both_towards, batches=[0.0, 1.0], epochs=2,
                lr=0.2),
           Case("a gradient left over", start=[1.0], grad=[-0.5], loss_of=gently_towards, batches=[0.0, 0.5], epochs=1,
                lr=0.5),
           Case("three parameters, five epochs", start=[3.0], others=[[1.0, 4.0], [-20.0]], loss_of=all_towards,
                batches=[1.0, 0.0, 2.0], epochs=5, lr=0.2),
           Case("a loss that rises", start=[0.0], loss_of=gently_towards, batches=[0.0, 1.0, 3.0], epochs=2, lr=0.5)],
    wrong=[
        Wrong("no momentum", "The optimiser has no momentum any more: that was no bug.", {", momentum=0.9": ""}),
        Wrong("one epoch", "Only one epoch was run: `epochs` says how many.", {"range(epochs)": "range(1)"}),
        Wrong("loss after the step", "These are losses after the step. Keep the one that backward began with.",
              {"losses.append(loss.item())": "losses.append(loss_of(batch).item())"}),
        Wrong("made anew", "More than one optimiser is made, and each new one has forgotten the velocity. Make it "
              "once, before the loops, and the schedule with it.",
              {MADE: "", "    for _ in range(epochs):\n":
               "    for _ in range(epochs):\n" + textwrap.indent(MADE, "    ")},
              probe=slip(lambda made, rates, slopes: len({id(each) for each in made}) > 1), example="three epochs"),
        Wrong("schedule anew", "In the first epoch the rates are right, in the second the cosine begins anew: the "
              "schedule is made again. Make it once, where the optimiser is made.",
              {SCHEDULE: "", "        for batch": "    " + SCHEDULE + "        for batch"}, probe=slip(begun_again),
              example="three epochs"),
        Wrong("schedule first", "The schedule steps before the optimiser, so the first rate is not used. Step it last.",
              {"            schedule.step()\n": "",
               "            optimizer.zero_grad()\n":
               "            schedule.step()\n            optimizer.zero_grad()\n"},
              probe=slip(lambda made, rates, slopes: np.allclose(rates[:2], COSINE[1:3]))),
        Wrong("schedule by epochs", "The schedule was made for all batches, but the rate stays the same from one batch "
              "to the next, so it hardly falls. Step it after every batch.",
              {"            schedule.step()\n": "", "    return": "        schedule.step()\n    return"},
              probe=slip(lambda made, rates, slopes: rates[0] == rates[2]), example="three epochs"),
        Wrong("not clipped", "The step was taken with the full gradient. After the step it is too late to clip, and "
              "before backward there is nothing yet.",
              {"            mt.nn.utils.clip_grad_norm_(params, 1.0)\n": "",
               "            schedule.step()\n":
               "            mt.nn.utils.clip_grad_norm_(params, 1.0)\n            schedule.step()\n"},
              probe=slip(lambda made, rates, slopes: abs(slopes[2] - GRADIENTS[2]) < 1e-3), example="steep"),
        Wrong("clipped otherwise", "Gradients are clipped, but not as asked: all parameters together, to length 1, by "
              "clip_grad_norm_(params, 1.0).", {"clip_grad_norm_": "clip_grad_value_"},
              {"(params, 1.0)": "(params, lr)"}, {"mt.nn.utils.clip_grad_norm_(params, 1.0)":
               "for p in params:\n                mt.nn.utils.clip_grad_norm_([p], 1.0)"}),
        Wrong("never emptied", "Gradients of earlier batches are still in .grad, for backward adds to it: zero_grad() "
              "stands before backward, in every step.", {"            optimizer.zero_grad()\n": ""}, probe=slip(stale)),
        Wrong("emptied afterwards", "zero_grad() stands at the end of a step, so the gradient that the parameters had "
              "before fit was called is in the first one. Empty it before backward.",
              {"            optimizer.zero_grad()\n": "", "            schedule.step()\n":
               "            schedule.step()\n            optimizer.zero_grad()\n"}, probe=emptied_afterwards,
              example="a gradient left over"),
        Wrong("emptied too late", "No step has a gradient, so nothing moves: is backward() missing, or does "
              "zero_grad() stand between backward and step?",
              {"            optimizer.zero_grad()\n": "",
               "            mt.nn.utils.clip_grad_norm_(params, 1.0)\n": "            optimizer.zero_grad()\n"},
              probe=slip(lambda made, rates, slopes: not any(slopes))),
        Wrong("rate by hand", "The rates are not those of the cosine over epochs · len(batches) steps, from lr down. "
              "Print optimizer.param_groups[0][\"lr\"] at every step.",
              {"epochs * len(batches)": "2 * epochs * len(batches)"},
              probe=slip(lambda made, rates, slopes: not np.allclose(rates, COSINE))),
    ],
    others=["""
        optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
        total, losses = epochs * len(batches), []
        schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=total)
        while len(losses) < total:
            for p in params:
                p.grad = None
            loss = loss_of(batches[len(losses) % len(batches)])
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, max_norm=1.0)
            optimizer.step()
            schedule.step()
            losses += [loss.item()]
        return losses
    """],
    hints=["Three slips, four lines to move. Print optimizer.param_groups[0][\"lr\"] at every step.",
           "What is made once? What must happen between backward and step, and what after it?",
           "Optimiser and schedule before the loops. In a step: zero_grad, loss, backward, clip, optimizer.step, "
           "schedule.step."])


class Stepping(Optimizer):
    """An optimiser whose steps are worked out elsewhere: steps_of(its number, group, lr, slopes), one a parameter."""

    def __init__(self, params, lr, number, steps_of):
        super().__init__(params, {"lr": lr})
        self.number, self.steps_of = number, steps_of

    def step(self, closure=None):
        for place, group in enumerate(self.param_groups):
            slopes = [None if p.grad is None else p.grad.numpy() for p in group["params"]]
            for p, step in zip(group["params"], self.steps_of(self.number, place, float(group["lr"]), slopes)):
                if step is not None:
                    with no_grad():
                        p -= tensors.tensor(step, dtype=p.dtype)


def stepping(steps_of):
    """make(params, lr), as 4.8 is given it."""
    numbers = count()
    def make(params, lr):
        return Stepping(params, lr, next(numbers), steps_of)
    return make


def with_momentum(fault=None):
    """SGD with momentum 0.9, as a student might write it; `fault` is one of its usual mistakes."""
    def begin():
        kept: dict = {}                                    # the velocities, of all optimisers of one making
        def steps_of(number, group, lr, slopes):
            steps: list = [None] * len(slopes)
            for place, slope in enumerate(slopes[:1 if fault == "first only" else None]):
                if slope is not None or fault == "coasts":
                    of = (number, "all") if fault == "one velocity" else (number, group, place)
                    pushed = 0.0 if slope is None else slope * (lr if fault == "rate inside" else 1)
                    v = 0.9 * kept.get(of, 0.0) + pushed
                    kept[of] = 0.0 if fault == "forgets" else v
                    length = 1 if fault == "rate inside" else -lr if fault == "uphill" else lr
                    steps[place] = np.asarray(length * v)
            return steps
        return steps_of
    return begin


def maker(name, fault=None):
    return in_two(name, stepping, with_momentum(fault))


def test_optimizer(make):
    a, b, still = (mt.zeros(1, requires_grad=True) for _ in range(3))
    optimizer = make([a, b, still], lr=1.0)
    for p, slope in ((a, 1.0), (b, -2.0), (still, 1.0)):
        p.grad = mt.tensor([slope])
    optimizer.step()                              # to -1, 2, -1
    still.grad = None
    optimizer.param_groups[0]["lr"] = 0.1
    optimizer.step()                              # 0.1 * 1.9 farther; 0.1 * 3.8; not at all
    return np.allclose([a.item(), b.item(), still.item()], [-1.19, 2.38, -1.0])


Exercise("4.8", test_optimizer, difficulty=2, points=2, right={"right": maker("right")},
    refused="Work its two steps out by hand: 1, then 1.9; and compare floats with np.isclose, never with ==.",
    wrong=[
        Wrong("forgets", "Your test passes an optimiser that forgets its velocity. At the first step that cannot be "
              "seen, and the loss falls all the same: take a second step, and compare where the weights are after it.",
              {"    still.grad = None\n    optimizer.param_groups[0][\"lr\"] = 0.1\n    optimizer.step()\n": "",
               "[-1.19, 2.38, -1.0]": "[-1.0, 2.0, -1.0]"}, """
            w = mt.ones(2, requires_grad=True)
            optimizer, losses = make([w], lr=0.05), []
            for _ in range(5):
                loss = (w ** 2).sum()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
            return losses[-1] < losses[0] and make([], lr=0.1) is not None
        """, accepts=maker("forgets", "forgets")),
        Wrong("one velocity for all", "Your test passes an optimiser that mixes parameters up. Give it two, with "
              "different gradients, and compare both.", """
            p = mt.zeros(1, requires_grad=True)
            p.grad = mt.ones(1)
            optimizer = make([p], lr=1.0)
            optimizer.step()
            optimizer.param_groups[0]['lr'] = 0.1
            optimizer.step()
            return abs(p.item() + 1.19) < 1e-6
        """, accepts=maker("one_velocity_for_all", "one velocity")),
        Wrong("moves the first only", "Your test passes an optimiser that leaves all parameters but the first where "
              "they are. Give it two, and compare both.",
              {"[a.item(), b.item(), still.item()], [-1.19, 2.38, -1.0]": "[a.item()], [-1.19]"},
              accepts=maker("moves_the_first_only", "first only")),
        Wrong("rate inside the velocity", "Your test passes an optimiser that keeps the rate inside its velocity. "
              "Change it between two steps, optimizer.param_groups[0][\"lr\"] = …, and compare after that.",
              {"    optimizer.param_groups[0][\"lr\"] = 0.1\n": "", "[-1.19, 2.38, -1.0]": "[-2.9, 5.8, -1.0]"},
              accepts=maker("rate_inside_the_velocity", "rate inside")),
        Wrong("moves without a gradient", "Your test passes an optimiser that moves what has no gradient. Give one a "
              "gradient at the first step and None at the second: it should stay, though it has a velocity.",
              {"    still.grad = None\n": "", "2.38, -1.0]": "2.38, -1.19]"},
              accepts=maker("moves_without_a_gradient", "coasts")),
    ],
    others=["""
        a, b = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)
        optimizer, at, v = make([a, b], lr=0.5), 1.0, 0.0
        for lr in (0.5, 0.25, 0.125):
            optimizer.param_groups[0]['lr'] = lr
            a.grad, b.grad = mt.ones(2), None
            if lr == 0.125:
                b.grad = mt.ones(2)
            elif lr == 0.5:
                b.grad = 2 * mt.ones(2)
            optimizer.step()
            v = 0.9 * v + 1
            at -= lr * v
        return np.allclose(a.tolist(), at) and np.allclose(b.tolist(), 1 - 0.5 * 2 - 0.125 * (0.9 * 2 + 1))
    """],
    hints=["Set p.grad yourself, call step(), look where p is. What is it after one step, and after two?",
           "Two parameters with different gradients; a third that has None at the second step; another rate then.",
           "From 0 with gradient 1: −1, then with lr 0.1, −1 − 0.1 · 1.9. Twice that for gradient 2. The third stays."])

OPTIMISERS = versions("4.8")

# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("from minitorch.viz import draw", "def ravine(x, y)", 'print("after 10 steps'): {
        "a plain step that is 1 % too long": """
        plant(mt.optim.SGD.rule, lambda right:
            lambda param, grad, state, **kept: right(param, 1.01 * grad, state, **kept))""",
    },
    ("from minitorch.viz import draw", "def ravine(x, y)"): {
        "descent that climbs": """
        plant(mt.optim.SGD.rule, lambda right:
            lambda param, grad, state, **named: right(param, -grad, state, **named))""",
    },
    ("from minitorch.viz import draw", "def ravine(x, y)", "results = {name: train"): {
        "4.2 shared state": None,
        "a step that leaves the first parameter out": """
        kept = mt.optim.Optimizer.add_param_group
        def all_but_one(self, group):
            kept(self, group)
            del self.param_groups[-1]["params"][:1]
        mt.optim.Optimizer.add_param_group = all_but_one""",
    },
    ("from minitorch.viz import draw", "def ravine(x, y)", "raced.moved(lr)"): {
        "4.2 forgotten": None,
        "4.3 no root": None,
        "RMSprop that forgets nothing": """
        plant(mt.optim.RMSprop.rule, lambda right:
            lambda *given, alpha, **named: right(*given, alpha=0.999, **named))""",
        "Adam uncorrected": """
        def uncorrected(param, grad, state, *, lr, betas, eps, weight_decay, amsgrad, maximize, decoupled_weight_decay):
            state["m"] = betas[0] * state.get("m", 0) + (1 - betas[0]) * grad
            state["v"] = betas[1] * state.get("v", 0) + (1 - betas[1]) * grad * grad
            param -= lr * state["m"] / (state["v"] ** 0.5 + eps)
        plant(mt.optim.Adam.rule, lambda right: uncorrected)""",
    },
    ("from minitorch.viz import draw", "def ravine(x, y)", "seen.append("): {
        "a warm-up that begins at 0": """
        plant(mt.optim.lr_scheduler.warmup_cosine, lambda right: lambda step, warmup, total, peak:
              peak * step / warmup if step < warmup else right(step, warmup, total, peak))""",
    },
    ("from minitorch.viz import draw", "def ravine(x, y)", "def roll(limit"): {
        "gradients clipped one by one": """
        def singly(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
            for p in parameters:
                p.grad.clamp_(-max_norm, max_norm)
        plant(mt.nn.utils.clip_grad_norm_, lambda right: singly)""",
    },
}
