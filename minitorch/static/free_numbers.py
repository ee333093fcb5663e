"""Floats that are others in each call, such as those that `.item()` gave before a break: they are inputs of a program.

    n = x.sum().item()
    y = x * (n + 1)        the part after the break is given n as a tensor of one number: b = add(n, 1); y = mul(x, b)
    if n > 0: ...          what Python really asks is written down as a fact, and asked again in each call
"""

import operator

import numpy as np

from ..engine import tensor_types, wrap
from ..engine.apply import apply, calling
from .sized import FOLLOWS, Resizing
from .sizes import SymFloat, at
from .slots import same

OPS = "add", "sub", "mul", "div"       # of a tensor and a number: they give the same for a tensor of one number
SIMPLE = {operator.add, operator.sub, operator.mul, operator.truediv, operator.neg}        # of numbers: so do they
SETTLING = "forward", "record"         # what the engine gives an op's settings
FLOATS = np.dtype("float32"), np.dtype("float64")


class Free:
    """What stands in the place of a float, whose tensor follows after all arguments."""

    def __repr__(self):
        return "any float"


FREE = Free()


def freed(args, places):
    """Arguments with tensors at their end for the floats in some places."""
    return (*[FREE if place in places else x for place, x in enumerate(args)],
            *[wrap(np.array(args[place])) for place in sorted(places)])


def is_free(args):
    """Whether floats among the arguments are free."""
    return any(x is FREE for x in args)


def filled(args, numbers=None):
    """The arguments as the function has them: with numbers for those that are free, by default as they are now."""
    count = sum(x is FREE for x in args)
    if not count:
        return args
    own, tensors = args[:-count], args[-count:]
    numbers = iter([x.array.item() for x in tensors] if numbers is None else numbers)
    return tuple([next(numbers) if x is FREE else x for x in own])


class FreeNumbers:
    """The free floats of a call that is recorded. In a `with` block: ops of tensors are given tensors for them.

    tensors   of one number each; values: the numbers now
    roots     what the function is given, which remembers how other numbers follow
    facts     (function, its arguments, what it gave): what Python asked, and has to be answered so in each call
    """

    def __init__(self, args):
        self.tensors = args[len(args) - sum(x is FREE for x in args):]
        self.values = tuple([x.array.item() for x in self.tensors])
        count = len(self.values)
        self.roots = [SymFloat(value, self, None, (), 1, tuple([int(place == own) for own in range(count)]))
                      for place, value in enumerate(self.values)]
        self.facts, self.known, self.on = [], {}, False

    def __enter__(self):
        self.on, engine, self.before = True, apply.__globals__, {}
        calling.insert(0, self.layer)
        for name in SETTLING:
            self.before[name], engine[name] = engine[name], self.settling(engine[name])
        return self

    def __exit__(self, *error):
        apply.__globals__.update(self.before)
        calling.remove(self.layer)
        self.known = {}

    def settling(self, function):
        """A function of the engine, which is given no numbers that follow among the settings of an op."""
        def run(*args):
            return function(*[self.alone(x) if type(x) is dict else x for x in args])
        return run

    def alone(self, settings):
        return Held({}, self.values).of(settings)

    def note(self, function, args, found):
        """Write a fact down."""
        if self.on:
            self.facts.append((function, args, found))

    def hold(self, *values):
        """Whether all that was asked is answered so for other numbers."""
        try:
            return all(same(found, function(*[at(x, values) for x in args])) for function, args, found in self.facts)
        except (ArithmeticError, ValueError):
            return False

    def layer(self, op, inputs):
        """What an op is given: tensors in the place of numbers, or else the numbers alone, which holds them."""
        if not any(type(x) is SymFloat for x in inputs):
            return inputs
        own = next((x for x in inputs if type(x) in tensor_types), None)
        fits = op.name in OPS and own is not None and own.array.dtype in FLOATS
        return tuple([self.given(x, own.dtype if fits else None) if type(x) is SymFloat else x for x in inputs])

    def given(self, x, dtype):
        found = None if dtype is None else self.tensor(x)
        return x.item() if found is None else found.to(dtype)

    def tensor(self, x):
        """The tensor of a number that follows, in float64 as Python computes; None where it follows in another way."""
        if id(x) not in self.known:
            self.known[id(x)] = x, self.computed(x)
        return self.known[id(x)][1]

    def computed(self, x):
        if x.sizes is not self:
            return None
        if x.function is None:
            return self.tensors[x.powers.index(1)]
        function, args = getattr(x.function, "swaps", x.function), x.args
        if function is not x.function:
            args = args[::-1]
        found = [self.tensor(part) if type(part) is SymFloat else part for part in args]
        if function not in SIMPLE or any(part is None for part in found):
            return None
        if function is operator.truediv and type(args[1]) is SymFloat:
            self.note(bool, (args[1],), True)                # Python raises where it divides by zero
        return function(*found)

    def settled(self, programs):
        """Programs without numbers that follow, where a setting still is one; from now on nothing is noted."""
        found = Held({}, self.values).programs(programs)
        self.on = False
        return found


class Held(Resizing):
    """Programs with numbers where they have numbers that follow, which holds them."""

    def of(self, x):
        return x.item() if type(x) in FOLLOWS and type(x.sizes) is FreeNumbers else super().of(x)
