"""What a recorder raises where a function does what no program can hold."""

import sys

from ..runtime import errors

UNCOMPILED = "or leave this function uncompiled."
INSTEAD = f"Return the tensor, and read it outside; {UNCOMPILED}"
RECORDING = f"{errors.HOME}static/recording.py"


class NotRecorded(RuntimeError):
    """The function does what no program can hold; the message says what, where, and what to do.

    frames   (code, line) of the user's functions that were running, the innermost first
    """

    def __init__(self, *args):
        super().__init__(*args)
        self.frames, frame = [], sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != RECORDING:
            if not errors.own[frame.f_code.co_filename]:
                self.frames.append((frame.f_code, frame.f_lineno))
            frame = frame.f_back


def refuse(what, instead):
    raise NotRecorded(f"{what}. {errors.location()} {instead}")
