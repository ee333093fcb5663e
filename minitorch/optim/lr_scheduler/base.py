"""What every schedule does: count its steps, and set the rate of each group."""

from ...missing import named
from ..optimizer import Optimizer
from ..state import copied, set_rate


class LRScheduler:
    """Sets the `lr` of every group of an optimiser; call `.step()` after the optimiser's own.

    last_epoch   how many steps were taken; -1 starts

    A schedule of your own overrides `get_lr`, which returns one rate a group. It multiplies the
    rate that stands there, so that several schedules can act on one optimiser; `self._is_initial`
    is True for the first call, from the constructor. `closed_form`, where there is one, says the
    rates from `self.base_lrs` and `self.last_epoch` alone.

    >>> class Halving(LRScheduler):
    ...     def get_lr(self):
    ...         return self.rates() if self._is_initial else [lr / 2 for lr in self.rates()]
    >>> optimizer = mt.optim.SGD([mt.ones(3)], lr=0.4)
    >>> schedule = Halving(optimizer)
    >>> schedule.step(); schedule.get_last_lr()
    [0.2]
    """

    __new__ = named

    def __init__(self, optimizer, last_epoch=-1):
        belongs(optimizer)
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
        """The first rates, before any step of the optimiser."""
        self._step_count, self._is_initial, self._get_lr_called_within_step = 0, True, False
        self.step()
        self._is_initial = False

    def get_lr(self):
        """The next rate of each group, from self.last_epoch and the rates that stand. NotImplementedError in a base."""
        raise NotImplementedError(f"{type(self).__name__} needs a get_lr() that returns one rate a group.")

    def rates(self):
        """The rate of each group, as it stands."""
        return [copied(group["lr"]) for group in self.optimizer.param_groups]

    def get_last_lr(self):
        """The rate of each group as this schedule set it last."""
        return self._last_lr

    def step(self, epoch=None):
        """Go one step on, or to `epoch`, and set the rates."""
        self._step_count += 1
        self.move(epoch)

    def move(self, epoch=None):
        """Set the rates of the next step, or of the step `epoch`."""
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
        """What get_lr says; schedules written for PyTorch ask whether it is step() that calls them."""
        self._get_lr_called_within_step = True
        try:
            return self.get_lr()
        finally:
            self._get_lr_called_within_step = False

    def state_dict(self):
        """Return what `load_state_dict` needs to resume: everything but the optimiser and functions."""
        return {name: value for name, value in vars(self).items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Go on from what `state_dict` returned. Load the optimiser's own state too: it holds the rates."""
        vars(self).update(state_dict)


def belongs(optimizer):
    """Raise for what is no optimiser."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def one_a_group(name, value, optimizer):
    """A list with one value for each group, from such a list or from a number for all."""
    groups = len(optimizer.param_groups)
    if not isinstance(value, list | tuple):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(f"Expected {groups} values for {name}, one for each parameter group, but got {len(value)}.")
    return list(value)
