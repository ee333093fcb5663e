"""What a program cannot know: functions whose answers come from elsewhere, and whose files Python's own are."""

import sys
import sysconfig
from functools import cache

from ..runtime import errors
from .refusals import refuse

LIBRARY = tuple({sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib")})
FROZEN = "<frozen "                    # where the name of a file begins that is in Python itself
TRUSTED = ("contextlib", "functools", "collections", "enum", "typing", "abc", "_collections_abc", "copy", "copyreg",
           "numbers", "types", "dataclasses", "weakref", "_weakrefset", "reprlib", "operator", "inspect", "re")
PURE = {"builtins", "math", "cmath", "operator", "_operator", "itertools", "functools", "_functools", "collections",
        "_collections", "_collections_abc", "copy", "abc", "_abc", "re", "_sre", "typing", "_typing", "types", "enum",
        "dataclasses", "string", "_string", "_struct", "_bisect", "_heapq", "_weakref"}
PATHS = {"fspath", "_path_normpath"}   # functions of the system's module that ask it nothing
IMPURE = {"input", "open", "id", "breakpoint", "exec", "eval", "getrandbits", "globals", "fromfile"}


@cache
def in_library(file):
    """Whether a file is of Python's own library."""
    return file.startswith(FROZEN) or file.startswith(LIBRARY) and "-packages" not in file and not errors.own[file]


@cache
def trusted(file):
    """Whether a file is of Python's own modules that hold no state of a program's, or of NumPy without its chance."""
    if errors.own[file]:
        return True
    if file.startswith(FROZEN):                              # "<frozen genericpath>" asks the file system
        return file[len(FROZEN):-1].partition(".")[0] in (*TRUSTED, "importlib", "zipimport")
    if in_library(file):
        name = file[len(next(path for path in LIBRARY if file.startswith(path))) + 1:].split("/")[0]
        return name.removesuffix(".py") in TRUSTED
    return "/site-packages/numpy/" in file.replace("\\", "/")


def of_minitorch(frame, start):
    """Whether a function of Python's library runs because minitorch, and not the user's program, has called it.

    start   the code that calls the function that is recorded, which may be one of the library's
    """
    while frame is not None and in_library(frame.f_code.co_filename):
        frame = frame.f_back
    return frame is not None and errors.own[frame.f_code.co_filename] and frame.f_code is not start


def importing(frame, start):
    """Whether this runs because a module is imported, which happens once."""
    while frame is not None and frame.f_code is not start:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def check_called(function):
    """Refuse a function that is written in C, unless its answer follows from what it is given."""
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if owner is None or type(owner) is type(sys):
        place, whole = getattr(function, "__module__", None) or getattr(owner, "__name__", None), name
    else:
        kind = owner if isinstance(owner, type) else type(owner)
        place, whole = kind.__module__, f"{kind.__name__}.{name}"
    place = place or "builtins"
    pure = place in PURE or name in PATHS or place.partition(".")[0] == "numpy" and not place.startswith("numpy.random")
    if not pure or name in IMPURE:
        refuse(f"{'' if place == 'builtins' else place + '.'}{whole} is called, whose answer a program cannot know "
               "beforehand", "Call it outside, and pass in what it gives.")
