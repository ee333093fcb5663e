"""Numbers that follow from the sizes of one dimension or two, and remember how, while a function is recorded again.

    x.shape[0] * 4        is 32 for a size of 8; for another it is computed anew
    1 / x.shape[0]        is 0.125, in the same way
    x.shape[0] > 4        is True, and is written down as a fact: for another size the same has to be true
"""

import math
import operator
from contextlib import contextmanager

import numpy as np

from .. import dtypes
from ..engine import apply, tensor_types
from ..tensors import Size, Tensor
from .multiples import multiple, product
from .slots import same

COMPUTED = "add sub mul floordiv mod truediv pow neg".split()
ASKED = "eq ne lt le gt ge abs index lshift rshift and_ or_ xor invert".split()
WHOLE = "round trunc floor ceil".split()                       # what Python returns as it comes: it follows too
OTHERS = {"bool": bool, "int": int, "float": float, "complex": complex, "hash": hash, "format": format, "str": str,
          "repr": repr, "round": round, "trunc": math.trunc, "floor": math.floor, "ceil": math.ceil, "divmod": divmod}


class Follows:
    """A number that is `function` of `args`, some of which follow from the sizes too; or a multiple of sizes."""

    ndim = 0

    def __init__(self, value, sizes, function, args, times=None, powers=()):
        self.value, self.sizes, self.function, self.args = value, sizes, function, args
        self.times, self.powers = times, powers

    def at(self, sizes):
        """What it is for other sizes."""
        return self.times * product(sizes, self.powers) if self.function is None else \
            self.function(*[at(x, sizes) for x in self.args])

    def item(self):
        """The number alone, which holds the program to this size."""
        self.sizes.note(plain, (self,), self.value)
        return self.value

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.item(), dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **settings):
        return getattr(ufunc, method)(*[x.item() if type(x) in (SymInt, SymFloat) else x for x in inputs], **settings)

    def __getattr__(self, name):
        found = getattr(self.value, name)                    # most that is asked is not there
        self.item()
        return found

    def __reduce__(self):
        return type(self.value), (self.value,)


class SymInt(Follows):
    """A whole number that follows from the size."""

    __class__ = property(lambda self: int)                   # what isinstance asks


class SymFloat(Follows):
    """Any other."""

    __class__ = property(lambda self: float)


KINDS = {int: SymInt, float: SymFloat}


def at(x, sizes):
    """What a number is for other sizes."""
    return x.at(sizes) if type(x) in (SymInt, SymFloat) else x


def plain(x):
    """A number alone; in a structure too."""
    kind = type(x)
    if kind in (SymInt, SymFloat):
        return x.value
    if kind is tuple or kind is list or kind is Size:
        return kind(map(plain, x))
    return {key: plain(part) for key, part in x.items()} if kind is dict else \
        slice(plain(x.start), plain(x.stop), plain(x.step)) if kind is slice else x


def operation(function, computed=False):
    """An operation of numbers: its result follows too, or is plain, and written down as a fact."""
    def run(self, *others):
        if others and type(others[0]) in tensor_types:
            return NotImplemented
        found = function(self.value, *map(plain, others))
        if computed and type(found) in KINDS:
            return KINDS[type(found)](found, self.sizes, function, (self, *others))
        if type(found) in (bool, int, float, str):
            self.sizes.note(function, (self, *others), found)
        else:
            self.item()
        return found
    return run


def swapped(function):
    def run(x, other):
        return function(other, x)
    run.swaps = function
    return run


for kind in KINDS.values():
    for name in [*COMPUTED, *ASKED]:
        setattr(kind, f"__{name.strip('_')}__", operation(getattr(operator, name), name in COMPUTED))
    for name in "add sub mul floordiv mod truediv pow lshift rshift and_ or_ xor divmod".split():
        function = getattr(operator, name, divmod)
        setattr(kind, f"__r{name.strip('_')}__", operation(swapped(function), name in COMPUTED))
    for name, function in OTHERS.items():
        setattr(kind, f"__{name}__", operation(function, name in WHOLE))
dtypes.size_types.add(SymInt)
dtypes.number_types.update((SymInt, SymFloat))
dtypes.NUMBER_RANKS.update({SymInt: 1, SymFloat: 2})


class Fixed(Exception):
    """The program holds the number: for another size it is recorded again."""


def told(sizes):
    """Sizes in words."""
    return f"{'a size' if len(sizes) == 1 else 'sizes'} of {' and '.join(map(str, sizes))}"


class Sizes:
    """What follows from the sizes of dimensions, in a function that was recorded for some and is recorded for others.

    old, new   the sizes it was recorded for, and those it is recorded for
    first      {name: Value} of the program for the old ones
    facts      (function, its arguments, what it gave): asked of other sizes too
    inside     how many ops are computing: what these ask, they ask again for another size
    """

    def __init__(self, old, new, first):
        self.old, self.new, self.first, self.facts, self.inside = old, new, first, [], 0

    def note(self, function, args, found):
        """Write a fact down."""
        if not self.inside:
            self.facts.append((function, args, found))

    def number(self, old, new, what):
        """A number of the new program: one that follows where the old program has another."""
        if type(new) in (SymInt, SymFloat):
            if not same(new.at(self.old), old):
                raise Fixed(f"{what} is {old} for {told(self.old)}, and {plain(new)} for {told(self.new)}")
            return new
        if same(old, new):
            return new
        found = multiple(old, new, self.old, self.new) if type(old) is type(new) is int else None
        if found is None:
            raise Fixed(f"{what} is {old} for {told(self.old)}, and {new} for {told(self.new)}")
        return SymInt(new, self, None, (), *found)

    def numbers(self, old, new, what):
        """The same of a shape."""
        if len(old) != len(new):
            raise Fixed(f"{what} has {len(old)} dimensions for one size, and {len(new)} for another")
        return tuple([self.number(a, b, what) for a, b in zip(old, new)])

    def shape(self, value):
        """The shape of a Value, as far as it follows."""
        first = self.first.get(value.name)
        try:
            return value.shape if first is None else self.numbers(first.shape, value.shape, value.name)
        except Fixed:
            return value.shape

    def hold(self, sizes):
        """Whether all that was asked is answered so for other sizes."""
        try:
            return all(function(*[at(x, sizes) for x in args]) == found for function, args, found in self.facts)
        except (ArithmeticError, ValueError):
            return False

    @contextmanager
    def read_by(self, recorder):
        """In this block tensors tell the thread that is recorded sizes that follow, and ops compute with plain ones."""
        names = "shape", "size", "numel", "nelement", "__len__"
        before, engine = [(name, vars(Tensor)[name]) for name in names], apply.__globals__
        forward, record = engine["forward"], engine["record"]

        def shape_of(tensor):
            value = recorder.values.get(id(tensor.array)) if recorder.on else None
            return Size(tensor.array.shape if value is None else self.shape(value))

        def size_of(tensor, dim=None):
            found = before[1][1](tensor, dim)                # raises for a dimension that is not there
            return found if not recorder.on else shape_of(tensor) if dim is None else shape_of(tensor)[dim]

        def number_of(tensor):
            return shape_of(tensor).numel()

        def length_of(tensor):
            found = before[4][1](tensor)
            size = shape_of(tensor)[0]                       # of which Python makes a plain number
            return found if type(size) is int else size.item()

        def forward_of(op, arrays, settings):
            if not recorder.on:
                return forward(op, arrays, settings)
            self.inside += 1
            try:
                return forward(op, plain(arrays), plain(settings))
            finally:
                self.inside -= 1

        def record_of(op, inputs, arrays, edges, settings, *more):
            return record(op, inputs, plain(arrays), edges, plain(settings), *more)
        try:
            engine.update(forward=forward_of, record=record_of)
            for name, function in zip(names, (property(shape_of), size_of, number_of, number_of, length_of)):
                setattr(Tensor, name, function)
            yield
        finally:
            engine.update(forward=forward, record=record)
            for name, function in before:
                setattr(Tensor, name, function)
            self.inside += 1                                 # what is asked from now on is no part of the function
