"""Norms of vectors and matrices; tensors scaled by their norms."""

from ..core.engine import mt
from ..core.indexed_slices import by_rows, changed, rows_of
from .elementary import sqrt
from .math import add_n, divide, maximum, multiply, square
from .reduction import axes, extreme, reduce_sum
from .table import op

INFINITE = float("inf")


@op("tensor", v1="norm(tensor, ord='euclidean', axis=None, keepdims=None, name=None, keep_dims=keepdims)")
def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None):
    """Compute the norm of vectors over all elements, or over `axis`; over a pair of axes, of matrices.

    tensor    any shape
    ord       "euclidean", 1, 2, another positive number, or inf; of matrices "euclidean" or "fro"
    axis      a number: of vectors; a pair: of matrices; None: of all elements as one vector
    keepdims  whether these axes stay, with size 1

    Raises ValueError for what is no norm, NotImplementedError for 1, 2 and inf of matrices.
    """
    keep, of_matrices = bool(keepdims), isinstance(axis, list | tuple)
    if of_matrices and (len(axis) != 2 or axis[0] == axis[1]):
        raise ValueError(f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}")
    known = ("euclidean", "fro", 1, 2, INFINITE) if of_matrices else ("euclidean", 1, 2, INFINITE)
    if ord not in known and (of_matrices or isinstance(ord, str) or ord <= 0):
        raise ValueError(f"'ord' must be a supported {'matrix' if of_matrices else 'vector'} norm in {list(known)}"
                         f"{'' if of_matrices else ' or a positive number'}, got {ord}")
    over, size = axes(tensor, axis), mt.abs(tensor)
    if ord in ("euclidean", "fro") or ord == 2 and not of_matrices:
        return mt.sqrt(mt.sum(tensor * mt.conj(tensor), over, keep).to(tensor.dtype))
    if of_matrices:
        raise NotImplementedError(f"the norm ord={ord!r} of matrices is left out here: use NumPy's.")
    if ord == INFINITE:
        return extreme(mt.amax, size, axis, keep, -1)
    if ord == 1:
        return mt.sum(size, over, keep).to(size.dtype)
    return mt.sum(size ** ord, over, keep) ** (1.0 / ord)


@op("x")
def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    """Divide x by its norm along an axis, which counts as √epsilon at least.

    x          floats of any shape -> the same shape
    axis       a number or a list; None: all axes; dim is its older name
    epsilon    keeps the divisor from 0
    """
    total = mt.sum(mt.square(mt.abs(x)) if x.dtype.is_complex else x * x, axes(x, dim if axis is None else axis), True)
    return x * mt.rsqrt(mt.clamp(total, epsilon))


def global_norm(t_list, name=None):
    """Compute the norm of all tensors of a list t_list, as if they were one vector: (); None counts nothing."""
    return sqrt(add_n([reduce_sum(square(rows_of(t))) for t in t_list if t is not None]))


def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
    """Shrink tensors together so that their common norm is at most clip_norm: (the tensors, the norm before).

    t_list       a list of tensors; None stays None
    clip_norm    a positive number
    use_norm     the common norm, where it is known; None: it is computed

    >>> from minitorch.dialects import tf2 as tf
    >>> clipped, before = tf.clip_by_global_norm([tf.constant([3.0]), tf.constant([4.0])], 1.0)
    >>> float(before), clipped[0].numpy()
    (5.0, array([0.6], dtype=float32))
    """
    size = global_norm(t_list) if use_norm is None else use_norm
    scale = divide(clip_norm, maximum(size, clip_norm))
    return [None if t is None else changed(t, lambda rows: multiply(rows, scale)) for t in t_list], size


@by_rows
@op("t")
def clip_by_norm(t, clip_norm, axes=None, name=None):
    """Shrink a tensor so that its norm is at most clip_norm.

    t            any shape -> the same shape
    clip_norm    a positive number
    axes         a list: norms over these axes, each limited by itself; None: over all
    """
    total = mt.sum(t * t) if axes is None else mt.sum(t * t, axes, True)
    size = mt.sqrt(mt.where(total > 0, total, mt.ones_like(total)))
    size = mt.where(total > 0, size, total)
    return t * clip_norm / mt.maximum(size, mt.full_like(size, clip_norm))
