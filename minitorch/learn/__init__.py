"""Learning by writing the library: exercises that check, explain and then run your own code."""

from .session import check, exercise, reset, yours

__all__ = ["check", "exercise", "reset", "yours"]
