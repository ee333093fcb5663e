"""Pack a check's programs for the sandbox: as code with the random numbers drawn here, and without the answer.

Only what the checker itself holds is packed. What comes back is never unpacked like this: see inside/messages.py.
"""

import io
import marshal
import pickle
import sys
import types

from ..course.source import looked_up
from ..engine.piece import Piece
from ..paths import Declared
from .inside import unpacking

OURS = ("minitorch.course", "minitorch.learn", "minitorch.author", "minitorch.grade")    # not in the sandbox
THERE = ("minitorch.grade.inside", "minitorch.course.safe_call", "minitorch.course.compare",
         "minitorch.course.numbered", "minitorch.course.watch")     # but these


class Packer(pickle.Pickler):
    """Pickle for functions and classes that cannot be imported where they will run."""

    def reducer_override(self, value):
        if isinstance(value, types.ModuleType):
            return unpacking.import_module, (value.__name__,)
        if isinstance(value, Declared):                        # a table of all functions: they are there too
            return unpacking.by_name, searched(value)
        if isinstance(value, types.FunctionType):
            home = import_path(value)
            if home == (value.__module__, value.__qualname__):
                return NotImplemented                      # as pickle does it
            return (unpacking.by_name, home) if home else packed_function(value)
        if isinstance(value, Piece):
            home = import_path(value)
            made = value.name, value.library, value.owner, value.attribute
            return (unpacking.by_name, home) if home else (Piece, made)
        if isinstance(value, staticmethod | classmethod):
            return type(value), (value.__func__,)
        if isinstance(value, property):
            return property, (value.fget, value.fset, value.fdel)
        if isinstance(value, type) and not import_path(value):
            return packed_class(value)
        if isinstance(value, type) and import_path(value) != (value.__module__, value.__qualname__):
            return unpacking.by_name, import_path(value)         # the name itself stands for a piece
        return NotImplemented


def import_path(value):
    """Return (module, path) of something that the sandbox can import; None if it must be packed."""
    module, path = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if isinstance(value, Piece):
        module, _, path = value.name.rpartition(".")
        if stands(module, path, value):
            return module, path
    elif isinstance(module, str) and isinstance(path, str) and importable(module):
        for way in (path, f"{path}.library", f"{path}.piece.library"):
            if stands(module, way, value):
                return module, way
        if module.startswith("minitorch.") and stands("minitorch", path, value):      # a late name is read now
            return "minitorch", path
    return searched(value) if not isinstance(value, type) else None


def importable(module):
    known = getattr(sys.modules.get(module), "__file__", None) is not None or module in sys.builtin_module_names
    return known and (not module.startswith(OURS) or module.startswith(THERE)) and module != "__main__"


def stands(module, path, value):
    found = sys.modules.get(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    return found is value and importable(module)


def searched(value):
    """Return where in the library an object is whose own attributes do not say so."""
    if isinstance(value, types.FunctionType) and not importable(value.__module__ or ""):
        return None
    for name, module in list(sys.modules.items()):
        if name.startswith("minitorch") and importable(name):
            for path, member in vars(module).items():
                if member is value:
                    return name, path
    return None


def packed_function(function):
    code = anonymous(function.__code__)
    names = looked_up(function.__code__)
    knows = {name: function.__globals__[name] for name in names if name in function.__globals__}
    inner = [cell.cell_contents for cell in function.__closure__ or ()]
    state = (knows, function.__defaults__, function.__kwdefaults__, inner, function.__qualname__)
    made = marshal.dumps(code), function.__name__, len(inner)
    return unpacking.function_of, made, state, None, None, unpacking.fill


def packed_class(made):
    left = ("__dict__", "__weakref__", "__module__", "__doc__")
    members = {name: value for name, value in vars(made).items() if name not in left}
    return (unpacking.class_of, (type(made), made.__name__, made.__bases__), members, None, None, unpacking.fill_class)


def anonymous(code):
    """Return code that names no file of this machine."""
    inner = tuple([anonymous(constant) if isinstance(constant, types.CodeType) else constant
                   for constant in code.co_consts])
    return code.replace(co_filename=unpacking.CHECK, co_consts=inner)


def packed(value):
    """Pickle anything that a check is made of, for the sandbox."""
    stream = io.BytesIO()
    Packer(stream).dump(value)
    return stream.getvalue()
