"""The Trainer: train, validate, save and resume a module that has a training step."""

import os
import sys
from collections.abc import Sequence

from ..display.page import on_unknown_page
from ..display.progress import Bar, stopped
from ..display.text import table
from ..explain.nonfinite import forget
from ..runtime.missing import explained
from ..serialization import save
from .callbacks import Callback
from .classes import check_classes, dataset_of
from .configure import read_configuration
from .evaluation import evaluate_on
from .fit_loop import FitLoop, batch_limit
from .importing import check_importing
from .loggers import Logger
from .model_checkpoint import ModelCheckpoint
from .resume import load_checkpoint_of, load_weights, restore_run, state_of
from .running import Running

SETTINGS = """accelerator logger callbacks max_epochs min_epochs max_steps min_steps limit_train_batches
limit_val_batches limit_test_batches limit_predict_batches val_check_interval check_val_every_n_epoch
num_sanity_val_steps log_every_n_steps enable_progress_bar accumulate_grad_batches gradient_clip_val
gradient_clip_algorithm default_root_dir enable_model_summary""".split()


@explained
class Trainer(Running):
    """An object that trains a module with training_step and configure_optimizers, as in PyTorch Lightning.

    max_epochs, max_steps        the run ends after so many; default: 1000 epochs
    min_epochs, min_steps        the run does not end before, even if a callback stops it
    accumulate_grad_batches      batches whose gradients are added for one step; a dict: {first epoch: batches}
    gradient_clip_val            limit for the gradients' norm, or with gradient_clip_algorithm="value" for each
    callbacks, logger            one object or a list; default: none, so that nothing is written
    precision                    "32", "64", "16-mixed" …; accelerator: "auto", "cpu" or "gpu"; devices: 1
    limit_train_batches          use a fraction (a float) or a number (an int) of the batches; likewise
                                 limit_val_batches, limit_test_batches and limit_predict_batches
    default_root_dir             the folder for checkpoints; default: the current folder
    check_val_every_n_epoch      validate after so many epochs; val_check_interval: also within an epoch, after a
                                 fraction (a float) or a number (an int) of its batches
    num_sanity_val_steps         batches of validation that run before the training, to find errors; -1: all
    log_every_n_steps            after how many batches numbers are written to the loggers
    fast_dev_run                 run one batch of each loader, without loggers and checkpoints, to find errors
    enable_progress_bar          show a bar after the first second, on a terminal or a notebook's page; elsewhere a line
                                 for each epoch; and print why a callback ended the training
    enable_model_summary         print the parts of the module and their numbers of parameters before the training

    global_step counts steps of the optimisers, current_epoch finished epochs; callback_metrics has the latest logged
    numbers. Raises ValueError or TypeError for invalid settings.
    """

    def __init__(self, *, accelerator: str = "auto", precision: str | int = "32",
                 logger: Logger | Sequence[Logger] | bool | None = None,
                 callbacks: Callback | Sequence[Callback] | None = None, fast_dev_run: bool | int = False,
                 max_epochs: int | None = None, min_epochs: int | None = None, max_steps: int = -1,
                 min_steps: int | None = None, limit_train_batches: float | None = 1.0,
                 limit_val_batches: float | None = 1.0, limit_test_batches: float | None = 1.0,
                 limit_predict_batches: float | None = 1.0, val_check_interval: float | None = None,
                 check_val_every_n_epoch: int | None = 1, num_sanity_val_steps: int = 2, log_every_n_steps: int = 50,
                 enable_progress_bar: bool = True, accumulate_grad_batches: int | dict[int, int] = 1,
                 gradient_clip_val: float | None = None, gradient_clip_algorithm: str = "norm",
                 default_root_dir: str | os.PathLike | None = None, devices: int | str | list[int] = "auto",
                 enable_model_summary: bool = False):
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
            raise ValueError(f"gradient_clip_algorithm must be 'norm' or 'value', not {gradient_clip_algorithm!r}.")
        several = accumulate_grad_batches if isinstance(accumulate_grad_batches, dict) else {0: accumulate_grad_batches}
        if not all(type(n) is type(first) is int and n > 0 <= first for first, n in several.items()):
            raise ValueError("accumulate_grad_batches must be 1 or more, or a dict {first epoch: 1 or more}, not "
                             f"{accumulate_grad_batches!r}.")
        self.accumulation = {0: 1, **several}
        if devices not in ("auto", 1, "1", [0]):
            raise ValueError(f"devices={devices!r}: a Trainer uses one device. For several, see minitorch.distributed: "
                             "DistributedDataParallel in a script that `minitorch run -n 4 script.py` starts.")
        self.callbacks, self.loggers = as_list(callbacks), as_list(self.logger)
        self.logger = self.loggers[0] if self.loggers else None
        self.default_root_dir = os.fspath(default_root_dir or os.getcwd())
        for one in self.callbacks:
            if not isinstance(one, Callback):
                raise TypeError(f"a callback must be a minitorch.train.Callback, not {type(one).__name__}.")
        self.current_epoch = self.global_step = 0
        self.should_stop = self.interrupted = self.sanity_checking = self.training_runs = False
        self.optimizers: list = []
        self.lr_scheduler_configs: list = []
        self.finished: dict = {}
        self.sent: dict = {}
        self.module = self.results = self.datamodule = self.here = self.val_loaders = self.precision = None
        self.stage, self.hooks, self.loop, self.manual = None, {}, FitLoop(self), False
        self.bar = Bar("", shown=False)
        self.prints_epochs = enable_progress_bar and (on_unknown_page() if hasattr(sys, "ps1") else not getattr(
            sys.stdout, "isatty", bool)())
        self.stop_reason = ""

    # The methods that users call

    def fit(self, model, train_dataloaders=None, val_dataloaders=None, datamodule=None, ckpt_path=None):
        """Train `model`; its weights are the result.

        train_dataloaders, val_dataloaders   loaders; default: the module's or the datamodule's own
        ckpt_path   continue from this checkpoint: with the same data, the numbers are those of a run without a stop

        Ctrl-C, or a notebook's stop button, ends the training: the model keeps its weights, `interrupted` is True.
        Raises NotFinite (a RuntimeError) when the loss is nan or infinite, with the step.
        """
        check_importing()
        if hasattr(train_dataloaders, "train_dataloader"):
            train_dataloaders, datamodule = None, train_dataloaders
        self.attach(model, datamodule, "fit")
        for name in ("training_step", "configure_optimizers"):
            if not callable(getattr(model, name, None)):
                raise TypeError(f"Trainer.fit needs a module with {name}; {type(model).__name__} has none. See "
                                "minitorch.train.LightningModule.")
        self.optimizers, self.lr_scheduler_configs = read_configuration(model.configure_optimizers())
        self.manual = getattr(model, "automatic_optimization", True) is False
        if not self.manual and len(self.optimizers) != 1:
            raise RuntimeError(f"configure_optimizers() returned {len(self.optimizers)} optimizers; automatic "
                               "optimization needs one. Set self.automatic_optimization = False in __init__, and call "
                               "self.optimizers(), self.manual_backward(loss) and step() in training_step.")
        loader = self.find_loader("train_dataloader", train_dataloaders)
        if loader is None:
            raise TypeError("Trainer.fit needs batches to train on: give train_dataloaders, or define "
                            "train_dataloader() in the module.")
        self.val_loaders = self.find_loader("val_dataloader", val_dataloaders)
        check_classes(dataset_of(loader), self.val_loaders)
        self.should_stop, self.interrupted, self.stop_reason = False, False, ""
        self.loop.loader = loader
        if ckpt_path is not None:
            restore_run(self, load_checkpoint_of(ckpt_path))
        handles = [one.register_step_post_hook(self.count_step) for one in self.optimizers]
        forget()
        if self.enable_model_summary:
            print(parts_of(model))
        try:
            self.train(loader)
        finally:
            for handle in handles:
                handle.remove()
            self.detach("fit")

    def train(self, loader):
        """Run the training over the batches of a loader, between its first and its last hooks."""
        length, status = batch_limit(loader, self.limit_train_batches), "failed"
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
                self.bar.wipe()
                if self.stop_reason and (self.prints_epochs or self.bar.shown):
                    print(f"Stopped after {self.epoch_text(self.current_epoch)}: {self.stop_reason}", flush=True)
            except KeyboardInterrupt as error:
                self.bar.wipe()
                self.interrupted, status = True, "interrupted"
                self.call("on_exception", error)
                stopped(f"in {self.epoch_text(self.current_epoch + 1)}", "what it reached is returned, and the model "
                        "keeps its weights", " ".join(
                    one.how_to_continue() for one in self.callbacks if isinstance(one, ModelCheckpoint)))
            except BaseException as error:
                self.call("on_exception", error)
                raise
            finally:
                self.training_runs = False
                for logger in self.loggers:
                    logger.finalize(status)

    def validate(self, model=None, dataloaders=None, ckpt_path=None, verbose=True, datamodule=None):
        """Run validation_step on all batches; return the logged numbers, [{name: number}]; print them if `verbose`.

        model         the module; None: the one that was trained
        dataloaders   a loader, or None: the module's or the datamodule's own
        ckpt_path     a checkpoint whose weights are loaded first; "best": ModelCheckpoint's
        datamodule    an object with loaders

        Raises TypeError if there are no batches.
        """
        return self.evaluate("validate", "val_dataloader", model, dataloaders, ckpt_path, verbose, datamodule)

    def test(self, model=None, dataloaders=None, ckpt_path=None, verbose=True, datamodule=None):
        """Run test_step on all batches; arguments and results are those of `validate`."""
        return self.evaluate("test", "test_dataloader", model, dataloaders, ckpt_path, verbose, datamodule)

    def predict(self, model=None, dataloaders=None, datamodule=None, return_predictions=True, ckpt_path=None):
        """Return a list of predict_step's results, one for each batch; default: the module's output for the inputs.

        Arguments as in `validate`; return_predictions has no effect.
        """
        return self.evaluate("predict", "predict_dataloader", model, dataloaders, ckpt_path, False, datamodule)

    def evaluate(self, stage, name, model, loaders, path, verbose, datamodule):
        """Run a stage ("validate", "test", "predict") over the loaders, or over the module's loaders by name.

        model, path, verbose and datamodule as in `validate`. Raises TypeError if there are no batches.
        """
        self.attach(self.module if model is None else model, datamodule, stage)
        if path is not None:
            path = self.best_path() if path == "best" else path
            load_weights(self.module, load_checkpoint_of(path, ("state_dict",)))
        loaders = self.find_loader(name, loaders)
        if loaders is None:
            raise TypeError(f"Trainer.{stage} needs batches: give dataloaders, or define {name}() in the module.")
        if stage != "predict":
            check_classes(self.module, loaders)
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
        """Write the run's state to filepath: module, optimisers, schedules, random state; completely or not at all.

        weights_only   write only what load_from_checkpoint needs

        Raises RuntimeError before there is a module.
        """
        if self.module is None:
            raise RuntimeError("save_checkpoint: there is no module yet; call fit first.")
        if folder := os.path.dirname(filepath):
            os.makedirs(folder, exist_ok=True)
        save(state_of(self, weights_only), filepath)

    @property
    def checkpoint_callback(self):
        """First ModelCheckpoint, or None."""
        return next((one for one in self.callbacks if isinstance(one, ModelCheckpoint)), None)

    def best_path(self):
        """Return the path of the best checkpoint. Raises RuntimeError if no ModelCheckpoint has written one."""
        if self.checkpoint_callback is None or not self.checkpoint_callback.best_model_path:
            raise RuntimeError('ckpt_path="best" needs a ModelCheckpoint among the callbacks that has written a file.')
        return self.checkpoint_callback.best_model_path


def parts_of(module):
    """Return a table of a module's children: name, class and number of parameters of each."""
    rows = [(name, type(part).__name__, f"{sum(p.numel() for p in part.parameters()):,}")
            for name, part in module.named_children()]
    learn = sum(p.numel() for p in module.parameters() if p.requires_grad)
    total = sum(p.numel() for p in module.parameters())
    return f"{table(('part', 'class', 'parameters'), rows)}\n{learn:,} of {total:,} parameters learn"


def as_list(given):
    """Return one item or several as a list; an empty list for None."""
    return [] if given is None or given is False else list(given) if isinstance(given, list | tuple) else [given]
