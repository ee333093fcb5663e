"""A rate that falls when a metric stops improving."""

from ..state import set_rate
from .base import LRScheduler, check_optimizer, one_per_group

WORST = {"min": float("inf"), "max": float("-inf")}


class ReduceLROnPlateau(LRScheduler):
    """lr × factor when `step(metric)` has seen no improvement for more than `patience` steps.

    mode             "min": smaller is better, as of a loss; "max": larger, as of an accuracy
    threshold        the improvement that counts: a share of the best value ("rel"), or an amount ("abs")
    threshold_mode   "rel" or "abs"
    cooldown         steps that do not count after the rate was lowered
    min_lr           smallest rate; a number, or one per group
    eps              the rate is not lowered by less than this

    Raises ValueError for a factor of 1 or more, and for an unknown mode or threshold_mode.
    """

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel",
                 cooldown=0, min_lr=0, eps=1e-8):
        if factor >= 1:
            raise ValueError(f"Factor should be < 1.0, but got {factor}, because the rate must fall.")
        if mode not in WORST:
            raise ValueError(f"mode {mode} is unknown: it is 'min' or 'max'.")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown: it is 'rel' or 'abs'.")
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.factor = factor
        self.default_min_lr = None if isinstance(min_lr, list | tuple) else min_lr
        self.min_lrs = one_per_group("min_lr", min_lr, optimizer)
        self.patience, self.cooldown, self.eps = patience, cooldown, eps
        self.last_epoch, self._last_lr, self.mode_worse = 0, self.rates(), WORST[mode]
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.best, self.cooldown_counter, self.num_bad_epochs = self.mode_worse, 0, 0

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def step(self, metrics, epoch=None):
        """Take a metric, a number or a Tensor of one element, such as a validation loss; lower the rate if needed."""
        value = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.better(value):
            self.best, self.num_bad_epochs = value, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self.reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self.rates()

    def better(self, value):
        margin = -self.threshold if self.mode == "min" else self.threshold
        bar = self.best + margin if self.threshold_mode == "abs" else self.best * (1 + margin)
        return value < bar if self.mode == "min" else value > bar

    def reduce(self):
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(f"The number of param groups in the optimizer ({len(groups)}) differs from when "
                                   f"ReduceLROnPlateau was initialized ({len(self.min_lrs)}): pass one min_lr.")
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, least in zip(groups, self.min_lrs):
            lower = max(float(group["lr"]) * self.factor, least)
            if group["lr"] - lower > self.eps:
                set_rate(group, lower)
