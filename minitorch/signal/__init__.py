"""torch.signal's names: windows, by which a signal is multiplied before its Fourier transform."""

from ..runtime import missing as _missing
from . import windows

__all__ = ["windows"]

_missing.speak_for(globals())
