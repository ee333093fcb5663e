"""Combine several schedules for one optimiser: one after the other, or all at once."""

from bisect import bisect_right

from ...optim.lr_scheduler.base import LRScheduler
from ...optim.lr_scheduler.plateau import ReduceLROnPlateau
from ...optim.state import set_rate


class Composite(LRScheduler):
    """Base of composite schedules: it checks the schedules and stores their states."""

    def check(self, schedulers, optimizer):
        name = type(self).__name__
        for index, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, "optimizer"):
                raise TypeError(f"{name} at index {index} should have `optimizer` as its attribute: "
                                f"{type(scheduler).__name__} is not a schedule.")
            if isinstance(scheduler, ReduceLROnPlateau):
                raise ValueError(f"{name} does not support `ReduceLROnPlateau` scheduler as its step needs a metric, "
                                 f"but got one at index {index}.")
            if scheduler.optimizer is not optimizer:
                raise ValueError(f"{name} expects all schedulers to belong to the same optimizer, but the "
                                 f"{type(scheduler).__name__} at index {index} has another.")

    def state_dict(self):
        state = super().state_dict()
        del state["_schedulers"]                         # put this key last again, as in PyTorch
        return {**state, "_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict):
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(state)


class SequentialLR(Composite):
    """Schedules one after the other: at each of the `milestones` the next schedule starts from its own step 0.

    Raises ValueError unless there is one milestone fewer than schedulers.

    >>> from minitorch.optim import SGD, lr_scheduler
    >>> optimizer = SGD([mt.ones(3)], lr=1.0)
    >>> warm, fall = lr_scheduler.LinearLR(optimizer, 0.5, total_iters=2), lr_scheduler.ExponentialLR(optimizer, 0.9)
    >>> schedule = SequentialLR(optimizer, [warm, fall], milestones=[2])
    >>> for _ in range(4):
    ...     print(schedule.get_last_lr())
    ...     schedule.step()
    [0.5]
    [0.75]
    [1.0]
    [0.9]
    """

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        if not schedulers:
            raise ValueError("SequentialLR expects at least one scheduler, but got no scheduler.")
        self.check(schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("Sequential Schedulers expects number of schedulers provided to be one more than the "
                             f"number of milestone points, but got {len(schedulers)} schedulers and "
                             f"{len(milestones)} milestones.")
        self._schedulers, self._milestones = schedulers, milestones
        self.optimizer, self.last_epoch = optimizer, last_epoch + 1
        for group in optimizer.param_groups:              # undo the steps that all schedules took in their constructors
            set_rate(group, group["initial_lr"])
        undo_first_step(self)
        first = schedulers[bisect_right(milestones, 0)]
        first.start()
        self._last_lr = first.get_last_lr()

    def step(self):
        """Take a step of the current schedule."""
        self.last_epoch += 1
        turn = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[turn]
        if turn > 0 and self._milestones[turn - 1] == self.last_epoch:
            scheduler.move(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


def undo_first_step(scheduler):
    """Undo the step that a schedule's constructor took."""
    if isinstance(scheduler, Composite):
        for inner in scheduler._schedulers:
            undo_first_step(inner)
    else:
        scheduler.last_epoch -= 1


class ChainedScheduler(Composite):
    """A schedule in which every scheduler changes the rate at every step, one after another.

    optimizer   the schedulers' optimiser; ValueError if it is another, or if there are no schedulers
    """

    def __init__(self, schedulers, optimizer=None):
        if not schedulers:
            raise ValueError("ChainedScheduler expects at least one scheduler to be chained, but got no scheduler.")
        self.optimizer = optimizer or getattr(schedulers[0], "optimizer", None)
        self.check(schedulers, self.optimizer)
        self._schedulers = schedulers
        self._last_lr = self.rates()

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self.rates()
