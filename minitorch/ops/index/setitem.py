"""Assignment, x[index] = value, as the tape records it: a copy of x in which one part is replaced."""

from ...dtypes import LARGEST, fitting
from ...engine import derivative_of, op
from ...runtime.inplace import check_stretched, unlock
from .getitem import full_index, getitem


@op(symbol="[ ]=", hidden=True, promotes=False, keeps="arrays")
def setitem(xp, x, value, *arrays, index):
    """A copy of x with x[index] = value; what the tape records for an assignment."""
    out = x.copy()
    write_item(out, value, arrays, index=index)
    return out


def write_item(array, value, arrays, index):
    """array[index] = value, in place."""
    if type(value) is float and array.dtype.char in "fd":
        fits = -LARGEST <= value <= LARGEST              # the common case
    else:
        fits = hasattr(value, "dtype")
    if not fits:
        value = fitting(value, array.dtype)
    key = full_index(index, arrays)
    part = array if arrays else array[key if Ellipsis in index else (*key, ...)]
    if getattr(value, "ndim", 0):                        # one value may be written to stretched memory
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
    """The view that `steps` lead to."""
    for step, settings, index in steps:
        x = step(x, **dict(settings))
        x = x if index is None else x[index]
    return x


@op(symbol="view=", hidden=True, promotes=False)
def write_region(xp, x, value, *, steps):
    """A copy of x in which the view that `steps` lead to holds `value`: a write through a view."""
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
    """The part of x that `steps` lead to."""
    return replay(x, steps).copy()


@derivative_of(region)
def region_derivative(grad, out, x, *, steps):
    return put_region(grad, shape=tuple(x.shape), steps=steps)


@op(symbol="put", hidden=True)
def put_region(xp, x, *, shape, steps):
    """The transpose of region: zeros of `shape` in which the view that `steps` lead to holds x."""
    out = xp.zeros(shape, x.dtype)
    part = replay(out, steps)
    unlock(part)
    part[...] = x
    return out


@derivative_of(put_region)
def put_region_derivative(grad, out, x, *, shape, steps):
    return region(grad, steps=steps)
