"""The base of every schedule: it counts the steps and sets the rate of each group."""

from ...runtime.missing import explained
from ..optimizer import Optimizer
from ..state import copied, set_rate


@explained
class LRScheduler:
    """A base class that sets the `lr` of every group of an optimiser; call `.step()` after the optimiser's own.

    last_epoch   how many steps were taken; -1: start

    A schedule of your own overrides `get_lr`, which returns one rate per group. Multiply the
    current rate, so that several schedules can act on one optimiser; `self._is_initial`
    is True for the first call, from the constructor. `closed_form` is optional: it returns the
    rates from `self.base_lrs` and `self.last_epoch` alone.

    >>> class Halving(LRScheduler):
    ...     def get_lr(self):
    ...         return self.rates() if self._is_initial else [lr / 2 for lr in self.rates()]
    >>> optimizer = mt.optim.SGD([mt.ones(3)], lr=0.4)
    >>> schedule = Halving(optimizer)
    >>> schedule.step(); schedule.get_last_lr()
    [0.2]
    """

    def __init_subclass__(cls, **settings):
        super().__init_subclass__(**settings)
        explained(cls)

    def __init__(self, optimizer, last_epoch=-1):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            if last_epoch == -1:
                group.setdefault("initial_lr", copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError("param 'initial_lr' is not specified in param_groups when resuming an optimizer: "
                               "load the optimizer's state_dict first.")
        self.base_lrs = [copied(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.start()

    def start(self):
        """Set the first rates, before any step of the optimiser."""
        self._step_count, self._is_initial, self._get_lr_called_within_step = 0, True, False
        self.step()
        self._is_initial = False

    def get_lr(self):
        """Return each group's next rate, from self.last_epoch and current rates. NotImplementedError if undefined."""
        raise NotImplementedError(f"{type(self).__name__} needs a get_lr() that returns one rate per group.")

    def rates(self):
        """Return the current rate of each group."""
        return [copied(group["lr"]) for group in self.optimizer.param_groups]

    def get_last_lr(self):
        """Return the rate of each group that this schedule set last."""
        return self._last_lr

    def step(self, epoch=None):
        """Go to the next step, or to `epoch`, and set the rates."""
        self._step_count += 1
        self.move(epoch)

    def move(self, epoch=None):
        """Set the learning rates of the next step, or of step number `epoch` if it is given."""
        if epoch is None:
            self.last_epoch += 1
            rates = self.next_rates()
        else:
            self.last_epoch = epoch
            rates = self.closed_form() if hasattr(self, "closed_form") else self.next_rates()
        for group, lr in zip(self.optimizer.param_groups, rates, strict=True):
            set_rate(group, lr)
        self._last_lr = self.rates()

    def next_rates(self):
        """Return get_lr(); schedules written for PyTorch check that step() called it."""
        self._get_lr_called_within_step = True
        try:
            return self.get_lr()
        finally:
            self._get_lr_called_within_step = False

    def state_dict(self):
        """Return what `load_state_dict` needs to resume: everything but the optimiser and functions."""
        return {name: value for name, value in vars(self).items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Resume from a dict that `state_dict` returned. Also load the optimiser's state, which contains the rates."""
        vars(self).update(state_dict)


def check_optimizer(optimizer):
    """Raise TypeError unless it is an Optimizer."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def one_per_group(name, value, optimizer):
    """Return a list with one value for each group, from a list, or from one number for all groups."""
    groups = len(optimizer.param_groups)
    if not isinstance(value, list | tuple):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(f"Expected {groups} values for {name}, one for each parameter group, but got {len(value)}.")
    return list(value)
