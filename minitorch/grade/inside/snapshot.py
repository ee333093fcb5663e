"""Restore the library to what it was before an answer's lines ran: undo the functions that they replaced."""

import sys
from types import BuiltinFunctionType, FunctionType, ModuleType

OURS = ("minitorch", "numpy", "builtins", "json", "base64", "struct", "pickle", "marshal", "traceback")
FIXED = (FunctionType, BuiltinFunctionType, ModuleType, type, property, staticmethod, classmethod)


def fixed(value):
    """Whether it is a thing that nobody but an attacker changes; numbers and lists are the library's own state."""
    return isinstance(value, FIXED) or type(value).__name__ in ("ufunc", "Piece", "Op", "_ArrayFunctionDispatcher")


class Snapshot:
    """The functions and classes of the library, and the methods of minitorch's classes, as they are now."""

    def __init__(self):
        self.spaces = []
        for name, module in list(sys.modules.items()):
            if module is not None and name.partition(".")[0] in OURS:
                self.keep(module)
                if name.startswith("minitorch"):
                    for value in list(vars(module).values()):
                        if isinstance(value, type) and value.__module__ == name:
                            self.keep(value)

    def keep(self, owner):
        self.spaces.append((owner, {name: value for name, value in vars(owner).items() if fixed(value)}))

    def update(self):
        """Keep what stands there now, traps among it, of the same names."""
        for owner, space in self.spaces:
            now = vars(owner)
            for name, value in space.items():
                if now.get(name) is not value:
                    space[name] = now.get(name)

    def restore(self):
        """As it was, wherever that was changed."""
        for owner, space in self.spaces:
            now = vars(owner)
            for name, value in space.items():
                if now.get(name) is not value:
                    try:
                        setattr(owner, name, value)
                    except (AttributeError, TypeError):
                        pass
