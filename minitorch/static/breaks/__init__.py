"""Breaks: what depends on data runs as it is written, and what is around it as programs."""

from .resuming import Breaks

__all__ = ["Breaks"]
