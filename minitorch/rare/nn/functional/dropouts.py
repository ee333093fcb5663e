"""Dropout for SELU, which keeps mean and variance."""

from ....nn.functional.common import require_floating
from ....nn.functional.dropouts import check_chance, whole_channels
from ....ops.random import sampling as ops
from ....runtime import Tensor

__all__ = ["alpha_dropout", "feature_alpha_dropout"]


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace=False):
    """Drop elements but keep selu's mean 0 and variance 1: in training, an element becomes −1.76 with probability p.

    Any shape in, same out. Source: Klambauer et al. (2017).
    """
    check_chance(p)
    return input if not training or p == 0 else drop_alpha(input, p, inplace, None)


def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace=False):
    """Drop whole channels of (N, C, …), each with probability p, in training. See alpha_dropout."""
    check_chance(p)
    return input if not training or p == 0 else drop_alpha(input, p, inplace, whole_channels(input, 2))


def drop_alpha(input, p, inplace, size):
    """Set dropped elements to selu's lowest value; then scale to variance 1 and mean 0."""
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    require_floating("alpha_dropout", input)
    low = -1.7580993408473766
    kept = ops.dropout((input * 0 + (1 - p)).detach(), p=p, size=size)          # 1 for elements that remain, else 0
    scale = ((1 - p) * (1 + p * low * low)) ** -0.5
    x = input.clone() if inplace else input         # make a clone, because backward reads the old values
    result = (x * kept + low * (1 - kept)) * scale - scale * low * p
    return input.copy_(result) if inplace else result
