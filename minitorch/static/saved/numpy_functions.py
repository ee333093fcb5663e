"""Functions of NumPy that are written down as one step each; others are followed in their own Python."""

import numpy as np

from .. import run
from ..expansion import NotExpanded
from ..program import Step, Value
from ..shapes_of_data import ENDS, MASKED, OUTSIDE
from .seen import plain, silent

REDUCED = {np.add: "sum", np.multiply: "prod", np.maximum: "max", np.minimum: "min", np.logical_and: "all",
           np.logical_or: "any"}
RUNNING = {np.add: "cumsum", np.multiply: "cumprod"}
LAPACK = "cholesky", "det", "eig", "eigh", "inv", "qr", "slogdet", "solve", "svd"


class Functions:
    """The part of Calls that has call_NAME(…) for numpy.NAME(…)."""

    def call_where(self, condition, x, y):
        return self.step("where", [condition, x, y], {}, np.where(*map(plain, (condition, x, y))))

    def call_copyto(self, out, x, casting="same_kind", where=True):
        self.written(out, x if where is True else self.call_where(where, x, out))

    def call_concatenate(self, arrays, axis=0, out=None, **settings):
        return self.step("concatenate", arrays, {"axis": axis}, np.concatenate([*map(plain, arrays)], axis))

    def call_take(self, x, index, axis=None, **settings):
        return self.asarray(x).take(index, axis)

    def call_clip(self, x, low=None, high=None, **settings):
        return x.clip(low, high)

    def call_copy(self, x, order="K", subok=False):
        return x.copy()

    def call_sort(self, x, axis=-1, **settings):
        return self.step("sort", [x], {"axis": axis}, np.sort(plain(x), axis))

    def call_partition(self, x, kth, axis=-1, **settings):
        return self.call_sort(x, axis)

    def call_argsort(self, x, axis=-1, **settings):
        return self.step("argsort", [x], {"axis": axis}, np.argsort(plain(x), axis))

    def call_argmax(self, x, axis=None, out=None, keepdims=False, name="argmax"):
        array = getattr(np, name)(plain(x), axis, keepdims=keepdims)
        return self.step(name, [x], {"axis": axis, "keepdims": keepdims}, array)

    def call_argmin(self, x, axis=None, out=None, keepdims=False):
        return self.call_argmax(x, axis, out, keepdims, "argmin")

    def call_round(self, x, decimals=0, out=None):
        return self.step("round", [x], {"decimals": decimals}, np.round(plain(x), decimals))

    call_around = call_round

    def call_searchsorted(self, x, values, side="left", sorter=None):
        return self.step("searchsorted", [x, values], {"side": side}, np.searchsorted(plain(x), plain(values), side))

    def call_may_share_memory(self, x, y):
        return np.may_share_memory(plain(x), plain(y))

    def call_empty_like(self, x, dtype=None, **settings):
        return self.empty(settings.get("shape") or x.shape, dtype or x.dtype)

    def call_ones_like(self, x, dtype=None, **settings):
        return self.adopted(np.ones(x.shape, dtype or x.dtype), True)

    def call_full_like(self, x, value, dtype=None, **settings):
        return self.adopted(np.full(x.shape, value, dtype or x.dtype), True)

    call_zeros_like = call_empty_like

    def lapack(self, name, x, *others, **settings):
        """One step for each part of a result."""
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
        found = getattr(np.linalg, name)(sample, *map(plain, arrays[1:]), **{**reduced, **settings})
        if name == "eig":
            found = tuple(part.astype(spectrum(x)) for part in found)
        if not isinstance(found, tuple):
            return self.step(name, arrays, settings, found)
        return tuple([self.step(name, arrays, {**settings, "part": n}, part) for n, part in enumerate(found)])

    def complete_qr(self, x):
        """The square Q, and R of which only the first rows are not 0."""
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
        array = silent(ufunc.reduce, plain(x), axis=axis, dtype=dtype, keepdims=keepdims)
        found = self.reduced(REDUCED[ufunc], x, axis, keepdims, array)
        return found if out is None else self.written(out, found)

    def accumulate(self, ufunc, x, axis=0, dtype=None, out=None):
        if ufunc not in RUNNING:
            raise NotExpanded(f"{ufunc.__name__}.accumulate is called")
        found = self.step(RUNNING[ufunc], [x], {"axis": axis}, silent(ufunc.accumulate, plain(x), axis, dtype))
        return found if out is None else self.written(out, found)

    # Results whose size depends on data

    def call_nonzero(self, x):
        raise NotExpanded(f"how many elements are not 0 depends on data. {MASKED}")

    def call_unique(self, x, **settings):
        raise NotExpanded(f"how many values differ depends on data. {OUTSIDE}")

    def call_bincount(self, x, weights=None, minlength=0):
        raise NotExpanded(f"how many numbers are counted depends on data. {ENDS}")

    # Random numbers

    def drawn(self, name, size, dtype, **settings):
        """Random numbers, of which each call has others."""
        array = np.full(size, self.number * (np.dtype(dtype).kind == "f"), dtype)
        made = Value(self.name(), array)
        self.steps.append(Step(name, run.DRAWS[name], [], settings, [made], draws=True, phase=self.like.phase,
                               line=self.like.line))
        return self.seen(array, made)

    def Stream(self, generator):
        """What draws random numbers."""
        return Stream(self, generator)

    # Fourier transforms

    def call_fftn(self, x, s=None, axes=None, norm=None, name="fftn"):
        found = getattr(np.fft, name)(plain(x), axes=axes, norm=norm)
        return self.step(name, [x], {"axes": list(axes), "norm": norm}, found.astype(spectrum(x)))

    def call_ifftn(self, x, s=None, axes=None, norm=None):
        return self.call_fftn(x, s, axes, norm, "ifftn")

    def call_rfft(self, x, n=None, axis=-1, norm=None):
        found = np.fft.rfft(plain(x), axis=axis, norm=norm)
        return self.step("rfft", [x], {"axes": [axis], "norm": norm}, found.astype(spectrum(x)))

    def call_irfft(self, x, n=None, axis=-1, norm=None):
        found = np.fft.irfft(plain(x), n, axis=axis, norm=norm)
        return self.step("irfft", [x], {"axes": [axis], "norm": norm}, found.astype(spectrum(x).lower()))

    def call_histogram(self, x, bins, range):
        counts, edges = np.histogram(plain(x), bins, range)
        return self.step("histogram", [x], dict(zip(("low", "high"), map(float, range))), counts), edges


def spectrum(x):
    """The code of the complex dtype of what x's Fourier transform gives."""
    return np.fft.fft(np.zeros(1, x.dtype)).dtype.char


class Stream:
    """Stands for the generator of random numbers in a forward: what it draws is a step.

    Numbers drawn from a generator that is named are refused: the program's are one stream.
    """

    def __init__(self, calls, generator):
        if generator is not None:
            raise NotExpanded("a generator is named, and a saved program draws from one of its own. Leave it out")
        self.calls = calls

    def random(self, size, dtype="float64"):
        return self.calls.drawn("uniform", size, dtype)

    def standard_normal(self, size, dtype="float64"):
        return self.calls.drawn("normal", size, dtype)

    def integers(self, low, high, size):
        return self.calls.drawn("integers", size, "int64", low=low, high=high)

    def permutation(self, n):
        return self.calls.drawn("permutation", n, "int64")


def lapack(name):
    """A method for one function of matrices."""
    return lambda self, x, *others, **settings: self.lapack(name, x, *others, **settings)


for name in LAPACK:
    setattr(Functions, f"call_{name}", lapack(name))
