"""Save and load values and models; no file can run code."""

from typing import TYPE_CHECKING

from ..runtime import missing as _missing
from .files import load, save

if TYPE_CHECKING:                        # at run time, it is imported at its first use
    from .reading import LoadError

__all__ = ["LoadError", "add_safe_globals", "load", "safe_globals", "save"]


def add_safe_globals(safe_globals):
    """Do nothing: `load` imports and calls nothing that a file names, so no class needs to be declared safe."""


class safe_globals:
    """A context without effect: `load` imports and calls nothing that a file names. See `add_safe_globals`."""

    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        pass


_missing.speak_for(globals(), lent={"reading": "LoadError"})
