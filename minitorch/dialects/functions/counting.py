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
    """NumPy's unique in the order of first appearance: values, index of each, counts."""
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


@op("arr | weights")
def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=int32, name=None, axis=None,
             binary_output=False):
    """Count how often each number from 0 occurs, or add up its weights; with binary_output, say whether it does.

    arr                     integers from 0 on, of any shape
    weights                 one for each; None: each counts 1
    minlength, maxlength    the result has at least, and at most, so many places; None: as many as it takes
    dtype                   of the counts, where there are no weights
    axis                    None or 0: in all; −1: in each row of a matrix
    """
    if axis == -1 and arr.ndim == 2:
        length = max(int(arr.max()) + 1 if arr.numel() else 0, minlength or 0)
        rows = weights.unbind(0) if weights is not None else [None] * arr.shape[0]
        return mt.stack([bincount.function.body(row, own, length, maxlength, dtype, binary_output=binary_output)
                         for row, own in zip(arr.unbind(0), rows)])
    made = mt.bincount(arr.reshape(-1).long(), None if weights is None else weights.reshape(-1),
                       minlength=minlength or 0)
    made = made if maxlength is None else made[:maxlength]
    made = mt.clamp(made, 0, 1) if binary_output else made
    return made if weights is not None else made.to(as_dtype(dtype).kind)


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

