"""Find the origin of tensors that no step makes, constants or other tensors' values; and the user's names of Values."""

import inspect
import re
import sys
from contextlib import contextmanager
from itertools import pairwise

import numpy as np

from .. import backend, dtypes, random
from ..engine import tensor_types
from ..nn import Module
from ..rare.autograd.tree import leaves
from ..runtime import errors
from ..tensors import Size, Tensor, arrays, creation, indexing
from .program import cast, copy_array
from .refusals import INSTEAD, NotRecorded, check_called, importing, refuse
from .sizes import SymFloat, SymInt

MAKERS = {creation.tensor: "data", creation.as_tensor: "data", creation.from_numpy: "ndarray", arrays.to_array: "data",
          indexing.as_index: "part", Tensor.__init__: "data"}
MADE = Tensor.__init__.__code__
# {code of a function: name of its argument with the values}
SOURCES = {function.__code__: own for function, own in MAKERS.items()}
STATES = {random.Generator.get_state.__code__, random.get_rng_state.__code__}
PLAIN = {int, float, bool, complex, str, bytes, type(None), type(Ellipsis), slice, range, dtypes.dtype, backend.device,
         random.Generator, Size, np.dtype, type, SymInt, SymFloat}
VARIABLE = 0x04, 0x08                                        # flags of a code object with *args or **settings


class Origins:
    """A profiler function that sees each return from minitorch, and finds the arrays that are constants."""

    def __init__(self, recorder, reads=None):
        self.recorder, self.reads = recorder, reads

    def watch(self, frame, event, arg):
        """Handle a call or return event of Python's profiler."""
        own, recorder = errors.own[frame.f_code.co_filename], self.recorder
        if arg is open and event == "c_call" and recorder.on and self.reads is not None:
            self.opened(frame)
        if own and (event != "return" or type(arg) not in tensor_types and type(arg) is not np.ndarray
                    and frame.f_code is not MADE):           # return early in the most common case
            return
        if not recorder.on:
            return
        try:
            if own:
                self.returned(frame, arg)
            elif event == "c_call" and arg is print:
                refuse("print shows text only while the function is recorded", INSTEAD)
            elif self.reads is not None:
                self.reads.watch(frame, event, arg)
        except NotRecorded as failure:
            recorder.give_up(failure)

    def opened(self, frame):
        """Refuse open(), by the user's code or by a function that it calls, unless a module is imported."""
        if not importing(frame, self.reads.start_code):
            try:
                check_called(open)
            except NotRecorded as failure:
                self.recorder.give_up(failure)

    def returned(self, frame, result):
        """Add an array that a minitorch function returns to the constants, if no step made it and it is plain data."""
        code = frame.f_code
        if code is MADE:
            result = frame.f_locals["self"]
        array = result.array if type(result) in tensor_types and hasattr(result, "array") else result
        if type(array) is not np.ndarray or id(array) in self.recorder.values:
            return
        if self.reads is not None and code in STATES:                      # the array is a generator's state
            self.recorder.constants.pop(id(array), None)
            return
        own = SOURCES.get(code)
        given = [frame.f_locals.get(own)] if own else arguments_of_frame(frame)
        if own and type(given[0]) is tuple and code is MADE:
            given = given[0]
        source = given[0] if given else None
        if own and type(source) in tensor_types:
            self.copied(source, array)
        elif all(is_plain(x, bool(own)) for x in given):
            self.recorder.constants[id(array)] = array

    def copied(self, source, array):
        """Record tensor(x), if x is a tensor, as a copy of its values."""
        recorder = self.recorder
        if array is source.array:
            return
        same = array.dtype == source.array.dtype
        recorder.step("copy" if same else "cast", copy_array if same else cast, [recorder.of(source)],
                      {} if same else {"dtype": array.dtype}, [array])


def arguments_of_frame(frame):
    """Return the present values of a function's argument names."""
    code, values = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount + sum(bool(code.co_flags & flag) for flag in VARIABLE)
    return [values.get(name) for name in code.co_varnames[:count]]


def is_plain(x, arrays_too=False):
    """Return whether x is a number, str, dtype or other plain value, or a structure of these; or, allowed, an array."""
    kind = type(x)
    if kind in (list, tuple, set, frozenset):
        return all(is_plain(part, arrays_too) for part in x)
    if kind is dict:
        return all(is_plain(part, arrays_too) for part in x.values())
    return kind in PLAIN or isinstance(x, np.generic) or kind is np.ndarray and arrays_too


@contextmanager
def without_profiler():
    """Turn off Python's profiler in the block, because minitorch's own calls are not part of the program."""
    seeing = sys.getprofile()
    sys.setprofile(None)
    try:
        yield seeing
    finally:
        restore_profiler(seeing)


def restore_profiler(profile):
    """Restore a profiler from sys.getprofile(), which in Python 3.11 may be a cProfile object with enable()."""
    if hasattr(profile, "enable"):
        profile.enable()
    else:
        sys.setprofile(profile)


def name_values(recording):
    """Set `word` of the Values of a recorded program, for pictures; a Value that has no name keeps None."""
    program, words, frame = recording.program, {}, errors.user_frame()
    here = errors.source_line(frame.f_code, lineno=frame.f_lineno)         # the line that calls trace() names the trace
    for word, x in [*arguments(recording), *held_by(recording.function)]:
        words.setdefault(id(x.array), word)
    unique = list({id(x.array): x for x in recording.tensors}.values())
    for value, x in zip(program.inputs, unique):
        value.word = words.get(id(x.array))
    for value in program.states:
        tensor, grad = (value.source[0], "gradient of ") if type(value.source) is tuple else (value.source, "")
        word = words.get(id(tensor.array))
        value.word = word and grad + word
    for step, after in pairwise([*program.steps, None]):                 # the last step of a line makes its variable
        assigned = re.match(r"`([A-Za-z_]\w*) *=(?!=)(?!.*\b(?:lambda|for)\b)", step.line)
        if assigned and len(step.outputs) == 1 and step.phase == "forward" and step.line != here and (
                after is None or (after.line, after.phase) != (step.line, step.phase)) and step.outputs[0] is not None:
            step.outputs[0].word = assigned[1]


def arguments(recording):
    """Yield (name, tensor) for each tensor among a call's arguments."""
    called = getattr(recording.function, "forward", recording.function)
    try:
        given = inspect.signature(called).bind(*recording.args, **recording.settings).arguments
    except (TypeError, ValueError):                                          # a function without a known signature
        return
    for name, value in given.items():
        found = [x for x in leaves(value) if type(x) in tensor_types]
        yield from ((name if len(found) == 1 else f"{name}[{i}]", x) for i, x in enumerate(found))


def held_by(function):
    """Yield (name, tensor) for the tensors and parameters that a module or a function uses besides its arguments."""
    if isinstance(function, Module):
        yield from [*function.named_parameters(), *function.named_buffers()]
        return
    variables = dict(getattr(getattr(function, "__self__", None), "__dict__", {}))
    if inspect.isfunction(function):
        found = inspect.getclosurevars(function)
        variables = {**found.globals, **found.nonlocals}
    for name, x in variables.items():
        if type(x) in tensor_types:
            yield name, x
        elif isinstance(x, Module):
            yield from ((f"{name}.{path}", own) for path, own in [*x.named_parameters(), *x.named_buffers()])
