"""Callbacks: code that runs at points of the training, such as stopping early. Each has Lightning's hooks."""

from math import isfinite
from time import monotonic
from warnings import warn

HOOKS = """setup teardown on_fit_start on_fit_end on_sanity_check_start on_sanity_check_end on_train_start
on_train_end on_train_epoch_start on_train_epoch_end on_train_epoch_closed on_train_batch_start
on_train_batch_end on_validation_start on_validation_end on_validation_epoch_start on_validation_epoch_end
on_validation_batch_start on_validation_batch_end on_test_start on_test_end on_test_epoch_start
on_test_epoch_end on_test_batch_start on_test_batch_end on_predict_start on_predict_end on_predict_epoch_start
on_predict_epoch_end on_predict_batch_start on_predict_batch_end on_before_zero_grad on_before_backward
on_after_backward on_before_optimizer_step on_exception""".split()


class Callback:
    """Base of all callbacks: override hooks, methods whose first arguments are trainer and module. A module has the
    same hooks, without these two arguments; the module's hooks are called after the callbacks' hooks.

    In the order of a run: on_fit_start, on_train_start; per epoch on_train_epoch_start; per batch
    on_train_batch_start(…, batch, batch_idx), on_before_zero_grad(…, optimizer), on_before_backward(…, loss),
    on_after_backward, on_before_optimizer_step(…, optimizer), on_train_batch_end(…, outputs, batch, batch_idx);
    on_validation_…, on_train_epoch_end; on_train_end, on_fit_end. on_exception(…, exception) if the run fails.

    >>> class Count(Callback):
    ...     seen = 0
    ...     def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
    ...         self.seen += 1
    """

    monitors = False         # whether the callback reads logged numbers: then its hooks run after all others

    @property
    def state_key(self):
        """Return the name of this callback's state in a checkpoint."""
        return type(self).__qualname__

    def state_dict(self):
        """Return the values that a checkpoint saves for this callback."""
        return {}

    def load_state_dict(self, state_dict):
        """Continue from the values that `state_dict` returned."""

    def on_save_checkpoint(self, trainer, pl_module, checkpoint):
        """Add values to a checkpoint, a dict, before it is written."""

    def on_load_checkpoint(self, trainer, pl_module, checkpoint):
        """Read values from the checkpoint from which a run continues."""


class LambdaCallback(Callback):
    """A callback made of functions: LambdaCallback(on_train_epoch_end=lambda trainer, module: …).

    Raises TypeError for a name that is no hook.
    """

    def __init__(self, **hooks):
        for name, function in hooks.items():
            if name not in HOOKS:
                raise TypeError(f"there is no hook {name!r}; there are {', '.join(HOOKS)}.")
            setattr(self, name, function)


class EarlyStopping(Callback):
    """A callback that ends the training when a logged number has stopped improving.

    monitor                the number's name, such as "val_loss"
    min_delta              the smallest change that counts as an improvement
    patience               how many checks without improvement end the training
    verbose                print the reason at once; False: a Trainer with a progress bar prints it at the end
    mode                   "min": smaller is better; "max": larger
    strict                 raise RuntimeError if the number was not logged; False: warn
    check_finite           stop when the number is nan or infinite
    stopping_threshold     stop when the number is better than this
    divergence_threshold   stop when the number is worse than this
    check_on_train_epoch_end   check after each training epoch; default: after validation, if there is one
    """

    monitors = True

    def __init__(self, monitor: str, min_delta: float = 0.0, patience: int = 3, verbose: bool = False,
                 mode: str = "min", strict: bool = True, check_finite: bool = True,
                 stopping_threshold: float | None = None, divergence_threshold: float | None = None,
                 check_on_train_epoch_end: bool | None = None):
        self.monitor, self.min_delta, self.patience, self.verbose = monitor, abs(min_delta), patience, verbose
        self.sign = sign_of(mode)
        self.strict, self.check_finite, self.at_end = strict, check_finite, check_on_train_epoch_end
        self.good, self.hopeless = stopping_threshold, divergence_threshold
        self.wait_count, self.stopped_epoch, self.best_score = 0, 0, self.sign * float("inf")

    def on_train_epoch_end(self, trainer, pl_module):
        if self.at_end or self.at_end is None and not trainer.validates:
            self.check(trainer)

    def on_validation_end(self, trainer, pl_module):
        if not self.at_end and not trainer.sanity_checking and trainer.training_runs:
            self.check(trainer)

    def check(self, trainer):
        """Check the number, and stop the training if there is a reason."""
        value = monitored_value(self, trainer)
        if value is None:
            return
        reason = self.reason(value)
        if reason:
            trainer.should_stop, self.stopped_epoch = True, trainer.current_epoch
            if self.verbose:
                print(f"EarlyStopping: {reason}")
            else:
                trainer.stop_reason = reason

    def reason(self, value):
        """Return the reason to stop at this value, or ""."""
        if self.check_finite and not isfinite(value):
            return f"{self.monitor} = {value} is not finite."
        if self.good is not None and self.sign * value < self.sign * self.good:
            return f"{self.monitor} = {value:.4g} has reached {self.good}."
        if self.hopeless is not None and self.sign * value > self.sign * self.hopeless:
            return f"{self.monitor} = {value:.4g} is worse than {self.hopeless}."
        if self.sign * value < self.sign * self.best_score - self.min_delta:
            self.best_score, self.wait_count = value, 0
            return ""
        self.wait_count += 1
        if self.wait_count < self.patience:
            return ""
        least = f" by more than {self.min_delta:g}" if self.min_delta else ""
        return (f"{self.monitor} did not improve{least} in the last {self.wait_count} checks. "
                f"Best: {self.best_score:.4g}.")

    def state_dict(self):
        return {name: getattr(self, name) for name in ("wait_count", "stopped_epoch", "best_score", "patience")}

    def load_state_dict(self, state_dict):
        vars(self).update(state_dict)


def sign_of(mode):
    """Return 1 for mode "min", smaller is better; -1 for "max"; ValueError for others."""
    if mode not in ("min", "max"):
        raise ValueError(f"mode must be 'min' or 'max', not {mode!r}.")
    return 1 if mode == "min" else -1


def monitored_value(callback, trainer):
    """Return the number that a callback watches; None if it was not logged and is not required."""
    value = trainer.callback_metrics.get(callback.monitor)
    if value is not None:
        return float(value)
    text = (f"{type(callback).__name__} watches {callback.monitor!r}, which was not logged. Logged: "
            f"{', '.join(trainer.callback_metrics) or 'nothing'}.")
    if getattr(callback, "strict", True):
        raise RuntimeError(f"{text} Log it in validation_step or training_step: self.log({callback.monitor!r}, …).")
    warn(text, UserWarning, stacklevel=2)
    return None


class LearningRateMonitor(Callback):
    """A callback that logs the learning rates under the name lr-SGD, or lr-SGD/pg1, … for several groups.

    logging_interval: log at each "step" or each "epoch".
    """

    def __init__(self, logging_interval: str | None = "step"):
        self.interval = logging_interval

    def on_train_batch_start(self, trainer, pl_module, batch, batch_idx):
        if self.interval != "epoch" and trainer.logs_now:
            self.write(trainer)

    def on_train_epoch_start(self, trainer, pl_module):
        if self.interval == "epoch":
            self.write(trainer)

    def write(self, trainer):
        rates = {}
        for optimizer in trainer.optimizers:
            several = len(optimizer.param_groups) > 1
            for number, group in enumerate(optimizer.param_groups, 1):
                rates[f"lr-{type(optimizer).__name__}" + f"/pg{number}" * several] = float(group["lr"])
        trainer.send(rates)


class Timer(Callback):
    """A callback that ends the training after a given time, which is checked after each batch.

    duration            seconds, or a dict of datetime.timedelta's arguments: {"hours": 1}
    interval, verbose   have no effect
    """

    def __init__(self, duration, interval="step", verbose=True):
        if isinstance(duration, dict):
            from datetime import timedelta
            duration = timedelta(**duration)
        self.seconds, self.spent = getattr(duration, "total_seconds", lambda: duration)(), 0.0

    def on_train_start(self, trainer, pl_module):
        self.began = monotonic() - self.spent

    def on_train_batch_end(self, trainer, pl_module, outputs, batch, batch_idx):
        self.spent = monotonic() - self.began
        if self.spent > self.seconds:
            trainer.should_stop, trainer.stop_reason = True, f"the Timer's {self.seconds:g} seconds are over."

    def state_dict(self):
        return {"spent": self.spent}

    def load_state_dict(self, state_dict):
        self.spent = state_dict["spent"]
