"""Counts of right and wrong answers, and what is computed of them."""

import numpy as np

from ...core.engine import mt
from ...core.lift import function, wrapped
from ...functions.creation import convert_to_tensor
from ...functions.math import divide_no_nan
from ..core.signed import arguments, made
from ..losses.functions import same_rank
from .base import Metric, begin

PARTS = {"tp": (True, True), "fp": (False, True), "tn": (False, False), "fn": (True, False)}
EPSILON = 1e-7


@function("y_true | y_pred | weight?")
def counts(y_true, y_pred, weight, thresholds, top_k, class_id):
    """Return (tp, fp, tn, fn), one number a threshold: how many labels and predictions are both true …"""
    y_true, y_pred = same_rank(y_true, y_pred, expand_rank_1=False)
    if tuple(y_true.shape) != tuple(y_pred.shape):
        raise ValueError(f"Shapes {tuple(y_true.shape)} and {tuple(y_pred.shape)} are incompatible")
    if top_k is not None:
        kept = mt.topk(y_pred, top_k, -1)[0][..., -1:]
        y_pred = mt.where(y_pred >= kept, y_pred, mt.full_like(y_pred, float("-inf")))
    if class_id is not None:
        y_true, y_pred = y_true[..., class_id], y_pred[..., class_id]
    weight = mt.ones(y_true.shape) if weight is None else weight.float()
    while weight.ndim < y_true.ndim:
        weight = weight.unsqueeze(-1)
    weight = weight.expand(y_true.shape).reshape(1, -1)
    limits = mt.tensor(thresholds).reshape(-1, 1)
    true, said = y_true.bool().reshape(1, -1), y_pred.reshape(1, -1) > limits
    return tuple(mt.sum(((true if label else ~true) & (said if answer else ~said)).float() * weight, 1)
                 for label, answer in PARTS.values())


class Confusion(Metric):
    """Base: counts that `parts` names, one for each threshold."""

    parts: tuple = ("tp", "fp", "tn", "fn")

    top_k = class_id = None
    default, least, most = 0.5, 0.0, 1.0               # the default threshold; the range of thresholds

    def begin(self, given):
        """Make the variables that count, for the thresholds of `given`, arguments, which are kept.

        Raises ValueError for a threshold that is not between 0 and 1.
        """
        thresholds = begin(self, given)["thresholds"]
        if thresholds is None:
            thresholds = float("-inf") if given.get("top_k") is not None else self.default
        self.single = not isinstance(thresholds, list | tuple)
        several = not self.single or isinstance(thresholds, np.ndarray)
        given["thresholds"] = list(thresholds) if several else [thresholds]
        if any(not self.least <= t <= self.most for t in given["thresholds"] if t != float("-inf")):
            raise ValueError("Invalid values for argument `thresholds`: they lie between 0 and 1. Received: "
                             f"{thresholds}")
        for part in self.parts:
            setattr(self, part, self.add_variable((len(given["thresholds"]),), "zeros", name=part))
        return given

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in a batch."""
        y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
        found = dict(zip(PARTS, counts(y_true, y_pred, sample_weight, self.thresholds, self.top_k, self.class_id)))
        for part in self.parts:
            getattr(self, part).assign_add(found[part])

    def shown(self, value):
        """Return the value, or its first number where one threshold was given."""
        return value[0] if self.single else value


def counter(name, part, doc):
    """Return a class of a number of answers."""
    def result(self):
        """Return how many so far, one number for each threshold of a list."""
        return self.shown(getattr(self, part).value)
    return arguments(begin=Confusion.begin, thresholds=None, name=None, dtype=None)(
        made(Confusion, name, doc, result=result, parts=(part,)))


TruePositives = counter("TruePositives", "tp", "How many positive labels were predicted positive.")
FalsePositives = counter("FalsePositives", "fp", "How many negative labels were predicted positive.")
TrueNegatives = counter("TrueNegatives", "tn", "How many negative labels were predicted negative.")
FalseNegatives = counter("FalseNegatives", "fn", "How many positive labels were predicted negative.")


def shared(name, part, rest, doc):
    """Return a class of a share: of all that `part` and `rest` count, how much `part` does."""
    def result(self):
        """Return the share so far, one for each threshold of a list."""
        part_of, others = getattr(self, part), getattr(self, rest)
        return self.shown(divide_no_nan(part_of, part_of + others))
    return arguments(begin=Confusion.begin, thresholds=None, top_k=None, class_id=None, name=None, dtype=None)(
        made(Confusion, name, doc, result=result, parts=(part, rest)))


Precision = shared("Precision", "tp", "fp", "The share of positive predictions that are right; 0 if there are none.")
Recall = shared("Recall", "tp", "fn", "The share of positive labels that are predicted; 0 if there are none.")


class AUC(Confusion):
    """The area under a curve: of true against false positives, curve="ROC", or of precision against recall, "PR".

    num_thresholds     at how many thresholds the curve is known; or `thresholds` themselves
    summation_method   "interpolation", "minoring" or "majoring"
    multi_label        left out: NotImplementedError; num_labels and label_weights belong to it

    Raises ValueError for another curve or method.
    """

    least, most = -EPSILON, 1 + EPSILON

    def __init__(self, num_thresholds=200, curve="ROC", summation_method="interpolation", name=None, dtype=None,
                 thresholds=None, multi_label=False, num_labels=None, label_weights=None, from_logits=False):
        if curve not in ("ROC", "PR") or summation_method not in ("interpolation", "minoring", "majoring"):
            raise ValueError(f"curve is ROC or PR, summation_method interpolation, minoring or majoring. Received: "
                             f"curve={curve}, summation_method={summation_method}")
        if multi_label:
            raise NotImplementedError("AUC: multi_label is left out here; compute one AUC for each label.")
        between = sorted(thresholds) if thresholds is not None else [i / (num_thresholds - 1) for i in range(
            1, num_thresholds - 1)]
        self.curve, self.summation_method, self.from_logits = curve, summation_method, from_logits
        self.thresholds = self.begin({"thresholds": [-EPSILON, *between, 1 + EPSILON], "name": name, "dtype": dtype})[
            "thresholds"]

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in a batch."""
        if self.from_logits:
            from ..activations import sigmoid
            y_pred = sigmoid(convert_to_tensor(y_pred))
        super().update_state(y_true, y_pred, sample_weight)

    def result(self):
        """Return the area so far."""
        tp, fp, tn, fn = (part.numpy().astype(np.float64) for part in (self.tp, self.fp, self.tn, self.fn))
        if self.curve == "PR" and self.summation_method == "interpolation":
            return self.number(interpolated(tp, fp, fn))
        recall = share(tp, tp + fn)
        x, y = (share(fp, fp + tn), recall) if self.curve == "ROC" else (recall, share(tp, tp + fp))
        heights = {"interpolation": (y[:-1] + y[1:]) / 2, "minoring": np.minimum(y[:-1], y[1:]),
                   "majoring": np.maximum(y[:-1], y[1:])}[self.summation_method]
        return self.number(((x[:-1] - x[1:]) * heights).sum())

    def number(self, value):
        """Return a value as a tensor of the metric's type."""
        return wrapped(mt.tensor(float(value), dtype=self._kind.kind))


def share(part, whole):
    """Return part / whole, 0 where there is nothing."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole != 0)


def interpolated(tp, fp, fn):
    """Return the area under precision against recall. Davis & Goadrich (2006), section 4."""
    p = tp + fp
    step, change = tp[:-1] - tp[1:], p[:-1] - p[1:]
    slope = share(step, np.maximum(change, 0))
    intercept = tp[1:] - slope * p[1:]
    ratio = np.where((p[:-1] > 0) & (p[1:] > 0), share(p[:-1], np.maximum(p[1:], 0)), 1.0)
    gained = slope * (step + intercept * np.log(ratio))
    return share(gained, np.maximum(tp[1:] + fn[1:], 0)).sum()
