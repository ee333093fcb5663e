"""Lesson 3, scores: how surprised a network is by the right answer, without overflow."""

from ...nn import functional as F
from ...ops.loss import losses
from ...ops.shape.ranges import arange
from ...tensors import tensor as tensor_of
from ..record import Case, Exercise, Misconception
from .adapt_nn import rows_of_scores
from .lesson_3 import floats


def surprise(answer, inputs):
    """The loss, and the slope of each score."""
    scores = inputs["input"].requires_grad_()
    loss = answer(scores, inputs["target"])
    loss.backward()
    return loss.detach().numpy(), scores.grad.numpy()


def row_max(x):
    return x.amax(dim=1, keepdim=True)


def log_softmax(input, top=row_max, dim=1):
    """Each row less its largest, less the logarithm of its Σ eˣ; the settings make mistakes."""
    input = input - top(input)
    return input - input.exp().sum(dim=dim, keepdim=True).log()


def at_targets(logs, target):
    return logs[arange(len(target)), target]


def mean_surprise(input, target):
    """What 3.4 asks for."""
    return -at_targets(log_softmax(input), target).mean()


def down_the_batch(of):
    """Scores weighed within a column, less their largest of a column (0) or of a row (1)."""
    return lambda input, target: -at_targets(
        log_softmax(input, lambda x: x.amax(dim=of, keepdim=True), dim=0), target).mean()


def flat_max(x):
    return x.amax(dim=1)


def without_columns(top, keepdim):
    """Largest or sum of a row as (rows,), laid along the columns."""
    def cross_entropy(input, target):
        input = input - top(input)
        return -at_targets(input - input.exp().sum(dim=1, keepdim=keepdim).log(), target).mean()
    return cross_entropy


def over_everything(top):
    """Σ over the whole batch."""
    def cross_entropy(input, target):
        input = input - top(input)
        return -at_targets(input - input.exp().sum().log(), target).mean()
    return cross_entropy


def by_softmax(top, pick_first):
    """As in a textbook: eˣ over their sum, then the logarithm, of all or of the targets' only."""
    def cross_entropy(input, target):
        e = (input - top(input)).exp()
        p = e / e.sum(dim=1, keepdim=True)
        return -(at_targets(p, target).log() if pick_first else at_targets(p.log(), target)).mean()
    return cross_entropy


ONE = {"input": floats([[2.0, 0.0]]), "target": tensor_of([0])}
TWO = {"input": floats([[2.0, 0.0], [0.0, 2.0]]), "target": tensor_of([0, 1])}
LARGE = {"input": floats([[1000.0, 0.0]]), "target": tensor_of([0])}
WRONG = {"input": floats([[1000.0, 0.0]]), "target": tensor_of([1])}
UNEQUAL = {"input": floats([[1000.0, 0.0], [0.0, 0.0]]), "target": tensor_of([0, 1])}
THREE = {"input": floats([[1.0, -2.0, 0.5], [0.0, 3.0, -1.0]]), "target": tensor_of([2, 0])}

Exercise(
    "3.4", "cross_entropy", difficulty=3, points=4, piece=lambda: F.cross_entropy, adapt=rows_of_scores,
    reference=mean_surprise, run=surprise, results=("loss", "slopes of input"),
    aliases=lambda: [losses.cross_entropy, losses.mean_negative_log_likelihood],
    cases=[Case("two scores", **ONE), Case("two rows", **TWO), Case("a large score", **LARGE),
           Case("a large surprise", **WRONG), Case("a large row above a small one", **UNEQUAL),
           Case("three classes", **THREE)],
    misconceptions=[
        Misconception("overflow", "e¹⁰⁰⁰ is more than any float can hold: inf / inf is nan. Only differences between "
                                  "scores count, so take the row's largest away first: e⁰ is the largest then.",
                      rule=(*(by_softmax(lambda x: 0.0, first) for first in (True, False)),
                            lambda input, target: -at_targets(log_softmax(input, lambda x: 0.0), target).mean()),
                      example=Case("", **LARGE)),
        Misconception("global max", "The largest score of the whole batch was taken away from every row. Beside a row "
                                    "of a thousand the other becomes e⁻¹⁰⁰⁰, which is 0, and the logarithm of 0 is "
                                    "−inf. Each row has a largest of its own.",
                      rule=lambda input, target: -at_targets(log_softmax(input, lambda x: x.max()), target).mean(),
                      example=Case("", **UNEQUAL)),
        Misconception("log of softmax", "The row's largest was taken away, and still a probability of 0 met the "
                                        "logarithm. Do not divide first: log(eˣ / Σ) is x − log Σ, and no eˣ of it can "
                                        "come out as 0.",
                      rule=(by_softmax(row_max, True), by_softmax(row_max, False)),
                      example=Case("", **WRONG)),
        Misconception("keepdim forgotten", "sum(dim=1) and amax(dim=1) leave (rows,), and a row of numbers is laid "
                                           "along the columns. keepdim=True leaves (rows, 1): one number beside each "
                                           "row.",
                      rule=(without_columns(row_max, False), without_columns(flat_max, True),
                            without_columns(flat_max, False)), example=Case("", **THREE)),
        Misconception("over everything", "Σ runs over one row, not over the batch: sum(dim=1, keepdim=True). With a "
                                         "single row both are the same.",
                      rule=(over_everything(row_max), over_everything(lambda x: x.max())), example=Case("", **TWO)),
        Misconception("softmax twice", "Softmax was applied to what already came out of softmax. Probabilities lie "
                                       "between 0 and 1, so as scores they hardly differ: the loss can never come "
                                       "near 0.",
                      rule=lambda input, target: mean_surprise(log_softmax(input).exp(), target)),
        Misconception("every row, every target", "[:, target] takes for every row the targets of all rows: a whole "
                                                 "matrix. One number a row is wanted: index with the row's number and "
                                                 "its target together.",
                      rule=lambda input, target: -log_softmax(input)[:, target].mean(), example=Case("", **TWO)),
        Misconception("sum", "The surprises were added up. With their mean the loss, and the step, do not depend on "
                             "how many examples happen to be in the batch.",
                      rule=lambda input, target: -at_targets(log_softmax(input), target).sum(),
                      example=Case("", **TWO)),
        Misconception("down the batch", "The scores were weighed against those of other examples (dim=0). Classes "
                                        "compete within a row: dim=1. With a single row each score is then alone, and "
                                        "never a surprise: 0.",
                      rule=(down_the_batch(0), down_the_batch(1)),
                      example=Case("", **ONE)),
        Misconception("sign", "The logarithm of a probability is negative, and this loss falls as the network gets "
                              "worse. Surprise is minus the logarithm.",
                      rule=lambda input, target: at_targets(log_softmax(input), target).mean()),
    ],
    hints=["For one row: the probability of class c is e^x[c] / Σ e^x, and its logarithm is x[c] − log Σ e^x.",
           "Take away each row's own largest score first: input.amax(dim=1, keepdim=True).",
           "logs = shifted − shifted.exp().sum(dim=1, keepdim=True).log(); then minus the mean of "
           "logs[mt.arange(len(target)), target]."])
