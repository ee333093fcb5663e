"""Making tensors, and giving them another shape, order or element type."""

import builtins

import numpy as np

from ..core import dtypes
from ..core.convert import engine_tensor
from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function, wrapped
from ..core.shapes import TensorShape
from .creation import sizes


@function("tensor")
def reshape(tensor, shape, name=None):
    """The same elements, in order, in another shape.

    tensor    any shape
    shape     a list of sizes, or a tensor of them; one may be −1, which is what is left

    Raises InvalidArgumentError where the elements do not fill the shape.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.reshape(tf.range(6), [2, -1]).shape
    TensorShape([2, 3])
    """
    return tensor.reshape(sizes(shape))


@function("a")
def transpose(a, perm=None, conjugate=False, name="transpose"):
    """The axes in another order.

    a            any shape
    perm         which axis of `a` comes first, second, …; None: the last first, so that a matrix is transposed
    conjugate    whether complex numbers are conjugated too
    """
    made = mt.permute(a, tuple(perm) if perm is not None else tuple(reversed(builtins.range(a.ndim))))
    return mt.conj(made) if conjugate and made.dtype.is_complex else made


@function("input")
def expand_dims(input, axis, name=None):
    """The same elements with a new axis of size 1.

    input    any shape
    axis     where it will be, from 0 on or from −1 back
    """
    return mt.unsqueeze(input, axis[0] if isinstance(axis, list) else axis)


@function("input")
def squeeze(input, axis=None, name=None):
    """The same elements without axes of size 1.

    input    any shape
    axis     a number or a list: which to take out; None: all of size 1

    Raises InvalidArgumentError for an axis of another size.
    """
    if axis is None:
        return mt.squeeze(input)
    given = axis if isinstance(axis, list | tuple) else [axis]
    for one in given:
        if input.shape[one] != 1:
            raise InvalidArgumentError(f"Can not squeeze dim[{one}], expected a dimension of 1, got {input.shape[one]} "
                                       "[Op:Squeeze]")
    return mt.squeeze(input, tuple(given)) if given else mt.squeeze(input)


@function("values*")
def concat(values, axis, name="concat"):
    """Tensors joined along an axis that they have.

    values    a list of tensors of one element type, whose shapes differ at that axis only
    axis      a number, from 0 on or from −1 back
    """
    return mt.cat(values, axis)


@function("values*")
def stack(values, axis=0, name="stack"):
    """Tensors joined along a new axis.

    values    a list of n tensors of one shape and element type
    axis      where the new axis, of size n, will be
    """
    return mt.stack(values, axis)


@function("value")
def unstack(value, num=None, axis=0, name="unstack"):
    """The parts along an axis, which they no longer have, as a list.

    value    any shape but ()
    num      how many there are, which is known here: may be left out
    axis     a number, from 0 on or from −1 back
    """
    return list(mt.unbind(value, axis))


@function("value")
def split(value, num_or_size_splits, axis=0, num=None, name="split"):
    """The tensor cut along an axis: a list of tensors.

    value                 any shape but ()
    num_or_size_splits    how many equal parts, or a list of their sizes, of which one may be −1
    axis                  a number, from 0 on or from −1 back
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


@function("input")
def tile(input, multiples, name=None):
    """The tensor repeated along each axis.

    input        any shape
    multiples    how often along each axis: [2, 3] makes (2 · n, 3 · m) of (n, m)
    """
    return mt.tile(input, tuple(multiples))


@function("input")
def repeat(input, repeats, axis=None, name=None):
    """Each element, or slice, several times in a row.

    input      any shape
    repeats    how often: a number, or a list with one for each slice along the axis
    axis       a number; None: of all elements, in a vector
    """
    if axis is None:
        input, axis = input.reshape(-1), 0
    return mt.repeat_interleave(input, mt.as_tensor(np.array(repeats)) if isinstance(repeats, list) else repeats,
                                axis)


@function("input")
def broadcast_to(input, shape, name=None):
    """The tensor repeated along axes of size 1 and new first axes, so that it has this shape.

    input    a shape that broadcasts to the other
    shape    a list of sizes, or a tensor of them
    """
    return mt.broadcast_to(input, sizes(shape)).clone()


@function("tensor")
def pad(tensor, paddings, mode="CONSTANT", constant_values=0, name=None):
    """The tensor with more elements before and after each axis.

    tensor             any shape
    paddings           [[before, after], …]: how many, for each axis
    mode               "CONSTANT": constant_values; "REFLECT": mirrored without the edge; "SYMMETRIC": with the edge
    constant_values    the number that fills
    """
    if mode.upper() == "CONSTANT":
        flat = [size for pair in reversed(paddings) for size in pair]
        return mt.nn.pad(tensor, flat, value=constant_values)
    for axis, (before, after) in enumerate(paddings):
        n = tensor.shape[axis]
        index = np.pad(np.arange(n), (before, after), mode=mode.lower())
        tensor = mt.index_select(tensor, axis, mt.as_tensor(index))
    return tensor


@function("tensor")
def reverse(tensor, axis, name=None):
    """The tensor turned round along these axes.

    tensor    any shape
    axis      a list of numbers, from 0 on or from −1 back
    """
    return mt.flip(tensor, tuple(axis) if isinstance(axis, list | tuple) else (axis,))


@function("input")
def roll(input, shift, axis, name=None):
    """The elements moved along an axis; what leaves at one end enters at the other.

    input    any shape
    shift    by how many places, to higher indices: a number, or one for each axis
    axis     a number, or a list of them
    """
    return mt.roll(input, shift, axis)


@function("input")
def shape(input, out_type=None, name=None):
    """The sizes of `input` as a vector of integers, of the type out_type: None is tf.int32."""
    return mt.tensor(list(input.shape), dtype=as_dtype(out_type or dtypes.int32).kind)


@function("input")
def size(input, out_type=None, name=None):
    """How many elements `input` has, as a tensor () of the type out_type: None is tf.int32."""
    return mt.tensor(input.numel(), dtype=as_dtype(out_type or dtypes.int32).kind)


@function("input")
def rank(input, name=None):
    """How many axes `input` has, as a tensor () of int32."""
    return mt.tensor(input.ndim, dtype=dtypes.int32.kind)


for own in (shape, size, rank):
    own.function.concrete = True


@function("x")
def ensure_shape(x, shape, name=None):
    """The tensor x itself, if its shape is compatible with `shape`, whose sizes may be None.

    Raises InvalidArgumentError if it is not.
    """
    if not TensorShape(tuple(x.shape)).is_compatible_with(shape):
        raise InvalidArgumentError(f"Shape of tensor {list(x.shape)} is not compatible with expected shape "
                                   f"{TensorShape(shape)} [Op:EnsureShape]")
    return x


def meshgrid(*args, indexing="xy", name=None):
    """Coordinates of all points of a grid: one tensor for each axis.

    args        the coordinates along each axis, vectors of sizes n, m, …
    indexing    "xy": the results are (m, n, …), as pictures are; "ij": (n, m, …), as matrices are
    """
    flat = [engine_tensor(x).reshape(-1) for x in args]
    return wrapped(list(mt.meshgrid(*flat, indexing=indexing))) if flat else []
