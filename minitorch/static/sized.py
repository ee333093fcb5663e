"""Make one program for any size of one or two dimensions, such as batch and sequence length, from two recordings.

Numbers that differ between the two recordings are written as multiples of the sizes.

    recorded for a batch of 8     c = reshape(b, shape=(8, 400))      float32[8, 400]
    and for one of 5              c = reshape(b, shape=(5, 400))      float32[5, 400]
    for any                       c = reshape(b, shape=(size, 400))   float32[size, 400]

If the recordings differ in anything else, each size is recorded as a program of its own. A run on the meta device
checks the shapes again for each new size.
"""

from copy import copy

import numpy as np

from ..engine.node import Spec
from .gradients import is_view
from .program import Program, Value
from .sizes import KINDS, Fixed, Sizes, independent_sizes, shapes_hold, sizes_text
from .slots import is_same_value

FOLLOWS = {*KINDS.values()}


class Sample:
    """The part of a recording that is stored, to compare it with a later recording.

    shapes, strides   those of the tensors among its arguments
    programs   [its program], or [forward program, backward program from the results numbered in `live`]
    """

    def __init__(self, recording):
        self.shapes = [tuple(x.array.shape) for x in recording.tensors]
        self.strides = [x.array.strides for x in recording.tensors]
        self.programs, self.live = recording.programs, recording.joint and recording.joint.live

    def sizes(self, tensors):
        """Return Sizes for the sizes in which another call's tensors differ; None if none or more than two differ."""
        shapes = [tuple(x.array.shape) for x in tensors]
        if [*map(len, shapes)] != [*map(len, self.shapes)]:
            return None
        others = {(a, b) for old, new in zip(self.shapes, shapes) for a, b in zip(old, new) if a != b}
        found = independent_sizes(others) if others else None
        return found and Sizes(*found, {x.name: x for program in self.programs for x in values_of(program)})


def values_of(program):
    """Return all Values of a program."""
    return [*program.inputs, *program.states, *program.constants,
            *[x for step in program.steps for x in step.outputs if x is not None]]


class Sized:
    """The programs of a recording for all sizes of some dimensions for which each recorded comparison is the same.

    known   {Value: (symbolic shape, symbolic strides)}
    forms   [symbolic shape, symbolic strides] of each tensor among the arguments
    first   for each size: (index of the first argument that has the size, the dimension in which it has it)
    """

    def __init__(self, sample, recording, sizes):
        here = Sample(recording)
        if recording.deciding is not None:
            raise Fixed("a branch depends on data")
        if len(here.programs) != len(sample.programs) or here.live != sample.live:
            raise Fixed("it returns other tensors")
        if any(is_view(x, recording.outputs, recording.recorder.before) for x in recording.outputs):
            raise Fixed("a view is returned")
        self.sizes, self.known, self.live = sizes, {}, here.live
        self.programs = [self.merged_programs(a, b) for a, b in zip(sample.programs, here.programs)]
        self.forms = [[sizes.numbers(a, b, "an argument") for a, b in ((old, shape), (before, strides))]
                      for old, before, shape, strides in zip(sample.shapes, sample.strides, here.shapes, here.strides)]
        self.first = [self.find_size(index) for index in range(len(sizes.new))]

    def find_size(self, index):
        """Return (number, dim) of the first tensor among the arguments whose shape depends on the size at `index`."""
        number, shape = next((number, shape) for number, (shape, strides) in enumerate(self.forms)
                             if any(type(n) in FOLLOWS and n.powers[index] for n in (*shape, *strides)))
        dims = [dim for dim, n in enumerate(shape)
                if type(n) in FOLLOWS and n.times == sum(n.powers) == n.powers[index] == 1]
        if not dims:
            raise Fixed("no dimension of the first argument that depends on the size is equal to the size")
        return number, dims[0]

    def at(self, sizes):
        """Return [forward program, backward program if any] for these sizes; None if they need a new recording."""
        if not self.sizes.hold(sizes):
            return None
        found = Resizing(self.known, sizes).programs(self.programs)
        return found if shapes_hold(*found) else None

    def merged_programs(self, old, new):
        """Return the new program, with a symbolic number for each number that differs from the old program."""
        if len(old.steps) != len(new.steps):
            raise Fixed(f"it takes {len(old.steps)} steps for {sizes_text(self.sizes.old)}, and {len(new.steps)} for "
                        f"{sizes_text(self.sizes.new)}")
        self.merged(ends_of_program(old), ends_of_program(new), "an argument")
        made = copy(new)
        made.steps = []
        for before, step in zip(old.steps, new.steps):
            _, args, settings, _ = self.merged(common_parts(before), common_parts(step), step.line.strip() or step.name)
            made.steps.append(step.replaced({}, args=args, settings=settings))
        return made

    def merged(self, old, new, what):
        """Return `new` with symbolic numbers where it differs from `old`; raise Fixed if more than sizes differ."""
        kind = type(new)
        if kind in FOLLOWS or kind in KINDS and type(old) in KINDS:
            return self.sizes.number(old, new, what)
        if type(old) is not kind:
            raise Fixed(f"{what} has another type")
        if kind is Value:
            self.value(old, new, what)
            return new
        if kind in (tuple, list):
            if len(old) != len(new):
                raise Fixed(f"{what} has more or fewer parts")
            return kind([self.merged(a, b, what) for a, b in zip(old, new)])
        if kind is dict:
            if old.keys() != new.keys():
                raise Fixed(f"{what} has other settings")
            return {key: self.merged(old[key], new[key], what) for key in new}
        if kind is Spec:
            return Spec(self.merged(tuple(old.shape), tuple(new.shape), what), new.dtype)
        if kind is slice:
            return slice(*self.merged([old.start, old.stop, old.step], [new.start, new.stop, new.step], what))
        if not is_same_value(old, new) and not (kind is np.ndarray and np.array_equal(old, new)):
            raise Fixed(f"{what} has another {kind.__name__}")
        return new

    def value(self, old, new, what):
        """Store the symbolic shape and strides of a Value in `known`."""
        if (old.name, old.role, old.dtype) != (new.name, new.role, new.dtype) or (
                new.role == "state" and not is_same_value(old.source, new.source)):
            raise Fixed(f"{what} reads another tensor")
        if new not in self.known:
            self.known[new] = (self.sizes.numbers(old.shape, new.shape, what),
                               self.sizes.numbers(old.strides, new.strides, what))
            if new.role == "constant" and not same_numbers(old.source, new.source):
                raise Fixed(f"{what} has a constant array whose values differ between the two recordings")


def ends_of_program(program):
    """Return lists of the Values that enter a program and of those that it returns."""
    return [program.inputs, program.states, program.outputs, program.saved, [x for _, x in program.grads],
            [x for _, x in program.rebound]]


def common_parts(step):
    """Return the attributes of a step that must agree, except for sizes, with the step of the other recording."""
    return [[step.name, step.call, step.single, step.shares, step.draws, step.phase, len(step.kept)],
            step.args, step.settings, [[*step.outputs], [*step.writes], [*step.kept], [*step.kept.values()]]]


def same_numbers(a, b):
    """Return whether two arrays are equal, or of different shapes but filled with one and the same number."""
    if a.shape != b.shape:
        a, b = ({x.tobytes() for x in np.unique(array)} for array in (a, b))
        return len(a) == 1 and a == b
    return a.tobytes() == b.tobytes()


class Resizing:
    """Replace the symbolic numbers in programs by their values for `sizes`.

    known   {Value: its symbolic shape and strides}
    made    {Value: its copy for these sizes}
    """

    def __init__(self, known, sizes):
        self.known, self.sizes, self.made = known, sizes, {}

    def programs(self, programs):
        return list(map(self.program, programs))

    def program(self, program):
        of = self.of
        found = Program(program.name, of(program.inputs), of(program.states), [], of(program.outputs))
        found.steps = [step.replaced({}, args=of(step.args), settings=of(step.settings), outputs=of(step.outputs),
                                     writes=of(step.writes), kept=of(step.kept)) for step in program.steps]
        found.saved, found.grads, found.rebound, found.overlaps = map(
            of, (program.saved, program.grads, program.rebound, program.overlaps))
        return found

    def of(self, x):
        """Return anything inside a program with its numbers for these sizes."""
        kind = type(x)
        if kind is Value:
            if x not in self.made:
                self.made[x] = self.value(x)
            return self.made[x]
        if kind in FOLLOWS:
            return x.at(self.sizes)
        if kind in (tuple, list):
            return kind(map(self.of, x))
        if kind is dict:
            return {self.of(key): self.of(part) for key, part in x.items()}
        if kind is Spec:
            return Spec(self.of(tuple(x.shape)), x.dtype)
        return slice(self.of(x.start), self.of(x.stop), self.of(x.step)) if kind is slice else x

    def value(self, x):
        made = copy(x)
        made.shape, made.strides = map(self.of, self.known.get(x, (x.shape, x.strides)))
        if made.shape != x.shape:
            made.nbytes = x.nbytes // max(x.size, 1) * made.size
            if x.role == "constant":
                made.source = np.broadcast_to(x.source.flat[0], made.shape)
                made.source = made.source if not any(made.strides) else made.source.copy()
        return made


def settle_numbers(recording, sample, sizes):
    """Replace a recording's symbolic numbers by plain ones; return its Sized, or None if it is for these sizes only.

    If it returns None, `recording.fixed` says why.
    """
    sized = None
    try:
        sized = Sized(sample, recording, sizes)
        found = sized.at(sizes.new)
        if found is None:
            raise Fixed("the meta device cannot compute its shapes")
    except Fixed as reason:
        sized, recording.fixed = None, str(reason)
        found = Resizing({}, sizes.new).programs(recording.programs)
    recording.take(found)
    return sized
