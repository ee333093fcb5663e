"""Functions whose arguments TensorFlow 1 orders otherwise, or gives older names too: tf.argmax(x, dimension=1)."""

from ..core.dtypes import int32, int64
from ..core.errors import InvalidArgumentError
from ..core.lift import function as lifted
from ..core.shapes import TensorShape
from ..functions import arrays, blocks, counting, creation, gathering, math, nn, norms, random, reduction, slices
from .graph import Tensor, graphed
from .sketches import shaped


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
    """How many elements are not 0.

    input_tensor    any shape; `input` is its other name
    axis, keepdims  the axes to count over, None: all; and whether they stay, with size 1
    dtype           of the count
    """
    return graphed(reduction.count_nonzero)(
        one_of(input, input_tensor, "input input_tensor"), one_of(axis, reduction_indices, "axis reduction_indices"),
        bool(one_of(keepdims, keep_dims, "keepdims keep_dims")), dtype, name=name)


def argmax(input, axis=None, name=None, dimension=None, output_type=int64):
    """The index of the largest along an axis; of equal ones, the first.

    input          (…, n, …)
    axis           a number; None: 0. dimension is its older name
    output_type    tf.int64 or tf.int32
    """
    return graphed(reduction.argmax)(input, one_of(axis, dimension, "axis dimension"), output_type, name=name)


def argmin(input, axis=None, name=None, dimension=None, output_type=int64):
    """The index of the smallest along an axis; of equal ones, the first: the arguments (axis, dimension …) as argmax's.

    output_type    tf.int64 or tf.int32
    """
    return graphed(reduction.argmin)(input, one_of(axis, dimension, "axis dimension"), output_type, name=name)


def arg_max(input, dimension, output_type=int64, name=None):
    """argmax(input, dimension) under its older name, for any shape but (); output_type: tf.int64 or tf.int32."""
    return argmax(input, dimension, name, output_type=output_type)


def arg_min(input, dimension, output_type=int64, name=None):
    """argmin(input, dimension) under its older name, for any shape but (); output_type: tf.int64 or tf.int32."""
    return argmin(input, dimension, name, output_type=output_type)


def boolean_mask(tensor, mask, name="boolean_mask", axis=None):
    """The elements, or slices, of a tensor where the mask is true. See tf2.boolean_mask for the arguments."""
    return graphed(slices.boolean_mask)(tensor, mask, axis, name=name)


def confusion_matrix(labels, predictions, num_classes=None, dtype=int32, name=None, weights=None):
    """How often a sample of class i was taken for class j: (i, j). See tf2.math.confusion_matrix for the arguments."""
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

    x             floats of any shape -> the same shape
    keep_prob     a number, or a tensor such as a placeholder; or `rate`, what it lacks to 1
    noise_shape   a shape that broadcasts to x's: elements share their fate along its axes of size 1; None: x's own
    seed          an integer: a stream of random numbers of its own

    Raises ValueError with neither.
    """
    if isinstance(keep_prob, Tensor):
        return shaped(graphed(kept)(x, keep_prob, seed=seed, name=name), x)
    if keep_prob is None and rate is None:
        raise ValueError("You must provide a rate to dropout.")
    return shaped(graphed(nn.dropout)(x, 1 - keep_prob if rate is None else rate, noise_shape, seed, name=name), x)


def kept(x, keep_prob, seed=None):
    return x * creation.cast(random.uniform(x.shape, seed=seed) < keep_prob, x.dtype) / keep_prob


def ensure_shape(x, shape, name=None):
    """x itself, whose shape is known to be this: a run raises InvalidArgumentError for another one."""
    found = graphed(arrays.ensure_shape)(x, shape, name=name)
    found.set_shape(TensorShape(shape).merge_with(getattr(x, "shape", None)))
    return found


def expand_dims(input, axis=None, name=None, dim=None):
    """The same elements with a new axis of size 1: input of any shape; axis (older: dim) where it will be.

    Raises ValueError without an axis.
    """
    axis = one_of(axis, dim, "axis dim")
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return graphed(arrays.expand_dims)(input, axis, name=name)


def gather(params, indices, validate_indices=None, name=None, axis=None, batch_dims=0):
    """The slices of `params` at `indices` along an axis: batch_dims axes of both go together."""
    return graphed(gathering.gather)(params, indices, None, axis, batch_dims, name=name)


def gather_nd(params, indices, name=None, batch_dims=0, bad_indices_policy=""):
    """The elements or slices of `params` at `indices` (…, k), each row of which names a place in the first k axes.

    batch_dims    how many first axes of both go together
    """
    return graphed(gathering.gather_nd)(params, indices, batch_dims, name=name)


def multinomial(logits, num_samples, seed=None, name=None, output_dtype=None):
    """Classes drawn with the probabilities softmax(logits): (N, C) to (N, num_samples).

    seed            an integer: a stream of random numbers of its own
    output_dtype    tf.int64 unless given
    """
    return graphed(random.categorical)(logits, num_samples, output_dtype, seed, name=name)


def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None, keep_dims=None):
    """The norm of a tensor over all elements, or over `axis`: ord and keepdims as tf2's.

    ord         "euclidean", 1, 2, another positive number, or inf
    keepdims    whether these axes stay, with size 1
    """
    return graphed(norms.norm)(tensor, ord, axis, one_of(keepdims, keep_dims, "keepdims keep_dims"), name=name)


def ones_like(tensor, dtype=None, name=None, optimize=True):
    """Ones of the shape of another tensor."""
    return graphed(creation.ones_like)(tensor, dtype, name=name)


def zeros_like(tensor, dtype=None, name=None, optimize=True):
    """Zeros of the shape of another tensor."""
    return graphed(creation.zeros_like)(tensor, dtype, name=name)


def pad(tensor, paddings, mode="CONSTANT", name=None, constant_values=0):
    """The tensor with more elements before and after each axis. See tf2.pad for the arguments."""
    return graphed(arrays.pad)(tensor, paddings, mode, constant_values, name=name)


def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None, seq_dim=None, batch_dim=None):
    """The first seq_lengths[i] steps of each sample of a batch turned round; later ones stay.

    seq_lengths             (N,)  integers
    seq_axis, batch_axis    the axis of the steps and that of the samples, 0 unless given; older: seq_dim, batch_dim
    """
    return graphed(slices.reverse_sequence)(input, seq_lengths, one_of(seq_axis, seq_dim, "seq_axis seq_dim"),
                                            one_of(batch_axis, batch_dim, "batch_axis batch_dim") or 0, name=name)


def shape(input, name=None, out_type=None):
    """The sizes of `input` as a vector of integers, of the type out_type: None is tf.int32."""
    return graphed(arrays.shape)(input, out_type, name=name)


def size(input, name=None, out_type=None):
    """How many elements `input` has, as a tensor () of the type out_type: None is tf.int32."""
    return graphed(arrays.size)(input, out_type, name=name)


def squeeze(input, axis=None, name=None, squeeze_dims=None):
    """The input without axes of size 1: those of `axis` (older: squeeze_dims), or all."""
    return graphed(arrays.squeeze)(input, one_of(axis, squeeze_dims, "axis squeeze_dims"), name=name)


def transpose(a, perm=None, name="transpose", conjugate=False):
    """The axes of `a` in the order perm; None: the last first. conjugate: complex numbers conjugated too."""
    return graphed(arrays.transpose)(a, perm, conjugate, name=name)


def space_to_depth(input, block_size, name=None, data_format="NHWC"):
    """Each block of pixels as the channels of one pixel. See tf2.nn.space_to_depth for the arguments."""
    return graphed(blocks.space_to_depth)(input, block_size, data_format, name=name)


def depth_to_space(input, block_size, name=None, data_format="NHWC"):
    """The channels of each pixel as a block of pixels. See tf2.nn.depth_to_space for the arguments."""
    return graphed(blocks.depth_to_space)(input, block_size, data_format, name=name)


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
    """x where the condition holds, else y: of one shape; with the condition alone, the indices where it holds.

    condition    bools of that shape, or a vector that chooses among rows

    Raises ValueError for x without y.
    """
    if x is None and y is None:
        return graphed(slices.where)(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return graphed(select)(condition, x, y, name=name)


table = {name: value for name, value in globals().items() if callable(value) and value.__module__ == __name__
         and name not in ("one_of", "reducing", "divided", "dropout", "kept", "select")}
