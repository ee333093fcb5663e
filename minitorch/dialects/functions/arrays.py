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
    """The same elements, in order, in another shape; one size may be -1."""
    return tensor.reshape(sizes(shape))


@function("a")
def transpose(a, perm=None, conjugate=False, name="transpose"):
    """The axes in another order; without `perm`, the last first."""
    made = mt.permute(a, tuple(perm) if perm is not None else tuple(reversed(builtins.range(a.ndim))))
    return mt.conj(made) if conjugate and made.dtype.is_complex else made


@function("input")
def expand_dims(input, axis, name=None):
    """A new axis of size 1."""
    return mt.unsqueeze(input, axis[0] if isinstance(axis, list) else axis)


@function("input")
def squeeze(input, axis=None, name=None):
    """Without axes of size 1: those of `axis`, or all."""
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
    """Tensors joined along an axis."""
    return mt.cat(values, axis)


@function("values*")
def stack(values, axis=0, name="stack"):
    """Tensors of one shape joined along a new axis."""
    return mt.stack(values, axis)


@function("value")
def unstack(value, num=None, axis=0, name="unstack"):
    """The parts along an axis, as a list."""
    return list(mt.unbind(value, axis))


@function("value")
def split(value, num_or_size_splits, axis=0, num=None, name="split"):
    """A list of so many equal parts along an axis, or of parts of these sizes; one may be -1."""
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
    """The tensor repeated so many times along each axis."""
    return mt.tile(input, tuple(multiples))


@function("input")
def repeat(input, repeats, axis=None, name=None):
    """Each element so many times: a number, or one an element."""
    if axis is None:
        input, axis = input.reshape(-1), 0
    return mt.repeat_interleave(input, mt.as_tensor(np.array(repeats)) if isinstance(repeats, list) else repeats,
                                axis)


@function("input")
def broadcast_to(input, shape, name=None):
    return mt.broadcast_to(input, sizes(shape)).clone()


@function("tensor")
def pad(tensor, paddings, mode="CONSTANT", constant_values=0, name=None):
    """So many elements before and after each axis: [[before, after], …].

    mode   "CONSTANT", "REFLECT" or "SYMMETRIC"
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
    """Turned round along these axes."""
    return mt.flip(tensor, tuple(axis) if isinstance(axis, list | tuple) else (axis,))


@function("input")
def roll(input, shift, axis, name=None):
    return mt.roll(input, shift, axis)


@function("input")
def shape(input, out_type=None, name=None):
    """The sizes as a tensor of integers."""
    return mt.tensor(list(input.shape), dtype=as_dtype(out_type or dtypes.int32).kind)


@function("input")
def size(input, out_type=None, name=None):
    """How many elements there are, as a tensor."""
    return mt.tensor(input.numel(), dtype=as_dtype(out_type or dtypes.int32).kind)


@function("input")
def rank(input, name=None):
    """How many axes there are, as a tensor."""
    return mt.tensor(input.ndim, dtype=dtypes.int32.kind)


for own in (shape, size, rank):
    own.function.concrete = True


@function("x")
def ensure_shape(x, shape, name=None):
    """The tensor itself. Raises InvalidArgumentError if its shape is another."""
    if not TensorShape(tuple(x.shape)).is_compatible_with(shape):
        raise InvalidArgumentError(f"Shape of tensor {list(x.shape)} is not compatible with expected shape "
                                   f"{TensorShape(shape)} [Op:EnsureShape]")
    return x


def meshgrid(*args, indexing="xy", name=None):
    """Coordinates of a grid, one tensor an argument."""
    flat = [engine_tensor(x).reshape(-1) for x in args]
    return wrapped(list(mt.meshgrid(*flat, indexing=indexing))) if flat else []
