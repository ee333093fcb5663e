"""PyTorch's names for compiling. Programs run as they are written here, so they are given back unchanged."""

from . import missing as _missing

__all__ = ["allow_in_graph", "compile", "disable", "is_compiling", "is_dynamo_compiling", "is_exporting",
           "list_backends", "reset", "set_stance"]


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """The model or the function itself: it runs as it is written, with the same results. Static graphs come later.

    The settings are PyTorch's, and change nothing. Without a model, a decorator.

    >>> compile(abs) is abs and compile(fullgraph=True)(abs) is abs
    True
    """
    if model is None:
        return lambda model: compile(model)
    if not callable(model):
        raise RuntimeError(f"compile() takes a model or a function, not {type(model).__name__}.")
    return model


def disable(fn=None, recursive=True, *, reason=None):
    """The function itself: nothing is compiled."""
    return fn if fn is not None else lambda fn: fn


def allow_in_graph(fn):
    """The function itself: nothing is compiled."""
    return fn


def is_compiling():
    """False: nothing is compiled."""
    return False


is_dynamo_compiling = is_exporting = is_compiling


def list_backends(exclude_tags=()):
    """No names: there are none."""
    return []


def reset():
    """Do nothing: nothing was compiled."""


class set_stance:
    """`with compiler.set_stance("force_eager"):` changes nothing."""

    def __init__(self, stance="default", **settings):
        self.stance = stance

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        pass


_missing.speak_for(globals())
