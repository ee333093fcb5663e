"""Rates along a cosine: down to a minimum, and up again or not; with or without a warmup."""

from math import cos, pi

from ...engine.piece import piece
from .base import LRScheduler


class CosineAnnealingLR(LRScheduler):
    """A rate that falls along half a cosine from the initial lr to eta_min in T_max steps, then rises again.

    Source: Loshchilov & Hutter, SGDR (2017), eq. 5, without restarts.
    """

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        t, T, low = self.last_epoch, self.T_max, self.eta_min
        if self._is_initial:
            return self.rates()
        if self._step_count == 1 and t > 0:              # the user resumed training at a later step
            return self.closed_form()
        if (t - 1 - T) % (2 * T) == 0:                   # right after the minimum, the ratio divides by 0
            return [lr + (base - low) * (1 - cos(pi / T)) / 2 for lr, base in zip(self.rates(), self.base_lrs)]
        ratio = (1 + cos(pi * t / T)) / (1 + cos(pi * (t - 1) / T))
        return [ratio * (lr - low) + low for lr in self.rates()]

    def closed_form(self):
        return [half_cosine(base, self.eta_min, self.last_epoch / self.T_max) for base in self.base_lrs]


@piece
def warmup_cosine(step, warmup, total, peak):
    """Return the rate of a step: it rises along a line for `warmup` steps, then falls along half a cosine.

    step      counted from 0; the first rate is above 0
    warmup    number of rising steps; the last of them has the rate `peak`
    total     the step from which on the rate is 0
    """
    if step < warmup:
        return peak * (step + 1) / warmup
    return half_cosine(peak, 0.0, min(1.0, (step - warmup) / (total - warmup)))


class WarmupCosineLR(LRScheduler):
    """A rate that rises along a line to the initial lr for `warmup` steps, then falls along half a cosine to 0 at total

    PyTorch has no class for it: there you combine LinearLR and CosineAnnealingLR by SequentialLR.
    Raises ValueError for a warmup outside 0 to below total.
    Source: Goyal et al., Accurate, large minibatch SGD (2017), §2.2; Loshchilov & Hutter, SGDR (2017), eq. 5.

    >>> optimizer = mt.optim.SGD([mt.ones(3)], lr=1.0)
    >>> schedule = WarmupCosineLR(optimizer, warmup=2, total=4)
    >>> for _ in range(5):
    ...     print(round(optimizer.param_groups[0]["lr"], 3))
    ...     schedule.step()
    0.5
    1.0
    1.0
    0.5
    0.0
    """

    def __init__(self, optimizer, warmup, total, last_epoch=-1):
        if not 0 <= warmup < total:
            raise ValueError(f"warmup should be at least 0 and less than total ({total}), but got {warmup}.")
        self.warmup, self.total = warmup, total
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [warmup_cosine(self.last_epoch, self.warmup, self.total, base) for base in self.base_lrs]


def half_cosine(high, low, share):
    """Return high for share 0, low for share 1, and half a cosine between them."""
    return low + (high - low) * (1 + cos(pi * share)) / 2
