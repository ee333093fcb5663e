"""The exercises, a file a lesson: each registers its records."""

from . import lesson_1

__all__ = ["lesson_1"]
