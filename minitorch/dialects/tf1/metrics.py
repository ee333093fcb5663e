"""tf.metrics: how good predictions are, gathered over batches in local variables.

Each gives (value, update_op): the first is what was gathered, the second takes a batch in and gives the value after it.

Arguments that mean the same wherever they occur:

    labels, predictions    what is true and what is said: tensors of one shape, where nothing else is said
    num_classes            how many classes there are: labels and predictions are integers below it
"""

from ..core.missing import speak_for as _speak_for
from ..functions import arrays, counting, creation, elementary, linalg, logic, math, reduction, segments
from .gathered import as_tensors, averaged, counts, divided, ratio, squeezed, weighed
from .graph import graphed

__all__ = ["accuracy", "auc", "false_negatives", "false_positives", "mean", "mean_absolute_error",
           "mean_cosine_distance", "mean_iou", "mean_per_class_accuracy", "mean_relative_error", "mean_squared_error",
           "mean_tensor", "percentage_below", "precision", "recall", "root_mean_squared_error", "true_negatives",
           "true_positives"]
THRESHOLD, EPSILON = 1e-7, 1e-6      # how far thresholds go beyond 0 and 1; what keeps shares finite
cast = graphed(creation.cast)


def mean(values, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """(The mean of all values that were taken in, the operation that takes these in and gives the mean after).

    values    a tensor of any shape
    weights   what broadcasts to it: how much each counts; 1 unless given
    metrics_collections, updates_collections   names of collections that the two are also put into

    What it gathers are the local variables NAME/total and NAME/count: tf.local_variables_initializer() begins anew.
    """
    return averaged(values, weights, (metrics_collections, updates_collections), name or "mean")


def mean_tensor(values, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The mean of each element over the batches, a tensor of the values' shape. See mean."""
    values, own = weighed(cast(as_tensors(values)[0], "float32"), weights)
    return ratio(name or "mean", {"total_tensor": values, "count_tensor": own},
                 (metrics_collections, updates_collections), divided)


def accuracy(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How often predictions equal labels, both classes of one shape. See mean for the rest and what is returned.

    Scores (N, C) become classes by tf.argmax(scores, 1). Raises ValueError for shapes that differ.
    """
    labels, predictions, weights = squeezed(labels, predictions, weights)
    if not labels.shape.is_compatible_with(predictions.shape):
        raise ValueError(f"Shapes {predictions.shape} and {labels.shape} are incompatible: tf.argmax(scores, 1) makes "
                         "classes of scores.")
    right = graphed(logic.equal)(cast(predictions, labels.dtype), labels)
    return averaged(right, weights, (metrics_collections, updates_collections), name or "accuracy")


def mean_squared_error(labels, predictions, weights=None, metrics_collections=None, updates_collections=None,
                       name=None):
    """The mean of (labels - predictions)². See mean."""
    labels, predictions, weights = squeezed(labels, predictions, weights)
    return averaged(graphed(math.squared_difference)(labels, predictions), weights,
                    (metrics_collections, updates_collections), name or "mean_squared_error")


def root_mean_squared_error(labels, predictions, weights=None, metrics_collections=None, updates_collections=None,
                            name=None):
    """The root of the mean of (labels - predictions)². See mean."""
    labels, predictions, weights = squeezed(labels, predictions, weights)
    return averaged(graphed(math.squared_difference)(labels, predictions), weights,
                    (metrics_collections, updates_collections), name or "root_mean_squared_error",
                    graphed(elementary.sqrt))


def mean_absolute_error(labels, predictions, weights=None, metrics_collections=None, updates_collections=None,
                        name=None):
    """The mean of |labels - predictions|. See mean."""
    labels, predictions, weights = squeezed(labels, predictions, weights)
    return averaged(graphed(math.abs)(labels - predictions), weights, (metrics_collections, updates_collections),
                    name or "mean_absolute_error")


def mean_relative_error(labels, predictions, normalizer, weights=None, metrics_collections=None,
                        updates_collections=None, name=None):
    """The mean of |labels - predictions| / normalizer, 0 where that is 0. See mean."""
    labels, predictions, weights = squeezed(labels, predictions, weights)
    return averaged(divided(graphed(math.abs)(labels - predictions), as_tensors(normalizer)[0]), weights,
                    (metrics_collections, updates_collections), name or "mean_relative_error")


def mean_cosine_distance(labels, predictions, dim, weights=None, metrics_collections=None, updates_collections=None,
                         name=None):
    """The mean of 1 - Σ labels · predictions along the axis `dim`, of vectors of length 1. See mean."""
    labels, predictions, _ = squeezed(labels, predictions)
    alike = graphed(lambda a, b: reduction.reduce_sum(math.multiply(a, b), [dim], True))(labels, predictions)
    return averaged(alike, weights, (metrics_collections, updates_collections), name or "mean_cosine_distance",
                    lambda x: 1 - x)


def percentage_below(values, threshold, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The share of values that are less than a threshold. See mean."""
    return averaged(graphed(logic.less)(values, threshold), weights, (metrics_collections, updates_collections),
                    name or "percentage_below_threshold")


def counter(part, doc):
    """A metric that counts; `doc` begins its docstring."""
    def call(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
        found = counts(labels, predictions, weights, [part])
        return ratio(name or part, {"count": found[part]}, (metrics_collections, updates_collections),
                     graphed(creation.identity))
    call.__name__, call.__doc__ = part, doc
    return call


true_positives = counter("true_positives", "How many labels and predictions, both as booleans, are true. See mean.")
false_positives = counter("false_positives", "How many predictions are true where labels are false. See mean.")
true_negatives = counter("true_negatives", "How many labels and predictions, both as booleans, are false. See mean.")
false_negatives = counter("false_negatives", "How many predictions are false where labels are true. See mean.")


def precision(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The share of what is said to be true that is, both as booleans; 0 where nothing is. See mean."""
    parts = counts(labels, predictions, weights, ["true_positives", "false_positives"])
    return ratio(name or "precision", {f"{part}/count": found for part, found in parts.items()},
                 (metrics_collections, updates_collections), lambda tp, fp: divided(tp, tp + fp))


def recall(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The share of what is true that is said to be, both as booleans; 0 where nothing is. See mean."""
    parts = counts(labels, predictions, weights, ["true_positives", "false_negatives"])
    return ratio(name or "recall", {f"{part}/count": found for part, found in parts.items()},
                 (metrics_collections, updates_collections), lambda tp, fn: divided(tp, tp + fn))


def auc(labels, predictions, weights=None, num_thresholds=200, metrics_collections=None, updates_collections=None,
        curve="ROC", name=None, summation_method="trapezoidal", thresholds=None):
    """The area under a curve: of true against false positives, "ROC", or of precision against recall, "PR". See mean.

    labels             booleans, or 0 and 1
    predictions        numbers in [0, 1]
    num_thresholds     at how many thresholds the curve is known; or `thresholds` themselves
    summation_method   "trapezoidal", "minoring" or "majoring". Raises NotImplementedError for "careful_interpolation"
    """
    if curve not in ("ROC", "PR"):
        raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
    if summation_method not in ("trapezoidal", "minoring", "majoring"):
        raise NotImplementedError(f"summation_method={summation_method!r} is left out here: trapezoidal, minoring, "
                                  "majoring.")
    between = [i / (num_thresholds - 1) for i in range(1, num_thresholds - 1)] if thresholds is None else sorted(
        thresholds)
    parts = counts(labels, predictions, weights, ["true_positives", "false_negatives", "true_negatives",
                                                  "false_positives"], [-THRESHOLD, *between, 1 + THRESHOLD])
    return ratio(name or "auc", parts, (metrics_collections, updates_collections),
                 lambda *own: graphed(area)(*own, curve, summation_method))


def area(tp, fn, tn, fp, curve, method):
    """The area under the curve of these numbers at falling thresholds."""
    reached = (tp + EPSILON) / (tp + fn + EPSILON)
    x, y = (fp / (fp + tn + EPSILON), reached) if curve == "ROC" else (reached, (tp + EPSILON) / (tp + fp + EPSILON))
    a, b = y[:-1], y[1:]
    heights = {"trapezoidal": (a + b) / 2.0, "minoring": math.minimum(a, b), "majoring": math.maximum(a, b)}[method]
    return reduction.reduce_sum((x[:-1] - x[1:]) * heights)


def flat(x):
    return graphed(lambda x: arrays.reshape(x, [-1]))(x)


def mean_iou(labels, predictions, num_classes, weights=None, metrics_collections=None, updates_collections=None,
             name=None):
    """The mean over classes of what labels and predictions share of what either says, classes that occur. See mean.

    What is gathered, NAME/total_confusion_matrix, has a row for each label and a column for each prediction; update_op
    gives it, as in TensorFlow.
    """
    labels, predictions = map(flat, as_tensors(labels, predictions))
    weights = None if weights is None else flat(cast(as_tensors(weights)[0], "float64"))
    matrix = graphed(counting.confusion_matrix)(labels, predictions, num_classes, weights, "float64")
    matrix.set_shape([num_classes, num_classes])
    return ratio(name or "mean_iou", {"total_confusion_matrix": matrix}, (metrics_collections, updates_collections),
                 graphed(shared), "float64", graphed(creation.identity))


def shared(matrix):
    """The mean over the classes that occur in a confusion matrix."""
    hits = creation.cast(linalg.diag_part(matrix), "float32")
    either = creation.cast(reduction.reduce_sum(matrix, 0) + reduction.reduce_sum(matrix, 1), "float32") - hits
    occurs = reduction.reduce_sum(creation.cast(either > 0, "float32"))
    return math.divide_no_nan(reduction.reduce_sum(math.divide_no_nan(hits, either)), occurs)


def mean_per_class_accuracy(labels, predictions, num_classes, weights=None, metrics_collections=None,
                            updates_collections=None, name=None):
    """The mean over classes of the share of a class that is recognised; update_op gives the shares. See mean."""
    labels, predictions = map(flat, as_tensors(labels, predictions))
    right = cast(graphed(logic.equal)(labels, cast(predictions, labels.dtype)), "float32")
    right, own = weighed(right, None if weights is None else flat(as_tensors(weights)[0]))
    by_class = graphed(segments.unsorted_segment_sum)
    parts = {"total": by_class(right, labels, num_classes), "count": by_class(own, labels, num_classes)}
    for x in parts.values():
        x.set_shape([num_classes])
    return ratio(name or "mean_accuracy", parts, (metrics_collections, updates_collections),
                 graphed(lambda hits, count: reduction.reduce_mean(math.divide_no_nan(hits, count))), after=divided)


_speak_for(globals(), "tf.compat.v1.metrics")
