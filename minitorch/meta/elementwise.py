"""Rules of element-wise functions and reductions: NumPy computes the result's dtype from empty arrays."""

from functools import cache
from math import prod

import numpy as np

from .arrays import MetaArray
from .calls import rule
from .reals import Real
from .shapes import axes_of, broadcast, contiguous, is_known, normal_axis, reduced_shape
from .sizes import Dim


@cache
def empty_of(dtype):
    return np.empty(0, dtype)


def stand_in(x):
    """Return an empty array with x's dtype, or a number of its type, from which NumPy computes a result's dtype."""
    if isinstance(x, MetaArray | np.ndarray):
        return empty_of(x.dtype)
    return 2 if type(x) is Dim else 2.0 if type(x) is Real else x


def shape_of(x):
    return x.shape if isinstance(x, MetaArray | np.ndarray) else np.shape(x) if isinstance(x, tuple | list) else ()


def dense_as(shape, dtype, inputs):
    """Return a new array with the memory order of the first input of that shape, as in NumPy."""
    like = next((x for x in inputs if isinstance(x, MetaArray) and x.shape == shape), None) if is_known(shape) else None
    if like is None or like.flags.c_contiguous:
        return MetaArray(shape, dtype)
    order = sorted(range(len(shape)), key=lambda d: (-abs(like.strides[d]), d))
    strides = dict(zip(order, contiguous([shape[d] for d in order], dtype.itemsize)))
    return MetaArray(shape, dtype, [strides[d] for d in range(len(shape))])


def check_out(out, shape, dtype, casting="same_kind"):
    """Check that a result fits into `out`, and return `out`."""
    if broadcast(shape, out.shape) != out.shape:
        raise ValueError(f"non-broadcastable output operand with shape {out.shape} doesn't match the broadcast shape "
                         f"{broadcast(shape, out.shape)}")
    if not np.can_cast(dtype, out.dtype, casting):
        raise np._core._exceptions._UFuncOutputCastingError(np.add, casting, dtype, out.dtype, 0)
    return out


def elementwise(ufunc, *inputs, out=None, where=True, **settings):
    """Return the result of a ufunc as a MetaArray."""
    given = [stand_in(x) for x in inputs]
    found = ufunc(*given, where=stand_in(where), **settings)
    shape = broadcast(*map(shape_of, inputs), shape_of(where))
    made = []
    for part in found if type(found) is tuple else (found,):
        target = out[len(made)] if type(out) is tuple else out
        made.append(dense_as(shape, part.dtype, inputs) if target is None else check_out(target, shape, part.dtype))
    return tuple(made) if len(made) > 1 else made[0]


def reduce(ufunc, x, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """Apply ufunc.reduce."""
    axes = axes_of(axis, x.ndim)
    if ufunc.identity is None and initial is None and 0 in [x.shape[d] for d in axes]:
        raise ValueError(f"zero-size array to reduction operation {ufunc.__name__} which has no identity")
    found = ufunc.reduce(np.ones(1, x.dtype), dtype=dtype)
    shape = reduced_shape(x.shape, axis, keepdims)
    return MetaArray(shape, found.dtype) if out is None else check_out(out, shape, found.dtype)


def accumulate(ufunc, x, axis=0, dtype=None, out=None):
    """Apply ufunc.accumulate."""
    normal_axis(axis, x.ndim)
    found = ufunc.accumulate(np.ones(1, x.dtype), dtype=dtype)
    return MetaArray(x.shape, found.dtype) if out is None else check_out(out, x.shape, found.dtype)


def bind_ufunc(form, ufunc):
    return lambda *args, **settings: form(ufunc, *args, **settings)


UFUNCS = {name: thing for name in dir(np) if isinstance(thing := getattr(np, name), np.ufunc)
          and thing.signature is None and name not in ("isnat", "frompyfunc")}

for name, ufunc in UFUNCS.items():
    rule(name)(bind_ufunc(elementwise, ufunc))
    if ufunc.nin == 2 and ufunc.nout == 1:
        rule(f"{name}.reduce")(bind_ufunc(reduce, ufunc))
        rule(f"{name}.accumulate")(bind_ufunc(accumulate, ufunc))


@rule("where")
def where(condition, x, y):
    if isinstance(x, int | float | complex) and isinstance(y, int | float | complex):
        dtype = np.where(True, x, y).dtype
    else:
        dtype = np.where(empty_of("bool"), stand_in(x), stand_in(y)).dtype
    return MetaArray(broadcast(shape_of(condition), shape_of(x), shape_of(y)), dtype)


@rule("clip")
def clip(x, low=None, high=None, out=None):
    dtype = np.clip(stand_in(x), stand_in(low), stand_in(high)).dtype
    shape = broadcast(x.shape, shape_of(low), shape_of(high))
    return dense_as(shape, dtype, [x]) if out is None else check_out(out, shape, dtype)


@rule("round")
def round_(x, decimals=0, out=None):
    return dense_as(x.shape, x.dtype, [x]) if out is None else check_out(out, x.shape, x.dtype)


@rule("nan_to_num")
def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    return dense_as(x.shape, x.dtype, [x])


@rule("real", "imag")
def part_of_complex(x):
    if x.dtype.kind != "c":
        return x.seen_as(x.shape, x.strides)
    return x.seen_as(x.shape, x.strides, np.empty(0, x.dtype).real.dtype)


@rule("mean")
def mean(x, axis=None, dtype=None, out=None, keepdims=False):
    return MetaArray(reduced_shape(x.shape, axis, keepdims), np.ones(1, x.dtype).mean(dtype=dtype).dtype)


@rule("var", "std")
def variance(x, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return MetaArray(reduced_shape(x.shape, axis, keepdims), np.ones(1, x.dtype).var(dtype=dtype).dtype)


@rule("argmax", "argmin")
def arg_extreme(x, axis=None, out=None, keepdims=False):
    if 0 in [x.shape[d] for d in axes_of(axis, x.ndim)]:
        raise ValueError("attempt to get argmax of an empty sequence")
    return MetaArray(reduced_shape(x.shape, axis, keepdims), np.intp)


@rule("cumsum", "cumprod")
def cumulative(x, axis=None, dtype=None, out=None):
    dtype = np.ones(1, x.dtype).cumsum(dtype=dtype).dtype
    return MetaArray((prod(x.shape),) if axis is None else x.shape, dtype)
