"""Change shapes: transpose, join, split, repeat, pad."""

import numpy as np

from ..tensors import Size
from .arrays import as_tensor, axes_of, in_common_type, mt, to_out


def shape(a):
    """Return the sizes of the dimensions of `a`."""
    return tuple(as_tensor(a).shape)


def ndim(a):
    """Return the number of dimensions of `a`."""
    return as_tensor(a).ndim


def size(a, axis=None):
    """Return the number of elements of `a`, or its size along axis."""
    x = as_tensor(a)
    return x.numel() if axis is None else x.shape[axis]


def reshape(a, /, shape, *, copy=None):
    """Return the same elements in another shape, in which one size may be −1; copy=True: always in new memory."""
    x = as_tensor(a)
    x = x.clone() if copy else x
    return mt.reshape(x, (shape,) if isinstance(shape, int) else tuple(shape))


def ravel(a):
    """Return the elements as a vector."""
    return as_tensor(a).reshape(-1)


def transpose(a, axes=None):
    """Return the tensor with its axes in another order; None: reversed."""
    x = as_tensor(a)
    return x.permute(*(reversed(range(x.ndim)) if axes is None else axes))


permute_dims = transpose


def matrix_transpose(x, /):
    """Transpose each matrix of (*, n, m): (*, m, n)."""
    return mt.swapaxes(as_tensor(x), -1, -2)


def swapaxes(a, axis1, axis2):
    """Exchange two axes."""
    return mt.swapaxes(as_tensor(a), axis1, axis2)


def moveaxis(a, source, destination):
    """Move axes (source, a number or several) to other positions (destination)."""
    return mt.moveaxis(as_tensor(a), source, destination)


def expand_dims(a, axis):
    """Insert axes of size 1; axis: their positions in the result, a number or several."""
    x = as_tensor(a)
    count = x.ndim + (len(axis) if isinstance(axis, list | tuple) else 1)
    for one in sorted(axes_of(axis, count)):
        x = x.unsqueeze(one)
    return x


def squeeze(a, axis=None):
    """Remove axes of size 1: all of them, or those of axis. Raises ValueError for an axis of another size."""
    x = as_tensor(a)
    if axis is None:
        return mt.squeeze(x)
    over = axes_of(axis, x.ndim)
    if any(x.shape[one] != 1 for one in over):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return x.reshape(tuple(n for one, n in enumerate(x.shape) if one not in over))


def broadcast_to(array, shape):
    """Return a view of another shape that repeats elements along new axes and axes of size 1."""
    return mt.broadcast_to(as_tensor(array), (shape,) if isinstance(shape, int) else tuple(shape))


def broadcast_arrays(*args):
    """Return several tensors in their common broadcast shape."""
    return mt.broadcast_tensors(*map(as_tensor, args))


def broadcast_shapes(*args):
    """Return the shape that shapes broadcast to. Raises ValueError if they do not broadcast."""
    return Size(np.broadcast_shapes(*args))


def at_least(n):
    def call(*arys):
        found = tuple(getattr(mt, f"atleast_{n}d")(as_tensor(x)) for x in arys)
        return found[0] if len(found) == 1 else found
    call.__name__ = call.__qualname__ = f"atleast_{n}d"
    call.__doc__ = f"Return arys with at least {n} dimensions each: a tensor for one argument, a tuple for several."
    return call


atleast_1d, atleast_2d, atleast_3d = map(at_least, (1, 2, 3))


def concatenate(arrays, /, axis=0, out=None, *, dtype=None):
    """Join tensors along an existing axis; the other sizes are equal. None: join them as one vector.

    out, dtype   a tensor to write the result into; its element type
    """
    parts = in_common_type(*arrays, dtype=dtype)
    return to_out(mt.cat([x.reshape(-1) for x in parts], 0) if axis is None else mt.cat(parts, axis), out)


concat = concatenate


def stack(arrays, axis=0, out=None, *, dtype=None):
    """Join tensors of one shape along a new axis. out and dtype as in concatenate."""
    return to_out(mt.stack(in_common_type(*arrays, dtype=dtype), axis), out)


def vstack(tup, *, dtype=None):
    """Join tensors vertically, vectors as rows; in their common element type, or in dtype."""
    return mt.vstack(in_common_type(*tup, dtype=dtype))


def hstack(tup, *, dtype=None):
    """Join tensors horizontally, vectors end to end. Arguments as in vstack."""
    return mt.hstack(in_common_type(*tup, dtype=dtype))


def dstack(tup):
    """Join tensors along axis 2."""
    return mt.dstack(in_common_type(*tup))


def column_stack(tup):
    """Join tensors horizontally, vectors as columns."""
    return mt.column_stack(in_common_type(*tup))


def append(arr, values, axis=None):
    """Append values to arr along axis; None: append them as vectors."""
    return concatenate((arr, values), axis)


def array_split(ary, indices_or_sections, axis=0):
    """Split along axis into a number of parts, whose sizes differ by at most 1; or before each of several indices."""
    given = indices_or_sections
    return list(mt.tensor_split(as_tensor(ary), given if isinstance(given, int) else tuple(map(int, given)), axis))


def split(ary, indices_or_sections, axis=0):
    """Split like array_split, but only into equal parts. Raises ValueError if the parts cannot be equal."""
    n = as_tensor(ary).shape[axis]
    if isinstance(indices_or_sections, int) and n % indices_or_sections:
        raise ValueError(f"array split does not result in an equal division: {n} in {indices_or_sections} parts")
    return array_split(ary, indices_or_sections, axis)


def vsplit(ary, indices_or_sections):
    """Split along axis 0. Arguments as in split."""
    return split(ary, indices_or_sections, 0)


def hsplit(ary, indices_or_sections):
    """Split along axis 1; a vector along its only axis. Arguments as in split."""
    return split(ary, indices_or_sections, min(1, as_tensor(ary).ndim - 1))


def unstack(x, /, *, axis=0):
    """Return the parts along axis, without this axis."""
    return tuple(mt.unbind(as_tensor(x), axis))


def tile(A, reps):
    """Repeat the whole tensor reps times, a number or one for each axis."""
    return mt.tile(as_tensor(A), (reps,) if isinstance(reps, int) else tuple(reps))


def repeat(a, repeats, axis=None):
    """Repeat each element several times in a row.

    repeats   how often: a number, or one for each element along axis; axis None: of the flat tensor
    """
    x = as_tensor(a)
    times = repeats if isinstance(repeats, int) else as_tensor(repeats)
    return mt.repeat_interleave(x.reshape(-1) if axis is None else x, times, 0 if axis is None else axis)


def flip(m, axis=None):
    """Reverse the order along axis: a number, several, or None for all."""
    x = as_tensor(m)
    return mt.flip(x, axes_of(axis, x.ndim))


def flipud(m):
    """Reverse the order along axis 0."""
    return flip(m, 0)


def fliplr(m):
    """Reverse the order along axis 1."""
    return flip(m, 1)


def roll(a, shift, axis=None):
    """Shift elements by `shift` along axis; elements beyond the end return at the start. None: the flat tensor."""
    x = as_tensor(a)
    return mt.roll(x, shift) if axis is None else mt.roll(x, shift, axis)


def rot90(m, k=1, axes=(0, 1)):
    """Rotate k times by 90 degrees, from the first of axes towards the second."""
    return mt.rot90(as_tensor(m), k, tuple(axes))


def pad(array, pad_width, mode="constant", *, constant_values=0):
    """Add elements at the ends of each axis.

    pad_width         (before, after) for each axis, one pair for all axes, or one number
    mode              "constant", which is constant_values, a number

    Raises NotImplementedError for other modes.
    """
    x = as_tensor(array)
    if mode != "constant":
        raise NotImplementedError(f"pad: mode must be 'constant', not {mode!r}. nn.functional.pad has 'reflect', "
                                  "'replicate' and 'circular'.")
    for axis, ends in enumerate(np.broadcast_to(np.asarray(pad_width), (x.ndim, 2)).tolist()):
        wide = [[n if one == axis else size for one, size in enumerate(x.shape)] for n in ends]
        before, after = (x.new_full(tuple(sizes), constant_values) for sizes in wide)
        x = mt.cat([before, x, after], axis)
    return x
