"""Functions of generated Python: defined from their text, which tracebacks show as long as their owner lives."""

import linecache
from weakref import WeakMethod, finalize


def defined_by(text, file, names, owner=None):
    """{name: function} that a text defines, over these global names.

    owner   what the text is kept for; without one, it is the last function

    The names do not hold the functions: no circle is made, and what is let go is free at once.
    """
    defined: dict = {}
    exec(compile(text, file, "exec"), names, defined)
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    finalize([*defined.values()][-1] if owner is None else owner, linecache.cache.pop, file, None)
    return defined


def weak(method):
    """A function that calls a method, and does not keep its object alive."""
    found = WeakMethod(method)
    return lambda *args: found()(*args)
