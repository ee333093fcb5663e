"""Callbacks that keep, print or change the plain numbers of a training."""

import csv

import numpy as np

from ..core.signed import arguments
from ..core.variable import Variable
from .base import Callback, begin


class History(Callback):
    """Keeps the numbers of each epoch: history = {name: [number, …]}; epoch = [0, 1, …]."""

    def __init__(self):
        super().__init__()
        self.history, self.epoch = {}, []

    def on_train_begin(self, logs=None):
        """Begin with no epoch."""
        self.epoch = []

    def on_epoch_end(self, epoch, logs=None):
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)
        self.model.history = self


def given_ones(callback, given):
    """Begin a callback; those of its arguments, given, that are no None are returned."""
    return {name: function for name, function in begin(callback, given).items() if function is not None}


@arguments(begin=given_ones, on_epoch_begin=None, on_epoch_end=None, on_train_begin=None, on_train_end=None,
           on_train_batch_begin=None, on_train_batch_end=None, more=True)
class LambdaCallback(Callback):
    """Functions as hooks: LambdaCallback(on_epoch_end=lambda epoch, logs: …).

    on_epoch_begin, on_epoch_end                  functions of (epoch, logs)
    on_train_begin, on_train_end                  functions of (logs)
    on_train_batch_begin, on_train_batch_end      functions of (batch, logs)
    """


class Monitoring(Callback):
    """Base: watches a number, `monitor`, which may get better by min_delta at least; mode says which way."""

    best, min_delta = None, 0

    def _prepare(self):
        self.sign, self.min_delta = sign_of(self.mode, self.monitor), abs(self.min_delta)

    def better(self, value, than):
        """Return whether a value is better than another, `than`, by min_delta at least; True where that is None."""
        return than is None or self.sign * value < self.sign * than - self.min_delta


def sign_of(mode, monitor):
    """Return 1 if smaller is better, -1 if larger is."""
    if mode not in ("auto", "min", "max"):
        from warnings import warn
        warn(f"the mode {mode!r} is unknown, falling back to auto mode.", UserWarning, stacklevel=3)
        mode = "auto"
    if mode == "auto":
        grows = ("acc", "auc", "precision", "recall", "f1", "iou", "fbeta", "similarity", "top_k")
        mode = "max" if any(word in monitor for word in grows) else "min"
    return 1 if mode == "min" else -1


def monitored(callback, logs):
    """Return the number that a callback watches; None, with a warning, if it is not there."""
    value = (logs or {}).get(callback.monitor)
    if value is None:
        from warnings import warn
        warn(f"{type(callback).__name__} conditioned on metric `{callback.monitor}` which is not available. Available "
             f"metrics are: {','.join(logs or {})}", UserWarning, stacklevel=3)
    return value


@arguments(begin=begin, monitor="val_loss", min_delta=0, patience=0, verbose=0, mode="auto", baseline=None,
           restore_best_weights=False, start_from_epoch=0)
class EarlyStopping(Monitoring):
    """Ends the training when a number has not got better for `patience` epochs.

    min_delta              what counts as better
    baseline               to be better than this, too
    restore_best_weights   whether the model goes back to its best epoch
    start_from_epoch       do not look before this epoch
    """

    stopped_epoch = 0

    def on_train_begin(self, logs=None):
        self.wait, self.stopped_epoch, self.best, self.best_weights, self.best_epoch = 0, 0, None, None, 0

    def on_epoch_end(self, epoch, logs=None):
        value = monitored(self, logs)
        if value is None or epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights, self.best_epoch = self.model.get_weights(), epoch
        self.wait += 1
        if self.better(value, self.best):
            self.best, self.best_epoch = value, epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            if self.better(value, self.baseline):
                self.wait = 0
            return
        if self.wait >= self.patience and epoch > 0:
            self.stopped_epoch, self.model.stop_training = epoch, True

    def on_train_end(self, logs=None):
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.restore_best_weights and self.best_weights is not None:
            if self.verbose > 0:
                print(f"Restoring model weights from the end of the best epoch: {self.best_epoch + 1}.")
            self.model.set_weights(self.best_weights)


@arguments("schedule", begin=begin, verbose=0)
class LearningRateScheduler(Callback):
    """Sets the learning rate before each epoch: schedule(epoch), or schedule(epoch, present rate)."""

    def on_epoch_begin(self, epoch, logs=None):
        rate = self.model.optimizer.learning_rate
        now = float(np.asarray(rate))
        try:
            new = self.schedule(epoch, now)
        except TypeError:
            new = self.schedule(epoch)
        new = float(np.asarray(new))
        self.model.optimizer.learning_rate = new
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {new}.")

    def on_epoch_end(self, epoch, logs=None):
        if logs is not None:
            logs["learning_rate"] = float(np.asarray(self.model.optimizer.learning_rate))


@arguments(begin=begin, monitor="val_loss", factor=0.1, patience=10, verbose=0, mode="auto", min_delta=0.0001,
           cooldown=0, min_lr=0.0, more=True)
class ReduceLROnPlateau(Monitoring):
    """Makes the learning rate smaller, times `factor`, when a number has not got better for `patience` epochs.

    min_delta   what counts as better
    cooldown    epochs to wait after that
    min_lr      not below this

    Raises ValueError for a factor of 1 or more.
    """

    wait = cooling = 0

    def _prepare(self):
        super()._prepare()
        if self.factor >= 1.0:
            raise ValueError(f"ReduceLROnPlateau does not support a factor >= 1.0. Received factor={self.factor}")

    def on_train_begin(self, logs=None):
        self.best, self.wait, self.cooling = None, 0, 0

    def on_epoch_end(self, epoch, logs=None):
        optimizer = self.model.optimizer
        if logs is not None and isinstance(optimizer.learning_rate, Variable):
            logs["learning_rate"] = float(optimizer.learning_rate)
        value = monitored(self, logs)
        if value is None:
            return
        if self.cooling > 0:
            self.cooling, self.wait = self.cooling - 1, 0
        if self.better(value, self.best):
            self.best, self.wait = value, 0
        elif self.cooling <= 0:
            self.wait += 1
            now = float(optimizer.learning_rate)
            if self.wait >= self.patience and now > np.float32(self.min_lr):
                new = max(now * self.factor, self.min_lr)
                optimizer.learning_rate = new
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1}: ReduceLROnPlateau reducing learning rate to {new}.")
                self.cooling, self.wait = self.cooldown, 0


@arguments(begin=begin, raise_error=False)
class TerminateOnNaN(Callback):
    """Ends the training when the loss is nan or infinite; raise_error: by a RuntimeError."""

    def on_batch_end(self, batch, logs=None):
        loss = (logs or {}).get("loss")
        if loss is not None and not np.isfinite(loss):
            if self.raise_error:
                raise RuntimeError(f"NaN or Inf loss encountered at batch {batch}.")
            print(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True


@arguments("filename", begin=begin, separator=",", append=False)
class CSVLogger(Callback):
    """Writes the numbers of each epoch to a file filename, a row each.

    separator    between the numbers
    append       whether a file that is there goes on
    """

    chief_only, file, writer = True, None, None

    def on_train_begin(self, logs=None):
        from os.path import exists, getsize
        self.headed = self.append and exists(self.filename) and getsize(self.filename) > 0
        self.file = open(self.filename, "a" if self.append else "w", newline="", encoding="utf-8")

    def on_epoch_end(self, epoch, logs=None):
        if self.writer is None:
            names = sorted(logs or {})
            if not any(name.startswith("val_") for name in names):       # a later epoch may be validated
                names += [f"val_{name}" for name in names]
            self.writer = csv.DictWriter(self.file, ["epoch", *names], delimiter=self.separator, extrasaction="ignore",
                                         restval="NA")
            if not self.headed:
                self.writer.writeheader()
        self.writer.writerow({"epoch": epoch, **(logs or {})})
        self.file.flush()

    def on_train_end(self, logs=None):
        self.file.close()
        self.file = self.writer = None
