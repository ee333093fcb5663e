"""What tf.metrics gather: sums over batches, in local variables."""

import numpy as np

from ..functions import arrays, creation, logic, math, reduction
from .collections import GraphKeys, add_to_collection
from .graph import Tensor, graphed
from .scopes import variable_scope
from .variables import Variable, constant

cast, total = graphed(creation.cast), graphed(reduction.reduce_sum)


def as_tensors(*given):
    return [x if isinstance(x, Tensor) else constant(x) for x in given]


def kept(name, shape=(), dtype="float32"):
    """A local variable of zeros: tf.local_variables_initializer() gives it its first value."""
    return Variable(np.zeros(shape, dtype), trainable=False, name=name,
                    collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES])


def told(value, update, metrics_collections, updates_collections):
    """(value, update), each also put into the collections it is asked for in."""
    for names, x in (metrics_collections, value), (updates_collections, update):
        if names:
            add_to_collection(names, x)
    return value, update


def squeezed(labels, predictions, weights=None):
    """The three in one rank: an axis of size 1 that only one has goes; predictions have the labels' element type."""
    labels, predictions = as_tensors(labels, predictions)
    squeeze = graphed(lambda x: arrays.squeeze(x, [-1]))
    ranks = labels.shape.rank, predictions.shape.rank
    if None not in ranks and ranks[0] == ranks[1] + 1:
        labels = squeeze(labels)
    if None not in ranks and ranks[1] == ranks[0] + 1:
        predictions = squeeze(predictions)
    if weights is not None:
        weights = cast(as_tensors(weights)[0], "float32")
        if weights.shape.rank == predictions.shape.rank + 1:
            weights = squeeze(weights)
    return labels, predictions, weights


def weighed(values, weights):
    """(values times weights, the weights of all): 1 each without any."""
    if weights is None:
        return values, graphed(creation.ones_like)(values)
    weights = cast(as_tensors(weights)[0], values.dtype)
    own = graphed(creation.ones_like)(values) * weights
    return values * own, own


def ratio(name, parts, collections, whole, dtype="float32", after=None):
    """(whole(*parts), the same after an update), for parts {name: what a batch adds}, in variables of those names."""
    with variable_scope(None, name):
        variables = {part: kept(part, added.shape.as_list(), dtype) for part, added in parts.items()}
        value = whole(*variables.values())
        update = (after or whole)(*[variables[part].assign_add(added) for part, added in parts.items()])
        return told(value, update, *collections)


divided = graphed(math.divide_no_nan)


def averaged(values, weights, collections, name, finish=lambda x: x):
    """The mean of all values, each times its weight, over the sum of the weights; 0 unless that is positive."""
    values, own = weighed(cast(as_tensors(values)[0], "float32"), weights)
    return ratio(name, {"total": total(values), "count": total(own)}, collections,
                 lambda a, b: finish(divided(a, graphed(math.maximum)(b, 0.0))))


def counts(labels, predictions, weights, wanted, thresholds=None):
    """{name: how many of a batch} for the wanted of tp, fp, tn, fn; with thresholds, one number for each."""
    labels, predictions, weights = squeezed(cast(as_tensors(labels)[0], "bool"), predictions, weights)
    if thresholds is None:
        said = cast(predictions, "bool")
    else:
        row = graphed(lambda x: arrays.reshape(x, [1, -1]))
        said = row(predictions) > constant(np.array(thresholds, "float32")[:, None])
        labels, weights = row(labels), None if weights is None else row(graphed(creation.ones_like)(predictions)
                                                                        * weights)
    no, both = graphed(logic.logical_not), graphed(logic.logical_and)
    cases = {"true_positives": (labels, said), "false_positives": (no(labels), said),
             "true_negatives": (no(labels), no(said)), "false_negatives": (labels, no(said))}
    found = {}
    for name in wanted:
        hits = cast(both(*cases[name]), "float32")
        hits = hits if weights is None else hits * weights
        found[name] = total(hits) if thresholds is None else total(hits, 1)
    return found
