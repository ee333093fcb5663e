"""A recording: what one call of a function did, as a program, with all that it took for granted."""

from collections import OrderedDict
from contextlib import nullcontext

from .. import backend, dtypes, piece
from ..autograd.tree import leaves, rebuilt
from ..engine import tensor_types
from ..engine.grad_mode import recording
from ..engine.node import Leaf
from ..runtime.grad_modes import inferring
from ..tensors import Size
from .branches import cut
from .free_numbers import FreeNumbers, filled, is_free
from .joint import Joint, record_backward
from .origins import Origins, is_plain, unseen
from .recorder import Recorder
from .refusals import NotRecorded, refuse
from .sized import settled
from .sizes import plain
from .slots import drawn, tagged


class Recording:
    """What one call of a function did.

    returned   what it gave
    outputs    the tensors in that, each once
    program    its steps; None where `failure` says why there is none
    deciding   the program of the questions that its `branches` ask, where some depend on data
    joint      the walk back from its outputs, recorded too, or None
    reads      what the function read besides its arguments, or None where nobody asked
    sized      its programs for any size of some dimensions, where `sample`, an earlier recording, had others
    fixed      why there are none: what holds the number
    numbers    the FreeNumbers among its arguments, or None
    inner      as Joint's
    modes      grad mode, default dtype and whatever else holds for the whole process, as it was before
    """

    def __init__(self, function, args, settings, soft=False, reads=None, open=False,
                 sample=None):
        self.function, self.args, self.settings, self.reads, self.sample = function, args, settings, reads, sample
        self.program = self.joint = self.failure = None
        self.outputs, self.sized, self.fixed, self.branches, self.deciding = [], None, None, [], None
        self.inner = frozenset()
        self.modes = modes()
        name = getattr(function, "__name__", type(function).__name__.lower())
        self.recorder = recorder = Recorder(name if name.isidentifier() else "program", soft=soft, open=open)
        self.tensors = tensors_in((args, settings))
        sizes = sample and sample.sizes(self.tensors)
        self.numbers = FreeNumbers(args) if is_free(args) else None
        if reads is not None:
            recorder.origins = Origins(recorder, reads)
            try:
                reads.start(function, args, settings)
            except NotRecorded as failure:                   # the function runs all the same, where that is allowed
                recorder.give_up(failure)
        try:
            with recorder, self.numbers or nullcontext(), sizes.read_by(recorder) if sizes else nullcontext():
                for x in self.tensors:
                    recorder.input(x)
                self.returned = function(*filled(args, self.numbers and self.numbers.roots), **settings)
                self.outputs = list({id(x): x for x in tensors_in(self.returned)}.values())
                if recorder.paused:
                    refuse("A step of an optimizer failed", "Let its error pass.")
                if recorder.on:
                    self.finish(recorder)
            if sizes and self.program is not None:
                self.sized = settled(self, sample, sizes)
            if self.numbers and self.program is not None:
                self.take(self.numbers.settled(self.programs))
        except NotRecorded as failure:
            recorder.give_up(failure)
        self.failure = recorder.failure
        used = [*self.tensors, *self.outputs, *(self.joint.owners if self.joint else ())]
        recorder.forget([*used, *[x._view.base for x in used if x._view is not None],
                         *[x for x, _ in recorder.program.rebound]])

    def finish(self, recorder):
        """Take the program, unless the function has done what it could not repeat."""
        found = leaves(self.returned)
        self.check_lists(self.returned)
        if any(plain(x) is not x for x in found):
            self.returned = rebuilt(self.returned, iter(map(given, found)))
        for x in map(plain, found):
            if type(x) not in tensor_types and not is_plain(x):
                refuse(f"A {type(x).__name__} is returned",
                       "Return tensors, numbers, and lists, tuples or dicts of them.")
        if modes() != self.modes:
            refuse("The function leaves grad mode, or another mode of the process, changed", "Change it outside.")
        if any(id(x.array) not in recorder.inputs for x in self.tensors):
            refuse("An argument gets other memory or another shape, as by `.data =` or `t_()`", "Do that outside.")
        program, self.branches = recorder.finish(self.outputs), recorder.branches
        if recorder.open:
            self.joint = record_backward(recorder, self.outputs, program)
            self.inner = self.joint.inner if self.joint else self.inner
        if self.reads is not None:
            with unseen():
                self.check_reads(program)
        self.program = program if self.joint is None else self.joint.forward
        if self.branches:
            self.deciding, self.program = cut(self.program, self.branches, recorder.overlap)
            self.joint = self.joint and Joint(self.joint.live, self.joint.owners, self.program, self.joint.backward)

    def check_lists(self, returned):
        """Refuse to return a list or dict that was there before: a program would give another with the same in it.

        And one with more to it than what is in it, such as the factory of a defaultdict, and tensors with attributes.
        """
        old = self.reads.old if self.reads is not None else ()
        waiting = [returned]
        for value in waiting:                                # which grows while it is read
            if isinstance(value, list | dict) and id(value) in old:
                refuse(f"A {type(value).__name__} is returned that was there before",
                       f"Return another: {type(value).__name__}(it).")
            if type(value) in tensor_types and id(value) not in self.recorder.before and tagged(value):
                refuse(f"A tensor with an attribute is returned, .{next(iter(tagged(value)))}", "Set it outside.")
            if isinstance(value, list | tuple | dict):
                if not is_simple(value):
                    refuse(f"A {type(value).__name__} is returned", "Return a dict, list or tuple of what is in it.")
                waiting += value.values() if isinstance(value, dict) else value

    @property
    def programs(self):
        """All there are: what goes forward, what goes back, what is asked."""
        back = [] if self.joint is None else [self.joint.backward]
        return [self.program, *back, *([] if self.deciding is None else [self.deciding])]

    def take(self, programs):
        """Have these programs instead."""
        forward, *back = programs
        self.program = forward
        if self.deciding is not None:
            self.deciding = back.pop()
        if self.joint is not None:
            self.joint = Joint(self.joint.live, self.joint.owners, forward, *back)

    def check_reads(self, program):
        """Refuse what the function left changed, and tensors that it found where no guard looks."""
        slot = self.reads.changed()
        if slot is not None and slot.read is drawn:
            refuse("Numbers are drawn from numpy.random, which a program would not draw again",
                   "Draw them by minitorch's functions; or outside, and pass them in.")
        if slot is not None:
            refuse(f"The function changes what was there before: {slot.difference()}",
                   "Return it, write to a tensor in place, or change it outside.")
        known = {*self.reads.tensors, *map(id, self.tensors)}
        arrays = {id(x.array) for x in (*[x for x, _ in self.reads.tensors.values()], *self.tensors)}
        for _, grad, read in self.recorder.touched.values():
            if read and grad is not None and id(grad.array) in arrays:
                refuse("A tensor is read that is the .grad of another too", "Read it by one name.")
        for value in program.states:
            tensor = value.source[0] if type(value.source) is tuple else value.source
            if id(tensor) not in known:
                refuse(f"A tensor of shape {tuple(tensor.shape)} is used that was found in a place which cannot be "
                       "guarded", "Pass it as an argument, or keep it in a module or a variable.")


def tensors_in(tree):
    """The tensors in a structure of dicts, lists and tuples, in order."""
    return [x for x in leaves(tree) if type(x) in tensor_types]


def given(x):
    """What is returned: a number that follows from the size of a dimension holds the program to that size."""
    return slice(*map(given, (x.start, x.stop, x.step))) if type(x) is slice else x if plain(x) is x else x.item()


def modes():
    """What holds for the whole process, or this thread, and steps depend on."""
    return (recording.get() is True, inferring.get() is not None, piece.changes, dtypes.default, backend.defaults[-1])


def kind_of_node(tensor):
    """Whether a tensor wants no gradient, gathers one, or belongs to a graph."""
    return None if tensor._node is None else type(tensor._node) is Leaf


def is_simple(x):
    """Whether a dict, list or tuple is made again of what is in it, as its class is called with that."""
    kind = type(x)
    return not getattr(x, "__dict__", None) and (
        kind in (dict, list, tuple, OrderedDict, Size) or isinstance(x, tuple) and hasattr(x, "_fields"))
