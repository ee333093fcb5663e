"""Grad modes: they decide if operations record nodes. Each thread and each async task has its own mode."""

from contextvars import ContextVar
from functools import wraps

off: list = [lambda how: False]      # off[-1](how) returns the value of `recording` while off: False or the cause
on: list = [lambda: True]         # on[-1]() returns the value of `recording` after it is switched on; only True records
recording = ContextVar("minitorch.grad_mode", default=True)


def is_grad_enabled():
    """Return whether this thread records operations for backward."""
    return bool(recording.get())


class GradMode:
    """A context manager and decorator that sets the mode for a block, or for every call of a function."""

    mode = True

    def __init__(self):
        self.tokens = []                         # a stack, because one object may be used in two nested `with` blocks

    def __enter__(self):
        self.tokens.append(recording.set(on[-1]() if self.mode else off[-1]("no_grad()")))
        return self

    def __exit__(self, *failure):
        recording.reset(self.tokens.pop())

    def __call__(self, function):
        @wraps(function)
        def inner(*args, **settings):
            with self.again():
                return function(*args, **settings)
        return inner

    def again(self):
        return type(self)()

    def __new__(cls, *args, **settings):
        self = object.__new__(cls)
        if args and cls in (no_grad, enable_grad) and callable(args[0]):      # the user wrote @no_grad without brackets
            GradMode.__init__(self)
            return GradMode.__call__(self, args[0])
        return self


class no_grad(GradMode):
    """A block or function that records no operations: `with no_grad():`, `@no_grad()` or `@no_grad`."""

    mode = False


class enable_grad(GradMode):
    """A block or function that records operations again inside a `no_grad` block."""
