"""Symbolic numbers: in a second recording, they store how they follow from the sizes of one or two dimensions.

    x.shape[0] * 4        is 32 for a size of 8; for another size it is computed again
    1 / x.shape[0]        is 0.125 for a size of 8; for another size it is computed again
    x.shape[0] > 4        is True, and is recorded: the program is valid only for sizes with the same result

One or two sizes may change at once. Runs on the meta device, which compute only shapes, check whether the shapes of a
program's steps are right for another size.
"""

import itertools
import math
import operator
from contextlib import contextmanager
from fractions import Fraction

import numpy as np

from .. import backend, dtypes
from ..engine import apply, tensor_types
from ..engine.apply import choosing
from ..tensors import Size, Tensor
from .program import Value
from .slots import is_same_value

LEAST = 2                  # size 0 (empty) and size 1 (broadcasts) each get their own program
TOGETHER = 2               # how many sizes may change at once: batch size and sequence length
POWERS = {count: [powers for powers in sorted(itertools.product(range(4), repeat=count), key=sum) if sum(powers) < 4]
          for count in range(1, TOGETHER + 1)}               # all exponents of the sizes whose sum is at most 3


def power_product(sizes, powers):
    """Return the product of sizes, each to its power."""
    return math.prod(map(pow, sizes, powers))


def power_multiple(old, new, before, after):
    """Return (t, powers) with old = t · Π beforeᵢ^powerᵢ and new = t · Π afterᵢ^powerᵢ; None if there are none."""
    for powers in POWERS[len(after)][1:]:
        times = new // power_product(after, powers)
        if times > 0 and (times * power_product(before, powers), times * power_product(after, powers)) == (old, new):
            return times, powers
    return None


def independent_sizes(pairs):
    """Return one or two sizes, (before, after), that determine each pair (old, new); None if they are ambiguous."""
    before, after = [], []
    for old, new in sorted(pairs):
        if before and power_multiple(old, new, before, after):
            continue
        if len(before) == TOGETHER or min(old, new) < LEAST:
            return None
        before.append(old)
        after.append(new)
    powers = POWERS[len(before)]
    ratios = {Fraction(power_product(after, each), power_product(before, each)) for each in powers}
    return (tuple(before), tuple(after)) if len(ratios) == len(powers) else None


COMPUTED = "add sub mul floordiv mod truediv pow neg".split()
ASKED = "eq ne lt le gt ge abs index lshift rshift and_ or_ xor invert".split()
WHOLE = "round trunc floor ceil".split()                       # these functions return a symbolic number
OTHERS = {"bool": bool, "int": int, "float": float, "complex": complex, "hash": hash, "format": format, "str": str,
          "repr": repr, "round": round, "trunc": math.trunc, "floor": math.floor, "ceil": math.ceil, "divmod": divmod}


class Follows:
    """A symbolic number: function(*args) with symbolic args, or, without a function, times · Π sizeᵢ^powerᵢ."""

    ndim = 0

    def __init__(self, value, sizes, function, args, times=None, powers=()):
        self.value, self.sizes, self.function, self.args = value, sizes, function, args
        self.times, self.powers = times, powers

    def at(self, sizes):
        """Return this number for other sizes."""
        return self.times * power_product(sizes, self.powers) if self.function is None else \
            self.function(*[at_sizes(x, sizes) for x in self.args])

    def item(self):
        """Return the plain number; the program is then valid only for sizes that give the same number."""
        self.sizes.note(plain_number, (self,), self.value)
        return self.value

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.item(), dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **settings):
        return getattr(ufunc, method)(*[x.item() if type(x) in (SymInt, SymFloat) else x for x in inputs], **settings)

    def __getattr__(self, name):
        found = getattr(self.value, name)                    # this raises an error for most names
        self.item()
        return found

    def __reduce__(self):
        return type(self.value), (self.value,)


class SymInt(Follows):
    """A symbolic integer."""

    __class__ = property(lambda self: int)                   # this makes isinstance(x, int) True


class SymFloat(Follows):
    """A symbolic float."""

    __class__ = property(lambda self: float)


KINDS = {int: SymInt, float: SymFloat}


def at_sizes(x, sizes):
    """Return x for other sizes of the inputs: compute a symbolic number again, return any other value unchanged."""
    return x.at(sizes) if type(x) in (SymInt, SymFloat) else x


def plain_number(x):
    """Return x with its symbolic numbers replaced by plain ones, also inside lists, tuples, dicts and slices."""
    kind = type(x)
    if kind in (SymInt, SymFloat):
        return x.value
    if kind is tuple or kind is list or kind is Size:
        return kind(map(plain_number, x))
    return {key: plain_number(part) for key, part in x.items()} if kind is dict else \
        slice(plain_number(x.start), plain_number(x.stop), plain_number(x.step)) if kind is slice else x


def operation(function, computed=False):
    """Return a method of symbolic numbers; its result is symbolic if `computed`, else plain and recorded in `facts`."""
    def run(self, *others):
        if others and type(others[0]) in tensor_types:
            return NotImplemented
        found = function(self.value, *map(plain_number, others))
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
    """The error for a program that is valid only for its own sizes; the message says why."""


def sizes_text(sizes):
    """Return sizes in words, such as 'sizes of 8 and 32'."""
    return f"{'a size' if len(sizes) == 1 else 'sizes'} of {' and '.join(map(str, sizes))}"


class Sizes:
    """The symbolic numbers of a function that is recorded a second time, with other sizes.

    old, new   the sizes of the first recording, and of this one
    first      {name: Value} of the program for the old sizes
    facts      [(function, its arguments, its result)]: the result must be the same for other sizes
    inside     how many ops are running; comparisons inside ops are not recorded, because ops run them again
    """

    def __init__(self, old, new, first):
        self.old, self.new, self.first, self.facts, self.inside = old, new, first, [], 0

    def note(self, function, args, found):
        """Record in `facts` that function(*args) == found; inside ops do nothing."""
        if not self.inside:
            self.facts.append((function, args, found))

    def number(self, old, new, what):
        """Return `new` if it equals `old`, else a symbolic number with these values; raise Fixed if there is none."""
        if type(new) in (SymInt, SymFloat):
            if not is_same_value(new.at(self.old), old):
                raise Fixed(f"{what} is {old} for {sizes_text(self.old)}, and {plain_number(new)} for "
                            f"{sizes_text(self.new)}")
            return new
        if is_same_value(old, new):
            return new
        found = power_multiple(old, new, self.old, self.new) if type(old) is type(new) is int else None
        if found is None:
            raise Fixed(f"{what} is {old} for {sizes_text(self.old)}, and {new} for {sizes_text(self.new)}")
        return SymInt(new, self, None, (), *found)

    def numbers(self, old, new, what):
        """Return the shape `new`, with a symbolic number for each size that differs from `old`."""
        if len(old) != len(new):
            raise Fixed(f"{what} has {len(old)} dimensions for one size, and {len(new)} for another")
        return tuple([self.number(a, b, what) for a, b in zip(old, new)])

    def shape(self, value):
        """Return the shape of a Value; symbolic, if it can follow from the sizes."""
        first = self.first.get(value.name)
        try:
            return value.shape if first is None else self.numbers(first.shape, value.shape, value.name)
        except Fixed:
            return value.shape

    def hold(self, sizes):
        """Return whether every recorded comparison has the same result for these sizes."""
        try:
            return all(function(*[at_sizes(x, sizes) for x in args]) == found for function, args, found in self.facts)
        except (ArithmeticError, ValueError):
            return False

    @contextmanager
    def read_by(self, recorder):
        """Let tensors return symbolic shapes to the recorded thread in the block; ops compute with plain numbers."""
        names = "shape", "size", "numel", "nelement", "__len__"
        before, engine = [(name, vars(Tensor)[name]) for name in names], apply.__globals__
        forward, record = engine["forward"], engine["record"]

        def shape_of(tensor):
            value = recorder.values.get(id(tensor.array)) if recorder.on else None
            return Size(tensor.array.shape if value is None else self.shape(value))

        def size_of(tensor, dim=None):
            found = before[1][1](tensor, dim)                # this raises an error if the dimension does not exist
            return found if not recorder.on else shape_of(tensor) if dim is None else shape_of(tensor)[dim]

        def number_of(tensor):
            return shape_of(tensor).numel()

        def length_of(tensor):
            found = before[4][1](tensor)
            size = shape_of(tensor)[0]                       # len() returns a plain number
            return found if type(size) is int else size.item()

        def forward_of(op, arrays, settings):
            if not recorder.on:
                return forward(op, arrays, settings)
            self.inside += 1
            try:
                return forward(op, plain_number(arrays), plain_number(settings))
            finally:
                self.inside -= 1

        def record_of(op, inputs, arrays, edges, settings, *more):
            return record(op, inputs, plain_number(arrays), edges, plain_number(settings), *more)
        try:
            engine.update(forward=forward_of, record=record_of)
            for name, function in zip(names, (property(shape_of), size_of, number_of, number_of, length_of)):
                setattr(Tensor, name, function)
            yield
        finally:
            engine.update(forward=forward, record=record)
            for name, function in before:
                setattr(Tensor, name, function)
            self.inside += 1                                 # do not record later comparisons


def shapes_hold(forward, backward=None):
    """Return whether each step, on meta arrays, returns the shapes that its outputs have in the program."""
    arrays: dict = {}
    if not steps_hold(forward, arrays):
        return False
    if backward is not None:                                 # backward's inputs are gradients, then saved Values
        saved = backward.inputs[len(backward.inputs) - len(forward.saved):]
        arrays.update((x, arrays[own]) for x, own in zip(saved, forward.saved))
    return backward is None or steps_hold(backward, arrays)


def steps_hold(program, arrays):
    """Return whether a program's steps return their outputs' shapes; add {Value: its meta array} to `arrays`."""
    xp = backend.meta()
    for x in [*program.inputs, *program.states, *program.constants]:
        arrays.setdefault(x, xp.ndarray(x.shape, x.dtype, x.strides))
    for step in program.steps:
        try:
            found = result_of_draw(xp, step) if step.effect else results_on_meta(
                xp, step, with_arrays(step.args, arrays))
        except Exception:                                    # the op refuses the new sizes, or has no rule
            return False
        for x, made in zip(step.outputs, found):
            if x is not None and x.dtype is not None and x.shape != tuple(made.shape):
                return False
        arrays.update((x, made) for x, made in zip(step.outputs, found) if x is not None)
    return True


def result_of_draw(xp, step):
    """Return meta arrays of the recorded shapes for a step that draws or writes, without running the step."""
    return [x if x is None else xp.ndarray(x.shape, x.dtype, x.strides) for x in step.outputs]


def results_on_meta(xp, step, args):
    """Run a step on meta arrays; return one result for each output."""
    if step.op is not None and step.call is step.op:
        found = choosing[-1](xp, step.op)(xp, *args, **step.settings)
        if step.op.residual:
            outs, rest = found
            return [*([outs] if step.single else outs), rest]
    else:
        found = step.call(*args, **step.settings)
    return [found] if step.single else [*found]


def with_arrays(x, arrays):
    """Return an argument with Values replaced by their arrays."""
    if type(x) in (tuple, list):
        return type(x)([with_arrays(part, arrays) for part in x])
    return arrays[x] if type(x) is Value else x
