"""What a recorder raises where a function does what no program can hold."""

from ..runtime import errors

INSTEAD = "Return the tensor, and read it outside; or leave this function uncompiled."


class NotRecorded(RuntimeError):
    """The function does what no program can hold; the message says what, where, and what to do."""


def refuse(what, instead):
    raise NotRecorded(f"{what}. {errors.location()} {instead}")
