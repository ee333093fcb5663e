"""What is told of an error that an answer raised, in plain text."""

import traceback

from ...course.safe_call import TookTooLong
from .trap import CELL

LONGEST = 1000                           # characters of an error's text


def error_of(error):
    """Return an error as plain text: its kind, its message, and the answer's own lines that led to it."""
    try:
        text = str(error)[:LONGEST]
    except BaseException:
        text = "(its message cannot be shown)"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__, limit=2000)
              if frame.filename.startswith(CELL) and frame.line]
    if isinstance(error, BlockingIOError):
        text += " (it has all the processes and threads that it may have)"
    lines = [f"in {frame.name}: {frame.line}"[:200] for frame in frames]
    if len(lines) > 6:
        lines[3:-2] = [f"… {len(lines) - 5} calls more"]
    cause = error.__cause__ if isinstance(error.__cause__, NotImplementedError) else error
    blank = None
    if isinstance(cause, NotImplementedError):
        code = [frame.f_code for frame, _ in traceback.walk_tb(cause.__traceback__)][-1]
        blank = code.co_qualname.rpartition("<locals>.")[2].partition(".")[0]
    return {"kind": type(error).__name__[:80], "text": text, "lines": lines, "blank": blank,
            "stopped": isinstance(error, TookTooLong | KeyboardInterrupt)}
