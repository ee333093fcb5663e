"""Arrays that have each call of NumPy's on them written down: an op's forward runs on them as on any other.

A view is a view, and a write into one is seen in the others, as their memory is real. What has no method here that
writes it down, and is no view, is refused.
"""

from types import FunctionType

import numpy as np

from ..expansion import NotExpanded

VIEWS = {"transpose", "swapaxes", "squeeze", "diagonal", "view", "__array__", "setflags"}


class Seen(np.ndarray):
    """An array in memory that its `writer` knows."""

    writer = None

    def __array_finalize__(self, other):
        self.writer = getattr(other, "writer", None)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        writer = next(x for x in [*inputs, *(out or ())] if isinstance(x, Seen)).writer
        if ufunc.nout > 1 or method not in ("__call__", "reduce", "accumulate", "at"):
            raise NotExpanded(f"{ufunc.__name__}.{method} is called")
        return getattr(writer, "ufunc" if method == "__call__" else method)(ufunc, *inputs, out=out and out[0],
                                                                            **settings)

    def __array_function__(self, function, types, args, settings):
        own = getattr(self.writer, f"call_{function.__name__}", None)
        if own is not None:
            return own(*args, **settings)
        if type(getattr(function, "_implementation", None)) is not FunctionType:
            raise NotExpanded(f"{function.__name__} is called")
        return self.writer.adopted(super().__array_function__(function, types, args, settings))

    def __getitem__(self, index):
        return self.writer.part(self, index if type(index) is tuple else (index,))

    def __setitem__(self, index, x):
        self.writer.assign(self, index if type(index) is tuple else (index,), x)

    def __iter__(self):
        return iter([self[n] for n in range(len(self))])

    def reshape(self, *shape, **settings):
        found = np.asarray(self).reshape(*shape)
        return self.writer.adopted(found) if self.writer.root(found) is not None else \
            self.writer.step("reshape", [self], {}, found)

    def astype(self, dtype, order="K", copy=True):
        return self if not copy and self.dtype == dtype else \
            self.writer.step("cast", [self], {}, np.asarray(self).astype(dtype))

    def copy(self, order="C"):
        return self.writer.step("cast", [self], {}, np.array(self, order="C"))

    def ravel(self, order="C"):
        return self.reshape(-1)

    def flatten(self, order="C"):
        return self.reshape(-1).copy()

    def conj(self):
        return np.conjugate(self)

    def take(self, index, axis=None, out=None, mode="raise"):
        x, axis = (self.reshape(-1), 0) if axis is None else (self, axis % self.ndim)
        index = index if isinstance(index, np.ndarray) else np.asarray(index)
        return x[(*[slice(None)] * axis, index)]

    def repeat(self, repeats, axis=None):
        if type(repeats) is not int:
            raise NotExpanded("elements are repeated differently often")
        x, axis = (self.reshape(-1), 0) if axis is None else (self, axis)
        return x.take(np.arange(x.shape[axis]).repeat(repeats), axis)

    def clip(self, low=None, high=None, out=None):
        found = self if low is None else np.maximum(self, low)
        return found if high is None else np.minimum(found, high)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        return self.writer.reduced("mean", self, axis, keepdims, np.asarray(self).mean(axis, dtype, keepdims=keepdims))

    def scatter_add(self, index, x):
        np.add.at(self, index, x)

    def fill(self, x):
        self[...] = x

    def __bool__(self):
        return self.writer.asked()

    @property
    def flat(self):
        raise NotExpanded("it writes to single elements")


def refused(name):
    """What stands in the place of a method of NumPy's that nobody writes down."""
    method = getattr(np.ndarray, name)

    def run(self, *args, **settings):
        return method(np.asarray(self), *self.writer.looked(name, args), **settings)
    return run


def reducing(ufunc):
    def run(self, axis=None, dtype=None, out=None, keepdims=False, **settings):
        kind = {"dtype": dtype} if dtype is not None else {}
        return ufunc.reduce(self, axis, keepdims=keepdims, out=out, **kind, **settings)
    return run


def running(ufunc):
    def run(self, axis=None, dtype=None, out=None):
        return ufunc.accumulate(self.reshape(-1) if axis is None else self, axis or 0, dtype, out)
    return run


def calling(name):
    def run(self, *args, **settings):
        return getattr(self.writer, f"call_{name}")(self, *args, **settings)
    return run


for name in ("__float__", "__int__", "__index__", "__complex__", "__contains__", *[
        name for name in dir(np.ndarray) if name[0] != "_" and callable(getattr(np.ndarray, name))]):
    if name not in VIEWS and name not in vars(Seen):
        setattr(Seen, name, refused(name))
for name, by in {"sum": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum, "all": np.logical_and,
                 "any": np.logical_or}.items():
    setattr(Seen, name, reducing(by))
for name, by in {"cumsum": np.add, "cumprod": np.multiply}.items():
    setattr(Seen, name, running(by))
for name in ("argmax", "argmin", "argsort", "nonzero", "round"):
    setattr(Seen, name, calling(name))


def plain(x):
    return x.view(np.ndarray) if isinstance(x, Seen) else x


def silent(call, *args, **settings):
    with np.errstate(all="ignore"):
        return call(*args, **settings)
