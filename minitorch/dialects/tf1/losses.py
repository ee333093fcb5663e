"""tf.losses: means over a batch, as operations of the graph.

Arguments that mean the same wherever they occur:

    labels, predictions    what is true and what is said: tensors of one shape, where nothing else is said
    logits                 scores, before a sigmoid or softmax
    weights                what each sample counts: a number, one a sample, or what broadcasts to the losses
    scope                  the operation's name; in get_…: only losses whose names begin with it
    loss_collection        the collection that the loss is put into, which get_total_loss counts; None: none
    label_smoothing        what share of each label is spread over all classes, or moved to 1/2 of yes and no
    reduction              one of tf.losses.Reduction: the mean over the elements whose weight is not 0 unless given
"""

from ..core.lift import function
from ..functions import creation, losses as per_sample, math, reduction as reductions
from .collections import GraphKeys, add_to_collection, get_collection
from .graph import graphed
from .renamed import signed
from .variables import constant, convert

LOSSES, SHARED = GraphKeys.LOSSES, {"weights", "scope", "loss_collection", "reduction"}


class Reduction:
    """What becomes of the losses of a batch: their sum, or that over one of several counts."""

    NONE, SUM, SUM_OVER_BATCH_SIZE, MEAN, SUM_OVER_NONZERO_WEIGHTS = (
        "none", "weighted_sum", "weighted_sum_over_batch_size", "weighted_mean", "weighted_sum_by_nonzero_weights")
    SUM_BY_NONZERO_WEIGHTS = SUM_OVER_NONZERO_WEIGHTS


NONZERO = Reduction.SUM_BY_NONZERO_WEIGHTS


@function("losses | weights")
def averaged(losses, weights, reduction, name=None):
    """Return losses times weights, reduced; over the number of weights that are not 0 unless told otherwise."""
    weights = weights.to(losses.dtype)
    while 0 < weights.ndim < losses.ndim and weights.shape[0] != losses.shape[0]:
        weights = weights.unsqueeze(0)
    weights = weights.expand(losses.shape)
    if reduction == Reduction.NONE:
        return losses * weights
    total = reductions.reduce_sum.function.body(losses * weights)
    if reduction == Reduction.SUM:
        return total
    counts = {Reduction.MEAN: lambda: weights, NONZERO: lambda: (weights != 0).to(losses.dtype),
              Reduction.SUM_OVER_BATCH_SIZE: lambda: creation.ones_like.function.body(losses)}
    return math.divide_no_nan.function.body(total, reductions.reduce_sum.function.body(counts[reduction]()))


def compute_weighted_loss(losses, weights=1.0, scope=None, loss_collection=LOSSES, reduction=NONZERO):
    """Return losses times weights, reduced, and put into a collection.

    weights     1.0, a number a sample, or what broadcasts to the losses
    reduction   one of tf.losses.Reduction. Raises ValueError for another
    """
    if reduction not in [value for key, value in vars(Reduction).items() if key.isupper()]:
        raise ValueError(f"Invalid Reduction Key {reduction}: one of tf.losses.Reduction.")
    made = graphed(averaged)(losses, weights, reduction, name=scope or "weighted_loss")
    if loss_collection:
        add_to_collection(loss_collection, made)
    return made


def loss(line, losses, text, ending=""):
    """Return a loss: a row of its arguments up to `scope`, a function of the first two and its own settings, a text.

    losses    gives one loss a sample; the labels come in the element type of the predictions
    ending    what its operation's name has behind the function's
    """
    name, _, arguments = line.partition("(")

    def body(given):
        (labels, predictions), settings = map(convert, list(given.values())[:2]), list(given)[2:]
        if name != "sparse_softmax_cross_entropy":
            labels = graphed(creation.cast)(labels, predictions.dtype)
        found = losses(labels, predictions, *[given[key] for key in settings if key not in SHARED])
        return compute_weighted_loss(found, given["weights"], given["scope"] or name + ending,
                                     given["loss_collection"], given["reduction"])
    return signed(f"{name}({arguments}, scope=None, loss_collection={LOSSES!r}, reduction={NONZERO!r})", body, text)


def huber(labels, predictions, delta):
    far = graphed(math.abs)(predictions - labels)
    near = graphed(math.minimum)(far, delta)
    return 0.5 * near * near + delta * (far - near)


def softmax(labels, logits, smoothing):
    if smoothing:
        labels = labels * (1 - smoothing) + smoothing / logits.shape.as_list()[-1]
    labels = graphed(creation.stop_gradient)(labels)
    return graphed(per_sample.softmax_cross_entropy_with_logits)(labels=labels, logits=logits)


def sparse_softmax(labels, logits):
    labels = labels[..., 0] if labels.shape.rank == logits.shape.rank else labels
    return graphed(per_sample.sparse_softmax_cross_entropy_with_logits)(labels, logits)


def sigmoid(labels, logits, smoothing):
    labels = labels * (1 - smoothing) + 0.5 * smoothing if smoothing else labels
    return graphed(per_sample.sigmoid_cross_entropy_with_logits)(labels=labels, logits=logits)


mean_squared_error = loss("mean_squared_error(labels, predictions, weights=1.0", lambda labels, predictions: graphed(
    math.squared_difference)(predictions, labels), "Return the mean of (labels - predictions)².")
huber_loss = loss("huber_loss(labels, predictions, weights=1.0, delta=1.0", huber, "Return the mean of d² / 2 up to a "
                  "difference d of delta, and of delta · (d - delta / 2) beyond.")
softmax_cross_entropy = loss(
    "softmax_cross_entropy(onehot_labels, logits, weights=1.0, label_smoothing=0", softmax,
    "Return the mean cross entropy of one-hot labels and scores, in nats: onehot_labels (N, C) and logits (N, C).",
    "_loss")
sparse_softmax_cross_entropy = loss(
    "sparse_softmax_cross_entropy(labels, logits, weights=1.0", sparse_softmax,
    "Return the mean cross entropy of integer labels (N,) or (N, 1) and scores, in nats.", "_loss")
sigmoid_cross_entropy = loss(
    "sigmoid_cross_entropy(multi_class_labels, logits, weights=1.0, label_smoothing=0", sigmoid,
    "Return the mean cross entropy of yes-or-no labels and scores in nats: multi_class_labels and logits.", "_loss")


def add_loss(loss, loss_collection=GraphKeys.LOSSES):
    """Let get_total_loss count a loss."""
    add_to_collection(loss_collection, loss)


def get_losses(scope=None, loss_collection=GraphKeys.LOSSES):
    """Return the losses that were made so far."""
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope=None):
    """Return what regularizers of variables ask for."""
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(scope=None, name="total_regularization_loss"):
    """Return the sum of what regularizers of variables ask for, 0 without any."""
    found = get_regularization_losses(scope)
    return graphed(math.add_n)(found, name=name) if found else constant(0.0)


def get_total_loss(add_regularization_losses=True, name="total_loss", scope=None):
    """Return the sum of all losses, and of what regularizers ask for.

    add_regularization_losses    False: of losses alone
    """
    found = get_losses(scope) + (get_regularization_losses(scope) if add_regularization_losses else [])
    return graphed(math.add_n)(found, name=name)
