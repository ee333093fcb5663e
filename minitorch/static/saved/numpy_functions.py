"""Record each of these NumPy functions as one step; in other functions, record the NumPy calls in their Python code.

An op's forward runs on RecordedArrays as on other arrays. RecordedArrays have real memory, so a write into a view also
changes the other views of this memory. A call is refused if it has no method here and does not make a view.
"""

from types import FunctionType

import numpy as np

from .. import run
from ..data_dependence import ENDS, MASKED, OUTSIDE
from ..expansion import NotExpanded
from ..program import Step, Value

VIEWS = {"transpose", "swapaxes", "squeeze", "diagonal", "view", "__array__", "setflags"}


class RecordedArray(np.ndarray):
    """An array whose NumPy calls are recorded by `writer`, a Calls (see numpy_calls.py)."""

    writer = None

    def __array_finalize__(self, other):
        self.writer = getattr(other, "writer", None)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        writer = next(x for x in [*inputs, *(out or ())] if isinstance(x, RecordedArray)).writer
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
            raise NotExpanded("its repeats must be one integer")
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
        raise NotExpanded("the op writes to single elements")


def refuse_method(name):
    """Return a method that raises NotExpanded for one that cannot be recorded; in an error's text it runs."""
    method = getattr(np.ndarray, name)

    def run(self, *args, **settings):
        return method(np.asarray(self), *self.writer.args_for_error(name, args), **settings)
    return run


def reducing(ufunc):
    def run(self, axis=None, dtype=None, out=None, keepdims=False, **settings):
        kind = {"dtype": dtype} if dtype is not None else {}
        return ufunc.reduce(self, axis, keepdims=keepdims, out=out, **kind, **settings)
    return run


def accumulating(ufunc):
    def run(self, axis=None, dtype=None, out=None):
        return ufunc.accumulate(self.reshape(-1) if axis is None else self, axis or 0, dtype, out)
    return run


def calling(name):
    def run(self, *args, **settings):
        return getattr(self.writer, f"call_{name}")(self, *args, **settings)
    return run


for name in ("__float__", "__int__", "__index__", "__complex__", "__contains__", *[
        name for name in dir(np.ndarray) if name[0] != "_" and callable(getattr(np.ndarray, name))]):
    if name not in VIEWS and name not in vars(RecordedArray):
        setattr(RecordedArray, name, refuse_method(name))
for name, by in {"sum": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum, "all": np.logical_and,
                 "any": np.logical_or}.items():
    setattr(RecordedArray, name, reducing(by))
for name, by in {"cumsum": np.add, "cumprod": np.multiply}.items():
    setattr(RecordedArray, name, accumulating(by))
for name in ("argmax", "argmin", "argsort", "nonzero", "round"):
    setattr(RecordedArray, name, calling(name))


def plain_array(x):
    return x.view(np.ndarray) if isinstance(x, RecordedArray) else x


def without_warnings(call, *args, **settings):
    with np.errstate(all="ignore"):
        return call(*args, **settings)


REDUCED = {np.add: "sum", np.multiply: "prod", np.maximum: "max", np.minimum: "min", np.logical_and: "all",
           np.logical_or: "any"}
RUNNING = {np.add: "cumsum", np.multiply: "cumprod"}
LAPACK = "cholesky", "det", "eig", "eigh", "inv", "qr", "slogdet", "solve", "svd"


class Functions:
    """A mixin of Calls: the method call_NAME(…) records numpy.NAME(…)."""

    def call_where(self, condition, x, y):
        return self.step("where", [condition, x, y], {}, np.where(*map(plain_array, (condition, x, y))))

    def call_copyto(self, out, x, casting="same_kind", where=True):
        self.written(out, x if where is True else self.call_where(where, x, out))

    def call_concatenate(self, arrays, axis=0, out=None, **settings):
        return self.step("concatenate", arrays, {"axis": axis}, np.concatenate([*map(plain_array, arrays)], axis))

    def call_take(self, x, index, axis=None, **settings):
        return self.asarray(x).take(index, axis)

    def call_clip(self, x, low=None, high=None, **settings):
        return x.clip(low, high)

    def call_copy(self, x, order="K", subok=False):
        return x.copy()

    def call_sort(self, x, axis=-1, **settings):
        return self.step("sort", [x], {"axis": axis}, np.sort(plain_array(x), axis))

    def call_partition(self, x, kth, axis=-1, **settings):
        return self.call_sort(x, axis)

    def call_argsort(self, x, axis=-1, **settings):
        return self.step("argsort", [x], {"axis": axis}, np.argsort(plain_array(x), axis))

    def call_argmax(self, x, axis=None, out=None, keepdims=False, name="argmax"):
        array = getattr(np, name)(plain_array(x), axis, keepdims=keepdims)
        return self.step(name, [x], {"axis": axis, "keepdims": keepdims}, array)

    def call_argmin(self, x, axis=None, out=None, keepdims=False):
        return self.call_argmax(x, axis, out, keepdims, "argmin")

    def call_round(self, x, decimals=0, out=None):
        return self.step("round", [x], {"decimals": decimals}, np.round(plain_array(x), decimals))

    call_around = call_round

    def call_searchsorted(self, x, values, side="left", sorter=None):
        return self.step("searchsorted", [x, values], {"side": side},
                         np.searchsorted(plain_array(x), plain_array(values), side))

    def call_may_share_memory(self, x, y):
        return np.may_share_memory(plain_array(x), plain_array(y))

    def call_empty_like(self, x, dtype=None, **settings):
        return self.empty(settings.get("shape") or x.shape, dtype or x.dtype)

    def call_ones_like(self, x, dtype=None, **settings):
        return self.adopted(np.ones(x.shape, dtype or x.dtype), True)

    def call_full_like(self, x, value, dtype=None, **settings):
        return self.adopted(np.full(x.shape, value, dtype or x.dtype), True)

    call_zeros_like = call_empty_like

    def lapack(self, name, x, *others, **settings):
        """Call a function of numpy.linalg; record one step for each array that it returns."""
        if name == "eigh":
            settings = {"UPLO": others[0] if others else "L"}
        mode = settings.pop("mode", others[0] if others else "reduced") if name == "qr" else "reduced"
        reduced = {"qr": {"mode": "reduced"}, "svd": {"full_matrices": False}}.get(name, {})
        square = x.shape[-1] == x.shape[-2]
        if name == "svd" and not square and reduced != {**dict(zip(reduced, others)), **settings}:
            raise NotExpanded(f"linalg.{name} is called with other settings")
        if mode == "complete" and x.shape[-1] < x.shape[-2]:
            return self.complete_qr(x)
        arrays = [x, *others * (name == "solve")]
        settings = settings if name == "eigh" else {"mode": mode} if mode == "raw" else {}
        sample = np.broadcast_to(np.eye(*x.shape[-2:], dtype=x.dtype), x.shape)
        found = getattr(np.linalg, name)(sample, *map(plain_array, arrays[1:]), **{**reduced, **settings})
        if name == "eig":
            found = tuple(part.astype(spectrum(x)) for part in found)
        if not isinstance(found, tuple):
            return self.step(name, arrays, settings, found)
        return tuple([self.step(name, arrays, {**settings, "part": n}, part) for n, part in enumerate(found)])

    def complete_qr(self, x):
        """Return (Q, R) with a square Q, and with rows of zeros added at the end of R."""
        (*stack, m, _), given = x.shape, {"mode": "complete", "part": 0}
        q = self.step("qr", [x], given, np.broadcast_to(np.eye(m, dtype=x.dtype), (*stack, m, m)))
        r = self.lapack("qr", x)[1]
        return q, self.step("pad", [r, 0], {"before": [0] * x.ndim}, np.zeros(x.shape, x.dtype))

    # Reductions

    def reduced(self, name, x, axis, keepdims, array):
        axes = None if axis is None else [axis] if type(axis) is int else list(axis)
        return self.step(name, [x], {"axes": axes, "keepdims": bool(keepdims)}, array)

    def reduce(self, ufunc, x, axis=0, dtype=None, out=None, keepdims=False):
        if ufunc not in REDUCED:
            raise NotExpanded(f"{ufunc.__name__}.reduce is called")
        array = without_warnings(ufunc.reduce, plain_array(x), axis=axis, dtype=dtype, keepdims=keepdims)
        found = self.reduced(REDUCED[ufunc], x, axis, keepdims, array)
        return found if out is None else self.written(out, found)

    def accumulate(self, ufunc, x, axis=0, dtype=None, out=None):
        if ufunc not in RUNNING:
            raise NotExpanded(f"{ufunc.__name__}.accumulate is called")
        made = without_warnings(ufunc.accumulate, plain_array(x), axis, dtype)
        found = self.step(RUNNING[ufunc], [x], {"axis": axis}, made)
        return found if out is None else self.written(out, found)

    # Results with a size that depends on data

    def call_nonzero(self, x):
        raise NotExpanded(f"the number of nonzero elements depends on data. {MASKED}")

    def call_unique(self, x, **settings):
        raise NotExpanded(f"the number of different values depends on data. {OUTSIDE}")

    def call_bincount(self, x, weights=None, minlength=0):
        raise NotExpanded(f"the number of counts depends on data. {ENDS}")

    # Random numbers

    def drawn(self, name, size, dtype, **settings):
        """Record a draw of random numbers: each run of the program draws new ones."""
        array = np.full(size, self.number * (np.dtype(dtype).kind == "f"), dtype)
        made = Value(self.name(), array)
        self.steps.append(Step(name, run.DRAWS[name], [], settings, [made], draws=True, phase=self.like.phase,
                               line=self.like.line))
        return self.record_copy(array, made)

    def Stream(self, generator):
        """Return a replacement for a random generator."""
        return Stream(self, generator)

    # Fourier transforms

    def call_fftn(self, x, s=None, axes=None, norm=None, name="fftn"):
        found = getattr(np.fft, name)(plain_array(x), axes=axes, norm=norm)
        return self.step(name, [x], {"axes": list(axes), "norm": norm}, found.astype(spectrum(x)))

    def call_ifftn(self, x, s=None, axes=None, norm=None):
        return self.call_fftn(x, s, axes, norm, "ifftn")

    def call_rfft(self, x, n=None, axis=-1, norm=None):
        found = np.fft.rfft(plain_array(x), axis=axis, norm=norm)
        return self.step("rfft", [x], {"axes": [axis], "norm": norm}, found.astype(spectrum(x)))

    def call_irfft(self, x, n=None, axis=-1, norm=None):
        found = np.fft.irfft(plain_array(x), n, axis=axis, norm=norm)
        return self.step("irfft", [x], {"axes": [axis], "norm": norm}, found.astype(spectrum(x).lower()))

    def call_histogram(self, x, bins, range):
        counts, edges = np.histogram(plain_array(x), bins, range)
        return self.step("histogram", [x], dict(zip(("low", "high"), map(float, range))), counts), edges


def spectrum(x):
    """Return the character of the complex dtype that the Fourier transform of x has."""
    return np.fft.fft(np.zeros(1, x.dtype)).dtype.char


class Stream:
    """A replacement for a random generator, which records each draw as a step.

    An op with the argument generator= is refused, because a saved program has one generator for all draws.
    """

    def __init__(self, calls, generator):
        if generator is not None:
            raise NotExpanded("a saved program cannot use generator=, because it has its own. Leave the argument out")
        self.calls = calls

    def random(self, size, dtype="float64"):
        return self.calls.drawn("uniform", size, dtype)

    def standard_normal(self, size, dtype="float64"):
        return self.calls.drawn("normal", size, dtype)

    def integers(self, low, high, size):
        return self.calls.drawn("integers", size, "int64", low=low, high=high)

    def permutation(self, n):
        return self.calls.drawn("permutation", n, "int64")


def linalg_method(name):
    """Return a method call_NAME(self, x, …) that records the function `name` of numpy.linalg."""
    return lambda self, x, *others, **settings: self.lapack(name, x, *others, **settings)


for name in LAPACK:
    setattr(Functions, f"call_{name}", linalg_method(name))
