"""Learning rates that change as training goes on: each schedule says the next rate from the last."""

from math import cos, pi


class LRScheduler:
    """Sets the `lr` of every group of an optimiser; call `.step()` after the optimiser's own.

    last_epoch   how many steps were taken; -1 starts

    A schedule of your own overrides `get_lr`, which returns one rate a group. It multiplies the
    rate that stands there, so that several schedules can act on one optimiser.
    """

    def __init__(self, optimizer, last_epoch=-1):
        if not hasattr(optimizer, "param_groups"):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError("param 'initial_lr' is not specified in param_groups when resuming an optimizer: "
                               "load the optimizer's state_dict first.")
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.started = False
        self.step()
        self.started = True

    def get_lr(self):
        """The next rate of each group, given self.last_epoch and the rates that stand."""
        raise NotImplementedError(f"{type(self).__name__} needs a get_lr() that returns one rate a group.")

    def rates(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def get_last_lr(self):
        """The rate of each group as it stands."""
        return self.rates()

    def step(self, epoch=None):
        """Go one step on, and set the rates."""
        if self.started and self.last_epoch == 0 and self.too_early():
            from warnings import warn
            warn("lr_scheduler.step() was called before optimizer.step(): the first rate of the schedule is "
                 "skipped. Call optimizer.step() first.", UserWarning, stacklevel=2)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        for group, lr in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = lr

    def too_early(self):
        """Whether the optimiser, if it counts its steps, has taken none."""
        return getattr(self.optimizer, "steps", 1) == 0 and type(self.optimizer).rule is not None

    def state_dict(self):
        """What `load_state_dict` needs to go on: everything but the optimiser and functions."""
        return {name: value for name, value in self.__dict__.items()
                if name not in ("optimizer", "started") and not holds_functions(value)}

    def load_state_dict(self, state_dict):
        """Go on from what `state_dict` returned. Load the optimiser's own state too: it holds the rates."""
        self.__dict__.update(state_dict)


def holds_functions(value):
    return callable(value) or isinstance(value, list) and any(map(callable, value))


class LambdaLR(LRScheduler):
    """initial lr × lr_lambda(step); one function, or a list with one a group."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        groups = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, list | tuple) else [lr_lambda] * groups
        if len(self.lr_lambdas) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, one for each parameter group, "
                             f"but got {len(self.lr_lambdas)}.")
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * f(self.last_epoch) for base, f in zip(self.base_lrs, self.lr_lambdas)]


class StepLR(LRScheduler):
    """lr × gamma every `step_size` steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        falls = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [lr * self.gamma if falls else lr for lr in self.rates()]


class MultiStepLR(LRScheduler):
    """lr × gamma at each of the steps in `milestones`; a step named twice counts twice."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = sorted(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        falls = self.gamma ** self.milestones.count(self.last_epoch)
        return [lr * falls for lr in self.rates()]


class ExponentialLR(LRScheduler):
    """lr × gamma every step."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [lr * self.gamma if self.last_epoch > 0 else lr for lr in self.rates()]


class CosineAnnealingLR(LRScheduler):
    """Down half a cosine from the initial lr to eta_min in T_max steps, then up again.

    Source: Loshchilov & Hutter, SGDR (2017), eq. 5, without restarts.
    """

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        t, T, low = self.last_epoch, self.T_max, self.eta_min
        if t == 0:
            return self.rates()
        if (t - 1 - T) % (2 * T) == 0:                   # from the valley there is no ratio to multiply by
            return [lr + (base - low) * (1 - cos(pi / T)) / 2 for lr, base in zip(self.rates(), self.base_lrs)]
        ratio = (1 + cos(pi * t / T)) / (1 + cos(pi * (t - 1) / T))
        return [ratio * (lr - low) + low for lr in self.rates()]


class OneCycleLR(LRScheduler):
    """Up from max_lr / div_factor to max_lr, then down to almost nothing; momentum does the opposite.

    total_steps        length of the whole cycle; or give epochs and steps_per_epoch
    pct_start          share of the cycle spent going up
    anneal_strategy    "cos" or "linear"
    final_div_factor   the last rate is the first divided by this
    three_phase        come down as fast as up, then vanish

    Source: Smith & Topin, Super-convergence (2018).
    """

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
                 anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95,
                 div_factor=25.0, final_div_factor=1e4, three_phase=False, last_epoch=-1):
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        self.total_steps = epochs * steps_per_epoch if total_steps is None else total_steps
        if not isinstance(self.total_steps, int) or self.total_steps <= 0:
            raise ValueError(f"Expected positive integer total_steps, but got {self.total_steps}")
        if not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be 'cos' or 'linear', but got {anneal_strategy!r}")
        self.anneal_strategy, self.cycle_momentum = anneal_strategy, cycle_momentum
        top, last = pct_start * self.total_steps - 1, self.total_steps - 1
        rise = (top, "initial_lr", "max_lr", "max_momentum", "base_momentum")     # until, from, to; momentum too
        self.phases = ([rise, (2 * top, "max_lr", "initial_lr", "base_momentum", "max_momentum"),
                        (last, "initial_lr", "min_lr", "max_momentum", "max_momentum")] if three_phase else
                       [rise, (last, "max_lr", "min_lr", "base_momentum", "max_momentum")])
        groups = optimizer.param_groups
        peaks = list(max_lr) if isinstance(max_lr, list | tuple) else [max_lr] * len(groups)
        if len(peaks) != len(groups):
            raise ValueError(f"Expected {len(groups)} values for max_lr, but got {len(peaks)}")
        if cycle_momentum and not {"momentum", "betas"} & set(optimizer.defaults):
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        if last_epoch == -1:
            for group, peak in zip(groups, peaks):
                group.update(initial_lr=peak / div_factor, max_lr=peak,
                             min_lr=peak / div_factor / final_div_factor)
                if cycle_momentum:
                    group.update(base_momentum=base_momentum, max_momentum=max_momentum)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is "
                             f"{self.total_steps}: call scheduler.step() once a batch, and count all batches.")
        start = 0
        for phase in self.phases[:-1]:
            if step > phase[0]:
                start = phase[0]
        end, low, high, before, after = next((p for p in self.phases if step <= p[0]), self.phases[-1])
        share = (step - start) / (end - start)
        for group in self.optimizer.param_groups if self.cycle_momentum else ():
            momentum = self.between(group[before], group[after], share)
            if "betas" in group:
                group["betas"] = (momentum, *group["betas"][1:])
            else:
                group["momentum"] = momentum
        return [self.between(group[low], group[high], share) for group in self.optimizer.param_groups]

    def between(self, start, end, share):
        """From start (share 0) to end (share 1), along half a cosine or a line."""
        if self.anneal_strategy == "cos":
            share = (1 - cos(pi * share)) / 2
        return start + (end - start) * share
