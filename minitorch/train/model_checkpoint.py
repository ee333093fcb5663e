"""ModelCheckpoint: write the best and the latest states of a run to files."""

import os
import re
from contextlib import suppress

from .callbacks import Callback, monitored_value, sign_of


class ModelCheckpoint(Callback):
    """A callback that writes checkpoints; `trainer.fit(…, ckpt_path=path)` continues from one with the same bits.

    dirpath                  a folder; default: checkpoints/ in the trainer's default_root_dir
    filename                 a pattern with logged names: "{epoch}-{val_loss:.2f}" makes epoch=3-val_loss=0.12.ckpt
    auto_insert_metric_name  False: leave out the names and "=": 3-0.12.ckpt
    monitor, mode            keep the best by this logged number, "min" or "max"; None: keep the latest
    verbose                  print a line for each checkpoint
    save_top_k               how many checkpoints to keep; -1: all, 0: none
    save_last                also write last.ckpt, each time
    save_weights_only        write only what load_from_checkpoint needs
    every_n_epochs           write after so many epochs; every_n_train_steps: after so many steps of the optimiser

    best_model_path, best_model_score, best_k_models and last_model_path describe the written files.
    Raises ValueError for a save_top_k below −1, and if both intervals are given.
    """

    monitors = True

    def __init__(self, dirpath: str | os.PathLike | None = None, filename: str | None = None,
                 monitor: str | None = None, verbose: bool = False, save_last: bool | None = None, save_top_k: int = 1,
                 save_weights_only: bool = False, mode: str = "min", auto_insert_metric_name: bool = True,
                 every_n_train_steps: int | None = None, every_n_epochs: int | None = None):
        if save_top_k < -1:
            raise ValueError(f"save_top_k must be how many to keep, 0 for none, or -1 for all, not {save_top_k}.")
        if every_n_train_steps and every_n_epochs:
            raise ValueError("every_n_train_steps and every_n_epochs are mutually exclusive.")
        self.dirpath, self.filename, self.monitor, self.verbose = dirpath, filename, monitor, verbose
        self.save_last, self.save_top_k, self.weights_only = save_last, save_top_k, save_weights_only
        self.sign = sign_of(mode)
        self.named, self.steps = auto_insert_metric_name, every_n_train_steps
        self.epochs = every_n_epochs or (0 if every_n_train_steps else 1)
        self.best_k_models: dict = {}
        self.best_model_path, self.best_model_score = "", None
        self.last_model_path, self.last_step = "", 0

    def setup(self, trainer, pl_module, stage):
        if stage == "fit":
            self.dirpath = os.fspath(self.dirpath or os.path.join(trainer.default_root_dir, "checkpoints"))

    def on_train_batch_end(self, trainer, pl_module, outputs, batch, batch_idx):
        if self.steps and trainer.global_step % self.steps == 0 and trainer.global_step != self.last_step:
            self.save(trainer)

    def on_validation_end(self, trainer, pl_module):
        if trainer.training_runs and trainer.val_check_interval is not None and not trainer.sanity_checking:
            self.after_epoch(trainer, trainer.current_epoch + 1)

    def on_train_epoch_closed(self, trainer, pl_module):
        self.after_epoch(trainer, trainer.current_epoch)

    def after_epoch(self, trainer, count):
        if self.epochs and count % self.epochs == 0 and trainer.global_step != self.last_step:
            self.save(trainer)

    def save(self, trainer):
        """Write the checkpoints that the settings ask for, and remove those that are no longer among the best."""
        self.last_step = trainer.global_step
        score = None if self.monitor is None else monitored_value(self, trainer)
        if self.save_top_k and self.is_among_best(score):
            path = self.path(trainer)
            order = -self.last_step if score is None else self.sign * score      # checkpoints with small values stay
            self.best_k_models[path] = order
            best = min(self.best_k_models, key=self.best_k_models.get)
            self.best_model_path = best
            self.best_model_score = None if score is None else self.sign * self.best_k_models[best]
            worst = max(self.best_k_models, key=self.best_k_models.get)
            if len(self.best_k_models) > self.save_top_k > 0:
                del self.best_k_models[worst]
            trainer.save_checkpoint(path, self.weights_only)
            if worst not in self.best_k_models:
                with suppress(FileNotFoundError):
                    os.remove(worst)
            if self.verbose:
                print(f"ModelCheckpoint: {path}")
        if self.save_last:
            self.last_model_path = os.path.join(self.dirpath, "last.ckpt")
            trainer.save_checkpoint(self.last_model_path, self.weights_only)

    def is_among_best(self, score):
        """Return True if the current state is among the best."""
        if self.save_top_k < 0 or score is None or len(self.best_k_models) < self.save_top_k:
            return True
        return self.sign * score < max(self.best_k_models.values())

    def path(self, trainer):
        """Return the path of a new checkpoint, with -v1, -v2 … if a file of this name exists."""
        closed = trainer.loop.at_start is None               # then current_epoch is already the next epoch
        values = {"epoch": trainer.current_epoch - closed, "step": trainer.global_step,
                  **{name: float(value) for name, value in trainer.callback_metrics.items()}}
        stem = self.format_checkpoint_name(values)
        path, number = os.path.join(self.dirpath, f"{stem}.ckpt"), 0
        while os.path.exists(path):
            number += 1
            path = os.path.join(self.dirpath, f"{stem}-v{number}.ckpt")
        return path

    def how_to_continue(self):
        """Return a sentence that names the file from which a run can continue; "" if no file was written."""
        path = self.last_model_path or self.best_model_path
        return f"trainer.fit(…, ckpt_path={path!r}) goes on." if path and not self.weights_only else ""

    def format_checkpoint_name(self, metrics):
        """Return the file's name without its ending, for these values; a missing value is written as 0."""
        def field(match):
            name, form = match[1], match[2] or ""
            label = f"{name}=" if self.named else ""
            return label + format(metrics.get(name, 0), form.lstrip(":"))
        return re.sub(r"\{([^{}:]+)(:[^{}]*)?\}", field, self.filename or "{epoch}-{step}")

    def state_dict(self):
        return {name: getattr(self, name) for name in (
            "best_k_models", "best_model_path", "best_model_score", "last_model_path", "last_step")}

    def load_state_dict(self, state_dict):
        vars(self).update(state_dict)
