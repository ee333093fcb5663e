"""Split a function at lines that a program cannot hold: these run uncompiled, the code between them as programs."""

from .resuming import Smaller
from .resuming import Breaks

__all__ = ["Breaks", "Smaller"]
