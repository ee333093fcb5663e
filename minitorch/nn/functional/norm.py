"""Normalising, and dropping at random."""

from ...graph import no_grad
from ...ops import fused
from ...piece import piece
from .common import refuse

__all__ = ["alpha_dropout", "batch_norm", "dropout", "dropout1d", "dropout2d", "dropout3d", "normalize"]


@piece
def dropout(input, p=0.5, training=True, inplace=False):
    """In training each element becomes 0 with probability p, and the others x / (1 − p); otherwise x.

    Source: Srivastava et al., Dropout (2014).
    """
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    result = fused.dropout(input, p=p)
    return input.copy_(result) if inplace else result


def channel_dropout(dims):
    """Dropout of whole channels of (N, C, …)."""
    def dropout(input, p=0.5, training=True, inplace=False):
        if not 0 <= p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        if not training or p == 0:
            return input
        batched = input.ndim == dims + 2
        size = tuple(input.shape[:2 if batched else 1]) + (1,) * dims
        result = fused.dropout(input, p=p, size=size)
        return input.copy_(result) if inplace else result
    dropout.__name__ = dropout.__qualname__ = f"dropout{dims}d"
    dropout.__doc__ = f"dropout of whole channels of (N, C, …) with {dims} dimensions of space."
    return dropout


dropout1d, dropout2d, dropout3d = map(channel_dropout, (1, 2, 3))


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps mean 0 and variance 1 behind selu. Source: Klambauer et al. (2017)."""
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    low = -1.7580993408473766                       # what selu gives far below 0
    kept = fused.dropout((input * 0 + (1 - p)).detach(), p=p)          # 1 where kept, else 0
    scale = ((1 - p) * (1 + p * low * low)) ** -0.5
    x = input.clone() if inplace else input         # the product keeps the old values
    result = (x * kept + low * (1 - kept)) * scale - scale * low * p
    return input.copy_(result) if inplace else result


@piece
def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Each channel of (N, C, …) to mean 0 and variance 1, then times weight plus bias.

    In training by the batch's own mean and variance, which are also mixed into running_mean and
    running_var (the unbiased variance) by `momentum`; otherwise by the running ones.
    Source: Ioffe and Szegedy, Batch Normalization (2015).
    """
    if not training:
        if running_mean is None or running_var is None:
            raise RuntimeError("Expected running_mean and running_var to be defined when training=False")
        shape = (-1,) + (1,) * (input.ndim - 2)
        scale = (running_var + eps).rsqrt()
        scale = scale if weight is None else scale * weight
        shift = -running_mean * scale
        shift = shift if bias is None else shift + bias
        return input * scale.reshape(shape) + shift.reshape(shape)
    count = input.numel() // max(1, input.shape[1])
    if count == 1:
        refuse(ValueError, f"Expected more than 1 value per channel when training, got input size "
               f"{list(input.shape)}: one value has no variance. Use a larger batch (the last one of an epoch may be "
               "short: DataLoader(..., drop_last=True)), or model.eval().")
    result, mean, variance = fused.batch_norm(input, weight, bias, eps=eps)
    if running_mean is not None:
        with no_grad():
            unbiased = variance.detach() * (count / (count - 1))
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean.detach())
            running_var.copy_((1 - momentum) * running_var + momentum * unbiased)
    return result


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Each vector along `dim` divided by its p-norm, or by eps where that is smaller."""
    size = (input.abs() ** p).sum(dim, keepdim=True) ** (1 / p)
    return input / size.clamp(min=eps)
