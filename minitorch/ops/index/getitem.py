"""Indexing: x[index] in every form. Its gradient is added at the same index.

Assignment, x[index] = value, is recorded on the tape as a copy of x in which one part is replaced.
"""

from ...backend import holds
from ...dtypes import LARGEST, fitting
from ...engine import derivative_of, op
from ...runtime import IndexedGrad
from ...runtime.inplace import check_stretched, unlock
from ...runtime.libraries import flag_outside
from ..kernels.scatter_add import add_at

SLOT = "array"                      # in an index, SLOT stands for the next index array of the inputs


def full_index(index, arrays):
    """Return the index with arrays instead of slots."""
    arrays = iter(arrays)
    return tuple([next(arrays) if part is SLOT or part == SLOT else slice(*part) if type(part) is tuple else part
                  for part in index])


def check_bounds(index, size, dim):
    """Raise if an index is out of bounds: NumPy raises by itself, CuPy silently wraps around."""
    if flag_outside(index, -size, size - 1, out_of_bounds, size, dim):
        return
    if index.size and holds(((index >= size) | (index < -size)).any()):
        wrong = index[(index >= size) | (index < -size)].reshape(-1)[0]
        raise out_of_bounds(wrong, None, size, dim)


def out_of_bounds(index, position, size, dim):
    return IndexError(f"index {index} is out of bounds for dimension {dim} with size {size}")


@op(symbol="[ ]", view=True, hidden=True, promotes=False, keeps="arrays")
def getitem(xp, x, *arrays, index):
    """x[index]: integers, slices, None and … give views; index arrays and masks give copies."""
    key = full_index(index, arrays)
    out = x[key] if arrays or Ellipsis in index else x[(*key, ...)]       # with `...`, a single element is a view
    return xp.ascontiguousarray(out) if arrays and not out.flags.c_contiguous else out    # NumPy may reorder the memory


@derivative_of(getitem)
def getitem_derivative(grad, out, x, *arrays, index):
    return IndexedGrad(grad, *accumulators(arrays, index)), *[None] * len(arrays)


def accumulators(arrays, index):
    """Return two functions that add a gradient at `index`: the first to a buffer, the second to new zeros."""
    def add(buffer, grad):
        key = full_index(index, arrays)
        if any(a.dtype != bool for a in arrays):
            add_at(buffer, key, grad)
        else:
            buffer[key] += grad
    return add, lambda grad, shape: put_index(grad, *arrays, index=index, shape=tuple(shape))


@op(symbol="put", hidden=True, promotes=False, keeps="arrays")
def put_index(xp, x, *arrays, index, shape):
    """Compute the transpose of getitem: add x to zeros of `shape`, at `index`."""
    out = xp.zeros(shape, x.dtype)
    add_at(out, full_index(index, arrays), x)
    return out


@derivative_of(put_index)
def put_index_derivative(grad, out, x, *arrays, index, shape):
    return getitem(grad, *arrays, index=index), *[None] * len(arrays)


EVERYTHING = (None, None, None)      # this slice takes a whole dimension


def index_along(ndim, dim, part):
    """Return the index that selects `part` of one dimension and all of the others."""
    return (EVERYTHING,) * (dim % ndim) + (part,)


def select_dim(x, dim, index):
    """Return x[..., index, ...] at dimension `dim`; a view."""
    return getitem(x, index=index_along(len(x.shape), dim, index))


def narrow(x, dim, start, length):
    """Return x[start:start + length] along `dim`; a view."""
    return getitem(x, index=index_along(len(x.shape), dim, (start, start + length, None)))


@op(symbol="[ ]=", hidden=True, promotes=False, keeps="arrays")
def setitem(xp, x, value, *arrays, index):
    """Return a copy of x with x[index] = value; the tape records it for an assignment."""
    out = x.copy()
    write_item(out, value, arrays, index=index)
    return out


def write_item(array, value, arrays, index):
    """Set array[index] = value, in place."""
    if type(value) is float and array.dtype.char in "fd":
        fits = -LARGEST <= value <= LARGEST              # most floats are in this range
    else:
        fits = hasattr(value, "dtype")
    if not fits:
        value = fitting(value, array.dtype)
    key = full_index(index, arrays)
    part = array if arrays else array[key if Ellipsis in index else (*key, ...)]
    if getattr(value, "ndim", 0):                        # users may write a single value to an expanded view
        check_stretched(part)
    else:
        unlock(part)
    part[key if arrays else ...] = value


setitem.write = write_item


@derivative_of(setitem)
def setitem_derivative(grad, out, x, value, *arrays, index, needs):
    return (setitem(grad, 0, *arrays, index=index) if needs[0] else None,
            getitem(grad, *arrays, index=index) if needs[1] else None, *[None] * len(arrays))


def replay(x, steps):
    """Apply the view ops in `steps` to x, one after the other; return the view."""
    for step, settings, index in steps:
        x = step(x, **dict(settings))
        x = x if index is None else x[index]
    return x


@op(symbol="view=", hidden=True, promotes=False)
def write_region(xp, x, value, *, steps):
    """Return a copy of x with `value` written to the view that `steps` select."""
    out = x.copy()
    part = replay(out, steps)
    unlock(part)
    part[...] = value
    return out


@derivative_of(write_region)
def write_region_derivative(grad, out, x, value, needs, *, steps):
    return (write_region(grad, region(grad, steps=steps) * 0, steps=steps) if needs[0] else None,
            region(grad, steps=steps) if needs[1] else None)


@op(symbol="view", hidden=True)
def region(xp, x, *, steps):
    """Return a copy of the view of x that `steps` select."""
    return replay(x, steps).copy()


@derivative_of(region)
def region_derivative(grad, out, x, *, steps):
    return put_region(grad, shape=tuple(x.shape), steps=steps)


@op(symbol="put", hidden=True)
def put_region(xp, x, *, shape, steps):
    """Compute the transpose of region: zeros of `shape`, with x written to the view that `steps` select."""
    out = xp.zeros(shape, x.dtype)
    part = replay(out, steps)
    unlock(part)
    part[...] = x
    return out


@derivative_of(put_region)
def put_region_derivative(grad, out, x, *, shape, steps):
    return region(grad, steps=steps)
