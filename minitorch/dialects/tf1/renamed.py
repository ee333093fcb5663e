"""Functions whose arguments TensorFlow 1 orders otherwise, or gives older names too: tf.argmax(x, dimension=1)."""

from ..core.dtypes import int32, int64
from ..core.lift import function as lifted
from ..core.errors import InvalidArgumentError
from ..core.shapes import TensorShape
from ..functions import arrays, counting, creation, gathering, math, nn, norms, random, reduction, slices
from .graph import Tensor, graphed


def one_of(new, old, names):
    """The argument that is given, under its name or its older one. Raises ValueError for both."""
    if new is not None and old is not None:
        raise ValueError(f"Cannot specify both {names.partition(' ')[0]!r} and {names.partition(' ')[2]!r}")
    return old if new is None else new


def reducing(function):
    """A reduction that also takes the older names reduction_indices and keep_dims."""
    own = graphed(function)

    def call(input_tensor, axis=None, keepdims=None, name=None, reduction_indices=None, keep_dims=None):
        return own(input_tensor, one_of(axis, reduction_indices, "axis reduction_indices"),
                   bool(one_of(keepdims, keep_dims, "keepdims keep_dims")), name=name)
    call.__name__, call.__doc__ = function.__name__, function.__doc__
    return call


reduce_all, reduce_any, reduce_logsumexp, reduce_max = map(reducing, (
    reduction.reduce_all, reduction.reduce_any, reduction.reduce_logsumexp, reduction.reduce_max))
reduce_mean, reduce_min, reduce_prod, reduce_sum = map(reducing, (
    reduction.reduce_mean, reduction.reduce_min, reduction.reduce_prod, reduction.reduce_sum))


def count_nonzero(input_tensor=None, axis=None, keepdims=None, dtype=int64, name=None, reduction_indices=None,
                  keep_dims=None, input=None):
    """How many are not 0."""
    return graphed(reduction.count_nonzero)(
        one_of(input, input_tensor, "input input_tensor"), one_of(axis, reduction_indices, "axis reduction_indices"),
        bool(one_of(keepdims, keep_dims, "keepdims keep_dims")), dtype, name=name)


def argmax(input, axis=None, name=None, dimension=None, output_type=int64):
    """Where the largest stands along an axis, 0 unless given; the first of equal ones."""
    return graphed(reduction.argmax)(input, one_of(axis, dimension, "axis dimension"), output_type, name=name)


def argmin(input, axis=None, name=None, dimension=None, output_type=int64):
    """Where the smallest stands along an axis, 0 unless given; the first of equal ones."""
    return graphed(reduction.argmin)(input, one_of(axis, dimension, "axis dimension"), output_type, name=name)


def arg_max(input, dimension, output_type=int64, name=None):
    """argmax under its older name."""
    return argmax(input, dimension, name, output_type=output_type)


def arg_min(input, dimension, output_type=int64, name=None):
    """argmin under its older name."""
    return argmin(input, dimension, name, output_type=output_type)


def boolean_mask(tensor, mask, name="boolean_mask", axis=None):
    """The elements, or slices, where the mask is true."""
    return graphed(slices.boolean_mask)(tensor, mask, axis, name=name)


def confusion_matrix(labels, predictions, num_classes=None, dtype=int32, name=None, weights=None):
    """How often a sample of class i was taken for class j: (i, j)."""
    return graphed(counting.confusion_matrix)(labels, predictions, num_classes, weights, dtype, name=name)


@lifted("x y")
def divided(x, y, name=None):
    """x / y; of integers, rounded down, as Python 2 does."""
    return math.divide.function.body(x, y) if x.is_floating_point() or x.dtype.is_complex else \
        math.floordiv.function.body(x, y)


def div(x, y, name=None):
    """x / y; of integers, rounded down, as Python 2 does."""
    return graphed(divided)(x, y, name=name or "div")


def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
    """Each element kept with probability keep_prob, and larger then, so that the mean stays; else 0.

    keep_prob   a number, or a tensor such as a placeholder; or `rate`, what it lacks to 1

    Raises ValueError with neither.
    """
    if isinstance(keep_prob, Tensor):
        return graphed(kept)(x, keep_prob, seed=seed, name=name)
    if keep_prob is None and rate is None:
        raise ValueError("You must provide a rate to dropout.")
    rate = 1 - keep_prob if rate is None else rate
    return graphed(nn.dropout)(x, rate, noise_shape, seed, name=name)


def kept(x, keep_prob, seed=None):
    return x * creation.cast(random.uniform(x.shape, seed=seed) < keep_prob, x.dtype) / keep_prob


def ensure_shape(x, shape, name=None):
    """x itself, whose shape is known to be this: a run raises InvalidArgumentError for another one."""
    found = graphed(arrays.ensure_shape)(x, shape, name=name)
    found.set_shape(TensorShape(shape).merge_with(getattr(x, "shape", None)))
    return found


def expand_dims(input, axis=None, name=None, dim=None):
    """A new axis of size 1."""
    axis = one_of(axis, dim, "axis dim")
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return graphed(arrays.expand_dims)(input, axis, name=name)


def gather(params, indices, validate_indices=None, name=None, axis=None, batch_dims=0):
    """The slices of `params` at `indices` along an axis: batch_dims axes of both go together."""
    return graphed(gathering.gather)(params, indices, None, axis, batch_dims, name=name)


def gather_nd(params, indices, name=None, batch_dims=0, bad_indices_policy=""):
    """The slices of `params` at the indices in the last axis of `indices`."""
    return graphed(gathering.gather_nd)(params, indices, batch_dims, name=name)


def multinomial(logits, num_samples, seed=None, name=None, output_dtype=None):
    """Classes drawn with the probabilities softmax(logits): (N, C) to (N, num_samples)."""
    return graphed(random.categorical)(logits, num_samples, output_dtype, seed, name=name)


def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None, keep_dims=None):
    """The norm over all elements, or over `axis`: see tf2's."""
    return graphed(norms.norm)(tensor, ord, axis, one_of(keepdims, keep_dims, "keepdims keep_dims"), name=name)


def ones_like(tensor, dtype=None, name=None, optimize=True):
    """Ones of the shape of another tensor."""
    return graphed(creation.ones_like)(tensor, dtype, name=name)


def zeros_like(tensor, dtype=None, name=None, optimize=True):
    """Zeros of the shape of another tensor."""
    return graphed(creation.zeros_like)(tensor, dtype, name=name)


def pad(tensor, paddings, mode="CONSTANT", name=None, constant_values=0):
    """So many elements before and after each axis: [[before, after], …]."""
    return graphed(arrays.pad)(tensor, paddings, mode, constant_values, name=name)


def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None, seq_dim=None, batch_dim=None):
    """The first so many steps of each sequence turned round."""
    return graphed(slices.reverse_sequence)(input, seq_lengths, one_of(seq_axis, seq_dim, "seq_axis seq_dim"),
                                            one_of(batch_axis, batch_dim, "batch_axis batch_dim") or 0, name=name)


def shape(input, name=None, out_type=None):
    """The sizes as a tensor of integers."""
    return graphed(arrays.shape)(input, out_type, name=name)


def size(input, name=None, out_type=None):
    """How many elements there are, as a tensor."""
    return graphed(arrays.size)(input, out_type, name=name)


def squeeze(input, axis=None, name=None, squeeze_dims=None):
    """Without axes of size 1: those of `axis`, or all."""
    return graphed(arrays.squeeze)(input, one_of(axis, squeeze_dims, "axis squeeze_dims"), name=name)


def transpose(a, perm=None, name="transpose", conjugate=False):
    """The axes in another order; without `perm`, the last first."""
    return graphed(arrays.transpose)(a, perm, conjugate, name=name)


@lifted("condition | x y")
def select(condition, x, y, name=None):
    """x where the condition holds, else y, of one shape; a vector of conditions chooses among rows."""
    if x.shape != y.shape or condition.ndim and condition.shape not in (x.shape, x.shape[:1]):
        raise InvalidArgumentError(f"tf.where takes x and y of one shape, and a condition of that, of its first size "
                                   f"or a number, not {tuple(condition.shape)}, {tuple(x.shape)} and {tuple(y.shape)}: "
                                   "tf.broadcast_to")
    rows = condition.reshape(-1, *[1] * (x.ndim - 1)) if condition.ndim == 1 else condition
    return slices.where.function.body(rows, x, y)


def where(condition, x=None, y=None, name=None):
    """x where the condition holds, else y: of one shape; with the condition alone, the indices where it holds."""
    if x is None and y is None:
        return graphed(slices.where)(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return graphed(select)(condition, x, y, name=name)


table = {name: value for name, value in globals().items() if callable(value) and value.__module__ == __name__
         and name not in ("one_of", "reducing", "divided", "dropout", "kept", "select")}
