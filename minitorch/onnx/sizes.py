"""Sizes that follow from an input's: a model is recorded for two sizes of it, and what differs is written as a formula.

    recorded for a batch of 2     reshape(x, [2, 400])
    and for one of 3              reshape(x, [3, 400])
    written                       reshape(x, [1 · first size of x, 400])
"""

import numpy as np

from ..tensors import from_numpy
from .errors import OnnxExporterError


class Size(int):
    """A whole number that differs between the two recordings.

    other     what it is in the second
    formula   (input, dim, times): `times` the size of that input; None where it is no multiple of one
    """

    other: int
    formula: tuple | None

    def __new__(cls, number, other, formula):
        made = super().__new__(cls, number)
        made.other, made.formula = other, formula
        return made


def other(x):
    """What a number is in the second recording."""
    return getattr(x, "other", x)


def static(what, *numbers):
    """The numbers, where none differs between the recordings; raises for a setting that has to be the same always."""
    for x in numbers:
        if type(x) is Size:
            raise OnnxExporterError(f"{what} has {int(x)} for one size of the dynamic_axes and {x.other} for another, "
                                    "where ONNX needs one number. Leave that axis out of dynamic_axes.")
    return numbers[0] if len(numbers) == 1 else list(numbers)


class Axes:
    """Which sizes of inputs are dynamic.

    given    as export() takes them
    named    {(input's place, dim): name}; axes of one name have one size
    sizes    {name: (its size in the first recording, its size in the second)}
    """

    def __init__(self, dynamic_axes, input_names, args):
        self.given, self.named, self.sizes = dynamic_axes, {}, {}
        for name, axes in dynamic_axes.items():
            if name in input_names:
                place = input_names.index(name)
                for dim, called in (axes.items() if isinstance(axes, dict) else [(n, f"{name}_{n}") for n in axes]):
                    if type(dim) is not int or not -args[place].ndim <= dim < args[place].ndim:
                        raise ValueError(f"dynamic_axes: {name} has no dim {dim!r}; its shape is "
                                         f"{tuple(args[place].shape)}.")
                    self.add(place, dim % args[place].ndim, called, args[place].shape[dim])

    def add(self, place, dim, name, size):
        self.named[place, dim] = name
        if name not in self.sizes:
            first = max(size, 2)
            self.sizes[name] = first, first * (2 + len(self.sizes))

    def nearer(self):
        """Take second sizes near the first ones, for a model that has a largest size."""
        ratios = set()
        for name, (first, _) in self.sizes.items():
            near = [*range(first - 1, 1, -1), *range(first + 1, first + 99)]
            second = next(n for n in near if n / first not in ratios)
            ratios.add(second / first)
            self.sizes[name] = first, second

    def resized(self, args, recording):
        """The arguments with the sizes of a recording, 0 or 1; their rows are repeated or left out."""
        made = list(args)
        for (place, dim), name in self.named.items():
            index = np.arange(self.sizes[name][recording]) % max(args[place].shape[dim], 1)
            made[place] = made[place].index_select(dim, from_numpy(index))
        return made

    def formula(self, first, second):
        """How a size follows from an input's, (place, dim, times); None where it is no multiple of one."""
        for (place, dim), name in self.named.items():
            a, b = self.sizes[name]
            if first * b == second * a and first % a == 0:
                return place, dim, first // a
        return None

    def merged(self, first, second, where="the program"):
        """What two recordings say, with a Size where they differ in a whole number."""
        if type(first) is type(second) is dict and first.keys() == second.keys():
            return {key: self.merged(first[key], second[key], first.get("op", where)) for key in first}
        if type(first) is type(second) is list and len(first) == len(second):
            return [self.merged(a, b, where) for a, b in zip(first, second)]
        if type(first) is type(second) is int and first != second:
            return Size(first, second, self.formula(first, second))
        if type(first) is not type(second) or first != second and first == first:
            raise OnnxExporterError(f"The model does other things for other sizes of the dynamic_axes: `{where}` has "
                                    f"{shown(first)} for one and {shown(second)} for another. Leave that axis out.")
        return first


def shown(x):
    return f"{len(x)} parts" if isinstance(x, list | dict) else repr(x)
