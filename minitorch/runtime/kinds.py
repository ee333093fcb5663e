"""Kinds of argument: an annotation says what may be passed, and anything else raises a TypeError as in PyTorch.

    def sum(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False, dtype: DType = None)

`int`, `bool`, `float` and `str` mean themselves; a default of None also allows None. An argument of another
annotation (Free, DType, Device), or of none, is for the function to check.
"""

from operator import index
from typing import Annotated, Any

from .. import dtypes
from ..engine.apply import type_sets
from ..engine.node import tensor_types
from .errors import place

Tensor = Annotated[Any, "a Tensor"]
Tensors = Annotated[Any, "a list or tuple of Tensors"]
Value = Annotated[Any, "a Tensor or a number"]
Number = Annotated[Any, "a number: int, float, bool or complex"]
Dim = Annotated[Any, "a dimension of the input"]
Dims = Annotated[Any, "one dimension of the input, or several"]
NewDim = Annotated[Any, "a dimension of the result, which has one more than the input"]
Ints = Annotated[Any, "an int or a tuple of ints"]
DType = Annotated[Any, "a dtype"]
Device = Annotated[Any, "a device, its name, or the number of a GPU"]
Free = Annotated[Any, "anything: the function checks it"]


class Kind:
    """A kind of argument: its name in errors, types that are right at once, and a question for all others."""

    def __init__(self, name, types=(), also=lambda value: False):
        self.name, self.types, self.also = name, types, also


def whole(value):
    """NumPy's integers and integer tensors of one element count as whole numbers, bools do not."""
    if type(value) is bool or getattr(value, "dtype", None) in (bool, dtypes.bool):
        return False
    try:
        return index(value) is not None
    except TypeError:
        return False


def wholes(value):
    return isinstance(value, list | tuple) and all(map(whole, value)) or whole(value)


def scalar(value):
    """NumPy's numbers and 0-d tensors."""
    return getattr(value, "ndim", 1) == 0 and hasattr(value, "item")


def tensors(value):
    return isinstance(value, list | tuple) and all(type(v) in tensor_types for v in value)


PYTHON, REAL = {int, float, bool, complex}, {int, float}
WHOLE = Kind("an int", {int}, whole)
WHOLES = Kind("an int or a tuple of ints", {int}, wholes)
FLAG = Kind("a bool", {bool}, lambda value: type(value).__name__ == "bool_")
NUMBER = Kind("a number", PYTHON, scalar)
TEXT = Kind("a str", {str})
TENSOR = Kind("a Tensor", tensor_types)                    # the set itself, which grows with each subclass
VALUE = Kind("a Tensor or a number", {*PYTHON, *tensor_types}, scalar)
type_sets.append(VALUE.types)
TENSORS = Kind("a tuple of Tensors", (), tensors)

BY_ANNOTATION = {
    Tensor: TENSOR, Tensors: TENSORS, Value: VALUE, Number: NUMBER, Dim: WHOLE, Dims: WHOLES, NewDim: WHOLE,
    Ints: WHOLES, int: WHOLE, int | None: WHOLE, bool: FLAG, bool | None: FLAG, float: NUMBER, float | None: NUMBER,
    str: TEXT, str | None: TEXT,
}
BOUNDED = {Dim, Dims}                                      # the input must have these dimensions


class Argument:
    """One argument of one function: of which kind it must be, and whether it names dimensions of the input."""

    __slots__ = ("dims", "function", "kind", "name", "optional", "place", "types")

    def __init__(self, function, name, place, kind, optional, dims):
        self.function, self.name, self.place = function, name, place
        self.kind, self.optional, self.dims = kind, optional, dims
        self.types = kind.types                          # what need not be looked at further

    def check(self, value):
        """Refuse a value of the wrong kind."""
        if value is None and self.optional:
            return
        if type(value) not in self.kind.types and not self.kind.also(value):
            raise TypeError(f"{self.function}(): argument '{self.name}' must be {self.kind.name}, not "
                            f"{type(value).__name__}." + (as_tensor(value) if self.kind in (TENSOR, VALUE) else ""))


def as_tensor(value):
    """How a value that is no Tensor becomes one."""
    if value is None:
        return " Is it what a function gave that has no return?"
    if isinstance(value, type):
        return f" {value.__name__} is a class: make one, {value.__name__}(...)."
    if hasattr(value, "parameters") or callable(value):
        return " It can be called: pass what it gives, not itself."
    return f" Make one with minitorch.{'from_numpy' if type(value).__name__ == 'ndarray' else 'tensor'}(...)."


def require(function, needed, optional=None):
    """Raise TypeError, with the argument's name, if one of the `needed` is no Tensor, or of the `optional` nor None."""
    for own, value in needed.items():
        if type(value) not in tensor_types:
            raise no_tensor(function, own, value)
    if optional:
        for own, value in optional.items():
            if value is not None and type(value) not in tensor_types:
                raise no_tensor(function, own, value)


def require_kind(kind, function, **given):
    """Raise TypeError, with the argument's name, for a value that is not of the kind: FLAG, NUMBER, WHOLE or TEXT."""
    for own, value in given.items():
        Argument(function, own, 0, kind, False, False).check(value)


def no_tensor(function, own, value):
    return TypeError(f"{function}(): argument '{own}' must be a Tensor, not {type(value).__name__}.{as_tensor(value)}\n"
                     f"{place()}")


def check_dims(function, dims, ndim):
    """IndexError for a dimension that is not there, RuntimeError for one that is named twice."""
    bound = ndim or 1
    if type(dims) is int and -bound <= dims < bound:
        return
    several = dims if isinstance(dims, list | tuple) else (dims,)
    for d in several:
        if not -bound <= d < bound:
            raise IndexError(f"{function}: Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], "
                             f"but got {d})")
    if len(several) > 1 and len({d % bound for d in several}) < len(several):
        raise RuntimeError(f"{function}: a dim appears multiple times in the list of dims {tuple(several)}.")
