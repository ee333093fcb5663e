"""torch.signal's names: the windows that a signal is multiplied with before it is transformed."""

from .. import missing as _missing
from . import windows

__all__ = ["windows"]

_missing.speak_for(globals())
