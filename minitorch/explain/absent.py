"""Compute a module's dir(), and explain the import of a module that minitorch does not have."""

import sys


def find(name):
    """Raise ModuleNotFoundError with the hint of `from … import`; return None if no import statement called this."""
    room, _, own = name.rpartition(".")
    lookup = getattr(sys.modules.get(room), "__getattr__", None)
    if getattr(lookup, "__qualname__", "") == "speak_for.<locals>.missing" and (
            sys._getframe(3).f_code.co_name == "_find_and_load_unlocked"):       # else it is importlib.util.find_spec
        try:
            lookup(own)
        except AttributeError as error:
            raise ModuleNotFoundError(str(error), name=name) from None


def public_names(namespace, rooms, late):
    """Return a module's public names, sorted: __all__ and submodules, or else all values that minitorch defines.

    late   names that the module finds at their first use
    """
    own = [name for name in namespace if name.startswith("__")]
    if "__all__" in namespace:
        return sorted({*own, *namespace["__all__"], *rooms})
    return sorted({*own, *rooms, *late, *(
        name for name, value in namespace.items() if not name.startswith("_") and type(value) is not type(sys)
        and str(getattr(value, "__module__", "minitorch")).startswith("minitorch"))})
