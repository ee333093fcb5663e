"""The exercises, a few files a lesson: each registers its records."""

from . import lesson_1, lesson_1_network, lesson_2, lesson_2_modes, lesson_2_programs, lesson_2_walk

__all__ = ["lesson_1", "lesson_1_network", "lesson_2", "lesson_2_modes", "lesson_2_programs", "lesson_2_walk"]
