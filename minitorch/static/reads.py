"""Find the values that a function reads besides its arguments, while it runs.

When a function of the user's program is called, its code is searched for names: first of globals and outer variables,
then of attributes of the objects in these. Each value found this way gets a slot, so that a guard can check it. Objects
that the run itself creates are not found this way, and need no guard.
"""

import os
import random
import sys
from collections import deque
from importlib.util import resolve_name
from types import BuiltinFunctionType, CodeType, FunctionType

import numpy as np

from ..engine import tensor_types
from .objects import guard_missing, parts_of
from .refusals import FROZEN, called_by_minitorch, check_called, importing, is_trusted_file, refuse
from .sizes import SymFloat
from .slots import (
    IMMUTABLE,
    Slot,
    imports_of,
    names_of,
    nested_codes,
    passed_globals,
    read_attribute,
    read_cell,
    read_elements,
    read_item,
    read_keys,
    read_numpy_random,
    read_random,
)

MOST = 20_000                          # maximum number of slots of a function; one that reads more values is refused
ARGUMENTS = 0x04, 0x08                 # flags of a code object with *args or **kwargs
ARGUMENT = "argument "                 # prefix of the path of an object in an argument


class Reads:
    """A record of the values that a function reads besides its arguments.

    slots      {(id of a container, key): Slot}
    tensors    {id: (tensor, its path)} of all tensors found
    named      {id: tensor} of the tensors found elsewhere than in the arguments
    old        {id: (object, its path)} of the objects that existed before the call
    functions  {code: [functions]} of the functions that existed before the call
    classes    {class: its attributes} of the classes found
    free       slots whose floats may change from call to call, without a new recording
    """

    def __init__(self, free=()):
        self.free = {(id(slot.container), slot.key): slot for slot in free}
        self.slots, self.tensors, self.named, self.old, self.functions = {}, {}, {}, {}, {}
        self.walked, self.entered, self.inner, self.start_code, self.classes = set(), set(), set(), None, {}

    def start(self, function, args, settings):
        """Add slots for what a function and its arguments reach; guards for the arguments are in guards.py."""
        self.start_code = sys._getframe(1).f_code
        self.slot(read_numpy_random, np.random, None, "numpy.random", guarded=False)
        self.slot(read_random, random, None, "random", guarded=False)
        for slot in self.free.values():                      # add these slots now, while they contain plain floats
            self.slot(slot.read, slot.container, slot.key, slot.path, guarded=False)
        self.walk(function, getattr(function, "__name__", type(function).__name__), frozenset())
        names = [*range(len(args)), *settings]
        waiting = [(value, f"{ARGUMENT}{name}") for name, value in zip(names, (*args, *settings.values()))]
        for value, path in waiting:                          # the loop appends to this list
            if type(value) in (list, dict):
                self.slot(read_elements if type(value) is list else read_keys, value, None, path, guarded=False)
            if type(value) is dict:
                for key in value:
                    self.slot(read_item, value, key, f"{path}[{key!r}]", guarded=False)
            if isinstance(value, dict | list | tuple):
                self.old.setdefault(id(value), (value, path))
                parts = value.values() if isinstance(value, dict) else value
                waiting += [(part, path) for part in parts]
            else:
                self.walk(value, path, frozenset())

    # Methods that handle events of the profiler

    def watch(self, frame, event, arg):
        """Handle a call or return outside of minitorch, as Python's profiler reports it."""
        if is_trusted_file(frame.f_code.co_filename) or called_by_minitorch(frame, self.start_code) or importing(
                frame, self.start_code):
            return
        if event == "call" and frame.f_code.co_filename.startswith(FROZEN):        # os and os.path, frozen into Python
            if "environ" in frame.f_code.co_names:
                self.walk(os.environ, "os.environ", frozenset())
        elif event == "call":
            self.enter(frame)
        elif event == "c_call":
            check_called(arg)

    def enter(self, frame):
        """Add slots for the values that a function of the user's program reads, when the function is called."""
        code, given = frame.f_code, frame.f_locals
        names, attributes = names_of(code)
        if code not in self.entered and code not in self.inner:
            self.entered.add(code)
            self.inner.update(nested_codes(code)[1:])
            self.globals(code, frame.f_globals, names, attributes)
            self.variables(code, attributes)
        for name in argument_names(code):
            known = self.old.get(id(given.get(name)))
            if known is not None:
                self.walk(known[0], known[1], attributes)

    def globals(self, code, space, names, attributes):
        """Add slots for the globals that a function reads, and the modules that it imports."""
        for name in names:
            if name in space:
                self.slot(read_item, space, name, name)
                if type(space[name]) is not BuiltinFunctionType or name in passed_globals(code):
                    self.walk(space[name], name, attributes)
        guard_missing(self, space, "the globals", frozenset(names))
        for name, level in imports_of(code):
            if level and not space.get("__package__"):
                continue                                     # the function's own import raises the error
            whole = resolve_name("." * level + name, space["__package__"]) if level else name
            for name in whole, whole.partition(".")[0]:
                if name in sys.modules:
                    self.walk(sys.modules[name], name, attributes)

    def variables(self, code, attributes):
        """Add slots for the outer variables and defaults of the functions with this code."""
        around = [name for name in code.co_freevars if name != "__class__"]
        found = self.functions.get(code, ())
        if around and not found:
            refuse(f"The function {code.co_name} reads the outer variable {around[0]!r}, and is stored where no guard "
                   "can check it", "Pass the function as an argument.")
        for function in found:
            self.around(function, attributes)

    def around(self, function, attributes):
        """Add slots for the outer variables, the defaults and the code of one function."""
        for name, own in zip(function.__code__.co_freevars, function.__closure__ or ()):
            if name != "__class__":
                self.slot(read_cell, own, None, name)
                self.walk(read_cell(own, None), name, attributes)
        defaults = function.__kwdefaults__
        for name in "__code__", "__defaults__", "__kwdefaults__":
            self.slot(read_attribute, function, name, f"{function.__name__}.{name}")
        for value in (*(function.__defaults__ or ()), *([defaults] if defaults else ())):
            self.walk(value, f"a default of {function.__name__}", attributes)

    def wrapped(self, function):
        """Add slots for functions and dicts that a library decorator such as @no_grad() has as outer variables."""
        for name, own in zip(function.__code__.co_freevars, function.__closure__ or ()):
            value = read_cell(own, None)
            inside = getattr(value, "__func__", value)
            if type(inside) is FunctionType and is_trusted_file(inside.__code__.co_filename):
                self.know(inside)
            elif type(inside) is FunctionType or type(value) is dict:
                self.slot(read_cell, own, None, name)
                self.walk(value, name, frozenset())

    # Methods that follow objects to the objects that they contain

    def slot(self, read, container, key, path, guarded=True):
        """Add a slot for a value that the function reads."""
        guarded = guarded and (id(container), key) not in self.free
        known = self.slots.get((id(container), key, read))
        if known is None:
            self.slots[id(container), key, read] = Slot(read, container, key, path, guarded)
            if len(self.slots) > MOST:
                refuse(f"More than {MOST:,} values are read through `{path}`", "Pass the needed values as arguments.")
        elif guarded:
            known.guarded = True

    def walk(self, value, path, attributes):
        """Add slots for all values that can be reached from an object through attributes with these names."""
        waiting = deque([(value, path)])
        while waiting:
            value, path = waiting.popleft()
            if type(value) in IMMUTABLE or type(value) is SymFloat:
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
                check_called(value)                       # the profiler does not see that a C function calls it
            elif type(value) is FunctionType:
                self.know(value)
            waiting += parts_of(self, value, path, attributes)

    def know(self, function):
        """Store a function that existed before the call."""
        known = self.functions.setdefault(function.__code__, [])
        if not any(function is own for own in known):
            known.append(function)
            if is_trusted_file(function.__code__.co_filename):
                self.wrapped(function)
            elif function.__code__ in self.entered:
                self.around(function, names_of(function.__code__)[1])

    def changed(self):
        """Return the first slot whose value the run has changed, else None."""
        return next((slot for slot in self.slots.values() if slot.changed()), None)


def argument_names(code: CodeType):
    """Return the names of all arguments of a function."""
    count = code.co_argcount + code.co_kwonlyargcount + sum(bool(code.co_flags & flag) for flag in ARGUMENTS)
    return code.co_varnames[:count]
