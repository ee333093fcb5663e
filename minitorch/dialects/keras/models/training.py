"""Training: compile, fit, evaluate, predict, and the steps that a subclass may define itself."""

import numpy as np

from ....engine import no_grad
from ....rare.autograd.tree import leaves, rebuilt
from ...core.lift import wrapped
from ...core.replicas import scaled, unscaled
from ...core.strategy import get_strategy
from ...core.tape import GradientTape
from ...functions import reduction
from ...functions.creation import cast
from .. import optimizers
from ..callbacks.progress import numbers
from ..callbacks.several import called_for
from ..metrics.base import Mean
from . import loops
from .batches import Batches, engine_of, length, split
from .compiled import CompiledLoss, CompiledMetrics, made_by_compile
from .replicated import in_scope, shares, stepped


def unpack_x_y_sample_weight(data):
    """Return (x, y, sample_weight) of a batch `data`; None for missing parts. Raises ValueError for more parts."""
    data = tuple(data) if isinstance(data, list | tuple) else (data,)
    if len(data) > 3:
        raise ValueError(f"Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: "
                         f"{len(data)} parts")
    return (*data, None, None)[:3]


class Training:
    """What a Model does to learn."""

    def _begin_training(self):
        """Be as a model that was not compiled yet."""
        self.compiled, self.stop_training, self.optimizer, self.history = False, False, None, None
        self.distribute_strategy = get_strategy()
        self.loss = self._loss_tracker = self._compile_loss = self._compile_metrics = self._initial_epoch = None

    def compile(self, optimizer="rmsprop", loss=None, loss_weights=None, metrics=None, weighted_metrics=None,
                run_eagerly=False, steps_per_execution=1, jit_compile="auto", auto_scale_loss=True):
        """Say how to train.

        optimizer      a name or an Optimizer
        loss           a name, a function, a Loss; of several outputs a list, or a dict by their names
        loss_weights   what each of several losses counts
        metrics        a list of names, functions or Metrics; weighted_metrics: those that sample weights weigh
        """
        self.optimizer, self.loss, self.loss_weights = optimizers.get(optimizer), loss, loss_weights
        self._loss_tracker = Mean(name="loss")
        self._compile_loss = None if loss is None else CompiledLoss(loss, loss_weights, self.output_names)
        given = metrics or weighted_metrics
        self._compile_metrics = CompiledMetrics(metrics, weighted_metrics, self.output_names) if given else None
        self.run_eagerly, self.steps_per_execution, self.jit_compile = run_eagerly, steps_per_execution, False
        self.stop_training, self.compiled = False, True

    def _check_compiled(self, what):
        """Raise ValueError before `compile` was called; what: what was asked for."""
        if not self.compiled:
            raise ValueError(f"You must call `compile()` before calling `{what}()`.")

    # Steps

    def train_step(self, data):
        """Learn from one batch, `data`: predict, compare, take gradients, update. Returns {name: number}."""
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        with GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x, y, y_pred, sample_weight)
        self._loss_tracker.update_state(unscaled(loss), sample_weight=leaves(x)[0].shape[0])
        weights = self.trainable_weights
        if weights:
            self.optimizer.apply(tape.gradient(loss, weights), weights)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def test_step(self, data):
        """Measure on one batch, `data`. Returns {name: number}."""
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        y_pred = self(x, training=False)
        loss = self.compute_loss(x, y, y_pred, sample_weight, training=False)
        self._loss_tracker.update_state(unscaled(loss), sample_weight=leaves(x)[0].shape[0])
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def predict_step(self, data):
        """Predict for one batch."""
        return self(unpack_x_y_sample_weight(data)[0], training=False)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        """Add up a batch's losses: that of `compile` and those of layers. Raises ValueError if none is given."""
        found = [] if self._compile_loss is None else [self._compile_loss(y, y_pred, sample_weight)]
        found = [loss for loss in found if loss is not None]
        found += [scaled(reduction.reduce_sum(cast(loss, self.dtype))) for loss in self.losses]
        if not found:
            raise ValueError("No loss to compute. Provide a `loss` argument in `compile()`.")
        total = found[0]
        for more in found[1:]:
            total = total + more
        return total

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        """Return {name: number} after this batch."""
        if self._compile_metrics is not None:
            self._compile_metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def get_metrics_result(self):
        """Return {name: number} of all metrics."""
        found = {}
        for metric in self.metrics:
            result = metric.result()
            found.update(result if isinstance(result, dict) else {metric.name: result})
        return found

    @property
    def metrics(self):
        """The mean of the loss, metrics of its own and of its layers, and those of `compile`; not of a layer's own."""
        first, last = made_by_compile(self)
        return [*first, *self._tracked_metrics, *last]

    @property
    def _tracked_metrics(self):
        told = [m for layer in self._flatten_layers() if isinstance(layer, Training)
                for part in made_by_compile(layer) for m in part]
        return [m for m in super()._tracked_metrics if not any(m is other for other in told)]

    @property
    def metrics_names(self):
        """The names of all metrics, in the order in which `evaluate` gives them."""
        return [metric.name for metric in self.metrics]

    def reset_metrics(self):
        """Reset all metrics."""
        for metric in self.metrics:
            metric.reset_state()

    # Runs

    @in_scope
    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose="auto", callbacks=None, validation_split=0.0,
            validation_data=None, shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0,
            steps_per_epoch=None, validation_steps=None, validation_batch_size=None, validation_freq=1, nb_epoch=None):
        """Train, and return a History: `history.history["loss"]` has a number for each epoch.

        x, y               arrays; or x alone, what yields batches (x, y) or (x, y, sample_weight)
        validation_split   share of the samples, the last ones, that are only measured on
        validation_data    (x, y) or (x, y, sample_weight) to measure on, or what yields batches of them
        validation_steps, validation_batch_size, validation_freq    how many batches, how large, after how many epochs
        shuffle            whether the samples come in another order in each epoch
        initial_epoch      the number of the first epoch
        steps_per_epoch    how many batches an epoch has; None: all
        nb_epoch           Keras 1's name for epochs
        """
        self._check_compiled("fit")
        epochs = epochs if nb_epoch is None else nb_epoch
        if validation_split and validation_data is None:
            (x, y, sample_weight), validation_data = split((x, y, sample_weight), validation_split)
        loader = shares(self, Batches(x, y, sample_weight, batch_size, steps_per_epoch, shuffle, class_weight))
        measured = None
        if validation_data is not None:
            x_val, y_val, weight = unpack_x_y_sample_weight(validation_data) if isinstance(
                validation_data, list | tuple) else (validation_data, None, None)
            measured = shares(self, Batches(x_val, y_val, weight, validation_batch_size or batch_size,
                                            validation_steps))
        called = called_for(callbacks, self, add_history=True, verbose=verbose, epochs=epochs,
                            steps=length(loader))
        self.stop_training = False
        self.distribute_strategy.begin(self.weights)
        loops.train(self, loader, measured, called, epochs, initial_epoch, validation_freq)
        return self.history

    @in_scope
    def evaluate(self, x=None, y=None, batch_size=None, verbose="auto", sample_weight=None, steps=None, callbacks=None,
                 return_dict=False, **kwargs):
        """Measure, and return the loss, or [loss, metrics …], or {name: number}."""
        self._check_compiled("evaluate")
        loader = shares(self, Batches(x, y, sample_weight, batch_size, steps))
        called = called_for(callbacks, self, verbose=verbose, epochs=1, steps=length(loader))
        logs = loops.measure(self, loader, called)
        return logs if return_dict else self._in_order(logs)

    @in_scope
    def predict(self, x, batch_size=None, verbose="auto", steps=None, callbacks=None):
        """Compute the model's outputs, as arrays."""
        loader = shares(self, Batches(x, None, None, batch_size, steps))
        called = called_for(callbacks, self, verbose=verbose, epochs=1, steps=length(loader))
        parts = loops.predict(self, loader, called)
        columns = zip(*([x.numpy() for x in leaves(part)] for part in parts))
        return rebuilt(parts[0], iter([np.concatenate(column) for column in columns]))

    def _in_order(self, logs):
        """Return [loss, metrics …] of logs, {name: number}; the loss alone if there is nothing else."""
        names = list(numbers_order(self)) or list(logs)
        found = [logs[name] for name in names if name in logs] + [v for k, v in logs.items() if k not in names]
        return found[0] if len(found) == 1 else found

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, return_dict=False):
        """Learn from one batch. Returns the loss, or [loss, metrics …]."""
        self._check_compiled("train_on_batch")
        return self._on_batch(self.train_step, x, y, sample_weight, class_weight, return_dict)

    def test_on_batch(self, x, y=None, sample_weight=None, return_dict=False):
        """Measure on one batch."""
        self._check_compiled("test_on_batch")
        with no_grad():
            return self._on_batch(self.test_step, x, y, sample_weight, None, return_dict)

    @in_scope
    def _on_batch(self, step, x, y, sample_weight, class_weight, return_dict):
        """Take a step on one batch, and return the loss, or [loss, metrics …], or {name: number}."""
        self.reset_metrics()
        batch = Batches(x, y, sample_weight, batch_size=len(leaves(x)[0]), class_weight=class_weight)
        batches = iter(shares(self, batch))
        logs = numbers(stepped(self, step, next(batches), loops.converter(self)))
        next(batches, None)                              # all ranks see its end
        return logs if return_dict else self._in_order(logs)

    def predict_on_batch(self, x):
        """Compute the outputs for one batch, as arrays."""
        with no_grad():
            found = self.predict_step((rebuilt(x, iter([wrapped(engine_of(part)) for part in leaves(x)])),))
        return rebuilt(found, iter([part.numpy() for part in leaves(found)]))

    # Names of Keras 2 for train_step

    def compiled_loss(self, y, y_pred, sample_weight=None, regularization_losses=None):
        """Compute and record the loss of a batch, with what layers add; regularization_losses is not used."""
        loss = self.compute_loss(None, y, y_pred, sample_weight)
        self._loss_tracker.update_state(unscaled(loss), sample_weight=leaves(y_pred)[0].shape[0])
        return loss

    @property
    def compiled_metrics(self):
        """The metrics of `compile`, as Keras 2 names them."""
        return self._compile_metrics


def numbers_order(model):
    """Yield the names of metrics, in the order of `evaluate`."""
    for metric in model.metrics:
        result = metric.result() if metric is not model._compile_metrics else None
        if result is None or isinstance(result, dict):
            yield from (name for name, *_ in metric.pairs or ()) if result is None else result
        else:
            yield metric.name
