"""Dropout functions: in training they set random elements, or whole channels, to 0."""

from ...engine.piece import piece
from ...ops.random import sampling as ops
from ...runtime import Tensor
from .common import declared, refuse, require_floating

__all__ = ["dropout", "dropout1d", "dropout2d", "dropout3d"]


def check_chance(p):
    """Raise unless p is a number from 0 to 1."""
    if isinstance(p, str) or hasattr(p, "array") or not hasattr(p, "__float__"):
        raise TypeError(f"dropout probability must be a number from 0 to 1, not {type(p).__name__}")
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


@piece
@declared()
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace=False):
    """In training set each element to 0 with probability p, the others to x / (1 − p); else return x. Any shape.

    Raises ValueError for a p outside 0 … 1. Source: Srivastava et al., Dropout (2014).
    """
    check_chance(p)
    if not training or p == 0:
        return input
    require_floating("dropout", input)
    result = ops.dropout(input, p=p)
    return input.copy_(result) if inplace else result


def whole_channels(input, dims):
    """Return the shape of the random mask for (N, C, …), with one number a channel; without N for a single sample."""
    if dims == 1 and input.ndim not in (2, 3):
        refuse(RuntimeError, f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input: (N, C, L) or "
               "(C, L).")
    unbatched = input.ndim == dims + 1 and dims != 2           # PyTorch reads (a, b, c) as (N, C, L) in dropout2d
    kept = 1 if unbatched else 2
    return tuple(input.shape[:kept]) + (1,) * (input.ndim - kept)


def channel_dropout(dims):
    """Return a function that drops whole channels of (N, C, …)."""
    def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace=False):
        check_chance(p)
        size = whole_channels(input, dims)
        if not training or p == 0:
            return input
        require_floating(f"dropout{dims}d", input)
        result = ops.dropout(input, p=p, size=size)
        return input.copy_(result) if inplace else result
    dropout.__name__ = dropout.__qualname__ = f"dropout{dims}d"
    dropout.__doc__ = (f"Drop whole channels of (N, C, …) with {dims} dimensions of space: if training, each is 0 "
                       "with probability p. Raises ValueError for a p outside 0 … 1.")
    return dropout


dropout1d, dropout2d, dropout3d = map(channel_dropout, (1, 2, 3))
