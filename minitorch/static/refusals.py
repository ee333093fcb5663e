"""Errors for code that a program or file cannot contain; checks for functions that depend on the outside world."""

import inspect
import linecache
import sys
import sysconfig
from functools import cache

from ..runtime import errors

UNCOMPILED = "or leave this function uncompiled."
INSTEAD = f"Return the tensor, and read it outside; {UNCOMPILED}"
RECORDING = f"{errors.HOME}static/recording.py"
AT_THE_END = RECORDING, f"{errors.HOME}static/compile.py"     # these files check a function after it has run


class NotRecorded(RuntimeError):
    """The error for a function that a program cannot repeat; it says what cannot be repeated, where, and what to do.

    frames   [(code, line)] of the user's functions that were running, the innermost first
    """

    def __init__(self, *args):
        super().__init__(*args)
        self.frames, frame = [], sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != RECORDING:
            if not errors.own[frame.f_code.co_filename]:
                self.frames.append((frame.f_code, frame.f_lineno))
            frame = frame.f_back


def refuse(what, instead):
    frame = sys._getframe(1)
    while errors.own[frame.f_code.co_filename] and frame.f_code.co_filename not in AT_THE_END:
        frame = frame.f_back
    at = function_line(frame.f_locals) if errors.own[frame.f_code.co_filename] else errors.location()
    raise NotRecorded(f"{what}. {at} {instead}")


def function_line(variables):
    """Return 'In f, at `def f(x):`.' for the recorded function, after it has returned."""
    owner = variables["self"]
    function = getattr(owner, "function", None) or owner.recording.function
    function = inspect.unwrap(getattr(function, "forward", getattr(function, "func", function)))
    code = getattr(function, "__code__", None)
    if code is None:
        return errors.location()
    number = code.co_firstlineno
    while linecache.getline(code.co_filename, number).lstrip().startswith("@"):
        number += 1
    return f"In {code.co_name}, at {errors.source_line(code, lineno=number)}."


class NotSaved(RuntimeError):
    """The error for a program with a step that a file cannot contain; the message names the step and its line."""


def refuse_saving(step, why):
    """Raise NotSaved for a step, with its line in the user's program."""
    raise NotSaved(f"A saved program cannot hold `{step.name}`{f', of {step.line}' if step.line else ''}: {why}.")


LIBRARY = tuple({sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib")})
FROZEN = "<frozen "                    # the file names of modules frozen into Python begin so
TRUSTED = ("contextlib", "functools", "collections", "enum", "typing", "abc", "_collections_abc", "copy", "copyreg",
           "numbers", "types", "dataclasses", "weakref", "_weakrefset", "reprlib", "operator", "inspect", "re")
PURE = {"builtins", "math", "cmath", "operator", "_operator", "itertools", "functools", "_functools", "collections",
        "_collections", "_collections_abc", "copy", "abc", "_abc", "re", "_sre", "typing", "_typing", "types", "enum",
        "dataclasses", "string", "_string", "_struct", "_bisect", "_heapq", "_weakref"}
PATHS = {"fspath", "_path_normpath"}   # these functions of os do not access the file system
IMPURE = {"input", "open", "id", "breakpoint", "exec", "eval", "getrandbits", "globals", "fromfile"}


@cache
def in_library(file):
    """Return whether a file belongs to Python's standard library."""
    return file.startswith(FROZEN) or file.startswith(LIBRARY) and "-packages" not in file and not errors.own[file]


@cache
def is_trusted_file(file):
    """Return whether a file is minitorch's, NumPy's, or a standard module whose state the user's program cannot set."""
    if errors.own[file]:
        return True
    if file.startswith(FROZEN):                              # not all: genericpath reads the file system
        return file[len(FROZEN):-1].partition(".")[0] in (*TRUSTED, "importlib", "zipimport")
    if in_library(file):
        name = file[len(next(path for path in LIBRARY if file.startswith(path))) + 1:].split("/")[0]
        return name.removesuffix(".py") in TRUSTED
    return "/site-packages/numpy/" in file.replace("\\", "/")


def called_by_minitorch(frame, start):
    """Return whether minitorch, and not the user's program, called the library function in this frame.

    start   the code that calls the recorded function; it is minitorch's, but its callee counts as the user's
    """
    while frame is not None and in_library(frame.f_code.co_filename):
        frame = frame.f_back
    return frame is not None and errors.own[frame.f_code.co_filename] and frame.f_code is not start


def importing(frame, start):
    """Return whether this frame runs because a module is imported, which happens only once."""
    while frame is not None and frame.f_code is not start:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def check_called(function):
    """Refuse a function written in C, unless its result depends only on its arguments."""
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if owner is None or type(owner) is type(sys):
        place, whole = getattr(function, "__module__", None) or getattr(owner, "__name__", None), name
    else:
        kind = owner if isinstance(owner, type) else type(owner)
        place, whole = kind.__module__, f"{kind.__name__}.{name}"
    place = place or "builtins"
    pure = place in PURE or name in PATHS or place.partition(".")[0] == "numpy" and not place.startswith("numpy.random")
    if not pure or name in IMPURE:
        refuse(f"{'' if place == 'builtins' else place + '.'}{whole} is called, and a program cannot repeat its result",
               "Call it outside, and pass in its result.")
