"""Unpack a check's programs where they run: functions and classes come as code, the library's own by name."""

import marshal
import pickle
import types
from importlib import import_module

CHECK = "<check>"                        # the file that a check's own code says it stands in


def function_of(code, name, cells):
    """Return an empty function, which `fill` completes. In two steps, so that a function may refer to itself."""
    closure = tuple([types.CellType() for _ in range(cells)])
    space = {"__name__": CHECK, "__builtins__": __builtins__}
    return types.FunctionType(marshal.loads(code), space, name, None, closure)


def fill(function, state):
    knows, defaults, named, inner, qualname = state
    function.__globals__.update(knows)
    function.__defaults__, function.__kwdefaults__, function.__qualname__ = defaults, named, qualname
    for cell, content in zip(function.__closure__ or (), inner):
        cell.cell_contents = content


def class_of(kind, name, bases):
    return kind(name, bases, {"__module__": CHECK})


def fill_class(made, members):
    for name, value in members.items():
        setattr(made, name, value)


def by_name(module, path):
    """Return something of the library by its module and path."""
    found = import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def opened(data):
    """Unpickle what the checker packed."""
    return pickle.loads(data)
