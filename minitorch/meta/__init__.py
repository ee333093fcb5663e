"""The meta device: NumPy's functions over arrays that have a shape and a dtype, but no data.

Ops are written for a module `xp`: NumPy, CuPy or this module. With this module, `forward(xp, *arrays, **settings)`
returns only the shape and dtype of every result. Sizes may be names instead of numbers.

A function in the context variable `recording` gets (name, args, settings, result) of each call, so that a program can
be recorded as calls of NumPy's functions.
"""

import numpy as _np

from .. import dtypes as _dtypes
from . import creation, draws, elementwise, fourier, indexing, linalg as _linalg, rearranging
from .arrays import MetaArray
from .calls import RULES, NoDataError, call, explain, recording
from .draws import Stream
from .assumptions import Assumptions
from .comparisons import UnknownSizeError
from .reals import Real
from .sizes import Dim

__all__ = ["Assumptions", "Dim", "MetaArray", "NoDataError", "Real", "Stream", "UnknownSizeError", "call", "explain",
           "may_share_memory", "ndarray", "recording"]

OF_NUMPY = set("""finfo iinfo nan inf pi newaxis dtype bool bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64
    float16 float32 float64 complex64 complex128 intp result_type promote_types can_cast issubdtype""".split())
ndarray = MetaArray
_dtypes.size_types.add(Dim)
_dtypes.number_types.update((Dim, Real))
_dtypes.NUMBER_RANKS.update({Dim: 1, Real: 2})


class Function:
    """One of NumPy's functions over MetaArrays; a ufunc also has `.reduce`, `.accumulate` and `.at`."""

    def __init__(self, name):
        self.name = self.__name__ = name

    def __call__(self, *args, **settings):
        return call(self.name, *args, **settings)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return function(f"{self.name}.{name}")

    def __repr__(self):
        return f"<meta {self.name}>"


class Part:
    """A submodule of NumPy, such as `linalg`."""

    LinAlgError = _np.linalg.LinAlgError

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        return function(f"{self.name}.{name}" if self.name else name)


class lib:
    stride_tricks = Part("")


fft, linalg = Part("fft"), Part("linalg")
found: dict = {}


def function(name):
    """Return NumPy's function of that name over MetaArrays."""
    if name not in RULES:
        raise AttributeError(f"the meta device does not support NumPy's {name!r}: add a rule in minitorch/meta.")
    if name not in found:
        found[name] = Function(name)
    return found[name]


def may_share_memory(a, b):
    """Return True if two arrays would share memory: one is a view of the other, or both are views of a third array."""
    return (a if a.base is None else a.base) is (b if b.base is None else b.base)


def sum(x, axis=None, **settings):
    return x.sum(axis, **settings)


def max(x, axis=None, **settings):
    return x.max(axis, **settings)


def min(x, axis=None, **settings):
    return x.min(axis, **settings)


def any(x, axis=None, **settings):
    return x.any(axis, **settings)


def all(x, axis=None, **settings):
    return x.all(axis, **settings)


def __getattr__(name):
    if name in OF_NUMPY:
        return getattr(_np, name)
    if name.startswith("__"):
        raise AttributeError(name)
    return function(name)
