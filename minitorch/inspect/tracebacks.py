"""Tracebacks without minitorch's frames: the user's own lines and the message.

In a notebook, `%tb` also shows the library's frames; for a script, set MINITORCH_TRACEBACK=full.
"""

import os
import sys
from types import TracebackType

from ..runtime.errors import own

PYTHON = os.path.dirname(os.__file__) + os.sep           # the folder of Python's own library


def show_folded(shell, kind, error, trace, tb_offset=None):
    """Show the folded traceback, and store the complete one for `%tb` and `%debug`: a handler for IPython."""
    shell.showtraceback((kind, error, fold_traceback(trace)), tb_offset=tb_offset)
    sys.last_type, sys.last_value, sys.last_traceback = kind, error, trace


def print_folded(kind, error, trace):
    """Print the error that ends a script, and its causes, with folded tracebacks; the errors' own do not change."""
    chain, each = [], error
    while each is not None and each not in chain:
        chain.append(each)
        each = each.__cause__ or each.__context__
    whole, failed = [each.__traceback__ for each in chain], not issubclass(kind, KeyboardInterrupt)
    left_out = sum(length(each) - length(fold_traceback(each, failed)) for each in whole)
    if not left_out or os.environ.get("MINITORCH_TRACEBACK") == "full":
        return sys.__excepthook__(kind, error, trace)
    if failed:
        print(f"({left_out} frames of minitorch are left out: MINITORCH_TRACEBACK=full shows them.)", file=sys.stderr)
    try:                                                 # the line of the message is the last one
        for each in chain:
            each.__traceback__ = fold_traceback(each.__traceback__, failed)
        sys.__excepthook__(kind, error, error.__traceback__)
    finally:
        for each, own_trace in zip(chain, whole):
            each.__traceback__ = own_trace


def length(trace):
    """Return how many frames a traceback has."""
    count = 0
    while trace is not None:
        count, trace = count + 1, trace.tb_next
    return count


def fold_traceback(trace, inner=True):
    """Return a traceback without minitorch's frames, and without those of Python's library that it calls.

    inner   whether to keep the frames of other code that minitorch calls

    If no frame would be left, return the complete traceback.
    """
    entries, kept, each, hidden = [], [], trace, False
    while each is not None:
        file = each.tb_frame.f_code.co_filename
        hidden = own[file] or hidden and (not inner or file.startswith(PYTHON) and "site-packages" not in file)
        entries.append(each)
        kept += [] if hidden else [each]
        each = each.tb_next
    made = None
    for each in reversed(kept or entries):
        made = TracebackType(made, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return made
