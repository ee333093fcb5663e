"""Grad modes: whether operations leave nodes. One per thread and per async task."""

from contextvars import ContextVar
from functools import wraps

off: list = [lambda how: False]      # off[-1](how): what `recording` holds while nothing is recorded; counts as False
on: list = [lambda: True]            # on[-1](): what it holds once it is switched on; only True records
recording = ContextVar("minitorch.grad_mode", default=True)


def is_grad_enabled():
    """Whether operations are being recorded for backward in this thread."""
    return bool(recording.get())


class GradMode:
    """Set the mode for a block, or for every call of a decorated function."""

    mode = True

    def __init__(self):
        self.tokens = []                         # a stack: the same object may be nested

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
        if args and cls in (no_grad, enable_grad) and callable(args[0]):      # @no_grad without brackets
            GradMode.__init__(self)
            return GradMode.__call__(self, args[0])
        return self


class no_grad(GradMode):
    """Record nothing: `with no_grad():`, `@no_grad()` or `@no_grad`."""

    mode = False


class enable_grad(GradMode):
    """Record again inside a `no_grad` block."""
