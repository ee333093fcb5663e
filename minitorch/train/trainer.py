"""The Trainer: a module that knows its training step is trained, validated, saved and resumed."""

import os

from ..progress import Bar, stopped
from ..runtime.nonfinite import forget
from ..serialization import save
from .callbacks import Callback
from .configure import configured
from .evaluation import evaluate_on
from .fit_loop import FitLoop, limited
from .model_checkpoint import ModelCheckpoint
from .resume import load_checkpoint_of, restore_run, state_of
from .running import Running

SETTINGS = """accelerator logger callbacks max_epochs min_epochs max_steps min_steps limit_train_batches
limit_val_batches limit_test_batches limit_predict_batches val_check_interval check_val_every_n_epoch
num_sanity_val_steps log_every_n_steps enable_progress_bar accumulate_grad_batches gradient_clip_val
gradient_clip_algorithm default_root_dir""".split()


class Trainer(Running):
    """Trains a module that has training_step and configure_optimizers, in PyTorch Lightning's manner.

    max_epochs, max_steps        when to end; min_epochs, min_steps: not before, though a callback wants to stop.
                                 With neither max: 1000 epochs
    accumulate_grad_batches      batches whose gradients make one step of the optimiser
    gradient_clip_val            limit for the gradients' norm, or with gradient_clip_algorithm="value" for each
    callbacks, logger            one or a list of them; default: none, and nothing is written
    precision                    "32", "64", "16-mixed" …; accelerator: "auto", "cpu" or "gpu"
    limit_train_batches          use a share (a float) or a number (an int) of the batches; so do limit_val_batches,
                                 limit_test_batches and limit_predict_batches
    default_root_dir             where what is written goes; default: here
    check_val_every_n_epoch      how often validation runs; val_check_interval: within an epoch, after a share of its
                                 batches, or a number of them
    num_sanity_val_steps         batches of validation that are tried before the training; -1: all
    log_every_n_steps            how often loggers are told of steps
    fast_dev_run                 one batch of each, without loggers and checkpoints, to see that all runs
    enable_progress_bar          a bar after the first second, on a terminal or a notebook's page

    global_step counts steps of the optimisers, current_epoch whole epochs; callback_metrics holds what was logged last.
    Raises ValueError or TypeError for settings that no run has.
    """

    def __init__(self, *, accelerator="auto", precision="32", logger=None, callbacks=None, fast_dev_run=False,
                 max_epochs=None, min_epochs=None, max_steps=-1, min_steps=None, limit_train_batches=1.0,
                 limit_val_batches=1.0, limit_test_batches=1.0, limit_predict_batches=1.0, val_check_interval=None,
                 check_val_every_n_epoch=1, num_sanity_val_steps=2, log_every_n_steps=50, enable_progress_bar=True,
                 accumulate_grad_batches=1, gradient_clip_val=None, gradient_clip_algorithm="norm",
                 default_root_dir=None):
        values = locals()
        vars(self).update({name: values[name] for name in SETTINGS})
        self.precision_name = precision
        if fast_dev_run:
            few = 1 if fast_dev_run is True else int(fast_dev_run)
            self.limit_train_batches = self.limit_val_batches = self.limit_test_batches = few
            self.limit_predict_batches, self.max_epochs, self.max_steps = few, 1, few
            self.logger, self.num_sanity_val_steps = None, 0
            callbacks = [one for one in as_list(callbacks) if not isinstance(one, ModelCheckpoint)]
        if self.max_epochs is None:
            self.max_epochs = 1000 if max_steps == -1 else -1
        if gradient_clip_algorithm not in ("norm", "value"):
            raise ValueError(f"gradient_clip_algorithm is 'norm' or 'value', not {gradient_clip_algorithm!r}.")
        if type(accumulate_grad_batches) is not int or accumulate_grad_batches < 1:
            raise ValueError(f"accumulate_grad_batches is 1 or more, not {accumulate_grad_batches!r}.")
        self.callbacks, self.loggers = as_list(callbacks), as_list(self.logger)
        self.logger = self.loggers[0] if self.loggers else None
        self.default_root_dir = os.fspath(default_root_dir or os.getcwd())
        for one in self.callbacks:
            if not isinstance(one, Callback):
                raise TypeError(f"a callback is a minitorch.train.Callback, not {type(one).__name__}.")
        self.current_epoch = self.global_step = 0
        self.should_stop = self.interrupted = self.sanity_checking = self.training_runs = False
        self.optimizers, self.lr_scheduler_configs, self.finished, self.sent = [], [], {}, {}
        self.module = self.results = self.datamodule = self.here = self.val_loaders = self.precision = None
        self.stage, self.hooks, self.loop, self.manual = None, {}, FitLoop(self), False
        self.bar = Bar("", shown=False)

    # What users call

    def fit(self, model, train_dataloaders=None, val_dataloaders=None, datamodule=None, ckpt_path=None):
        """Train `model`; its weights are the result.

        train_dataloaders, val_dataloaders   loaders; default: the module's or the datamodule's own
        ckpt_path   go on from this checkpoint: with the same data the numbers are those of a run without a break

        Ctrl-C, or a notebook's stop button, ends the training: the model keeps its weights, `interrupted` is True.
        Raises NotFinite (a RuntimeError) when the loss is nan or infinite, with the step.
        """
        if hasattr(train_dataloaders, "train_dataloader"):
            train_dataloaders, datamodule = None, train_dataloaders
        self.attach(model, datamodule, "fit")
        for name in ("training_step", "configure_optimizers"):
            if not callable(getattr(model, name, None)):
                raise TypeError(f"Trainer.fit needs a module with {name}; {type(model).__name__} has none. See "
                                "minitorch.train.LightningModule.")
        self.optimizers, self.lr_scheduler_configs = configured(model.configure_optimizers())
        self.manual = getattr(model, "automatic_optimization", True) is False
        if not self.manual and len(self.optimizers) != 1:
            raise RuntimeError(f"configure_optimizers() gave {len(self.optimizers)} optimizers, and automatic "
                               "optimization steps one. Set self.automatic_optimization = False in __init__, and call "
                               "self.optimizers(), self.manual_backward(loss) and step() in training_step.")
        loader = self.find_loader("train_dataloader", train_dataloaders)
        if loader is None:
            raise TypeError("Trainer.fit needs batches to train on: give train_dataloaders, or define "
                            "train_dataloader() in the module.")
        self.val_loaders = self.find_loader("val_dataloader", val_dataloaders)
        self.should_stop = self.interrupted = False
        self.loop.loader = loader
        if ckpt_path is not None:
            restore_run(self, load_checkpoint_of(ckpt_path))
        handles = [one.register_step_post_hook(self.count_step) for one in self.optimizers]
        forget()
        try:
            self.train(loader)
        finally:
            for handle in handles:
                handle.remove()
            self.detach("fit")

    def train(self, loader):
        """The run itself over the batches of a loader, between its first and its last hooks."""
        length, status = limited(loader, self.limit_train_batches), "failed"
        endless = length == float("inf") or self.max_epochs < 0
        total = None if endless else length * (self.max_epochs - self.current_epoch)
        self.num_training_batches = length
        with Bar("", total, shown=self.enable_progress_bar) as self.bar:
            try:
                self.call("on_fit_start")
                self.check_sanity()
                self.training_runs = True
                self.call("on_train_start")
                self.loop.run(loader)
                self.call("on_train_end")
                self.call("on_fit_end")
                status = "success"
            except KeyboardInterrupt as error:
                self.bar.wipe()
                self.interrupted, status = True, "interrupted"
                self.call("on_exception", error)
                stopped(f"in epoch {self.current_epoch + 1} of {self.max_epochs}: what it reached is returned, and the "
                        "model keeps its weights")
            except BaseException as error:
                self.call("on_exception", error)
                raise
            finally:
                self.training_runs = False
                for logger in self.loggers:
                    logger.finalize(status)

    def validate(self, model=None, dataloaders=None, ckpt_path=None, verbose=True, datamodule=None):
        """A pass of validation_step. Returns [{name: number}] of what was logged, and prints it if `verbose`.

        model         the module; None: the one that was trained
        dataloaders   a loader, or None: the module's or the datamodule's own
        ckpt_path     a checkpoint whose weights are loaded first; "best": ModelCheckpoint's
        datamodule    what has loaders

        Raises TypeError where there are no batches.
        """
        return self.evaluate("validate", "val_dataloader", model, dataloaders, ckpt_path, verbose, datamodule)

    def test(self, model=None, dataloaders=None, ckpt_path=None, verbose=True, datamodule=None):
        """A pass of test_step; the same as `validate` otherwise."""
        return self.evaluate("test", "test_dataloader", model, dataloaders, ckpt_path, verbose, datamodule)

    def predict(self, model=None, dataloaders=None, datamodule=None, return_predictions=True, ckpt_path=None):
        """A list of what predict_step returns for each batch; without one, the module's answer to the inputs.

        Arguments as `validate` has them; return_predictions is taken as Lightning does.
        """
        return self.evaluate("predict", "predict_dataloader", model, dataloaders, ckpt_path, False, datamodule)

    def evaluate(self, stage, name, model, loaders, path, verbose, datamodule):
        """The pass of a stage ("validate", "test", "predict") over the loaders, or those of the module by name.

        model, path, verbose and datamodule as `validate` has them. Raises TypeError where there are no batches.
        """
        self.attach(self.module if model is None else model, datamodule, stage)
        if path is not None:
            path = self.best_path() if path == "best" else path
            self.module.load_state_dict(load_checkpoint_of(path, ("state_dict",))["state_dict"])
        loaders = self.find_loader(name, loaders)
        if loaders is None:
            raise TypeError(f"Trainer.{stage} needs batches: give dataloaders, or define {name}() in the module.")
        try:
            found, outputs = evaluate_on(self, loaders, stage)
        finally:
            self.detach(stage)
        if stage == "predict":
            return outputs
        numbers = found.metrics()
        self.send(found.metrics(logged=True))
        if verbose and numbers:
            width = max(map(len, numbers))
            print("\n".join(f"{key:<{width}}  {value:.6g}" for key, value in numbers.items()))
        return [numbers]

    def save_checkpoint(self, filepath, weights_only=False):
        """Write the run's state to filepath, whole or not at all: module, optimisers, schedules, random numbers.

        weights_only   only what load_from_checkpoint needs

        Raises RuntimeError before there is a module.
        """
        if self.module is None:
            raise RuntimeError("save_checkpoint: there is no module yet; call fit first.")
        if folder := os.path.dirname(filepath):
            os.makedirs(folder, exist_ok=True)
        save(state_of(self, weights_only), filepath)

    @property
    def checkpoint_callback(self):
        """The first ModelCheckpoint, or None."""
        return next((one for one in self.callbacks if isinstance(one, ModelCheckpoint)), None)

    def best_path(self):
        """The path of the best checkpoint. Raises RuntimeError where a ModelCheckpoint has written none."""
        if self.checkpoint_callback is None or not self.checkpoint_callback.best_model_path:
            raise RuntimeError('ckpt_path="best" needs a ModelCheckpoint among the callbacks that has written a file.')
        return self.checkpoint_callback.best_model_path


def as_list(given):
    """One or several as a list; None: an empty one."""
    return [] if given is None or given is False else list(given) if isinstance(given, list | tuple) else [given]
