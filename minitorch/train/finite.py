"""End a run if its loss is not finite, because the next steps would make the weights nan."""

from math import isfinite

from ..engine import tensor_types
from ..explain.nonfinite import last
from ..rare.autograd.tree import leaves


class NotFinite(RuntimeError):
    """The error for a loss that is nan or infinite: the run cannot learn any more."""


def check_finite(value, step, epoch, optimizer, batch):
    """Raise NotFinite for a loss that is nan or infinite; the message says what to try."""
    if not isfinite(value):
        raise NotFinite(message(value, step, epoch, optimizer, batch))


def message(value, step, epoch, optimizer, batch):
    """Return the message about a loss that is not finite, with what to try."""
    lr = optimizer.param_groups[0]["lr"]
    text = f"the loss is {value} at step {step} of epoch {epoch} (learning rate {lr:.3g}). "
    if not all(bool(x.isfinite().all()) for x in leaves(batch) if type(x) in tensor_types):
        return text + "The inputs of this batch already hold nan or inf: clean the data."
    if last[0]:                                          # last[0] is the text of the last warning about nan or inf
        text += f"{last[0]} "
    return text + (f"Try a smaller learning rate ({lr / 10:.3g}), clip gradients with "
                   "nn.utils.clip_grad_norm_, or look for a log or a division of 0 in the loss.")
