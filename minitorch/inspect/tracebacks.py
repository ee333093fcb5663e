"""Tracebacks in notebooks: the user's own lines and the message; `%tb` shows the library's frames too."""

import sys
from types import TracebackType

from ..runtime.errors import own


def fold():
    """Leave minitorch's frames out of the tracebacks that IPython shows, where nobody else has taken them over."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((Exception,), shown)


def shown(shell, kind, error, trace, tb_offset=None):
    """IPython's handler: show the folded traceback, keep the whole one for `%tb` and `%debug`."""
    shell.showtraceback((kind, error, folded(trace)), tb_offset=tb_offset)
    sys.last_type, sys.last_value, sys.last_traceback = kind, error, trace


def folded(trace):
    """A traceback without minitorch's frames: the same frames otherwise; whole if all are minitorch's."""
    entries, each = [], trace
    while each is not None:
        entries.append(each)
        each = each.tb_next
    kept = [each for each in entries if not own[each.tb_frame.f_code.co_filename]]
    made = None
    for each in reversed(kept or entries):
        made = TracebackType(made, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return made
