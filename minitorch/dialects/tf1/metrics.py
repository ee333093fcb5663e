"""tf.metrics: how good predictions are, gathered over batches in local variables.

Each gives (value, update_op): the first is what was gathered, the second takes a batch in and gives the value after it.

Arguments that mean the same wherever they occur:

    labels, predictions    what is true and what is said: tensors of one shape
    weights                what broadcasts to them: how much each counts; 1 unless given
"""

import numpy as np

from ..functions import arrays, creation, logic, math, reduction
from .collections import GraphKeys, add_to_collection
from .graph import graphed
from .renamed import signed
from .scopes import variable_scope
from .variables import Variable, convert

TAIL = "weights=None, metrics_collections=None, updates_collections=None, name=None"
cast, total = graphed(creation.cast), graphed(reduction.reduce_sum)


def kept(name):
    """Return a local variable of zero: tf.local_variables_initializer() gives it its first value."""
    return Variable(np.float32(0), trainable=False, name=name,
                    collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES])


def squeezed(labels, predictions, weights=None):
    """Return the three in one rank: an axis of size 1 that only one has goes."""
    labels, predictions = convert(labels), convert(predictions)
    squeeze = graphed(lambda x: arrays.squeeze(x, [-1]))
    ranks = labels.shape.rank, predictions.shape.rank
    if None not in ranks and ranks[0] == ranks[1] + 1:
        labels = squeeze(labels)
    if None not in ranks and ranks[1] == ranks[0] + 1:
        predictions = squeeze(predictions)
    if weights is not None:
        weights = cast(convert(weights), "float32")
        if weights.shape.rank == predictions.shape.rank + 1:
            weights = squeeze(weights)
    return labels, predictions, weights


def average(first="labels, predictions"):
    """Declare the mean of what a function gives for its arguments `first`, each times its weight.

    It is 0 unless the sum of the weights is positive.
    """
    def declare(of):
        def body(given):
            own, weights = [given[name] for name in first.split(", ")], given["weights"]
            if len(own) == 2:
                *own, weights = squeezed(*own, weights)
            values = cast(convert(of(*own)), "float32")
            ones = graphed(creation.ones_like)(values)
            weights = ones if weights is None else ones * cast(convert(weights), "float32")
            added = total(values * weights), total(weights)
            with variable_scope(None, given["name"] or of.__name__):
                variables = kept("total"), kept("count")
                value, update = whole(*variables), whole(*[v.assign_add(x) for v, x in zip(variables, added)])
            for names, x in (given["metrics_collections"], value), (given["updates_collections"], update):
                if names:
                    add_to_collection(names, x)
            return value, update
        return signed(f"{of.__name__}({first}, {TAIL})", body, of.__doc__)
    return declare


def whole(sum_, count):
    """Return a mean of what was gathered."""
    return graphed(math.divide_no_nan)(sum_, graphed(math.maximum)(count, 0.0))


@average("values")
def mean(values):
    """Return (the mean of all values that were taken in, the operation that takes these in and gives the mean after).

    values    a tensor of any shape

    What it gathers are the local variables NAME/total and NAME/count: tf.local_variables_initializer() begins anew.
    """
    return values


@average()
def accuracy(labels, predictions):
    """Return how often predictions equal labels, both classes of one shape. See mean for what is returned.

    Scores (N, C) become classes by tf.argmax(scores, 1). Raises ValueError for shapes that differ.
    """
    if not labels.shape.is_compatible_with(predictions.shape):
        raise ValueError(f"Shapes {predictions.shape} and {labels.shape} are incompatible: tf.argmax(scores, 1) makes "
                         "classes of scores.")
    return graphed(logic.equal)(cast(predictions, labels.dtype), labels)


@average()
def mean_squared_error(labels, predictions):
    """Return the mean of (labels - predictions)². See mean."""
    return graphed(math.squared_difference)(labels, predictions)
