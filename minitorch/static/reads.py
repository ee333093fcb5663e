"""What a function reads besides its arguments, found while it runs.

Each function of the user's program is looked at when it is called: the globals and variables around it that its code
names, and, in all that is reached from there, the attributes that its code names. Objects that the run makes itself
are not reached that way, and need no guard.
"""

import os
import random
import sys
from collections import deque
from importlib.util import resolve_name
from types import BuiltinFunctionType, CodeType, FunctionType

import numpy as np

from ..engine import tensor_types
from .names import imports_of, names_of, nested, passed_globals
from .objects import parts_of, unset
from .outside import FROZEN, check_called, importing, of_minitorch, trusted
from .refusals import refuse
from .slots import IMMUTABLE, Slot, attribute, cell, content, drawn, item, keys, state_of

MOST = 20_000                          # slots: a function that reads more is not guarded
ARGUMENTS = 0x04, 0x08
ARGUMENT = "argument "                 # where the path of what an argument holds begins


class Reads:
    """What a function reads besides its arguments.

    slots      {(id of a container, key): Slot}
    tensors    {id of a tensor: (it, its path)} of those that were reached
    named      {id of a tensor: it} of those that were reached otherwise than from the arguments
    old        {id of an object: (it, its path)} of those that were there before
    functions  {code: [functions]} of those that were there before
    classes    {class: its attributes}, of those that were reached
    """

    def __init__(self):
        self.slots, self.tensors, self.named, self.old, self.functions = {}, {}, {}, {}, {}
        self.walked, self.entered, self.inner, self.start_code, self.classes = set(), set(), set(), None, {}

    def start(self, function, args, settings):
        """Begin with a function and what it is called with; its arguments are guarded otherwise."""
        self.start_code = sys._getframe(1).f_code
        self.slot(drawn, np.random, None, "numpy.random", guarded=False)
        self.slot(state_of, random, None, "random", guarded=False)
        self.walk(function, getattr(function, "__name__", type(function).__name__), frozenset())
        names = [*range(len(args)), *settings]
        waiting = [(value, f"{ARGUMENT}{name}") for name, value in zip(names, (*args, *settings.values()))]
        for value, path in waiting:                          # which grows while it is read
            if type(value) in (list, dict):
                self.slot(content if type(value) is list else keys, value, None, path, guarded=False)
            if type(value) is dict:
                for key in value:
                    self.slot(item, value, key, f"{path}[{key!r}]", guarded=False)
            if isinstance(value, dict | list | tuple):
                self.old.setdefault(id(value), (value, path))
                parts = value.values() if isinstance(value, dict) else value
                waiting += [(part, path) for part in parts]
            else:
                self.walk(value, path, frozenset())

    # What Python tells

    def watch(self, frame, event, arg):
        """Called at each call and return outside of minitorch."""
        if trusted(frame.f_code.co_filename) or of_minitorch(frame, self.start_code) or importing(
                frame, self.start_code):
            return
        if event == "call" and frame.f_code.co_filename.startswith(FROZEN):        # functions of os and of os.path
            if "environ" in frame.f_code.co_names:
                self.walk(os.environ, "os.environ", frozenset())
        elif event == "call":
            self.enter(frame)
        elif event == "c_call":
            check_called(arg)

    def enter(self, frame):
        """A function of the user's program is called."""
        code, given = frame.f_code, frame.f_locals
        names, attributes = names_of(code)
        if code not in self.entered and code not in self.inner:
            self.entered.add(code)
            self.inner.update(nested(code)[1:])
            self.globals(code, frame.f_globals, names, attributes)
            self.variables(code, attributes)
        for name in arguments(code):
            known = self.old.get(id(given.get(name)))
            if known is not None:
                self.walk(known[0], known[1], attributes)

    def globals(self, code, space, names, attributes):
        """The globals that a function reads, and the modules that it imports."""
        for name in names:
            if name in space:
                self.slot(item, space, name, name)
                if type(space[name]) is not BuiltinFunctionType or name in passed_globals(code):
                    self.walk(space[name], name, attributes)
        unset(self, space, "the globals", frozenset(names))
        for name, level in imports_of(code):
            if level and not space.get("__package__"):
                continue                                     # it raises there, which is the function's own affair
            whole = resolve_name("." * level + name, space["__package__"]) if level else name
            for name in whole, whole.partition(".")[0]:
                if name in sys.modules:
                    self.walk(sys.modules[name], name, attributes)

    def variables(self, code, attributes):
        """The variables around a function, and its defaults."""
        around = [name for name in code.co_freevars if name != "__class__"]
        found = self.functions.get(code, ())
        if around and not found:
            refuse(f"The function {code.co_name}, which reads {around[0]!r} of the function around it, was found in a "
                   "place that cannot be guarded", "Pass it as an argument.")
        for function in found:
            self.around(function, attributes)

    def around(self, function, attributes):
        """Note what one function finds around it: its variables, its defaults, its code."""
        for name, own in zip(function.__code__.co_freevars, function.__closure__ or ()):
            if name != "__class__":
                self.slot(cell, own, None, name)
                self.walk(cell(own, None), name, attributes)
        defaults = function.__kwdefaults__
        for name in "__code__", "__defaults__", "__kwdefaults__":
            self.slot(attribute, function, name, f"{function.__name__}.{name}")
        for value in (*(function.__defaults__ or ()), *([defaults] if defaults else ())):
            self.walk(value, f"a default of {function.__name__}", attributes)

    def wrapped(self, function):
        """Note what one of minitorch's or Python's own is put around, as by @no_grad(): functions and dicts."""
        for name, own in zip(function.__code__.co_freevars, function.__closure__ or ()):
            value = cell(own, None)
            inside = getattr(value, "__func__", value)
            if type(inside) is FunctionType and trusted(inside.__code__.co_filename):
                self.know(inside)
            elif type(inside) is FunctionType or type(value) is dict:
                self.slot(cell, own, None, name)
                self.walk(value, name, frozenset())

    # What is reached

    def slot(self, read, container, key, path, guarded=True):
        """Note a place that is read."""
        known = self.slots.get((id(container), key, read))
        if known is None:
            self.slots[id(container), key, read] = Slot(read, container, key, path, guarded)
            if len(self.slots) > MOST:
                refuse(f"More than {MOST:,} values are read by way of `{path}`", "Pass what is needed as arguments.")
        elif guarded:
            known.guarded = True

    def walk(self, value, path, attributes):
        """Note what can be reached from an object that was there before, by attributes of these names."""
        waiting = deque([(value, path)])
        while waiting:
            value, path = waiting.popleft()
            if type(value) in IMMUTABLE:
                continue
            self.old.setdefault(id(value), (value, path))
            if type(value) in tensor_types and not path.startswith(ARGUMENT):
                self.named[id(value)] = value
            if (id(value), attributes) in self.walked:
                continue
            self.walked.add((id(value), attributes))
            if type(value) in tensor_types:
                self.tensors.setdefault(id(value), (value, path))
            elif type(value) is BuiltinFunctionType:
                check_called(value)                          # by another in C, perhaps, which Python does not tell
            elif type(value) is FunctionType:
                self.know(value)
            waiting += parts_of(self, value, path, attributes)

    def know(self, function):
        """Note a function that was there before."""
        known = self.functions.setdefault(function.__code__, [])
        if not any(function is own for own in known):
            known.append(function)
            if trusted(function.__code__.co_filename):
                self.wrapped(function)
            elif function.__code__ in self.entered:
                self.around(function, names_of(function.__code__)[1])

    def changed(self):
        """The first slot in which the run has left something else; None where all is as it was."""
        return next((slot for slot in self.slots.values() if slot.changed()), None)


def arguments(code: CodeType):
    """The names of all arguments of a function."""
    count = code.co_argcount + code.co_kwonlyargcount + sum(bool(code.co_flags & flag) for flag in ARGUMENTS)
    return code.co_varnames[:count]
