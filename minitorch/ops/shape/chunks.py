"""Split a tensor along one dimension, and join the pieces: one op for each, for any number of pieces."""

from itertools import combinations
from math import prod

import numpy as np

from ...backend.memory import address
from ...engine import derivative_of, op
from ...runtime.kinds import whole


@op(symbol="split", outputs="many", view=True, hidden=True, name="split")
def split_op(xp, x, *, parts, dim):
    """Return views of x: pieces along `dim`, with the sizes in `parts`."""
    return slices_of(x, parts, dim)


def slices_of(x, parts, dim):
    front, start, pieces = (slice(None),) * (dim % x.ndim), 0, []
    for length in parts:
        pieces.append(x[(*front, slice(start, start + length))])
        start += length
    return pieces


@derivative_of(split_op)
def split_derivative(grads, out, x, *, parts, dim):
    return join(*grads, shape=tuple(x.shape), parts=parts, dim=dim)


@op(symbol="join", hidden=True)
def join(xp, *arrays, shape, parts, dim):
    """Join the pieces of a split, the inverse of split; zeros replace a piece that is None."""
    whole = base_of_pieces(arrays, shape, parts, dim) if xp.__name__ == "numpy" else None
    if whole is not None:
        return whole
    out = xp.empty(shape, next(a.dtype for a in arrays if a is not None))
    for piece, array in zip(slices_of(out, parts, dim), arrays):
        piece[...] = 0 if array is None else array
    return out


def base_of_pieces(arrays, shape, parts, dim):
    """Return the array that was cut into these consecutive slices, or None."""
    base = getattr(arrays[0], "base", None)
    if type(base) is not np.ndarray or any(a is None or a.base is not base for a in arrays):
        return None
    if base.size != prod(shape) or not base.flags.c_contiguous:
        return None
    base = base.reshape(shape)
    same = [address(a) == address(b) and a.strides == b.strides for a, b in zip(arrays, slices_of(base, parts, dim))]
    return base if all(same) else None


def empty_like_pieces(arrays):
    """Return new arrays with the memory layout of `arrays`; for slices of one array, slices of one new array."""
    base = arrays[0].base
    if (type(base) is not np.ndarray or not base.flags.c_contiguous or base.size != sum(a.size for a in arrays)
            or any(a.base is not base or a.dtype is not base.dtype for a in arrays)
            or any(np.shares_memory(a, b) for a, b in combinations(arrays, 2))):
        return [np.empty_like(a) for a in arrays]
    whole, start = np.empty_like(base), address(base)
    return [np.ndarray(a.shape, a.dtype, whole, address(a) - start, a.strides) for a in arrays]


@derivative_of(join)
def join_derivative(grad, out, *arrays, shape, parts, dim):
    return tuple(split_op(grad, parts=parts, dim=dim))


def whole_number(value, name):
    """Return an argument as an int; raise TypeError if it is not a whole number."""
    if not whole(value):
        raise TypeError(f"{name}() needs a whole number, not {value!r}.")
    return int(value)
