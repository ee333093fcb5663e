"""Record one call of a function as a program, together with the conditions under which the program is valid.

`trace` makes one recording, and runs its program for all calls of the same form.
"""

from collections import OrderedDict
from contextlib import nullcontext
from copy import copy

from .. import backend, dtypes
from ..engine import piece, tensor_types
from ..engine.grad_mode import recording
from ..rare.autograd.tree import leaves, rebuilt
from ..runtime.grad_modes import inferring
from ..tensors import Size
from .call_lines import CallLines
from .data_dependence import cut_at_branches
from .free_numbers import FreeNumbers, is_free, with_free_numbers, with_symbolic_slots
from .gradients import Joint, record_backward
from .guards import MISS
from .origins import Origins, is_plain, name_values, without_profiler
from .passes import PASSES
from .recorder import Recorder
from .refusals import NotRecorded, refuse
from .replay import Replay
from .sized import settle_numbers
from .sizes import plain_number
from .slots import read_numpy_random, tensor_attributes


class Recording:
    """A recorded call of a function.

    returned   the function's result
    outputs    the tensors in the result, without repeats
    program    the recorded steps; None if the recording failed: `failure` says why
    deciding   a program that computes the conditions of the `branches` that depend on data, or None
    joint      the Joint with the backward pass from its outputs, or None
    reads      the Reads of the function, or None if only its arguments are guarded
    sized      programs for any size of some dimensions, from this recording and `sample`, an earlier one; or None
    fixed      a text that says why there are no programs for any size
    numbers    the FreeNumbers: the floats among its arguments that are inputs of the program; or None
    inner      as Joint's
    slots      the slots whose floats may change from call to call without a new recording
    modes      grad mode, default dtype and the other global settings before the call
    """

    def __init__(self, function, args, settings, catches=False, reads=None, open=False,
                 sample=None, slots=()):
        self.function, self.args, self.settings, self.reads, self.sample = function, args, settings, reads, sample
        self.slots = slots
        self.program = self.joint = self.failure = None
        self.outputs, self.sized, self.fixed, self.branches, self.deciding = [], None, None, [], None
        self.inner = frozenset()
        self.modes = modes()
        name = getattr(function, "__name__", type(function).__name__.lower())
        self.recorder = recorder = Recorder(name if name.isidentifier() else "program", catches, open)
        self.tensors = tensors_in((args, settings))
        sizes = sample and sample.sizes(self.tensors)
        self.numbers = FreeNumbers(args) if is_free(args) else None
        if reads is not None:
            recorder.origins = Origins(recorder, reads)
            try:
                reads.start(function, args, settings)
            except NotRecorded as failure:                   # give_up() stores it if the recorder catches errors
                recorder.give_up(failure)
        try:
            with recorder, self.numbers or nullcontext(), sizes.read_by(recorder) if sizes else nullcontext():
                for x in self.tensors:
                    recorder.input(x)
                own = with_free_numbers(args, self.numbers and self.numbers.roots)
                count = len(own) - len(slots)
                with with_symbolic_slots(slots, own[count:]):
                    self.returned = function(*own[:count], **settings)
                self.outputs = list({id(x): x for x in tensors_in(self.returned)}.values())
                if recorder.paused:
                    refuse("A step of an optimizer raised an error", "Do not catch this error inside the function.")
                if recorder.on:
                    self.finish(recorder)
            if sizes and self.program is not None:
                self.sized = settle_numbers(self, sample, sizes)
            if self.numbers and self.program is not None:
                self.take(self.numbers.plain_programs(self.programs))
        except NotRecorded as failure:
            recorder.give_up(failure)
        self.failure = recorder.failure
        used = [*self.tensors, *self.outputs, *(self.joint.owners if self.joint else ())]
        recorder.forget([*used, *[x._view.base for x in used if x._view is not None],
                         *[x for x, _ in recorder.program.rebound]])

    def finish(self, recorder):
        """Store the finished program; refuse if the function did something that a program could not repeat."""
        found = leaves(self.returned)
        self.check_lists(self.returned)
        if any(plain_number(x) is not x for x in found):
            self.returned = rebuilt(self.returned, iter(map(fix_size, found)))
        for x in map(plain_number, found):
            if type(x) not in tensor_types and not is_plain(x):
                refuse(f"A {type(x).__name__} is returned",
                       "Return tensors, numbers, and lists, tuples or dicts of them.")
        if modes() != self.modes:
            refuse("The function changes grad mode, or another global setting", "Change it outside.")
        if any(id(x.array) not in recorder.inputs for x in self.tensors):
            refuse("The memory or shape of an argument is changed, as by `.data =` or `t_()`", "Change it outside.")
        program, self.branches = recorder.finish(self.outputs), recorder.branches
        if recorder.open:
            self.joint = record_backward(recorder, self.outputs, program)
            self.inner = self.joint.inner if self.joint else self.inner
        if self.reads is not None:
            with without_profiler():
                self.check_reads(program)
        self.program = program if self.joint is None else self.joint.forward
        if self.branches:
            self.deciding, self.program = cut_at_branches(self.program, self.branches, recorder.overlap)
            self.joint = self.joint and Joint(self.joint.live, self.joint.owners, self.program, self.joint.backward)

    def check_lists(self, returned):
        """Refuse a returned list or dict that existed before the call, because a program would return a new one.

        Also refuse containers with more than their elements, such as a defaultdict, and new tensors with attributes.
        """
        old = self.reads.old if self.reads is not None else ()
        waiting = [returned]
        for value in waiting:                                # the loop appends to this list
            if isinstance(value, list | dict) and id(value) in old:
                refuse(f"A {type(value).__name__} that existed before the call is returned",
                       f"Return a copy: {type(value).__name__}(x).")
            if type(value) in tensor_types and id(value) not in self.recorder.before and tensor_attributes(value):
                refuse(f"A tensor with an attribute is returned, .{next(iter(tensor_attributes(value)))}",
                       "Set the attribute outside.")
            if isinstance(value, list | tuple | dict):
                if not is_simple(value):
                    refuse(f"A {type(value).__name__} is returned", "Return a dict, list or tuple of its elements.")
                waiting += value.values() if isinstance(value, dict) else value

    @property
    def programs(self):
        """All programs of this recording: forward, backward, conditions of branches."""
        back = [] if self.joint is None else [self.joint.backward]
        return [self.program, *back, *([] if self.deciding is None else [self.deciding])]

    def take(self, programs):
        """Replace this recording's programs by these: forward, backward, conditions of branches."""
        forward, *back = programs
        self.program = forward
        if self.deciding is not None:
            self.deciding = back.pop()
        if self.joint is not None:
            self.joint = Joint(self.joint.live, self.joint.owners, forward, *back)

    def check_reads(self, program):
        """Refuse if the function changed a value that it read, or used a tensor that no guard can check."""
        slot = self.reads.changed()
        if slot is not None and slot.read is read_numpy_random:
            refuse("Numbers are drawn from numpy.random, which a program cannot draw again",
                   "Draw them with minitorch's functions, or draw them outside and pass them in.")
        if slot is not None:
            refuse(f"The function changes an object from before the call: {slot.difference()}",
                   "Return it, write to a tensor in place, or change it outside.")
        known = {*self.reads.tensors, *map(id, self.tensors)}
        arrays = {id(x.array) for x in (*[x for x, _ in self.reads.tensors.values()], *self.tensors)}
        for _, grad, read in self.recorder.touched.values():
            if read and grad is not None and id(grad.array) in arrays:
                refuse("A tensor is read directly, and also as the .grad of another tensor", "Read it in one way only.")
        for value in program.states:
            tensor = value.source[0] if type(value.source) is tuple else value.source
            if id(tensor) not in known:
                refuse(f"A tensor of shape {tuple(tensor.shape)} is used that is stored where no guard can check it",
                       "Pass it as an argument, or store it in a module or a variable.")


def tensors_in(tree):
    """Return the tensors in a structure of dicts, lists and tuples, in order."""
    return [x for x in leaves(tree) if type(x) in tensor_types]


def fix_size(x):
    """Return a plain number for a symbolic one; the program is then valid only for sizes with this number."""
    if type(x) is slice:
        return slice(*map(fix_size, (x.start, x.stop, x.step)))
    return x if plain_number(x) is x else x.item()


def modes():
    """Return the global settings on which steps depend, such as grad mode and default dtype."""
    return (recording.get() is True, inferring.get() is not None, piece.changes, dtypes.default, backend.defaults[-1])


def is_simple(x):
    """Return whether a dict, list or tuple contains only its elements, so that a program can make it again."""
    kind = type(x)
    return not getattr(x, "__dict__", None) and (
        kind in (dict, list, tuple, OrderedDict, Size) or isinstance(x, tuple) and hasattr(x, "_fields"))


class TracedLines(CallLines):
    """The lines of a trace, which connect results to a graph only if gradients are recorded."""

    def graph(self, live, saved):
        return ["if recording.get() is True:", *["    " + line for line in super().graph(live, saved)]]


class Traced(Replay):
    """The form of a trace, which guards only the arguments."""

    lines_of = TracedLines

    def modes(self):
        return []


class Trace:
    """A function as a program: a call with arguments of the same form runs the steps instead of the function.

    args       the arguments of the recorded call
    optimise   whether to run the passes
    program    the steps after the passes; print(trace.program) lists them
    recorded   the steps before the passes
    returned   the result of the recorded call
    """

    def __init__(self, function, args=(), optimise=True):
        self.recording = Recording(function, args, {}, open=True)
        name_values(self.recording)
        self.form, self.returned = Traced(self.recording, PASSES if optimise else []), self.recording.returned

    @property
    def program(self):
        return self.form.program

    @property
    def recorded(self):
        return self.form.recorded

    def with_program(self, program):
        """Return the same trace with another program, such as `recorded` after a pass of your own."""
        made = copy(self)
        made.form = Traced(self.recording, [])
        made.form.take(program)
        return made

    def __call__(self, *args):
        result = self.form.run(args, {})
        if result is MISS:
            raise ValueError(f"{self.program.name} was traced for arguments of another form: "
                             f"{self.form.difference(args, {})}. Trace it again for other arguments.")
        return result

    def code(self):
        """Return the Python code that runs, with one call on NumPy arrays in each line."""
        return self.form.code

    def explain(self):
        """Return a table of what each pass changed: steps, bytes of all arrays, most memory at one time."""
        return self.program.explain()

    def save(self, f):
        """Write the program with its weights to one file, for `static.load` or a runner that needs only NumPy."""
        self.program.saving[-1](self, f)

    def export_c(self, folder):
        """Write the program with its weights as one C file with a `main`, FOLDER/NAME.c; return the path."""
        return self.program.exporting[-1](self, folder)

    def __repr__(self):
        return f"<trace of {self.program.name}: {len(self.program.steps)} steps>"


def trace(function, *args, optimise=True):
    """Run function(*args) once and record its steps; return a Trace that runs them without the function.

    function   takes tensors, and lists, tuples or dicts of tensors; it may contain parameters, and train
    optimise   whether to run the passes: see static/passes

    The recorded call has its usual effects: a training step trains. The program reads and writes parameters and buffers
    themselves, draws new numbers for dropout in each run, and uses an optimizer's current rates. If a result requires
    grad, a later backward() runs a program too. Everything else stays as recorded, such as a branch that was taken, or
    a number from a Python variable; `compile` records again if one of these has changed. If a line depends on data, the
    error shows that line.

    Raises NotRecorded, a RuntimeError, for code that a program cannot repeat: .item(), a branch on data, print.

    >>> double = trace(lambda x: x * 2 + 0 * 3, tensor([1.0, 2.0]))
    >>> double(tensor([4.0, 5.0]))
    tensor([ 8., 10.])
    >>> print(double.program)
    program(a: float32[2])
        c = fused(a)                                                  float32[2]
            b = multiply(a, 2)                                        float32[2]
            c = add(b, 0)                                             float32[2]
        return c
    """
    return Trace(function, args, optimise)
