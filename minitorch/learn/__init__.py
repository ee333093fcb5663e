"""Learning by writing the library: exercises that check, explain and then run your own code."""

from .hints import hint, solution
from .keep import download, upload
from .progress import progress
from .quiz import choose, question
from .session import check, exercise, hidden, reset, setup, yours

__all__ = ["check", "choose", "download", "exercise", "hidden", "hint", "progress", "question", "reset", "setup",
           "solution", "upload", "yours"]
