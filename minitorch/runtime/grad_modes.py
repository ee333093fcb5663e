"""More grad modes: set_grad_enabled, which takes a bool, and inference_mode, for evaluation."""

from contextvars import ContextVar

from ..engine.grad_mode import GradMode, off, on, recording
from .detached import INFERRED, DetachedBy


class Untracked(list):
    """The version counter of tensors made in inference_mode. Reading it raises, so no node saves such tensors."""

    def __getitem__(self, index):
        raise RuntimeError("Inference tensors cannot be saved for backward, nor do they track version counter: this "
                           "one was made in inference_mode. Make it under no_grad, or use x.clone().")


UNTRACKED = Untracked([None, None])
inferring = ContextVar("minitorch.inference_mode", default=None)      # UNTRACKED in inference_mode; None elsewhere
inference_blocks: list = []              # the open blocks of all threads; generated code tests this list


def is_inference_mode_enabled():
    """Return whether this thread is inside `inference_mode`."""
    return inferring.get() is not None


class set_grad_enabled(GradMode):
    """A grad mode that a bool sets, from the call on; in a `with` statement, only for the block."""

    def __init__(self, mode):
        super().__init__()
        self.mode = bool(mode)
        self.first = recording.set(on[-1]() if self.mode else off[-1]("set_grad_enabled(False)"))     # set the mode now

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        recording.reset(self.first)

    def __repr__(self):
        return f"minitorch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    def again(self):
        return set_grad_enabled(self.mode)

    def __call__(self, function):
        recording.reset(self.first)              # as a decorator, it affects only the function's calls
        return super().__call__(function)


class inference_mode(GradMode):
    """A `no_grad` for evaluation, whose results can never be part of a graph. mode=False: gradients are on.

    Inside it, `enable_grad` makes `is_grad_enabled` return True, but nothing is recorded, as in PyTorch.
    """

    def __init__(self, mode=True):
        super().__init__()
        self.on = mode

    def __enter__(self):
        if self.on:
            inference_blocks.append(self)
        wanted = off[-1]("inference_mode()") if self.on else True
        self.tokens.append((recording.set(wanted), inferring.set(UNTRACKED if self.on else None)))
        return self

    def __exit__(self, *failure):
        first, second = self.tokens.pop()
        recording.reset(first)
        inferring.reset(second)
        if self.on:
            inference_blocks.pop()

    def again(self):
        return inference_mode(self.on)


def enabled():
    """Return the grad mode that turns gradients on: True; in inference_mode a DetachedBy, so no op records a node."""
    return DetachedBy(INFERRED) if inferring.get() else True
