# Written by `python -m minitorch.tools.stubs`.
# mypy: disable-error-code="override, misc, assignment, valid-type, overload-overlap, type-arg, no-redef"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, Protocol, Self, SupportsIndex, overload

import numpy as np
from typing_extensions import TypeVar

from minitorch.backend import device as _device
from minitorch.dtypes import dtype as _dtype
from minitorch.random import Generator as _Generator

from minitorch.tensors.tensor import (Size, Tensor as Tensor, _Device, _Dims, _Number, _Sizes, _Value, _ATau, _EigenvaluesEigenvectors, _HistBinEdges, _InverseInfo, _LInfo, _LuPivots, _LuPivotsInfo, _MantissaExponent, _MinMax, _PLU, _QR, _ResultInfo, _SignLogabsdet, _SolutionResidualsRankSingularValues, _USV, _USVh, _ValuesIndices)

__all__ = ['ChainedScheduler', 'ConstantLR', 'CosineAnnealingLR', 'CosineAnnealingWarmRestarts', 'CyclicLR',
           'ExponentialLR', 'LRScheduler', 'LambdaLR', 'LinearLR', 'MultiStepLR', 'MultiplicativeLR', 'OneCycleLR',
           'PolynomialLR', 'ReduceLROnPlateau', 'SequentialLR', 'StepLR', 'WarmupCosineLR', 'warmup_cosine']

def warmup_cosine(step: Any, warmup: Any, total: Any, peak: Any) -> Tensor:
    """Return the rate of a step: it rises along a line for `warmup` steps, then falls along half a cosine.

    step      counted from 0; the first rate is above 0
    warmup    number of rising steps; the last of them has the rate `peak`
    total     the step from which on the rate is 0
    """

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
    optimizer: Any
    base_lrs: Any
    last_epoch: _int
    def __init__(self, optimizer: Any, last_epoch: _int = -1) -> None: ...
    def get_last_lr(self) -> Any:
        """Return the rate of each group that this schedule set last."""
    def get_lr(self) -> Any:
        """Return each group's next rate, from self.last_epoch and current rates. NotImplementedError if undefined."""
    def load_state_dict(self, state_dict: Any) -> Any:
        """Resume from a dict that `state_dict` returned. Also load the optimiser's state, which contains the rates."""
    def move(self, epoch: Any = None) -> Any:
        """Set the learning rates of the next step, or of step number `epoch` if it is given."""
    def next_rates(self) -> Any:
        """Return get_lr(); schedules written for PyTorch check that step() called it."""
    def rates(self) -> Any:
        """Return the current rate of each group."""
    def start(self) -> Any:
        """Set the first rates, before any step of the optimiser."""
    def state_dict(self) -> dict[str, Any]:
        """Return what `load_state_dict` needs to resume: everything but the optimiser and functions."""
    def step(self, epoch: Any = None) -> Any:
        """Go to the next step, or to `epoch`, and set the rates."""

class Composite(LRScheduler):
    """Base of composite schedules: it checks the schedules and stores their states."""
    def check(self, schedulers: Any, optimizer: Any) -> Any: ...
    def load_state_dict(self, state_dict: Any) -> Any: ...
    def state_dict(self) -> dict[str, Any]: ...

class ChainedScheduler(Composite):
    """A schedule in which every scheduler changes the rate at every step, one after another.

    optimizer   the schedulers' optimiser; ValueError if it is another, or if there are no schedulers
    """
    optimizer: Any
    def __init__(self, schedulers: Any, optimizer: Any = None) -> None: ...
    def step(self) -> Any: ...

class ConstantLR(LRScheduler):
    """lr × factor for the first `total_iters` steps, then lr."""
    factor: _float
    total_iters: _float
    def __init__(self, optimizer: Any, factor: _float = 0.3333333333333333, total_iters: _float = 5, last_epoch: _int = -1) -> None: ...
    def closed_form(self) -> Any: ...
    def get_lr(self) -> Any: ...

class CosineAnnealingLR(LRScheduler):
    """A rate that falls along half a cosine from the initial lr to eta_min in T_max steps, then rises again.

    Source: Loshchilov & Hutter, SGDR (2017), eq. 5, without restarts.
    """
    T_max: _int
    eta_min: _float
    def __init__(self, optimizer: Any, T_max: _int, eta_min: _float = 0.0, last_epoch: _int = -1) -> None: ...
    def closed_form(self) -> Any: ...
    def get_lr(self) -> Any: ...

class CosineAnnealingWarmRestarts(LRScheduler):
    """A rate that falls along half a cosine from the initial lr to eta_min in T_0 steps, then restarts at the top.

    T_mult   factor by which each descent is longer than the descent before it; an integer

    `step(epoch)` accepts fractions too, such as epoch + batch / batches.
    Source: Loshchilov & Hutter, SGDR (2017), eq. 5.
    Raises ValueError unless T_0 and T_mult are positive integers.
    """
    T_0: Any
    T_i: Any
    T_mult: _float
    eta_min: _float
    T_cur: Any
    def __init__(self, optimizer: Any, T_0: Any, T_mult: _float = 1, eta_min: _float = 0.0, last_epoch: _int = -1) -> None: ...
    def get_lr(self) -> Any: ...
    def move(self, epoch: Any = None) -> Any:
        """Set the rates, and T_cur, the number of steps since the last restart; a descent has T_i steps."""

class MovesMomentum(LRScheduler):
    """Base of OneCycleLR and CyclicLR: knows under which name the optimiser stores its momentum."""
    @property
    def use_beta1(self) -> Any:
        """Whether the momentum is the first of Adam's betas."""

class CyclicLR(MovesMomentum):
    """A rate that rises from base_lr to max_lr in step_size_up steps, falls in step_size_down, and rises again.

    mode             "triangular": all cycles are equal; "triangular2": each is half as high as the one before;
                     "exp_range": the height is multiplied by gamma at every step
    scale_fn         a function instead of the mode: of the cycle, from 1 on, or of the step
    scale_mode       "cycle" or "iterations": the argument of scale_fn
    cycle_momentum   whether momentum falls from max_momentum to base_momentum while the rate rises

    Source: Smith, Cyclical learning rates (2017).
    Raises ValueError for an unknown mode.
    """
    max_lrs: Any
    total_size: Any
    step_ratio: Any
    mode: str
    gamma: _float
    scale_fn: Any
    scale_mode: str
    cycle_momentum: _bool
    momentum: Any
    base_momentums: Any
    max_momentums: Any
    base_lrs: Any
    def __init__(self, optimizer: Any, base_lr: Any, max_lr: Any, step_size_up: _float = 2000, step_size_down: Any = None, mode: str = 'triangular', gamma: _float = 1.0, scale_fn: Any = None, scale_mode: str = 'cycle', cycle_momentum: _bool = True, base_momentum: _float = 0.8, max_momentum: _float = 0.9, last_epoch: _int = -1) -> None: ...
    def get_lr(self) -> Any: ...
    def scale(self, x: Any) -> Any:
        """Return the factor of (max_lr − base_lr) in cycle x, or at step x; it starts at 1."""
    def state_dict(self) -> dict[str, Any]:
        """Return the state, without scale_fn, which cannot be saved."""

class ExponentialLR(LRScheduler):
    """lr × gamma every step."""
    gamma: Any
    def __init__(self, optimizer: Any, gamma: Any, last_epoch: _int = -1) -> None: ...
    def closed_form(self) -> Any: ...
    def get_lr(self) -> Any: ...

class LambdaLR(LRScheduler):
    """initial lr × lr_lambda(step); one function, or a list with one per group. TypeError if it is not a function.

    >>> optimizer = mt.optim.SGD([mt.ones(3)], lr=0.5)
    >>> schedule = LambdaLR(optimizer, lambda step: 1 / (1 + step))
    >>> schedule.step(); schedule.get_last_lr()
    [0.25]
    """
    lr_lambdas: Any
    def __init__(self, optimizer: Any, lr_lambda: Any, last_epoch: _int = -1) -> None: ...
    def get_lr(self) -> Any: ...
    def load_state_dict(self, state_dict: Any) -> Any: ...
    def state_dict(self) -> dict[str, Any]:
        """Return the state as every schedule does, with the attributes of callable objects, but without functions."""

class LinearLR(LRScheduler):
    """A rate along a line from lr × start_factor to lr × end_factor in `total_iters` steps."""
    start_factor: _float
    end_factor: _float
    total_iters: _float
    def __init__(self, optimizer: Any, start_factor: _float = 0.3333333333333333, end_factor: _float = 1.0, total_iters: _float = 5, last_epoch: _int = -1) -> None: ...
    def closed_form(self) -> Any: ...
    def get_lr(self) -> Any: ...

class MultiStepLR(LRScheduler):
    """lr × gamma at each of the steps in `milestones`; a step listed twice counts twice."""
    milestones: Any
    gamma: _float
    def __init__(self, optimizer: Any, milestones: Any, gamma: _float = 0.1, last_epoch: _int = -1) -> None: ...
    def closed_form(self) -> Any: ...
    def get_lr(self) -> Any: ...

class MultiplicativeLR(LambdaLR):
    """lr × lr_lambda(step) at every step; lr_lambda is a function, or a list of one function for each group."""
    def get_lr(self) -> Any: ...

class OneCycleLR(MovesMomentum):
    """A rate that rises from max_lr / div_factor to max_lr, then falls to almost 0; momentum does the opposite.

    total_steps        length of the whole cycle; or give epochs and steps_per_epoch
    pct_start          fraction of the cycle in which the rate rises
    anneal_strategy    "cos" or "linear"
    cycle_momentum     whether momentum goes from max_momentum down to base_momentum, and up again
    final_div_factor   the last rate is the first divided by this
    three_phase        True: first fall to the initial rate, in as many steps as the rise took, then to almost 0

    Raises ValueError if the length is missing or a setting is out of range. Source: Smith & Topin (2018).
    """
    total_steps: Any
    anneal_strategy: str
    cycle_momentum: _bool
    phases: Any
    momentum: Any
    def __init__(self, optimizer: Any, max_lr: Any, total_steps: Any = None, epochs: Any = None, steps_per_epoch: Any = None, pct_start: _float = 0.3, anneal_strategy: str = 'cos', cycle_momentum: _bool = True, base_momentum: _float = 0.85, max_momentum: _float = 0.95, div_factor: _float = 25.0, final_div_factor: _float = 10000.0, three_phase: _bool = False, last_epoch: _int = -1) -> None: ...
    def between(self, start: Any, end: Any, share: Any) -> Any:
        """Return a rate between start (for share 0) and end (for share 1), on half a cosine or on a line."""
    def get_lr(self) -> Any: ...

class PolynomialLR(LRScheduler):
    """lr × (1 - step / total_iters) ** power, down to 0."""
    total_iters: _float
    power: _float
    def __init__(self, optimizer: Any, total_iters: _float = 5, power: _float = 1.0, last_epoch: _int = -1) -> None: ...
    def closed_form(self) -> Any: ...
    def get_lr(self) -> Any: ...

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
    optimizer: Any
    factor: _float
    default_min_lr: Any
    min_lrs: Any
    patience: _float
    cooldown: _float
    eps: _float
    last_epoch: Any
    mode_worse: Any
    mode: str
    threshold: _float
    threshold_mode: str
    best: Any
    cooldown_counter: Any
    num_bad_epochs: Any
    def __init__(self, optimizer: Any, mode: str = 'min', factor: _float = 0.1, patience: _float = 10, threshold: _float = 0.0001, threshold_mode: str = 'rel', cooldown: _float = 0, min_lr: _float = 0, eps: _float = 1e-08) -> None: ...
    def better(self, value: Any) -> Any: ...
    @property
    def in_cooldown(self) -> Any: ...
    def reduce(self) -> Any: ...
    def step(self, metrics: Any, epoch: Any = None) -> Any:
        """Take a metric, a number or a Tensor of one element, such as a validation loss; lower the rate if needed."""

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
    optimizer: Any
    last_epoch: _int
    def __init__(self, optimizer: Any, schedulers: Any, milestones: Any, last_epoch: _int = -1) -> None: ...
    def step(self) -> Any:
        """Take a step of the current schedule."""

class StepLR(LRScheduler):
    """lr × gamma every `step_size` steps."""
    step_size: _int
    gamma: _float
    def __init__(self, optimizer: Any, step_size: _int, gamma: _float = 0.1, last_epoch: _int = -1) -> None: ...
    def closed_form(self) -> Any: ...
    def get_lr(self) -> Any: ...

class WarmupCosineLR(LRScheduler):
    """A rate that rises along a line to the initial lr for `warmup` steps, then falls along half a cosine to 0 at total

    PyTorch has no class for it: there you combine LinearLR and CosineAnnealingLR by SequentialLR.
    Raises ValueError for a warmup outside 0 to below total.
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
    warmup: Any
    total: Any
    def __init__(self, optimizer: Any, warmup: Any, total: Any, last_epoch: _int = -1) -> None: ...
    def get_lr(self) -> Any: ...
