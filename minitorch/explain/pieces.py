"""Compare a learner's function with the piece of the library that it replaces: its arguments, and its speed."""

import gc
from inspect import Parameter, signature
from time import thread_time

from ..engine import piece

TOLERABLE = 0.1                        # seconds allowed in addition to TOO_SLOW, because other programs may slow a call


def compare_speed(mount, inputs, settings):
    """Time the learner's and the library's function once each, in processor time; remove one that is too slow."""
    took, library = seconds(mount.mine, inputs, settings), seconds(mount.piece.library, inputs, settings)
    if took > piece.TOO_SLOW * library + TOLERABLE:
        times = took / max(library, 1e-4)
        piece.notify(f"your {mount.piece.name} is right but takes {times:.0f} times as long as the library's; the "
                     "library's takes its place from here on.")
        mount.remove()


def seconds(function, inputs, settings):
    """Return the processor time of a call in seconds, with the garbage collector off."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = thread_time()
        function(*inputs, **settings)
        return thread_time() - start
    finally:
        if collecting:
            gc.enable()


def check_signature(target, mine):
    """Raise TypeError if the library could not call `mine` as it calls the piece."""
    if isinstance(target.library, type) and isinstance(mine, type):
        return                                         # compare only the signatures of functions

    def shape(function):
        names = [p for p in signature(function).parameters.values() if p.name not in ("needs", "last")]
        spread = {p.kind for p in names} & {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}
        settings = {p.name for p in names if p.kind is Parameter.KEYWORD_ONLY}     # the keyword-only settings
        return spread, settings, {p.name for p in names}

    theirs, ours = shape(mine), shape(target.library)
    if theirs[0] and not ours[0]:
        return                                     # *args in the answer accept any number of inputs
    if len(theirs[2]) != len(ours[2]) or theirs[0] != ours[0] or not ours[1] <= theirs[2]:
        raise TypeError(f"{target.name} cannot run on {mine.__name__}{signature(mine)}: "
                        f"it is called as {target.library.__name__}{signature(target.library)}.")
