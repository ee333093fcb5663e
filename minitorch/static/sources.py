"""Define functions from generated Python source, and show this source in tracebacks while its owner is alive."""

import linecache
from weakref import WeakMethod, finalize


def defined_by(text, file, names, owner=None):
    """Run Python source with `names` as its globals; return {name: function} of the functions it defines.

    owner   tracebacks can show the source until this object is freed; by default the last function

    The functions are not added to `names`, so there is no reference cycle and memory is freed at once.
    """
    defined: dict = {}
    exec(compile(text, file, "exec"), names, defined)
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    finalize([*defined.values()][-1] if owner is None else owner, linecache.cache.pop, file, None)
    return defined


def weak(method):
    """Return a function that calls a method, but does not keep its object alive."""
    found = WeakMethod(method)
    return lambda *args: found()(*args)
