"""Let floats that change from call to call, such as a result of `.item()`, be inputs of a program: free floats.

A free float is an argument, or the value of a slot, such as the attribute self.t; slots come after the arguments.

    n = x.sum().item()
    y = x * (n + 1)        n is free, and becomes a tensor of one number: b = add(n, 1); y = mul(x, b)
    if n > 0: ...          the result of a comparison in Python is recorded, and compared again in each call
"""

import operator
from contextlib import contextmanager

import numpy as np

from ..engine import tensor_types, wrap
from ..engine.apply import apply, calling
from .sized import FOLLOWS, Resizing
from .sizes import SymFloat, at_sizes
from .slots import is_same_value, read_item

OPS = "add", "sub", "mul", "div"       # ops that return the same for a float as for a tensor of one number
SIMPLE = {operator.add, operator.sub, operator.mul, operator.truediv, operator.neg}    # these ops as Python's operators
WITH_SETTINGS = "forward", "record"    # functions of the engine that take the settings of an op
FLOATS = np.dtype("float32"), np.dtype("float64")


class Free:
    """A placeholder for a free float among the arguments; the float itself is in a tensor at their end."""

    def __repr__(self):
        return "any float"


FREE = Free()


def floats_as_tensors(args, places):
    """Return the arguments with FREE for the floats at the indices `places`, and tensors of these floats at the end."""
    return (*[FREE if place in places else x for place, x in enumerate(args)],
            *[wrap(np.array(args[place])) for place in sorted(places)])


def plain_arguments(args, slots):
    """Return the arguments in the form that the function takes: with floats instead of FREE, without those of slots."""
    found = with_free_numbers(args)
    return found[:len(found) - len(slots)] if is_free(args) else found


@contextmanager
def with_symbolic_slots(slots, numbers):
    """Put symbolic numbers into slots for the block; after the block the slots contain plain floats again."""
    for slot, number in zip(slots, numbers):
        slot.container[slot.key] = number
    try:
        yield
    finally:
        for slot in slots:
            now = slot.container.get(slot.key)
            if type(now) is SymFloat:
                slot.container[slot.key] = now.value


def holds_float(slot):
    """Return whether a slot contains a float and can be written to: an attribute, a global or an element of a dict."""
    return slot.read is read_item and type(slot.container) is dict and type(slot.container.get(slot.key)) is float


def is_free(args):
    """Return whether any float among the arguments is free."""
    return any(x is FREE for x in args)


def with_free_numbers(args, numbers=None):
    """Return the arguments with `numbers` instead of FREE; by default, with the present values of the free floats."""
    count = sum(x is FREE for x in args)
    if not count:
        return args
    own, tensors = args[:-count], args[-count:]
    numbers = iter([x.array.item() for x in tensors] if numbers is None else numbers)
    return tuple([next(numbers) if x is FREE else x for x in own])


class FreeNumbers:
    """The free floats of a recorded call. In a `with` block, ops get tensors instead of these floats.

    tensors   a tensor of one number for each free float; values: the present numbers
    roots     the SymFloats that the function gets instead of the floats
    facts     [(function, its arguments, its result)] of comparisons in Python; a guard checks these results
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
        for name in WITH_SETTINGS:
            self.before[name], engine[name] = engine[name], self.with_plain_settings(engine[name])
        return self

    def __exit__(self, *error):
        apply.__globals__.update(self.before)
        calling.remove(self.layer)
        self.known = {}

    def with_plain_settings(self, function):
        """Return a replacement for an engine function: it gets settings with plain instead of symbolic numbers."""
        def run(*args):
            return function(*[self.plain_settings(x) if type(x) is dict else x for x in args])
        return run

    def plain_settings(self, settings):
        return Held({}, self.values).of(settings)

    def note(self, function, args, found):
        """Record that function(*args) == found, so that a guard can check it, while the function is recorded."""
        if self.on:
            self.facts.append((function, args, found))

    def hold(self, *values):
        """Return whether all recorded results are the same for these values of the free floats."""
        try:
            return all(is_same_value(found, function(*[at_sizes(x, values) for x in args]))
                       for function, args, found in self.facts)
        except (ArithmeticError, ValueError):
            return False

    def layer(self, op, inputs):
        """Return an op's inputs with a tensor for each symbolic number; if the op is not in OPS, a plain number."""
        if not any(type(x) is SymFloat for x in inputs):
            return inputs
        own = next((x for x in inputs if type(x) in tensor_types), None)
        fits = op.name in OPS and own is not None and own.array.dtype in FLOATS
        return tuple([self.given(x, own.dtype if fits else None) if type(x) is SymFloat else x for x in inputs])

    def given(self, x, dtype):
        found = None if dtype is None else self.tensor(x)
        return x.item() if found is None else found.to(dtype)

    def tensor(self, x):
        """Return a symbolic number as a float64 tensor, like Python's floats; None if ops cannot compute it."""
        if id(x) not in self.known:
            self.known[id(x)] = x, self.compute_tensor(x)
        return self.known[id(x)][1]

    def compute_tensor(self, x):
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
            self.note(bool, (args[1],), True)         # note that the divisor is not 0, for which Python raises an error
        return function(*found)

    def plain_programs(self, programs):
        """Return programs with plain instead of symbolic numbers, and stop recording comparisons."""
        found = Held({}, self.values).programs(programs)
        self.on = False
        return found


class Held(Resizing):
    """Replace symbolic numbers in programs by plain ones, and record that each of these must stay equal."""

    def of(self, x):
        return x.item() if type(x) in FOLLOWS and type(x.sizes) is FreeNumbers else super().of(x)
