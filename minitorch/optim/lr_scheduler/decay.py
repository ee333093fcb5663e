"""Rates that fall, or first rise: at once, at milestones, along a line or a power; or by a function of the step."""

from collections import Counter

from .base import LRScheduler, one_a_group


class StepLR(LRScheduler):
    """lr × gamma every `step_size` steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        falls = self.last_epoch != 0 and self.last_epoch % self.step_size == 0
        return [lr * self.gamma if falls else lr for lr in self.rates()]

    def closed_form(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """lr × gamma at each of the steps in `milestones`; a step named twice counts twice."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        falls = self.milestones.get(self.last_epoch, 0)
        return [lr * self.gamma ** falls if falls else lr for lr in self.rates()]

    def closed_form(self):
        falls = sum(count for step, count in self.milestones.items() if step <= self.last_epoch)
        return [base * self.gamma ** falls for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """lr × gamma every step."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [lr if self._is_initial else lr * self.gamma for lr in self.rates()]

    def closed_form(self):
        return [base * self.gamma ** self.last_epoch for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """lr × factor for the first `total_iters` steps, then lr."""

    def __init__(self, optimizer, factor=1 / 3, total_iters=5, last_epoch=-1):
        between("Constant multiplicative factor", factor)
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.factor for lr in self.rates()]
        return [lr * (1 / self.factor) if self.last_epoch == self.total_iters else lr for lr in self.rates()]

    def closed_form(self):
        return [base * (1 if self.last_epoch >= self.total_iters else self.factor) for base in self.base_lrs]


class LinearLR(LRScheduler):
    """From lr × start_factor to lr × end_factor along a line of `total_iters` steps."""

    def __init__(self, optimizer, start_factor=1 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        between("Starting multiplicative factor", start_factor, above=True)
        between("Ending multiplicative factor", end_factor)
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


def between(what, factor, above=False):
    """Raise for factors outside 0 to 1."""
    if factor > 1 or factor < 0 or above and factor == 0:
        low = "greater than 0 and less or equal to 1" if above else "between 0 and 1"
        raise ValueError(f"{what} expected to be {low}, but got {factor}.")


class LambdaLR(LRScheduler):
    """initial lr × lr_lambda(step); one function, or a list with one a group. TypeError for what is no function.

    >>> optimizer = mt.optim.SGD([mt.ones(3)], lr=0.5)
    >>> schedule = LambdaLR(optimizer, lambda step: 1 / (1 + step))
    >>> schedule.step(); schedule.get_last_lr()
    [0.25]
    """

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.lr_lambdas = one_a_group("lr_lambda", lr_lambda, optimizer)
        for one in self.lr_lambdas:
            if not callable(one):
                raise TypeError(f"lr_lambda should be a function, but got {type(one).__name__}.")
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * one(self.last_epoch) for base, one in zip(self.base_lrs, self.lr_lambdas)]

    def state_dict(self):
        """As every schedule's; functions are left out, and of callable objects their attributes are kept."""
        kept = [dict(getattr(one, "__dict__", ())) or None for one in self.lr_lambdas]
        state = super().state_dict()
        del state["lr_lambdas"]                          # it comes last, as in PyTorch
        return {**state, "lr_lambdas": kept}

    def load_state_dict(self, state_dict):
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for one, attributes in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            if attributes:
                vars(one).update(attributes)


class MultiplicativeLR(LambdaLR):
    """lr × lr_lambda(step) at every step; one function, or a list with one a group."""

    def get_lr(self):
        if self._is_initial:
            return self.rates()
        return [lr * one(self.last_epoch) for lr, one in zip(self.rates(), self.lr_lambdas)]
