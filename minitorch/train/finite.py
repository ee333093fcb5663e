"""A loss that is not finite ends a run: nothing can be learned from it, and the weights would be lost."""

from math import isfinite

from ..autograd.tree import leaves
from ..engine import tensor_types
from ..runtime.nonfinite import last


class NotFinite(RuntimeError):
    """The loss is nan or infinite: nothing can be learned from here on."""


def check_finite(value, step, epoch, optimizer, batch):
    """Raise NotFinite for a loss that is nan or infinite, and say what to try."""
    if not isfinite(value):
        raise NotFinite(not_finite(value, step, epoch, optimizer, batch))


def not_finite(value, step, epoch, optimizer, batch):
    """Describe a loss that is not finite, and what to try."""
    lr = optimizer.param_groups[0]["lr"]
    text = f"the loss is {value} at step {step} of epoch {epoch} (learning rate {lr:.3g}). "
    if not all(bool(x.isfinite().all()) for x in leaves(batch) if type(x) in tensor_types):
        return text + "The inputs of this batch already hold nan or inf: clean the data."
    if last[0]:                                          # what backward saw, before the step spoilt all weights
        text += f"{last[0]} "
    return text + (f"Try a smaller learning rate ({lr / 10:.3g}), clip gradients with "
                   "nn.utils.clip_grad_norm_, or look for a log or a division of 0 in the loss.")
