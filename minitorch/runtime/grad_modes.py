"""Other ways to switch recording: by a bool, and for evaluation alone."""

from contextvars import ContextVar

from ..engine.grad_mode import GradMode, off, on, recording
from .detached import INFERRED, DetachedBy


class Untracked(list):
    """The counter of what inference_mode made: it has no version, so that no node can keep the tensor."""

    def __getitem__(self, place):
        raise RuntimeError("Inference tensors cannot be saved for backward, nor do they track version counter: this "
                           "one was made in inference_mode. Make it under no_grad, or use x.clone().")


UNTRACKED = Untracked([None, None])
inferring = ContextVar("minitorch.inference_mode", default=None)      # in it UNTRACKED, which all that is new is given
inference_blocks: list = []              # one for each block that is open in any thread: generated paths ask


def is_inference_mode_enabled():
    """Whether this thread is inside `inference_mode`."""
    return inferring.get() is not None


class set_grad_enabled(GradMode):
    """Set the mode at once by a bool; in a `with` block, only for that block."""

    def __init__(self, mode):
        super().__init__()
        self.mode = bool(mode)
        self.first = recording.set(on[-1]() if self.mode else off[-1]("set_grad_enabled(False)"))     # at once

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        recording.reset(self.first)

    def __repr__(self):
        return f"minitorch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    def again(self):
        return set_grad_enabled(self.mode)

    def __call__(self, function):
        recording.reset(self.first)              # used as a decorator: only calls are affected
        return super().__call__(function)


class inference_mode(GradMode):
    """`no_grad`, and results that never enter a graph later: for evaluation. mode=False: as outside of it.

    `enable_grad` inside of it is told by `is_grad_enabled`, but nothing is recorded, as in PyTorch.
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
    """What grad mode holds once it is switched on: inference mode records nothing even so."""
    return DetachedBy(INFERRED) if inferring.get() else True


on.append(enabled)
