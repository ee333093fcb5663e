"""The exercises, a file or two a lesson: each registers its records."""

from . import lesson_1, lesson_1_network

__all__ = ["lesson_1", "lesson_1_network"]
