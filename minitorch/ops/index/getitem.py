"""Indexing: x[index] in every form. Its gradient is added where the index points."""

from ...engine import Part, derivative_of, op
from ..kernels.scatter_add import add_at

SLOT = "array"                      # stands in an index for the next index array among the inputs


def full_index(index, arrays):
    """The index with its arrays put in their slots."""
    arrays = iter(arrays)
    return tuple([next(arrays) if part is SLOT or part == SLOT else slice(*part) if type(part) is tuple else part
                  for part in index])


def check_bounds(index, size, dim):
    """Raise if an index is out of bounds: NumPy does so by itself, CuPy silently wraps around."""
    if index.size and ((index >= size) | (index < -size)).any():
        wrong = index[(index >= size) | (index < -size)].reshape(-1)[0]
        raise IndexError(f"index {wrong} is out of bounds for dimension {dim} with size {size}")


@op(symbol="[ ]", view=True, hidden=True, promotes=False, keeps="arrays")
def getitem(xp, x, *arrays, index):
    """x[index]: integers, slices, None and … give views; index arrays and masks give copies."""
    key = full_index(index, arrays)
    return x[key] if arrays or Ellipsis in index else x[(*key, ...)]      # `...` keeps a single element a view


@derivative_of(getitem)
def getitem_derivative(grad, out, x, *arrays, index):
    return Part(grad, *accumulators(arrays, index)), *[None] * len(arrays)


def accumulators(arrays, index):
    """Two functions that accumulate a gradient at `index`: in place in a buffer, and in new zeros."""
    def add(buffer, grad):
        key = full_index(index, arrays)
        if any(a.dtype != bool for a in arrays):
            add_at(buffer, key, grad)
        else:
            buffer[key] += grad
    return add, lambda grad, shape: put_index(grad, *arrays, index=index, shape=tuple(shape))


@op(symbol="put", hidden=True, promotes=False, keeps="arrays")
def put_index(xp, x, *arrays, index, shape):
    """The transpose of getitem: zeros of `shape` with x added at `index`."""
    out = xp.zeros(shape, x.dtype)
    add_at(out, full_index(index, arrays), x)
    return out


@derivative_of(put_index)
def put_index_derivative(grad, out, x, *arrays, index, shape):
    return getitem(grad, *arrays, index=index), *[None] * len(arrays)


EVERYTHING = (None, None, None)      # the slice that takes a whole dimension


def along(ndim, dim, part):
    """The index that takes `part` of one dimension and all of the others."""
    return (EVERYTHING,) * (dim % ndim) + (part,)


def select_dim(x, dim, index):
    """x[..., index, ...] at dimension `dim`; a view."""
    return getitem(x, index=along(len(x.shape), dim, index))


def narrow(x, dim, start, length):
    """x[start:start + length] along `dim`; a view."""
    return getitem(x, index=along(len(x.shape), dim, (start, start + length, None)))
