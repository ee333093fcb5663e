"""Rules for functions that create arrays."""

import numpy as np

from .arrays import MetaArray
from .calls import RULES, rule
from .elementwise import dense_as, stand_in
from .shapes import as_shape, ceil_div
from .sizes import Dim


@rule("empty", "zeros", "ones")
def new(shape, dtype=float, order="C"):
    return MetaArray(as_shape(shape), dtype)


@rule("full")
def full(shape, fill_value, dtype=None, order="C"):
    return MetaArray(as_shape(shape), np.asarray(stand_in(fill_value)).dtype if dtype is None else dtype)


@rule("empty_like", "zeros_like", "ones_like")
def new_like(x, dtype=None, order="K", subok=True, shape=None):
    return dense_as(x.shape, np.dtype(dtype or x.dtype), [x])


@rule("full_like")
def full_like(x, fill_value, dtype=None):
    return new_like(x, dtype)


@rule("arange")
def arange(start, stop=None, step=1, dtype=None):
    start, stop = (0, start) if stop is None else (start, stop)
    if any(type(end) is Dim for end in (start, stop, step)):
        return MetaArray((ceil_div(stop - start, step),), np.arange(1).dtype if dtype is None else dtype)
    ends = start, stop, step
    length = max(0, -(-(stop - start) // step) if all(isinstance(end, int) for end in ends)
                 else int(np.ceil((stop - start) / step)))
    return MetaArray((length,), np.arange(start, start + step, step).dtype if dtype is None else dtype)


@rule("linspace")
def linspace(start, stop, num=50, endpoint=True, dtype=None):
    return MetaArray((num,), np.linspace(stand_in(start), stand_in(stop), 1).dtype if dtype is None else dtype)


@rule("eye")
def eye(n, m=None, k=0, dtype=float):
    return MetaArray((n, n if m is None else m), dtype)


@rule("asarray", "array")
def asarray(x, dtype=None, order=None, copy=None):
    if isinstance(x, MetaArray):
        if dtype is not None and np.dtype(dtype) != x.dtype or copy or order == "C" and not x.flags.c_contiguous:
            return MetaArray(x.shape, dtype or x.dtype)
        return x
    if isinstance(x, tuple | list) and any(isinstance(part, MetaArray) for part in x):
        found = RULES["stack"]([asarray(part) for part in x])
        return MetaArray(found.shape, dtype or found.dtype)
    if type(x) is Dim:
        return MetaArray((), dtype or np.int64)
    found = np.asarray(x, dtype)
    return MetaArray(found.shape, found.dtype)
