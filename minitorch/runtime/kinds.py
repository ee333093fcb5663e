"""Kinds of argument: an annotation says which values are accepted; others raise TypeError as in PyTorch.

    def sum(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False, dtype: DType = None)

`int`, `bool`, `float` and `str` mean these types; a default of None also allows None. An argument with another
annotation (Free, DType, Device), or without one, is checked by the function itself. The function gets a NumPy number
or a 0-d tensor as a Python number, which changes no dtype.
"""

from operator import index
from typing import Annotated, Any

from numpy import generic

from .. import dtypes
from ..engine.node import tensor_types
from .errors import location

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
    """A kind of argument: its name in errors, the types that it accepts, and a conversion for other types.

    also(value)   returns the value converted for the function; None if it is not of this kind
    """

    def __init__(self, name, types=(), also=lambda value: None):
        self.name, self.types, self.also = name, types, also


def whole(value):
    """Return whether a value is a whole number: an int, a NumPy integer or a one-element integer tensor; no bool."""
    if type(value) in dtypes.size_types:
        return True
    if type(value) is bool or getattr(value, "dtype", None) in (bool, dtypes.bool):
        return False
    try:
        return index(value) is not None
    except TypeError:
        return False


def as_whole(value):
    return value if type(value) in dtypes.size_types else index(value) if whole(value) else None


def as_wholes(value):
    if not isinstance(value, list | tuple):
        return as_whole(value)
    if dtypes.size_types.issuperset(map(type, value)):
        return value
    return tuple(map(as_whole, value)) if all(map(whole, value)) else None


def as_number(value):
    """Return the Python number in a NumPy number, or in a 0-d tensor without requires_grad; None for other values."""
    if type(value) is complex:
        return value
    if getattr(value, "ndim", 1) or not hasattr(value, "item") or getattr(value, "requires_grad", False):
        return None
    return value.item()


def as_real(value):
    number = as_number(value)
    return None if type(number) is complex else number


def as_value(value):
    return value if type(value) in dtypes.number_types else value.item() if isinstance(value, generic) else None


def as_tensors(value):
    return value if isinstance(value, list | tuple) and all(type(v) in tensor_types for v in value) else None


PYTHON = {int, float, bool, complex}
WHOLE = Kind("an int", dtypes.size_types, as_whole)
WHOLES = Kind("an int or a tuple of ints", dtypes.size_types, as_wholes)
FLAG = Kind("a bool", {bool})
FLOAT = Kind("a real number", {int, float, bool}, as_real)
NUMBER = Kind("a number", {int, float, bool}, as_number)
TEXT = Kind("a str", {str})
TENSOR = Kind("a Tensor", tensor_types)                   # the set of tensor types, to which subclasses are added later
VALUE = Kind("a Tensor or a number", {*PYTHON, *tensor_types}, as_value)
TENSORS = Kind("a tuple of Tensors", (), as_tensors)

BY_ANNOTATION = {
    Tensor: TENSOR, Tensors: TENSORS, Value: VALUE, Number: NUMBER, Dim: WHOLE, Dims: WHOLES, NewDim: WHOLE,
    Ints: WHOLES, int: WHOLE, int | None: WHOLE, bool: FLAG, bool | None: FLAG, float: FLOAT, float | None: FLOAT,
    str: TEXT, str | None: TEXT,
}
BOUNDED = {Dim, Dims}                                      # dimensions of these kinds must exist in the input


class Argument:
    """One argument of one function: its kind, and whether its value names dimensions of the input."""

    __slots__ = ("dims", "function", "kind", "name", "optional", "place", "types")

    def __init__(self, function, name, place, kind, optional, dims):
        self.function, self.name, self.place = function, name, place
        self.kind, self.optional, self.dims = kind, optional, dims
        self.types = kind.types                          # types that need no further check

    def takes(self, value):
        """Return whether the value is accepted because of its type, without any further check."""
        return value is None and self.optional or type(value) in self.types

    def check(self, value, inputs=()):
        """Return the value as the function needs it; raise TypeError if it is of the wrong kind.

        inputs   of the same call: if they are real, the value may not be complex; 2+0j counts as 2.0
        """
        if self.takes(value):
            return value
        found = self.kind.also(value)
        if found is None:
            raise TypeError(f"{self.function}(): argument '{self.name}' must be {self.kind.name}, not "
                            f"{type_name(value)}.{self.hint(value)}")
        if type(found) is complex:
            kinds = {x.array.dtype.kind for x in inputs if type(x) in tensor_types}
            if kinds and kinds.isdisjoint("bc"):             # bool inputs take any number
                if found.imag:
                    raise RuntimeError(f"{self.function}(): argument '{self.name}' must not be complex if the input "
                                       "is not.")
                return found.real
        return found

    def hint(self, value):
        """Return a sentence that says what to pass instead of a value of the wrong kind."""
        if self.kind in (TENSOR, VALUE):
            return as_tensor(value)
        if self.kind in (FLOAT, NUMBER) and getattr(value, "requires_grad", False) and not value.ndim:
            return " This argument gets no gradient: pass x.item()."
        return ""


def type_name(value):
    """Return the name of a value's type, with 'numpy.' for NumPy's numbers."""
    return f"{'numpy.' * isinstance(value, generic)}{type(value).__name__}"


def as_tensor(value):
    """Return a sentence that says how to make a Tensor from a value."""
    if value is None:
        return " Is it the result of a function without a return?"
    if isinstance(value, type):
        return f" {value.__name__} is a class: create an object, {value.__name__}(...)."
    if hasattr(value, "parameters") or callable(value):
        return " It is callable: pass the result of a call instead."
    return f" Make one with minitorch.{'from_numpy' if type(value).__name__ == 'ndarray' else 'tensor'}(...)."


def require(function, needed, optional=None):
    """Raise TypeError if a `needed` value is no Tensor, or an `optional` one neither a Tensor nor None; name it."""
    for own, value in needed.items():
        if type(value) not in tensor_types:
            raise no_tensor(function, own, value)
    if optional:
        for own, value in optional.items():
            if value is not None and type(value) not in tensor_types:
                raise no_tensor(function, own, value)


def no_tensor(function, own, value):
    return TypeError(f"{function}(): argument '{own}' must be a Tensor, not {type(value).__name__}.{as_tensor(value)}\n"
                     f"{location()}")


def check_dims(function, dims, ndim):
    """Raise IndexError for a dimension that the input does not have, RuntimeError for a dimension named twice."""
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
