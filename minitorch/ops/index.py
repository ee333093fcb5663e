"""Ops that pick and place: indexing, gather, scatter. Their gradients go back to the places picked."""

import numpy as np

from ..backend import library_of
from ..graph import Part, derivative_of, function, op
from .adding import add_at

SLOT = "array"                      # stands in an index for the next index array among the inputs


def full_index(index, arrays):
    """The index with its arrays put in their slots."""
    arrays = iter(arrays)
    return tuple(next(arrays) if part is SLOT or part == SLOT else slice(*part) if type(part) is tuple else part
                 for part in index)


def check_places(index, size, dim):
    """Refuse places beyond the end. NumPy does so itself; CuPy silently begins again at 0, and must be asked."""
    if type(index) is not np.ndarray and index.size and ((index >= size) | (index < -size)).any():
        wrong = index[(index >= size) | (index < -size)].reshape(-1)[0]
        raise IndexError(f"index {wrong} is out of bounds for dimension {dim} with size {size}")


@op(symbol="[ ]", view=True, hidden=True, promotes="x", keeps="arrays")
def getitem(xp, x, *arrays, index):
    """x[index]: whole numbers, slices, None and … give views; index arrays and masks give copies."""
    key = full_index(index, arrays)
    return x[key] if arrays or Ellipsis in index else x[(*key, ...)]      # `...` keeps a single element a view


@derivative_of(getitem)
def getitem_derivative(grad, out, x, *arrays, index):
    return Part(grad, *adders(arrays, index)), *[None] * len(arrays)


def adders(arrays, index):
    """How a gradient at `index` is added in place, and how it is placed among zeros."""
    def add(buffer, grad):
        key = full_index(index, arrays)
        if any(a.dtype != bool for a in arrays):
            add_at(buffer, key, grad)
        else:
            buffer[key] += grad
    return add, lambda grad, shape: put_index(grad, *arrays, index=index, shape=tuple(shape))


@op(symbol="place", hidden=True, promotes="x", keeps="arrays")
def put_index(xp, x, *arrays, index, shape):
    """Zeros of `shape` with x added at `index`: what indexing does, backwards."""
    out = xp.zeros(shape, x.dtype)
    add_at(out, full_index(index, arrays), x)
    return out


@derivative_of(put_index)
def put_index_derivative(grad, out, x, *arrays, index, shape):
    return getitem(grad, *arrays, index=index), *[None] * len(arrays)


EVERYTHING = (None, None, None)      # the slice that takes a whole dimension


def along(ndim, dim, part):
    """The index that takes `part` of one dimension and everything of the others."""
    return (EVERYTHING,) * (dim % ndim) + (part,)


def select_dim(x, dim, index):
    """x[..., index, ...] at dimension `dim`; a view."""
    return getitem(x, index=along(len(x.shape), dim, index))


def narrow(x, dim, start, length):
    """`length` places from `start` along `dim`; a view."""
    return getitem(x, index=along(len(x.shape), dim, (start, start + length, None)))


@op(symbol="[ ]=", hidden=True, promotes=False, keeps="arrays")
def setitem(xp, x, value, *arrays, index):
    """A copy of x with x[index] = value; the graph's record of an assignment."""
    out = x.copy()
    write_item(out, value, arrays, index=index)
    return out


def write_item(array, value, arrays, index):
    """array[index] = value, in place."""
    array[full_index(index, arrays)] = value


setitem.write = write_item


@derivative_of(setitem)
def setitem_derivative(grad, out, x, value, *arrays, index, needs):
    return (setitem(grad, 0, *arrays, index=index) if needs[0] else None,
            getitem(grad, *arrays, index=index) if needs[1] else None, *[None] * len(arrays))


def replay(x, steps):
    """The view that `steps` lead to."""
    for step, settings, index in steps:
        x = step(x, **dict(settings))
        x = x if index is None else x[index]
    return x


@op(symbol="view=", hidden=True, promotes=False)
def write_region(xp, x, value, *, steps):
    """A copy of x in which the view that `steps` lead to holds `value`: a write through a view."""
    out = x.copy()
    replay(out, steps)[...] = value
    return out


@derivative_of(write_region)
def write_region_derivative(grad, out, x, value, needs, *, steps):
    return (write_region(grad, region(grad, steps=steps) * 0, steps=steps) if needs[0] else None,
            region(grad, steps=steps) if needs[1] else None)


@op(symbol="view", hidden=True)
def region(xp, x, *, steps):
    """The part of x that `steps` lead to."""
    return replay(x, steps).copy()


@derivative_of(region)
def region_derivative(grad, out, x, *, steps):
    return put_region(grad, shape=tuple(x.shape), steps=steps)


@op(symbol="place", hidden=True)
def put_region(xp, x, *, shape, steps):
    """Zeros of `shape` in which the view that `steps` lead to holds x."""
    out = xp.zeros(shape, x.dtype)
    replay(out, steps)[...] = x
    return out


@derivative_of(put_region)
def put_region_derivative(grad, out, x, *, shape, steps):
    return region(grad, steps=steps)


def along_key(xp, index, dim):
    """The index arrays that reach, for each place of `index`, that place along `dim`."""
    grids = xp.ogrid[tuple(slice(s) for s in index.shape)] if index.ndim > 1 else [None]
    return tuple(index if d == dim % index.ndim else grids[d] for d in range(index.ndim))


@op(symbol="gather", promotes="x", keeps="index", hidden=True)
def gather(xp, x, index, *, dim):
    """out[i, j] = x[index[i, j], j] for dim 0, and so on: one element for each place of `index`."""
    if not x.ndim:
        return x.reshape(1)[index]
    return x[along_key(xp, index, dim)]


@derivative_of(gather)
def gather_derivative(grad, out, x, index, *, dim):
    return Part(grad, *adders_along(index, dim)), None


def adders_along(index, dim):
    """The two ways of `adders`, for places along one dimension."""
    def add(buffer, grad):
        key = along_key(library_of(buffer), index, dim) if buffer.ndim else ()
        add_at(buffer, key, grad if buffer.ndim else grad.sum())
    return add, lambda grad, shape: put_along(grad, index, shape=tuple(shape), dim=dim)


@op(symbol="place", promotes="x", keeps="index", hidden=True)
def put_along(xp, x, index, *, shape, dim):
    """Zeros of `shape` with x added at the places `index` names along `dim`: gather, backwards."""
    out = xp.zeros(shape, x.dtype)
    if out.ndim:
        add_at(out, along_key(xp, index, dim), x)
        return out
    return out + x.sum()


@derivative_of(put_along)
def put_along_derivative(grad, out, x, index, *, shape, dim):
    return gather(grad, index, dim=dim), None


@function(name="gather")
def gather_function(input, dim, index, *, out=None):
    """out[i][j] = input[index[i][j]][j] for dim 0, and likewise for others.

    index   integers, of as many dimensions as input; the result has its shape
    """
    check_index(index, input, dim)
    return gather.function(input, index, dim=dim, out=out)


def check_index(index, input, dim):
    """`check_places` for an index tensor along one dimension."""
    check_places(index.array, input.shape[dim] if input.ndim else 1, dim)


@op(symbol="index", promotes="x", keeps="index", hidden=True)
def index_select(xp, x, index, *, dim):
    """The slices of x along `dim` that `index`, a vector, names."""
    if not x.ndim:
        return x.copy()
    return xp.take(x, index, axis=dim)


@derivative_of(index_select)
def index_select_derivative(grad, out, x, index, *, dim):
    key = along(max(len(x.shape), 1), dim, SLOT)
    return Part(grad, *adders((index,), key)) if x.shape else grad, None


@function(name="index_select")
def index_select_function(input, dim, index, *, out=None):
    """The slices of `input` along `dim` that `index`, a vector of integers, names; a copy."""
    check_index(index, input, dim)
    return index_select.function(input, index, dim=dim, out=out)


@op(symbol="nonzero", outputs="many", hidden=True)
def nonzero(xp, x):
    """The indices of what is not zero, one vector a dimension."""
    return xp.nonzero(x if x.ndim else x.reshape(1))


@function(name="nonzero")
def nonzero_function(input, *, as_tuple=False):
    """Where `input` is not zero: (n, dimensions), or one vector a dimension with as_tuple."""
    from .copies import stack_function
    found = nonzero.function(input)
    if as_tuple:
        return found
    return stack_function(found, 1) if input.ndim else found[0].reshape(-1, 1)[:, :0]     # a number has no indices
