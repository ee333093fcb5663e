"""Reductions: over some axes or over all, and running ones.

Arguments that mean the same wherever they occur:

    input_tensor    numbers of any shape
    axis            a number or a list of numbers, from 0 on or from −1 back; None: all axes
    keepdims        whether these axes stay, with size 1
    exclusive       whether each running result leaves out the element itself
    reverse         whether it runs from the end
    output_type     of the indices: tf.int64 or tf.int32
"""

from ...dtypes import int32
from ..core.dtypes import as_dtype, int8, int64
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from .table import bools_only, floats, floats_only, numbers_only, older, op, row


def axes(x, axis):
    """Return the axes to reduce over as a tuple, none negative: all of them for None."""
    if axis is None:
        return tuple(range(x.ndim))
    given = axis if isinstance(axis, list | tuple) else [axis]
    for one in given:
        if not -x.ndim <= one < x.ndim:
            raise InvalidArgumentError(f"Invalid reduction dimension ({one} for input with {x.ndim} dimension(s) "
                                       "[Op:Sum]")
    found = tuple(sorted({one % x.ndim for one in given}))
    if len(found) < len(given):
        raise InvalidArgumentError(f"Invalid reduction arguments: Axes contains duplicate dimension: {axis} [Op:Sum]")
    return found


def reduced(engine, x, axis, keepdims):
    """Reduce by a function of the engine; a tensor without dimensions, or over no axes, is itself."""
    over = axes(x, axis)
    return engine(x, over, bool(keepdims)).to(x.dtype) if over else x.clone()


def reducing(names, check, run, text, keras=None):
    """Make a reduction of TensorFlow's, run(x, axis, keepdims), and Keras', keras(x, axes, keepdims).

    check    what looks at the element type, and what TensorFlow's error calls the op; None: run does
    """
    name = names.partition(" ")[0]

    def body(input_tensor, axis=None, keepdims=False, name=None):
        if check is not None:
            check[0](check[1], input_tensor)
        return run(input_tensor, axis, keepdims)

    def theirs(x, axis=None, keepdims=False):
        return keras(x, axes(x, axis), keepdims)
    own = row(names, text, "input_tensor", body, theirs)
    return own if run in (variance, deviation) else older(
        f"{name}(input_tensor, axis=None, keepdims=None, name=None, reduction_indices=axis, keep_dims=keepdims)", own)


def by(engine):
    """Reduce by a function of the engine, in the element type of the input."""
    return lambda x, axis, keepdims: reduced(engine, x, axis, keepdims)


def mean(x, axis, keepdims):
    """Take the mean; of integers an integer, rounded towards 0."""
    if x.is_floating_point() or x.dtype.is_complex:
        return reduced(mt.mean, x, axis, keepdims)
    count = 1
    for one in axes(x, axis):
        count *= x.shape[one]
    return mt.trunc_divide(reduced(mt.sum, x, axis, keepdims), count).to(x.dtype)


def extreme(engine, x, axis, keepdims, sign):
    """Find the largest or smallest over `axis`; of nothing, what any number is beyond."""
    over = axes(x, axis)
    if x.numel() or not any(x.shape[one] == 0 for one in over):
        return reduced(engine, x, axis, keepdims)
    kind = as_dtype(x.dtype)
    neutral = sign * float("inf") if kind.is_floating else int(kind.max if sign > 0 else kind.min)
    return mt.sum(x, over, keepdims).to(x.dtype) + mt.tensor(neutral, dtype=x.dtype)


def one_by_one(engine):
    """Reduce by a function of the engine that takes one axis, over one axis after the other."""
    def run(x, over, keepdims):
        for one in sorted((d % x.ndim for d in over), reverse=True):
            x = engine(x, one, keepdims)
        return x
    return run


def variance(x, axis, keepdims):
    """Compute the variance of floats, also of complex ones. Raises TypeError for others."""
    if not (x.is_floating_point() or x.dtype.is_complex):
        raise TypeError(f"Input must be either real or complex. Received {as_dtype(x.dtype).name}: "
                        "tf.cast(x, tf.float32)")
    distance = x - reduced(mt.mean, x, axis, True)
    square = mt.square(mt.abs(distance) if x.dtype.is_complex else distance)
    return reduced(mt.mean, square, axis, keepdims)


def deviation(x, axis, keepdims):
    return mt.sqrt(variance(x, axis, keepdims))


def counted(made, x):
    """Return what was added up or multiplied of x: integers as int32, unless x had more."""
    return made if x.is_floating_point() or x.dtype.is_complex else made.to(int32 if x.dtype.itemsize < 8 else x.dtype)


every, some, product = one_by_one(mt.all), one_by_one(mt.any), one_by_one(mt.prod)
reduce_sum = reducing("reduce_sum sum", (numbers_only, "Sum"), by(mt.sum), """Add up over some axes, or over all.

Raises InvalidArgumentError for bools, for an axis that there is not, and for one that is named twice.

>>> from minitorch.dialects import tf2 as tf
>>> tf.reduce_sum([[1, 2, 3], [4, 5, 6]], axis=1).numpy()
array([ 6, 15], dtype=int32)
""", lambda x, over, keep: counted(mt.sum(x, over, keep), x))
reduce_mean = reducing("reduce_mean mean", (numbers_only, "Mean"), mean, """Take the mean over some axes, or over all.

TensorFlow's mean of integers is an integer, rounded towards 0: tf.cast(x, tf.float32) first.
""", lambda x, over, keep: mt.mean(floats(x), over, keep))
reduce_max = reducing(
    "reduce_max amax", (numbers_only, "Max"), lambda x, axis, keep: extreme(mt.amax, x, axis, keep, -1),
    "Find the largest over some axes, or over all; of nothing, the least number. Equal ones share the gradient.",
    mt.amax)
reduce_min = reducing(
    "reduce_min amin", (numbers_only, "Max"), lambda x, axis, keep: extreme(mt.amin, x, axis, keep, 1),
    "Find the smallest over some axes, or over all; of nothing, the largest number. Equal ones share the gradient.",
    mt.amin)
reduce_prod = reducing("reduce_prod", None, lambda x, axis, keep: product(x, axes(x, axis), keep).to(x.dtype),
                       "Multiply over some axes, or over all.")
reduce_all = reducing("reduce_all all", (bools_only, "All"), by(mt.all), "Say whether all over some axes are true.",
                      lambda x, over, keep: every(x.bool(), over, keep))
reduce_any = reducing("reduce_any any", (bools_only, "Any"), by(mt.any), "Say whether one over some axes is true.",
                      lambda x, over, keep: some(x.bool(), over, keep))
reduce_logsumexp = reducing("reduce_logsumexp logsumexp", (floats_only, "Exp"), by(mt.logsumexp),
                            "Compute log Σ exp over some axes, or over all, without overflow.",
                            lambda x, over, keep: mt.logsumexp(floats(x), over, keep))
reduce_variance = reducing("reduce_variance var", None, variance, "Take the mean squared distance from the mean.\n\n"
                           "Raises TypeError for integers in TensorFlow.",
                           lambda x, over, keep: mt.var(floats(x), over, correction=0, keepdim=keep))
reduce_std = reducing("reduce_std std", None, deviation,
                      "Take the root of the variance. Raises TypeError for integers in TensorFlow.",
                      lambda x, over, keep: mt.std(floats(x), over, correction=0, keepdim=keep))


@op("input", v1="""count_nonzero(input_tensor=input, axis=None, keepdims=None, dtype=int64, name=None,
    reduction_indices=axis, keep_dims=keepdims, input=None)""")
def count_nonzero(input, axis=None, keepdims=None, dtype=int64, name=None):
    """Count the elements of `input`, of any shape, that are not 0; dtype: of the count."""
    return reduced(mt.sum, (input != 0).long(), axis, keepdims).to(as_dtype(dtype).kind)


def running(name, engine, neutral, text):
    """Make a running reduction; `neutral` is the first result of an exclusive one."""
    def body(x, axis=0, exclusive=False, reverse=False, name=None):
        if not isinstance(axis, int) or not -x.ndim <= axis < x.ndim:
            raise InvalidArgumentError(f"Expected scan axis in the range [{-x.ndim}, {x.ndim}), but got {axis} "
                                       "[Op:Cumsum]")
        numbers_only("Cumsum", x)
        y = mt.flip(x, (axis,)) if reverse else x
        if exclusive:
            first = mt.full_like(y.narrow(axis, 0, 1), neutral)
            y = mt.cat([first, y.narrow(axis, 0, y.shape[axis] - 1)], axis)
        y = engine(y, axis).to(x.dtype)
        return mt.flip(y, (axis,)) if reverse else y
    return row(name, f"{text} along an axis of x, of any shape.\n\nRaises InvalidArgumentError for bools, and for an "
               "axis that there is not.", "x", body)


cumsum = running("cumsum", mt.cumsum, 0, "Add up what came so far")
cumprod = running("cumprod", mt.cumprod, 1, "Multiply what came so far")


def searched(x, axis):
    """Return the tensor, bools as numbers, and the axis. Raises InvalidArgumentError for a number without axes."""
    if not x.ndim:
        raise InvalidArgumentError("Expected dimension in the range [0, 0), but got 0 [Op:ArgMax]")
    return x.to(int8.kind) if x.array.dtype.kind == "b" else x, 0 if axis is None else axis


@op("input", v1="argmax(input, axis=None, name=None, dimension=axis, output_type=int64)")
def argmax(input, axis=None, output_type=int64, name=None):
    """Find the index of the largest along an axis, None: 0; of equal ones, the first.

    input      (…, n, …)  numbers or bools
    returns    (…, …)  the shape without that axis

    Raises InvalidArgumentError for a number, which has no axis.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.argmax([[1.0, 3.0], [5.0, 2.0]], axis=1).numpy()
    array([1, 0])
    """
    return mt.argmax(*searched(input, axis)).to(as_dtype(output_type).kind)


@op("input", v1="argmin(input, axis=None, name=None, dimension=axis, output_type=int64)")
def argmin(input, axis=None, output_type=int64, name=None):
    """Find the index of the smallest along an axis, as argmax does that of the largest."""
    return mt.argmin(*searched(input, axis)).to(as_dtype(output_type).kind)
