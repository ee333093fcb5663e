"""Words and errors from where an answer runs, as the checker keeps them; inside/raised.py is the other end."""

import builtins

from ..course.safe_call import TookTooLong
from .inside.messages import Broken, Shown

PRINTED = 1000                           # characters kept of what an answer prints, or says


def text(value, most=PRINTED):
    """Return words that an answer's process sent, valid and cut after `most` characters; '' for no text."""
    return value[:most].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def error_from(told):
    """Return an exception for an error that an answer's process reported: of a built-in kind, or of the same name."""
    if not isinstance(told, dict):
        raise Broken("no error")
    kind, words = text(told.get("kind"), 80), text(told.get("text"))
    made: BaseException
    if told.get("stopped"):
        made = TookTooLong(words or "stopped")
    else:
        known = getattr(builtins, kind, None)
        if not (isinstance(known, type) and issubclass(known, Exception)):
            known = type(kind if kind.isidentifier() else "Exception", (Exception,), {})
        try:
            made = known(Shown(words) if known is KeyError else words) if words else known()
        except TypeError:                # UnicodeDecodeError wants five arguments
            made = RuntimeError(words)
    lines = told.get("lines")
    made.far = [text(line, 200) for line in lines[:8]] if isinstance(lines, list) else []
    made.blank = text(told.get("blank"), 80)
    return made
