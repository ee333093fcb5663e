"""A value: an array that a program reads or makes, by its form alone."""

from itertools import count
from math import prod

import numpy as np

from ..runtime import IndexedGrad


class Value:
    """An array that a program reads or makes.

    name     by which it is printed
    role     "input" of each call; "state" that a tensor holds from call to call; "constant"; "result" of a step
    source   the place among the inputs, the tensor, or the constant's array
    dtype    None for what is no array: a residual of several parts, a gradient at an index
    strides  in bytes, as NumPy's
    nbytes   of all arrays in it
    """

    def __init__(self, name, array, role="result", source=None):
        self.name, self.role, self.source, self.nbytes = name, role, source, bytes_of(array)
        self.shape, self.dtype, self.strides = (array.shape, array.dtype, array.strides) \
            if hasattr(array, "strides") else ((), None, ())

    @property
    def size(self):
        return prod(self.shape)

    def like(self, **changes):
        """Another Value of the same form, with other attributes."""
        made = object.__new__(Value)
        made.__dict__.update(self.__dict__, **changes)
        return made

    def as_input(self, place):
        """The same for another program, of which it is an input."""
        return self.like(role="input", source=place)

    def __repr__(self):
        kind = "?" if self.dtype is None else str(self.dtype)
        return f"{self.name}: {kind}{list(self.shape)}"


def bytes_of(x):
    """The bytes of an array, or of the arrays in a tuple."""
    return sum(map(bytes_of, x)) if type(x) in (tuple, list) else getattr(x, "nbytes", 0)


def arrays_in(x):
    """The arrays in a residual, which may be a tuple, and in a gradient at an index."""
    if type(x) in (tuple, list):
        return [array for part in x for array in arrays_in(part)]
    return arrays_in(x.grad) if type(x) is IndexedGrad else [x] if type(x) is np.ndarray else []


def namer():
    """A function that gives names for Values: a, b, …, z, a1, b1, …"""
    counter = count()

    def name():
        number, letter = divmod(next(counter), 26)
        return "abcdefghijklmnopqrstuvwxyz"[letter] + (str(number) if number else "")
    return name
