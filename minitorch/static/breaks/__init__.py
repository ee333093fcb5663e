"""Split a function at lines that a program cannot repeat: these run uncompiled, other lines run as programs."""

from .resuming import Smaller
from .resuming import Breaks

__all__ = ["Breaks", "Smaller"]
