"""Rare schedules: factors that fall in other ways, and cosines that restart."""

from math import log

from ...optim.lr_scheduler.base import LRScheduler
from ...optim.lr_scheduler.cosine import half_cosine
from ...optim.lr_scheduler.decay import LambdaLR, check_factor


class CosineAnnealingWarmRestarts(LRScheduler):
    """A rate that falls along half a cosine from the initial lr to eta_min in T_0 steps, then restarts at the top.

    T_mult   factor by which each descent is longer than the descent before it; an integer

    `step(epoch)` accepts fractions too, such as epoch + batch / batches.
    Source: Loshchilov & Hutter, SGDR (2017), eq. 5.
    Raises ValueError unless T_0 and T_mult are positive integers.
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
        """Set the rates, and T_cur, the number of steps since the last restart; a descent has T_i steps."""
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
            done = int(log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))       # number of complete cycles
            self.T_cur = epoch - self.T_0 * (self.T_mult ** done - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult ** done
        super().move(int(epoch // 1))


class ConstantLR(LRScheduler):
    """lr × factor for the first `total_iters` steps, then lr."""

    def __init__(self, optimizer, factor=1 / 3, total_iters=5, last_epoch=-1):
        check_factor("Constant multiplicative factor", factor)
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.factor for lr in self.rates()]
        return [lr * (1 / self.factor) if self.last_epoch == self.total_iters else lr for lr in self.rates()]

    def closed_form(self):
        return [base * (1 if self.last_epoch >= self.total_iters else self.factor) for base in self.base_lrs]


class LinearLR(LRScheduler):
    """A rate along a line from lr × start_factor to lr × end_factor in `total_iters` steps."""

    def __init__(self, optimizer, start_factor=1 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        check_factor("Starting multiplicative factor", start_factor, above=True)
        check_factor("Ending multiplicative factor", end_factor)
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.start_factor for lr in self.rates()]
        if self._is_initial or self.last_epoch > self.total_iters:
            return self.rates()
        rise = self.end_factor - self.start_factor
        return [lr * (1 + rise / (self.total_iters * self.start_factor + (self.last_epoch - 1) * rise))
                for lr in self.rates()]

    def closed_form(self):
        share = min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * (self.start_factor + (self.end_factor - self.start_factor) * share) for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """lr × (1 - step / total_iters) ** power, down to 0."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self._is_initial or self.last_epoch > self.total_iters:
            return self.rates()
        left, before = (1 - step / self.total_iters for step in (self.last_epoch, self.last_epoch - 1))
        return [lr * (left / before) ** self.power for lr in self.rates()]

    def closed_form(self):
        left = 1 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left ** self.power for base in self.base_lrs]


class MultiplicativeLR(LambdaLR):
    """lr × lr_lambda(step) at every step; lr_lambda is a function, or a list of one function for each group."""

    def get_lr(self):
        if self._is_initial:
            return self.rates()
        return [lr * one(self.last_epoch) for lr, one in zip(self.rates(), self.lr_lambdas)]
