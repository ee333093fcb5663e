"""Find sizes that depend on an input's size: record a model for two sizes, and write numbers that differ as formulas.

    recorded for a batch of 2     reshape(x, [2, 400])
    recorded for a batch of 3     reshape(x, [3, 400])
    written                       reshape(x, [1 · first size of x, 400])
"""

import numpy as np

from ..tensors import from_numpy
from .errors import OnnxExporterError


class Size(int):
    """An integer that differs between the two recordings.

    other     its value in the second recording
    formula   (input, dim, times): the Size is `times` · input.shape[dim]; None if it is no multiple of an input's size
    """

    other: int
    formula: tuple | None

    def __new__(cls, number, other, formula):
        made = super().__new__(cls, number)
        made.other, made.formula = other, formula
        return made


def second_value(x):
    """Return the value that a number has in the second recording."""
    return getattr(x, "other", x)


def require_equal(what, *numbers):
    """Return the numbers if they are equal in both recordings; else raise, because ONNX needs a constant here."""
    for x in numbers:
        if type(x) is Size:
            raise OnnxExporterError(f"{what} has {int(x)} for one size of the dynamic_axes and {x.other} for another, "
                                    "but ONNX needs one number there. Leave that axis out of dynamic_axes.")
    return numbers[0] if len(numbers) == 1 else list(numbers)


class Axes:
    """The dynamic sizes of the inputs.

    given    dynamic_axes of export()
    named    {(position of the input, dim): name}; axes with the same name have the same size
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

    def use_near_sizes(self):
        """Use second sizes near the first sizes, for a model that has a largest size."""
        ratios = set()
        for name, (first, _) in self.sizes.items():
            near = [*range(first - 1, 1, -1), *range(first + 1, first + 99)]
            second = next(n for n in near if n / first not in ratios)
            ratios.add(second / first)
            self.sizes[name] = first, second

    def resize(self, args, recording):
        """Return the arguments with the sizes of a recording, 0 or 1, by repeating or removing slices."""
        made = list(args)
        for (place, dim), name in self.named.items():
            index = np.arange(self.sizes[name][recording]) % max(args[place].shape[dim], 1)
            made[place] = made[place].index_select(dim, from_numpy(index))
        return made

    def formula(self, first, second):
        """Return a size as a multiple of an input's size, (input, dim, times); None if that is impossible."""
        for (place, dim), name in self.named.items():
            a, b = self.sizes[name]
            if first * b == second * a and first % a == 0:
                return place, dim, first // a
        return None

    def merge(self, first, second, where="the program"):
        """Return the merged values of two recordings, with a Size for integers that differ."""
        if type(first) is type(second) is dict and first.keys() == second.keys():
            return {key: self.merge(first[key], second[key], first.get("op", where)) for key in first}
        if type(first) is type(second) is list and len(first) == len(second):
            return [self.merge(a, b, where) for a, b in zip(first, second)]
        if type(first) is type(second) is int and first != second:
            return Size(first, second, self.formula(first, second))
        if type(first) is not type(second) or first != second and first == first:
            raise OnnxExporterError(f"The model differs for other sizes of the dynamic_axes: `{where}` has "
                                    f"{text_of(first)} for one and {text_of(second)} for another. Leave that axis out.")
        return first


def text_of(x):
    return f"{len(x)} parts" if isinstance(x, list | dict) else repr(x)
