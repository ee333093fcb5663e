"""Programs for any size of a dimension, or of two, such as the batch and the length of a sequence: two recordings are
laid side by side, and what differs is written as multiples of the sizes.

    recorded for a batch of 8     c = reshape(b, shape=(8, 400))      float32[8, 400]
    and for one of 5              c = reshape(b, shape=(5, 400))      float32[5, 400]
    for any                       c = reshape(b, shape=(size, 400))   float32[size, 400]

Where they differ in anything else, the program holds the number: each size is recorded on its own. Whether all shapes
are so for a third size, the meta device is asked.
"""

from copy import copy

import numpy as np

from ..engine.node import Spec
from .joint import is_view
from .multiples import bases
from .program import Program, Value
from .shapes import shapes_hold
from .sizes import KINDS, Fixed, Sizes, told
from .slots import same

FOLLOWS = {*KINDS.values()}


class Sample:
    """What is kept of a recording, for another to be laid beside it.

    shapes, strides   of the tensors among its arguments
    programs   its program; or what goes forward, and what goes back from the results that are `live`
    """

    def __init__(self, recording):
        self.shapes = [tuple(x.array.shape) for x in recording.tensors]
        self.strides = [x.array.strides for x in recording.tensors]
        self.programs, self.live = recording.programs, recording.joint and recording.joint.live

    def sizes(self, tensors):
        """The Sizes by which the arguments of another call differ; None where they differ in none, or in too many."""
        shapes = [tuple(x.array.shape) for x in tensors]
        if [*map(len, shapes)] != [*map(len, self.shapes)]:
            return None
        others = {(a, b) for old, new in zip(self.shapes, shapes) for a, b in zip(old, new) if a != b}
        found = bases(others) if others else None
        return found and Sizes(*found, {x.name: x for program in self.programs for x in values_of(program)})


def values_of(program):
    """All Values of a program."""
    return [*program.inputs, *program.states, *program.constants,
            *[x for step in program.steps for x in step.outputs if x is not None]]


class Sized:
    """The programs of a recording, for any sizes of some dimensions for which all is as it was.

    known   {Value: its shape and strides, with numbers that follow}
    forms   (shape, strides) of each tensor among the arguments, with numbers that follow
    first   of each size: (the number of the first tensor among the arguments that tells it, in which dimension)
    """

    def __init__(self, sample, recording, sizes):
        here = Sample(recording)
        if recording.deciding is not None:
            raise Fixed("a branch depends on data")
        if len(here.programs) != len(sample.programs) or here.live != sample.live:
            raise Fixed("its results differ")
        if any(is_view(x, recording.outputs, recording.recorder.before) for x in recording.outputs):
            raise Fixed("a view is returned")
        self.sizes, self.known, self.live = sizes, {}, here.live
        self.programs = [self.merged_programs(a, b) for a, b in zip(sample.programs, here.programs)]
        self.forms = [[sizes.numbers(a, b, "an argument") for a, b in ((old, shape), (before, strides))]
                      for old, before, shape, strides in zip(sample.shapes, sample.strides, here.shapes, here.strides)]
        self.first = [self.teller(place) for place in range(len(sizes.new))]

    def teller(self, place):
        """(number, dim) of the first tensor among the arguments that has one of the sizes in a dimension."""
        number, shape = next((number, shape) for number, (shape, strides) in enumerate(self.forms)
                             if any(type(n) in FOLLOWS and n.powers[place] for n in (*shape, *strides)))
        dims = [dim for dim, n in enumerate(shape)
                if type(n) in FOLLOWS and n.times == sum(n.powers) == n.powers[place] == 1]
        if not dims:
            raise Fixed("the first argument that depends on the size has it in no dimension alone")
        return number, dims[0]

    def at(self, sizes):
        """[the forward program, the backward program where there is one] for sizes; None where more would differ."""
        if not self.sizes.hold(sizes):
            return None
        found = Resizing(self.known, sizes).programs(self.programs)
        return found if shapes_hold(*found) else None

    def merged_programs(self, old, new):
        """The new program with numbers that follow where the old one has another number."""
        if len(old.steps) != len(new.steps):
            raise Fixed(f"it takes {len(old.steps)} steps for {told(self.sizes.old)}, and {len(new.steps)} for "
                        f"{told(self.sizes.new)}")
        self.merged(ends(old), ends(new), "an argument")
        made = copy(new)
        made.steps = []
        for before, step in zip(old.steps, new.steps):
            _, args, settings, _ = self.merged(parts(before), parts(step), step.line.strip() or step.name)
            made.steps.append(step.replaced({}, args=args, settings=settings))
        return made

    def merged(self, old, new, what):
        """What two programs say in one place."""
        kind = type(new)
        if kind in FOLLOWS or kind in KINDS and type(old) in KINDS:
            return self.sizes.number(old, new, what)
        if type(old) is not kind:
            raise Fixed(f"{what} is another")
        if kind is Value:
            self.value(old, new, what)
            return new
        if kind in (tuple, list):
            if len(old) != len(new):
                raise Fixed(f"{what} has another length")
            return kind([self.merged(a, b, what) for a, b in zip(old, new)])
        if kind is dict:
            if old.keys() != new.keys():
                raise Fixed(f"{what} has other settings")
            return {key: self.merged(old[key], new[key], what) for key in new}
        if kind is Spec:
            return Spec(self.merged(tuple(old.shape), tuple(new.shape), what), new.dtype)
        if kind is slice:
            return slice(*self.merged([old.start, old.stop, old.step], [new.start, new.stop, new.step], what))
        if not same(old, new) and not (kind is np.ndarray and np.array_equal(old, new)):
            raise Fixed(f"{what} has another {kind.__name__}")
        return new

    def value(self, old, new, what):
        """Note how the shape of a Value depends on the size."""
        if (old.name, old.role, old.dtype) != (new.name, new.role, new.dtype) or (
                new.role == "state" and not same(old.source, new.source)):
            raise Fixed(f"{what} reads another tensor")
        if new not in self.known:
            self.known[new] = (self.sizes.numbers(old.shape, new.shape, what),
                               self.sizes.numbers(old.strides, new.strides, what))
            if new.role == "constant" and not same_numbers(old.source, new.source):
                raise Fixed(f"{what} has a constant of other numbers")


def ends(program):
    """The Values with which a program begins and ends."""
    return [program.inputs, program.states, program.outputs, program.saved, [x for _, x in program.grads],
            [x for _, x in program.rebound]]


def parts(step):
    """What two steps that are one for any size have in common."""
    return [[step.name, step.call, step.single, step.shares, step.draws, step.phase, len(step.kept)],
            step.args, step.settings, [[*step.outputs], [*step.writes], [*step.kept], [*step.kept.values()]]]


def same_numbers(a, b):
    """Whether two arrays are equal, or hold one number each, the same."""
    if a.shape != b.shape:
        a, b = ({x.tobytes() for x in np.unique(array)} for array in (a, b))
        return len(a) == 1 and a == b
    return a.tobytes() == b.tobytes()


class Resizing:
    """Programs with numbers where they have numbers that follow.

    known   {Value: its shape and strides, with numbers that follow}
    made    {Value: the one for this size}
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
        """What stands in a place for these sizes."""
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


def settled(recording, sample, sizes):
    """Take the numbers that follow out of a recording: a Sized of it, or None where it holds the number.

    A program that holds it says so as `recording.fixed`.
    """
    sized = None
    try:
        sized = Sized(sample, recording, sizes)
        found = sized.at(sizes.new)
        if found is None:
            raise Fixed("the meta device cannot tell its shapes")
    except Fixed as reason:
        sized, recording.fixed = None, str(reason)
        found = Resizing({}, sizes.new).programs(recording.programs)
    recording.take(found)
    return sized
