"""Dropping at random, in training: elements, or whole channels."""

from ...ops.random import sampling as ops
from ...piece import piece
from ...runtime import Tensor
from .common import declared, refuse, require_floating

__all__ = ["alpha_dropout", "dropout", "dropout1d", "dropout2d", "dropout3d", "feature_alpha_dropout"]


def check_chance(p):
    """Raise for what is no probability."""
    if isinstance(p, str) or hasattr(p, "array") or not hasattr(p, "__float__"):
        raise TypeError(f"dropout probability must be a number from 0 to 1, not {type(p).__name__}")
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


@piece
@declared()
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace=False):
    """In training each element becomes 0 with probability p, and the others x / (1 − p); otherwise x. Any shape.

    Raises ValueError for a p outside 0 … 1. Source: Srivastava et al., Dropout (2014).
    """
    check_chance(p)
    if not training or p == 0:
        return input
    require_floating("dropout", input)
    result = ops.dropout(input, p=p)
    return input.copy_(result) if inplace else result


def whole_channels(input, dims):
    """The shape in which chance is drawn for (N, C, …); without N where there is one dimension too few."""
    if dims == 1 and input.ndim not in (2, 3):
        refuse(RuntimeError, f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input: (N, C, L) or "
               "(C, L).")
    unbatched = input.ndim == dims + 1 and dims != 2           # PyTorch reads (a, b, c) as (N, C, L) in dropout2d
    kept = 1 if unbatched else 2
    return tuple(input.shape[:kept]) + (1,) * (input.ndim - kept)


def channel_dropout(dims):
    """Dropout of whole channels of (N, C, …)."""
    def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace=False):
        check_chance(p)
        size = whole_channels(input, dims)
        if not training or p == 0:
            return input
        require_floating(f"dropout{dims}d", input)
        result = ops.dropout(input, p=p, size=size)
        return input.copy_(result) if inplace else result
    dropout.__name__ = dropout.__qualname__ = f"dropout{dims}d"
    dropout.__doc__ = (f"dropout of whole channels of (N, C, …) with {dims} dimensions of space: if training, each is "
                       "0 with chance p. Raises ValueError for a p outside 0 … 1.")
    return dropout


dropout1d, dropout2d, dropout3d = map(channel_dropout, (1, 2, 3))


def alpha(input, p, inplace, size):
    """Where dropped not 0 but what selu gives far below 0; then scaled back to variance 1 and mean 0."""
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    require_floating("alpha_dropout", input)
    low = -1.7580993408473766
    kept = ops.dropout((input * 0 + (1 - p)).detach(), p=p, size=size)          # 1 where kept, else 0
    scale = ((1 - p) * (1 + p * low * low)) ** -0.5
    x = input.clone() if inplace else input         # the product keeps the old values
    result = (x * kept + low * (1 - kept)) * scale - scale * low * p
    return input.copy_(result) if inplace else result


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace=False):
    """Dropout that keeps mean 0 and variance 1 behind selu: with chance p, if training, an element becomes −1.76.

    Any shape in, same out. Source: Klambauer et al. (2017).
    """
    check_chance(p)
    return input if not training or p == 0 else alpha(input, p, inplace, None)


def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace=False):
    """alpha_dropout of whole channels of (N, C, …), each with chance p, if training."""
    check_chance(p)
    return input if not training or p == 0 else alpha(input, p, inplace, whole_channels(input, 2))
