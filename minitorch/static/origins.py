"""Where tensors come from that no step makes: from Python's numbers, which are constants, or from values of others."""

import sys
from contextlib import contextmanager

import numpy as np

from .. import backend, dtypes, random
from ..engine import tensor_types
from ..runtime import errors
from ..tensors import Size, Tensor, arrays, creation, indexing
from .outside import check_called, importing
from .refusals import INSTEAD, NotRecorded, refuse
from .sizes import SymFloat, SymInt
from .steps import cast, copied

MAKERS = {creation.tensor: "data", creation.as_tensor: "data", creation.from_numpy: "ndarray", arrays.to_array: "data",
          indexing.as_index: "part", Tensor.__init__: "data"}
MADE = Tensor.__init__.__code__
SOURCES = {function.__code__: own for function, own in MAKERS.items()}             # the argument that values come from
STATES = {random.Generator.get_state.__code__, random.get_rng_state.__code__}
PLAIN = {int, float, bool, complex, str, bytes, type(None), type(Ellipsis), slice, range, dtypes.dtype, backend.device,
         random.Generator, Size, np.dtype, type, SymInt, SymFloat}
VARIABLE = 0x04, 0x08                                        # flags of code that takes *args, **settings


class Origins:
    """Sees each function of minitorch return, by `sys.setprofile`, and notes which arrays are constants."""

    def __init__(self, recorder, reads=None):
        self.recorder, self.reads = recorder, reads

    def watch(self, frame, event, arg):
        """What Python calls at each call and return."""
        own, recorder = errors.own[frame.f_code.co_filename], self.recorder
        if arg is open and event == "c_call" and recorder.on and self.reads is not None:
            self.opened(frame)
        if own and (event != "return" or type(arg) not in tensor_types and type(arg) is not np.ndarray
                    and frame.f_code is not MADE):           # most of what it is told, and soon answered
            return
        if not recorder.on:
            return
        try:
            if own:
                self.returned(frame, arg)
            elif event == "c_call" and arg is print:
                refuse("print shows what a program would not show again", INSTEAD)
            elif self.reads is not None:
                self.reads.watch(frame, event, arg)
        except NotRecorded as failure:
            recorder.give_up(failure)

    def opened(self, frame):
        """A file is opened, by the program itself or by what it calls, and not to import a module."""
        if not importing(frame, self.reads.start_code):
            try:
                check_called(open)
            except NotRecorded as failure:
                self.recorder.give_up(failure)

    def returned(self, frame, result):
        """A function of minitorch returns a tensor, or an array, that no step made."""
        code = frame.f_code
        if code is MADE:
            result = frame.f_locals["self"]
        array = result.array if type(result) in tensor_types and hasattr(result, "array") else result
        if type(array) is not np.ndarray or id(array) in self.recorder.values:
            return
        if self.reads is not None and code in STATES:                                # made of where a generator stands
            self.recorder.constants.pop(id(array), None)
            return
        own = SOURCES.get(code)
        given = [frame.f_locals.get(own)] if own else arguments(frame)
        if own and type(given[0]) is tuple and code is MADE:
            given = given[0]
        source = given[0] if given else None
        if own and type(source) in tensor_types:
            self.copied(source, array)
        elif all(is_plain(x, bool(own)) for x in given):
            self.recorder.constants[id(array)] = array

    def copied(self, source, array):
        """tensor(x) of a tensor copies its values."""
        recorder = self.recorder
        if array is source.array:
            return
        same = array.dtype == source.array.dtype
        recorder.step("copy" if same else "cast", copied if same else cast, [recorder.of(source)],
                      {} if same else {"dtype": array.dtype}, [array])


def arguments(frame):
    """What a function was given, as far as its names still hold it."""
    code, values = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount + sum(bool(code.co_flags & flag) for flag in VARIABLE)
    return [values.get(name) for name in code.co_varnames[:count]]


def is_plain(x, arrays_too=False):
    """Whether it is a number, a name, or a structure of such; of NumPy's arrays too, where values are asked for."""
    kind = type(x)
    if kind in (list, tuple, set, frozenset):
        return all(is_plain(part, arrays_too) for part in x)
    if kind is dict:
        return all(is_plain(part, arrays_too) for part in x.values())
    return kind in PLAIN or isinstance(x, np.generic) or kind is np.ndarray and arrays_too


@contextmanager
def unseen():
    """What Python tells of each call in the block is not told: our own work is no part of the program."""
    seeing = sys.getprofile()
    sys.setprofile(None)
    try:
        yield seeing
    finally:
        watched_by(seeing)


def watched_by(profile):
    """Let a function be told of each call again; or cProfile, which is none, and in Python 3.11 stands in its place."""
    if hasattr(profile, "enable"):
        profile.enable()
    else:
        sys.setprofile(profile)
