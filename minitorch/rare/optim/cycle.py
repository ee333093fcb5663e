"""Rates that rise and fall, once or repeatedly, while the momentum falls and rises."""

from math import cos, floor, pi

from ...optim.lr_scheduler.base import LRScheduler, check_optimizer, one_per_group
from ...optim.state import set_rate


def momentum_name(optimizer):
    """Return the setting in which an optimiser stores its momentum: "momentum", or "betas" (its first number)."""
    for name in "betas", "momentum":
        if name in optimizer.defaults:
            return name
    raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled: "
                     "pass cycle_momentum=False.")


class MovesMomentum(LRScheduler):
    """Base of OneCycleLR and CyclicLR: knows under which name the optimiser stores its momentum."""

    momentum: str | None = None

    @property
    def use_beta1(self):
        """Whether the momentum is the first of Adam's betas."""
        return self.momentum == "betas"


def set_momentum(group, name, value):
    group[name] = (value, *group["betas"][1:]) if name == "betas" else value


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

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
                 anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95,
                 div_factor=25.0, final_div_factor=1e4, three_phase=False, last_epoch=-1):
        check_optimizer(optimizer)
        for name, value in ("total_steps", total_steps), ("epochs", epochs), ("steps_per_epoch", steps_per_epoch):
            if value is not None and (value <= 0 or not isinstance(value, int)):
                raise ValueError(f"Expected positive integer {name}, but got {value}")
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        self.total_steps = epochs * steps_per_epoch if total_steps is None else total_steps
        if not isinstance(pct_start, float) or not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be 'cos' or 'linear', but got {anneal_strategy!r}")
        self.anneal_strategy, self.cycle_momentum = anneal_strategy, cycle_momentum
        top, last = pct_start * self.total_steps - 1, self.total_steps - 1
        # a phase: (its last step, first learning rate, last learning rate, first momentum, last momentum)
        rise = (top, "initial_lr", "max_lr", "max_momentum", "base_momentum")
        self.phases = ([rise, (2 * top, "max_lr", "initial_lr", "base_momentum", "max_momentum"),
                        (last, "initial_lr", "min_lr", "max_momentum", "max_momentum")] if three_phase else
                       [rise, (last, "max_lr", "min_lr", "base_momentum", "max_momentum")])
        self.momentum = momentum_name(optimizer) if cycle_momentum else None
        ranges = [one_per_group(name, value, optimizer) for name, value in
                  (("max_lr", max_lr), ("base_momentum", base_momentum), ("max_momentum", max_momentum))]
        if last_epoch == -1:
            for group, peak, low, high in zip(optimizer.param_groups, *ranges):
                group.update(initial_lr=peak / div_factor, max_lr=peak, min_lr=peak / div_factor / final_div_factor)
                if cycle_momentum:
                    group.update(base_momentum=low, max_momentum=high)
                    set_momentum(group, self.momentum, high)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is "
                             f"{self.total_steps}: call scheduler.step() once a batch, and count all batches.")
        now = next((number for number, phase in enumerate(self.phases) if step <= phase[0]), len(self.phases) - 1)
        end, low, high, before, after = self.phases[now]
        start = self.phases[now - 1][0] if now else 0
        share = (step - start) / (end - start)
        for group in self.optimizer.param_groups if self.cycle_momentum else ():
            set_momentum(group, self.momentum, self.between(group[before], group[after], share))
        return [self.between(group[low], group[high], share) for group in self.optimizer.param_groups]

    def between(self, start, end, share):
        """Return a rate between start (for share 0) and end (for share 1), on half a cosine or on a line."""
        if self.anneal_strategy == "cos":
            return end + (start - end) / 2 * (1 + cos(pi * share))
        return start + (end - start) * share


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

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular",
                 gamma=1.0, scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8,
                 max_momentum=0.9, last_epoch=-1):
        check_optimizer(optimizer)
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError(f"mode is invalid and scale_fn is None: {mode!r} is none of 'triangular', "
                             "'triangular2' and 'exp_range'.")
        rates = one_per_group("base_lr", base_lr, optimizer)
        self.max_lrs = one_per_group("max_lr", max_lr, optimizer)
        self.total_size = float(step_size_up + (step_size_up if step_size_down is None else step_size_down))
        self.step_ratio = step_size_up / self.total_size
        self.mode, self.gamma, self.scale_fn = mode, gamma, scale_fn
        self.scale_mode = scale_mode if scale_fn else "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.momentum = momentum_name(optimizer)
            self.base_momentums = one_per_group("base_momentum", base_momentum, optimizer)
            self.max_momentums = one_per_group("max_momentum", max_momentum, optimizer)
        if last_epoch == -1:
            for number, group in enumerate(optimizer.param_groups):
                set_rate(group, rates[number])
                if cycle_momentum:
                    group.update(base_momentum=self.base_momentums[number], max_momentum=self.max_momentums[number])
        super().__init__(optimizer, last_epoch)
        self.base_lrs = rates

    def get_lr(self):
        cycle = floor(1 + self.last_epoch / self.total_size)
        phase = 1 + self.last_epoch / self.total_size - cycle                 # from 0 to 1 within the cycle
        height = phase / self.step_ratio if phase <= self.step_ratio else (phase - 1) / (self.step_ratio - 1)
        height *= self.scale(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for group, low, high in zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums):
                set_momentum(group, self.momentum, high - (high - low) * height)
        return [low + (high - low) * height for low, high in zip(self.base_lrs, self.max_lrs)]

    def scale(self, x):
        """Return the factor of (max_lr − base_lr) in cycle x, or at step x; it starts at 1."""
        if self.scale_fn is not None:
            return self.scale_fn(x)
        return {"triangular": 1.0, "triangular2": 0.5 ** (x - 1), "exp_range": self.gamma ** x}[self.mode]

    def state_dict(self):
        """Return the state, without scale_fn, which cannot be saved."""
        state = super().state_dict()
        del state["scale_fn"]
        return state
