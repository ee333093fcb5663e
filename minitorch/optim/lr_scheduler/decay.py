"""Rates that fall every few steps, or that follow a function of the step."""

from ...runtime.missing import moved_to
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


__getattr__ = moved_to("rare.optim.decay")
