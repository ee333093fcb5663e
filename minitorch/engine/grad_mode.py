"""Grad modes: whether operations leave nodes. One per thread and per async task."""

from contextvars import ContextVar
from functools import wraps

off: list = []               # off[-1](how): what `recording` holds while nothing is recorded; it counts as False
recording = ContextVar("minitorch.grad_mode", default=True)
inferring = ContextVar("minitorch.inference_mode", default=False)


def is_grad_enabled():
    """Whether operations are being recorded for backward in this thread."""
    return bool(recording.get())


def is_inference_mode_enabled():
    """Whether this thread is inside `inference_mode`."""
    return inferring.get()


def switched_off(how) -> object:
    """False, or what a layer notes of the call that switched recording off."""
    return off[-1](how) if off else False


class GradMode:
    """Set the mode for a block, or for every call of a decorated function."""

    mode = True

    def __init__(self):
        self.tokens = []                         # a stack: the same object may be nested

    def __enter__(self):
        self.tokens.append(recording.set(self.mode or switched_off("no_grad()")))
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

    mode = True


class set_grad_enabled(GradMode):
    """Set the mode at once by a bool; in a `with` block, only for that block."""

    def __init__(self, mode):
        super().__init__()
        self.mode = bool(mode)
        self.first = recording.set(self.mode or switched_off("set_grad_enabled(False)"))    # at once

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        recording.reset(self.first)

    def again(self):
        return set_grad_enabled(self.mode)

    def __call__(self, function):
        recording.reset(self.first)              # used as a decorator: only calls are affected
        return super().__call__(function)


class inference_mode(GradMode):
    """`no_grad`, and results that never enter a graph later: for evaluation."""

    def __init__(self, mode=True):
        super().__init__()
        self.on = mode
        self.mode = False

    def __enter__(self):
        if self.on:
            self.tokens.append((recording.set(switched_off("inference_mode()")), inferring.set(True)))
        return self

    def __exit__(self, *failure):
        if self.on:
            first, second = self.tokens.pop()
            recording.reset(first)
            inferring.reset(second)

    def again(self):
        return inference_mode(self.on)
