"""Which tapes record just now."""

import threading

active = threading.local()               # tapes: the tapes that record in this thread, the outermost first


def tapes():
    """The tapes that record in this thread."""
    try:
        return active.tapes
    except AttributeError:
        active.tapes = []
        return active.tapes


def recorded(tensor):
    """An engine's tensor as an operation reads it: outside of its graph where no tape records."""
    if tensor._node is not None and not tapes():
        return tensor.detach()
    return tensor
