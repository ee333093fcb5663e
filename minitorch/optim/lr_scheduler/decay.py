"""Rates that fall at milestones, every few steps or each step, or that follow a function of the step."""

from collections import Counter

from .base import LRScheduler, one_per_group


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
    """lr × gamma at each of the steps in `milestones`; a step listed twice counts twice."""

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


def check_factor(what, factor, above=False):
    """Raise ValueError for a factor outside 0 to 1."""
    if factor > 1 or factor < 0 or above and factor == 0:
        low = "greater than 0 and less or equal to 1" if above else "between 0 and 1"
        raise ValueError(f"{what} expected to be {low}, but got {factor}.")


class LambdaLR(LRScheduler):
    """initial lr × lr_lambda(step); one function, or a list with one per group. TypeError if it is not a function.

    >>> optimizer = mt.optim.SGD([mt.ones(3)], lr=0.5)
    >>> schedule = LambdaLR(optimizer, lambda step: 1 / (1 + step))
    >>> schedule.step(); schedule.get_last_lr()
    [0.25]
    """

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.lr_lambdas = one_per_group("lr_lambda", lr_lambda, optimizer)
        for one in self.lr_lambdas:
            if not callable(one):
                raise TypeError(f"lr_lambda should be a function, but got {type(one).__name__}.")
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * one(self.last_epoch) for base, one in zip(self.base_lrs, self.lr_lambdas)]

    def state_dict(self):
        """Return the state as every schedule does, with the attributes of callable objects, but without functions."""
        kept = [dict(getattr(one, "__dict__", ())) or None for one in self.lr_lambdas]
        state = super().state_dict()
        del state["lr_lambdas"]                          # put this key last again, as in PyTorch
        return {**state, "lr_lambdas": kept}

    def load_state_dict(self, state_dict):
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for one, attributes in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            if attributes:
                vars(one).update(attributes)
