"""Breaks: what depends on data runs as it is written, and what is around it as programs."""

from .part import Smaller
from .resuming import Breaks

__all__ = ["Breaks", "Smaller"]
