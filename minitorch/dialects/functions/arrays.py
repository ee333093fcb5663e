"""Giving tensors another shape or order, joining and cutting them.

Arguments that mean the same wherever they occur:

    input, tensor, value    any shape
    axis        a number, from 0 on or from −1 back, or a list of them where several are meant
    shape       a list of sizes, or a tensor of them
    out_type    of the result: None is tf.int32
"""

import numpy as np

from ..core import dtypes
from ..core.convert import engine_tensor
from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import wrapped
from .creation import sizes
from .table import made, op


def several(x):
    """Return a number, or several, as a tuple."""
    return tuple(x) if isinstance(x, list | tuple) else (x,)


@op("tensor", keras="reshape(x, newshape)")
def reshape(tensor, shape, name=None):
    """Keep the elements, in order, in another shape, of which one size may be −1: what is left.

    Raises InvalidArgumentError where the elements do not fill the shape.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.reshape(tf.range(6), [2, -1]).shape
    TensorShape([2, 3])
    """
    return tensor.reshape(sizes(shape))


@op("a", keras="transpose(x, axes=perm)", v1="transpose(a, perm=None, name='transpose', conjugate=False)")
def transpose(a, perm=None, conjugate=False, name="transpose"):
    """Put the axes of `a` in another order.

    perm         which axis comes first, second, …; None: the last first, so that a matrix is transposed
    conjugate    whether complex numbers are conjugated too
    """
    made = mt.permute(a, tuple(perm) if perm is not None else tuple(reversed(range(a.ndim))))
    return mt.conj(made) if conjugate and made.dtype.is_complex else made


@op("input", keras="expand_dims(x, axis)")
def expand_dims(input, axis, name=None):
    """Put a new axis of size 1 there; in Keras also several."""
    places = several(axis)
    for place in sorted(p % (input.ndim + len(places)) for p in places) if len(places) > 1 else places:
        input = mt.unsqueeze(input, place)
    return input


@op("input", keras="squeeze(x, axis=None)", v1="squeeze(input, axis=None, name=None, squeeze_dims=axis)")
def squeeze(input, axis=None, name=None):
    """Take axes of size 1 out: those of `axis`, or all.

    Raises InvalidArgumentError for an axis of another size.
    """
    given = [] if axis is None else several(axis)
    for one in given:
        if input.shape[one] != 1:
            raise InvalidArgumentError(f"Can not squeeze dim[{one}], expected a dimension of 1, got {input.shape[one]} "
                                       "[Op:Squeeze]")
    return mt.squeeze(input, tuple(given)) if given else mt.squeeze(input)


concat = made("concat(values, axis, name='concat')", mt.cat, "Join tensors of one element type, a list `values`, along "
              "an axis that they have: only there may sizes differ.", "values*")
stack = made("stack(values, axis=0, name='stack')", mt.stack, "Join n tensors of one shape and element type, a list "
             "`values`, along a new axis of size n.", "values*")
unstack = made("unstack(value, num=None, axis=0, name='unstack')", lambda x, num, axis: list(mt.unbind(x, axis)),
               "Cut a tensor into its parts along an axis, which they lose: a list; num is known, and not needed.",
               keras="unstack(x, num=None, axis=0)")


@op("value")
def split(value, num_or_size_splits, axis=0, num=None, name="split"):
    """Cut a tensor along an axis: a list of tensors.

    num_or_size_splits    how many equal parts, or a list of their sizes, of which one may be −1
    num                   how many parts, which is known here: may be left out

    Raises InvalidArgumentError for a number of parts that does not divide the size.
    """
    length = value.shape[axis]
    if isinstance(num_or_size_splits, list | tuple):
        rest = length - sum(size for size in num_or_size_splits if size >= 0)
        return list(mt.split(value, [rest if size < 0 else size for size in num_or_size_splits], axis))
    if length % num_or_size_splits:
        raise InvalidArgumentError(f"Dimension size, {length}, must be evenly divisible by {num_or_size_splits} "
                                   "[Op:Split]")
    return list(mt.split(value, length // num_or_size_splits, axis))


tile = made("tile(input, multiples, name=None)", lambda x, multiples: mt.tile(x, several(multiples)),
            "Repeat a tensor along each axis, so often as multiples says: [2, 3] makes (2 · n, 3 · m) of (n, m).",
            keras="tile(x, repeats)")


@op("input", keras="repeat(x, repeats, axis=None)")
def repeat(input, repeats, axis=None, name=None):
    """Repeat each element, or slice, several times in a row.

    repeats    how often: a number, or a list with one for each slice along the axis
    axis       None: of all elements, in a vector
    """
    if axis is None:
        input, axis = input.reshape(-1), 0
    return mt.repeat_interleave(input, mt.as_tensor(np.array(repeats)) if isinstance(repeats, list) else repeats,
                                axis)


broadcast_to = made("broadcast_to(input, shape, name=None)", lambda x, shape: mt.broadcast_to(x, sizes(shape)).clone(),
                    "Repeat a tensor along axes of size 1 and new first axes, so that it has this shape.",
                    keras="broadcast_to(x, shape)")


@op("tensor", v1="pad(tensor, paddings, mode='CONSTANT', name=None, constant_values=0)")
def pad(tensor, paddings, mode="CONSTANT", constant_values=0, name=None):
    """Put more elements before and after each axis.

    paddings           [[before, after], …]: how many, for each axis
    mode               "CONSTANT": constant_values; "REFLECT": mirrored without the edge; "SYMMETRIC": with the edge
    constant_values    the number that fills
    """
    if mode.upper() == "CONSTANT":
        flat = [size for pair in reversed(paddings) for size in pair]
        return mt.nn.pad(tensor, flat, value=constant_values)
    for axis, pair in enumerate(paddings):
        index = np.pad(np.arange(tensor.shape[axis]), tuple(pair), mode=mode.lower())
        tensor = mt.index_select(tensor, axis, mt.as_tensor(index))
    return tensor


reverse = made("reverse(tensor, axis, name=None)", lambda x, axis: mt.flip(x, several(axis)),
               "Turn a tensor round along these axes.")
roll = made("roll(input, shift, axis, name=None)", mt.roll, "Move elements along an axis to indices higher by `shift`; "
            "what leaves at one end enters at the other.", keras="roll(x, shift, axis=None)")


def count(x, out_type):
    """Return integers as a tensor."""
    return mt.tensor(x, dtype=as_dtype(out_type or dtypes.int32).kind)


shape = made("shape(input, out_type=None, name=None)", lambda x, kind: count(list(x.shape), kind),
             "Tell the sizes of `input` as a vector of integers.", v1="shape(input, name=None, out_type=None)")
size = made("size(input, out_type=None, name=None)", lambda x, kind: count(x.numel(), kind),
            "Tell how many elements `input` has, as a tensor ().", v1="size(input, name=None, out_type=None)")
rank = made("rank(input, name=None)", lambda x: count(x.ndim, None),
            "Tell how many axes `input` has, as a tensor () of int32.")
for own in (shape, size, rank):
    own.function.concrete = True


def meshgrid(*args, indexing="xy", name=None):
    """Make the coordinates of all points of a grid: one tensor for each axis.

    args        the coordinates along each axis, vectors of sizes n, m, …
    indexing    "xy": the results are (m, n, …), as pictures are; "ij": (n, m, …), as matrices are
    """
    flat = [engine_tensor(x).reshape(-1) for x in args]
    return wrapped(list(mt.meshgrid(*flat, indexing=indexing))) if flat else []
