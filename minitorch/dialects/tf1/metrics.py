"""tf.metrics: how good predictions are, gathered over batches in local variables.

Each gives (value, update_op): the first is what was gathered, the second takes a batch in and gives the value after it.

Arguments that mean the same wherever they occur:

    labels, predictions    what is true and what is said: tensors of one shape, where nothing else is said
    num_classes            how many classes there are: labels and predictions are integers below it
"""

import numpy as np

from ..core.missing import speak_for as _speak_for
from ..functions import arrays, counting, creation, elementary, linalg, logic, math, reduction
from .collections import GraphKeys, add_to_collection
from .graph import Tensor, graphed
from .renamed import signed
from .scopes import variable_scope
from .variables import Variable, constant

__all__ = ["accuracy", "auc", "false_negatives", "false_positives", "mean", "mean_absolute_error", "mean_iou",
           "mean_squared_error", "precision", "recall", "root_mean_squared_error", "true_negatives", "true_positives"]
THRESHOLD, EPSILON = 1e-7, 1e-6      # how far thresholds go beyond 0 and 1; what keeps shares finite
TAIL = "weights=None, metrics_collections=None, updates_collections=None, name=None"
cast, total, divided = graphed(creation.cast), graphed(reduction.reduce_sum), graphed(math.divide_no_nan)


def as_tensors(*given):
    return [x if isinstance(x, Tensor) else constant(x) for x in given]


def kept(name, shape=(), dtype="float32"):
    """Return a local variable of zeros: tf.local_variables_initializer() gives it its first value."""
    return Variable(np.zeros(shape, dtype), trainable=False, name=name,
                    collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES])


def squeezed(labels, predictions, weights=None):
    """Return the three in one rank: an axis of size 1 that only one has goes."""
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
    """Return (values times weights, the weights of all): 1 each without any."""
    if weights is None:
        return values, graphed(creation.ones_like)(values)
    weights = cast(as_tensors(weights)[0], values.dtype)
    own = graphed(creation.ones_like)(values) * weights
    return values * own, own


def ratio(given, parts, whole, dtype="float32", after=None):
    """Return (whole(*parts), the same after an update), for parts {name: what a batch adds}, in variables so called."""
    with variable_scope(None, given["name"] or given["of"]):
        variables = {part: kept(part, added.shape.as_list(), dtype) for part, added in parts.items()}
        value = whole(*variables.values())
        update = (after or whole)(*[variables[part].assign_add(added) for part, added in parts.items()])
    for names, x in (given["metrics_collections"], value), (given["updates_collections"], update):
        if names:
            add_to_collection(names, x)
    return value, update


def metric(text):
    """Declare a metric by its arguments, and by a function of {argument: value}."""
    def declare(build):
        return signed(f"{build.__name__}({text})", lambda given: build({**given, "of": build.__name__}), build.__doc__)
    return declare


def average(first, finish=lambda x: x):
    """Declare the mean of what a function gives for its arguments `first`, each times its weight; finish: the end.

    It is 0 unless the sum of the weights is positive.
    """
    def declare(of):
        def body(given):
            if "labels" in given:
                given = {**given, **dict(zip(("labels", "predictions", "weights"), squeezed(
                    given["labels"], given["predictions"], given["weights"])))}
            values = cast(as_tensors(of(*[given[key] for key in first.split(", ")]))[0], "float32")
            values, own = weighed(values, given["weights"])
            return ratio({**given, "of": of.__name__}, {"total": total(values), "count": total(own)},
                         lambda a, b: finish(divided(a, graphed(math.maximum)(b, 0.0))))
        return signed(f"{of.__name__}({first}, {TAIL})", body, of.__doc__)
    return declare


def counts(labels, predictions, weights, wanted, thresholds=None):
    """Return {name: how many of a batch} for the wanted of tp, fp, tn, fn; with thresholds, one number for each."""
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


@average("values")
def mean(values):
    """Return (the mean of all values that were taken in, the operation that takes these in and gives the mean after).

    values    a tensor of any shape
    weights   what broadcasts to it: how much each counts; 1 unless given
    metrics_collections, updates_collections   names of collections that the two are also put into

    What it gathers are the local variables NAME/total and NAME/count: tf.local_variables_initializer() begins anew.
    """
    return values


@average("labels, predictions")
def accuracy(labels, predictions):
    """Return how often predictions equal labels, both classes of one shape. See mean for the rest and what is returned.

    Scores (N, C) become classes by tf.argmax(scores, 1). Raises ValueError for shapes that differ.
    """
    if not labels.shape.is_compatible_with(predictions.shape):
        raise ValueError(f"Shapes {predictions.shape} and {labels.shape} are incompatible: tf.argmax(scores, 1) makes "
                         "classes of scores.")
    return graphed(logic.equal)(cast(predictions, labels.dtype), labels)


@average("labels, predictions")
def mean_squared_error(labels, predictions):
    """Return the mean of (labels - predictions)². See mean."""
    return graphed(math.squared_difference)(labels, predictions)


@average("labels, predictions", graphed(elementary.sqrt))
def root_mean_squared_error(labels, predictions):
    """Return the root of the mean of (labels - predictions)². See mean."""
    return graphed(math.squared_difference)(labels, predictions)


@average("labels, predictions")
def mean_absolute_error(labels, predictions):
    """Return the mean of |labels - predictions|. See mean."""
    return graphed(math.abs)(labels - predictions)


def counted(name, parts, whole, doc):
    """Return a metric of how many labels and predictions, both as booleans, are of the kinds `parts`."""
    def build(given):
        found = counts(given["labels"], given["predictions"], given["weights"], parts)
        return ratio(given, {f"{part}/count" if len(parts) > 1 else "count": x for part, x in found.items()}, whole)
    build.__name__, build.__doc__ = name, doc
    return metric(f"labels, predictions, {TAIL}")(build)


def share(hits, others):
    """Return hits over all, 0 where there are none."""
    return divided(hits, hits + others)


one = graphed(creation.identity)
true_positives = counted("true_positives", ["true_positives"], one, "Return how many are true in both. See mean.")
false_positives = counted("false_positives", ["false_positives"], one,
                          "Return how many predictions are true where labels are false. See mean.")
true_negatives = counted("true_negatives", ["true_negatives"], one, "Return how many are false in both. See mean.")
false_negatives = counted("false_negatives", ["false_negatives"], one,
                          "Return how many predictions are false where labels are true. See mean.")
precision = counted("precision", ["true_positives", "false_positives"], share,
                    "Return the share of what is said to be true that is; 0 where nothing is. See mean.")
recall = counted("recall", ["true_positives", "false_negatives"], share,
                 "Return the share of what is true that is said to be; 0 where nothing is. See mean.")


@metric("labels, predictions, weights=None, num_thresholds=200, metrics_collections=None, updates_collections=None, "
        "curve='ROC', name=None, summation_method='trapezoidal', thresholds=None")
def auc(given):
    """Return the area under a curve: true against false positives, "ROC", or precision against recall, "PR". See mean.

    labels             booleans, or 0 and 1
    predictions        numbers in [0, 1]
    num_thresholds     at how many thresholds the curve is known; or `thresholds` themselves
    summation_method   "trapezoidal", "minoring" or "majoring". Raises NotImplementedError for "careful_interpolation"
    """
    curve, method, thresholds = given["curve"], given["summation_method"], given["thresholds"]
    if curve not in ("ROC", "PR"):
        raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
    if method not in ("trapezoidal", "minoring", "majoring"):
        raise NotImplementedError(f"summation_method={method!r} is left out here: trapezoidal, minoring, majoring.")
    count = given["num_thresholds"]
    between = [i / (count - 1) for i in range(1, count - 1)] if thresholds is None else sorted(thresholds)
    parts = counts(given["labels"], given["predictions"], given["weights"], [
        "true_positives", "false_negatives", "true_negatives", "false_positives"],
        [-THRESHOLD, *between, 1 + THRESHOLD])
    return ratio(given, parts, lambda *own: graphed(area)(*own, curve, method))


def area(tp, fn, tn, fp, curve, method):
    """Return the area under the curve of these numbers at falling thresholds."""
    reached = (tp + EPSILON) / (tp + fn + EPSILON)
    x, y = (fp / (fp + tn + EPSILON), reached) if curve == "ROC" else (reached, (tp + EPSILON) / (tp + fp + EPSILON))
    a, b = y[:-1], y[1:]
    heights = {"trapezoidal": (a + b) / 2.0, "minoring": math.minimum(a, b), "majoring": math.maximum(a, b)}[method]
    return reduction.reduce_sum((x[:-1] - x[1:]) * heights)


def flat(x):
    return graphed(lambda x: arrays.reshape(x, [-1]))(x)


@metric(f"labels, predictions, num_classes, {TAIL}")
def mean_iou(given):
    """Return the mean over classes of what labels and predictions share of what either says. See mean.

    What is gathered, NAME/total_confusion_matrix, has a row for each label and a column for each prediction; update_op
    gives it, as in TensorFlow. Classes that do not occur are left out.
    """
    labels, predictions = map(flat, as_tensors(given["labels"], given["predictions"]))
    weights, count = given["weights"], given["num_classes"]
    weights = None if weights is None else flat(cast(as_tensors(weights)[0], "float64"))
    matrix = graphed(counting.confusion_matrix)(labels, predictions, count, weights, "float64")
    matrix.set_shape([count, count])
    return ratio(given, {"total_confusion_matrix": matrix}, graphed(shared), "float64", one)


def shared(matrix):
    """Return the mean over the classes that occur in a confusion matrix."""
    hits = creation.cast(linalg.diag_part(matrix), "float32")
    either = creation.cast(reduction.reduce_sum(matrix, 0) + reduction.reduce_sum(matrix, 1), "float32") - hits
    occurs = reduction.reduce_sum(creation.cast(either > 0, "float32"))
    return math.divide_no_nan(reduction.reduce_sum(math.divide_no_nan(hits, either)), occurs)


_speak_for(globals(), "tf.compat.v1.metrics")
