"""Rates along a cosine: down to the valley, and up again slowly or at once."""

from math import cos, log, pi

from ...piece import piece
from .base import LRScheduler


class CosineAnnealingLR(LRScheduler):
    """Down half a cosine from the initial lr to eta_min in T_max steps, then up again.

    Source: Loshchilov & Hutter, SGDR (2017), eq. 5, without restarts.
    """

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        t, T, low = self.last_epoch, self.T_max, self.eta_min
        if self._is_initial:
            return self.rates()
        if self._step_count == 1 and t > 0:              # taken up in the middle
            return self.closed_form()
        if (t - 1 - T) % (2 * T) == 0:                   # from the valley there is no ratio to multiply by
            return [lr + (base - low) * (1 - cos(pi / T)) / 2 for lr, base in zip(self.rates(), self.base_lrs)]
        ratio = (1 + cos(pi * t / T)) / (1 + cos(pi * (t - 1) / T))
        return [ratio * (lr - low) + low for lr in self.rates()]

    def closed_form(self):
        return [half_cosine(base, self.eta_min, self.last_epoch / self.T_max) for base in self.base_lrs]


@piece
def warmup_cosine(step, warmup, total, peak):
    """The rate of a step: up along a line for `warmup` steps, then down half a cosine.

    step      from 0 on; the first rate is above 0
    warmup    steps on the way up; the last of them has the rate `peak`
    total     the step at which the rate reaches 0, where it stays
    """
    if step < warmup:
        return peak * (step + 1) / warmup
    return half_cosine(peak, 0.0, min(1.0, (step - warmup) / (total - warmup)))


class WarmupCosineLR(LRScheduler):
    """Up to the initial lr along a line of `warmup` steps, then down half a cosine to 0 at step `total`.

    PyTorch has no class for it: there it is made of LinearLR and CosineAnnealingLR, one after the other.
    Raises ValueError for a warmup that is no part of total.
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
            raise ValueError(f"warmup should be a part of total, from 0 to below {total}, but got {warmup}.")
        self.warmup, self.total = warmup, total
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [warmup_cosine(self.last_epoch, self.warmup, self.total, base) for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Down half a cosine from the initial lr to eta_min in T_0 steps, then from the top again.

    T_mult   how many times longer each descent is than the one before; a whole number

    `step(epoch)` takes fractions too, such as epoch + batch / batches.
    Source: Loshchilov & Hutter, SGDR (2017), eq. 5.
    Raises ValueError unless T_0 and T_mult are positive whole numbers.
    """

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        for name, value in ("T_0", T_0), ("T_mult", T_mult):
            if value < 1 or not isinstance(value, int):
                raise ValueError(f"Expected {'positive integer T_0' if name == 'T_0' else 'integer T_mult >= 1'}, "
                                 f"but got {value}")
        if not isinstance(eta_min, float | int):
            raise TypeError(f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min).__name__}")
        self.T_0, self.T_i, self.T_mult, self.eta_min, self.T_cur = T_0, T_0, T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [half_cosine(base, self.eta_min, self.T_cur / self.T_i) for base in self.base_lrs]

    def move(self, epoch=None):
        """T_cur steps of T_i have been taken of this descent."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        elif epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_i, self.T_cur = self.T_0, epoch % self.T_0
        else:
            done = int(log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))       # descents, each longer
            self.T_cur = epoch - self.T_0 * (self.T_mult ** done - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult ** done
        super().move(int(epoch // 1))


def half_cosine(high, low, share):
    """From high (share 0) to low (share 1), level at both ends."""
    return low + (high - low) * (1 + cos(pi * share)) / 2
