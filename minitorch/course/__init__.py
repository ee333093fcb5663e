"""Learning by writing the library: exercises that check, explain and then run your own code."""

from ..engine import accumulate, backward_order, sum_to
from ..rare.autograd.own_backward import deposit, derivatives
from .restore import download, setup, upload
from .exercises.lesson_2 import played
from .hints import hint, solution
from .milestones import milestone
from .portrait import portrait
from .progress import progress
from .quiz import choose, question
from .session import check, exercise, hidden, reset, yours

__all__ = ["accumulate", "backward_order", "check", "choose", "deposit", "derivatives", "download", "exercise",
           "hidden", "hint", "milestone", "played", "portrait", "progress", "question", "reset", "setup", "solution",
           "sum_to", "upload", "yours"]
