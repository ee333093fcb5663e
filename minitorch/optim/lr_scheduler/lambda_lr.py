"""Schedules given by a function of the step."""

from .base import LRScheduler, one_a_group


class LambdaLR(LRScheduler):
    """initial lr × lr_lambda(step); one function, or a list with one a group.

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
        return {**super().state_dict(), "lr_lambdas": kept}

    def load_state_dict(self, state_dict):
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for one, attributes in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            if attributes:
                vars(one).update(attributes)


class MultiplicativeLR(LambdaLR):
    """lr × lr_lambda(step) at every step; one function, or a list with one a group."""

    def get_lr(self):
        if self.starting:
            return self.rates()
        return [lr * one(self.last_epoch) for lr, one in zip(self.rates(), self.lr_lambdas)]
