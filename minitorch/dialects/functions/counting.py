"""Counting what occurs, and finding where."""

from collections import namedtuple

import numpy as np

from ..core.dtypes import as_dtype, int32
from ..core.engine import mt
from .table import op

Unique = namedtuple("Unique", "y idx")


@op("targets | predictions", keras="in_top_k(targets, predictions, k)",
    v1="nn.in_top_k(predictions, targets, k, name=None)")
def in_top_k(targets, predictions, k, name=None):
    """Say whether the target's score is among the k highest of its row.

    targets        (N,)  integers
    predictions    (N, C)  scores
    returns        (N,)  bools; False for a target that is no class
    """
    targets, classes = targets.long(), predictions.shape[1]
    known = mt.logical_and(targets >= 0, targets < classes)
    own = mt.gather(predictions, 1, mt.clamp(targets, 0, classes - 1).unsqueeze(1))
    return mt.logical_and((predictions > own).sum(1) < k, known)


def first_seen(x):
    """Return NumPy's unique in the order of first appearance: values, index of each, counts."""
    values, first, inverse, counts = np.unique(x.detach().cpu().array, return_index=True, return_inverse=True,
                                               return_counts=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return [mt.as_tensor(a) for a in (values[order], place[inverse.reshape(-1)], counts[order])]


@op("x")
def unique(x, out_idx=int32, name=None):
    """Find (y, idx): the values that occur, in order of appearance; and for each element which of them it is.

    x          (n,)
    out_idx    the type of the indices

    >>> from minitorch.dialects import tf2 as tf
    >>> y, idx = tf.unique([7, 3, 7])
    >>> y.numpy(), idx.numpy()
    (array([7, 3], dtype=int32), array([0, 1, 0], dtype=int32))
    """
    values, index, _ = first_seen(x)
    return Unique(values, index.to(as_dtype(out_idx).kind))


@op("labels predictions | weights",
    v1="confusion_matrix(labels, predictions, num_classes=None, dtype=int32, name=None, weights=None)")
def confusion_matrix(labels, predictions, num_classes=None, weights=None, dtype=int32, name=None):
    """Count how often a sample of class i was taken for class j: (i, j).

    labels, predictions    (N,)  integers: the true class and the one that was said
    num_classes            how many rows and columns; None: as many as occur
    weights                (N,)  what each sample counts; None: 1
    dtype                  of the counts
    """
    labels, predictions = labels.long(), predictions.long()
    n = num_classes or int(mt.maximum(labels.max(), predictions.max())) + 1
    counts = mt.bincount(labels * n + predictions, weights, minlength=n * n)
    return counts.reshape(n, n).to(as_dtype(dtype).kind)

