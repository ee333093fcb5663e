"""Files of values and of models: `save` and `load`, and no way for a file to run code."""

from typing import TYPE_CHECKING

from .. import missing as _missing
from .files import load, save

if TYPE_CHECKING:                        # imported when it is first named
    from .reading import LoadError

__all__ = ["LoadError", "load", "save"]

_missing.speak_for(globals(), lent={"reading": "LoadError"})
