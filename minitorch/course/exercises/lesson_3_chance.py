"""Lesson 3, what chance decides: how weights begin, and what dropout drops. Judged by what holds for every draw."""

import numpy as np

from ...engine import no_grad
from ...nn import Parameter, functional as F, init
from ...ops.random import sampling as ops
from ...ops.shape.creation import ones, rand, randn, zeros
from ...random import manual_seed
from ..record import Case, Exercise, Misconception
from .adapt_nn import out_of_place, relu_layers

NEAR = 0.03                              # how far a measured spread or share may lie from the one that is meant


def snapped(value, meant):
    """The first of the meant numbers that a measured one comes near to; else the measured one."""
    return next((m for m in meant if abs(value - m) <= NEAR * abs(m)), value)


def spread_of(answer, inputs):
    """What an answer does to a weight of zeros, in words that hold whatever was drawn."""
    outputs, fan_in = inputs["shape"]
    w = Parameter(zeros(outputs, fan_in))
    manual_seed(0)
    answer(w)
    values = w.array.ravel()
    std = snapped(values.std(), [(2 / fan_in) ** 0.5, (2 / outputs) ** 0.5, 2 / fan_in, (1 / fan_in) ** 0.5,
                                 (2 / 3 / fan_in) ** 0.5])
    far = (abs(values - values.mean()) > 2 * values.std()).mean()
    bell = "a bell" if 0.035 < far < 0.055 else "all the same" if not values.std() else "no bell"
    centre = "around 0" if abs(values.mean()) <= 0.05 * values.std() else f"around {values.mean():.3g}"
    return [f"std {std:.3g}", centre, bell, "w is filled" if values.any() else "w is as it was"]


def drawn(std):
    """Fill in place with a bell of that standard deviation; std(outputs, inputs) gives it."""
    def kaiming_normal_(w):
        with no_grad():
            return w.copy_(randn(*w.shape) * std(*w.shape))
    return kaiming_normal_


def he(outputs, inputs):
    return (2 / inputs) ** 0.5


def constant(w):
    with no_grad():
        return w.copy_(ones(*w.shape) * he(*w.shape))


def recorded(w):
    return w.copy_(randn(*w.shape) * he(*w.shape))


def uniform(w):
    with no_grad():
        return w.copy_((rand(*w.shape) * 2 - 1) * he(*w.shape))


Exercise(
    "3.3", "kaiming_normal_", difficulty=2, points=3, piece=lambda: init.kaiming_normal_, adapt=relu_layers,
    reference=drawn(he), run=spread_of,
    cases=[Case("100 outputs of 800 inputs", shape=(100, 800)), Case("300 outputs of 200 inputs", shape=(300, 200))],
    misconceptions=[
        Misconception("fan out", "It was the number of outputs that was counted. What a unit adds up are its inputs: "
                                 "weight is (outputs, inputs), so w.shape[1].",
                      rule=drawn(lambda outputs, inputs: (2 / outputs) ** 0.5)),
        Misconception("variance", "2 / fan_in is the variance, the square of the standard deviation. The numbers are "
                                  "to be stretched by its root.", rule=drawn(lambda outputs, inputs: 2 / inputs)),
        Misconception("gain 1", "The variance 1 / fan_in would do without relu. Relu silences half of the signal at "
                                "every layer, and 20 layers leave a thousandth of it: the 2 makes up for it.",
                      rule=drawn(lambda outputs, inputs: (1 / inputs) ** 0.5)),
        Misconception("constant", "Every weight is the same number, so all units of a layer compute the same, get the "
                                  "same gradient and stay twins for ever. Draw each weight anew.", rule=constant),
        Misconception("rebound", "w = … gives the name to a new tensor; the weight that was passed in is as it was. "
                                 "Write into it: its name ends in _ for that reason.", rule=lambda w: randn(*w.shape)),
        Misconception("recorded", "w is a leaf that wants a gradient, and writing into it would be recorded as a part "
                                  "of the network. Put the line under mt.no_grad().", rule=recorded),
        Misconception("uniform", "The numbers are spread evenly between −std and std. That is no bell, and its "
                                 "standard deviation is smaller: std / √3.", rule=uniform),
    ],
    hints=["A unit adds up fan_in products. Variances add up too: how large may each weight's be, if the sum is to be "
           "as large as what came in, and half of it is silenced?",
           "std = (2 / fan_in) ** 0.5, and fan_in is w.shape[1].",
           "with mt.no_grad(): w.copy_(mt.randn(*w.shape) * std), or w.normal_(0, std). Then return w."])


def share(value):
    """A share in words, the usual ones exactly."""
    return f"{snapped(value, [0.0, 0.25, 0.4, 0.6, 0.75, 1.0]):.3g}"


def dropped_by(answer, inputs):
    """What an answer does to a matrix of ones, twice, and what comes back to it."""
    p, training = inputs["p"], inputs["training"]
    x = ones(500, 200).requires_grad_()
    manual_seed(0)
    first, second = (np.array(answer(x, p, training).detach().numpy()) for _ in range(2))
    out = answer(x, p, training)
    grad = np.zeros(x.shape)
    if out.requires_grad:
        out.sum().backward()
        grad = x.grad.numpy()
    kept = np.unique(first[first != 0].round(4)).tolist()
    facts = [f"0 in a share of {share((first == 0).mean())}", "the others: " + (", ".join(f"{k:.4g}" for k in kept[:3])
                                                                           or "none")]
    if training and 0 < p < 1:
        facts += ["rows alike" if (first == first[0]).all() else "every row its own",
                  "each call the same" if (first == second).all() else "each call anew"]
    back = np.allclose(grad, np.array(out.detach().numpy()), equal_nan=True)      # x is 1, and out its slope
    return [*facts, "slopes as on the way there" if back else "no slopes, or others"]


def dropping(x, p, training, keep=lambda x, p: rand(*x.shape) >= p, scale=lambda p: 1 / (1 - p),
             in_eval=lambda x, p: x):
    """What 3.5 asks for; the settings make its usual mistakes."""
    if not training:
        return in_eval(x, p)
    return x * 0 if p == 1 else x * keep(x, p) * scale(p)


def wrongly(**settings):
    return lambda x, p, training: dropping(x, p, training, **settings)


def seeded(x, p):
    manual_seed(0)
    return rand(*x.shape) >= p


def zeros_in(answer, p, training):
    """The share of zeros that an answer leaves."""
    return float((answer(ones(200, 100), p, training) == 0).float().mean())


def divides_by_zero(answer):
    """Whether it breaks where everything is dropped."""
    try:
        return not np.isfinite(np.array(answer(ones(200, 100), 1.0, True))).all()
    except ZeroDivisionError:
        return True


HALF = Case("", p=0.25, training=True)
EVAL = Case("", p=0.25, training=False)

Exercise(
    "3.5", "dropout", difficulty=1, points=2, piece=lambda: F.dropout, adapt=out_of_place, reference=dropping,
    run=dropped_by, aliases=lambda: [ops.dropout],
    cases=[Case("a quarter dropped", p=0.25, training=True), Case("in use", p=0.25, training=False),
           Case("six in ten dropped", p=0.6, training=True), Case("nothing dropped", p=0.0, training=True),
           Case("everything dropped", p=1.0, training=True)],
    misconceptions=[
        Misconception("unscaled", "A quarter is gone and the rest is as it was, so the sum is a quarter smaller than "
                                  "the next layer will meet in use. What is kept is divided by 1 − p.",
                      rule=wrongly(scale=lambda p: 1.0), example=HALF),
        Misconception("p keeps", "p is the share that stays here. It is the share that is dropped.",
                      probe=lambda answer: zeros_in(answer, 0.25, True) > 0.6, example=HALF),
        Misconception("live in eval", "It drops in use too: the same image is read differently each time. "
                                      "Where training is False, x passes as it is.",
                      probe=lambda answer: zeros_in(answer, 0.25, False) > 0.1, example=EVAL),
        Misconception("scales in eval", "In use x was made smaller. There are two ways to balance the sums, and "
                                        "libraries took this one: enlarge what is kept in training, then leave "
                                        "x alone in use.",
                      rule=tuple(wrongly(scale=scale, in_eval=lambda x, p: x * (1 - p))
                                 for scale in (lambda p: 1.0, lambda p: 1 / (1 - p))), example=EVAL),
        Misconception("rows identical", "One mask serves all rows: every example loses the same features, and nothing "
                                        "averages out. Draw a number for every element of x.",
                      rule=wrongly(keep=lambda x, p: rand(x.shape[-1]) >= p), example=HALF),
        Misconception("reseeded", "Each call starts the random numbers anew, so it always drops the same elements: "
                                  "those never learn. Seed once, outside.", rule=wrongly(keep=seeded), example=HALF),
        Misconception("p = 1", "Where everything is dropped, 1 / (1 − p) is 1 / 0, and 0 · ∞ is nan. Nothing is left, "
                               "so the answer is 0.",
                      probe=divides_by_zero,
                      example=Case("", p=1.0, training=True)),
    ],
    hints=["mt.rand(*x.shape) gives a number between 0 and 1 for every element. What share of them is below p?",
           "A mask of True and False times x; then divided by 1 − p, so that the sum stays as it was on average.",
           "return x as it is where training is False; zeros where p is 1; x * (mt.rand(*x.shape) >= p) / (1 - p)."])
