"""Callbacks that write the model, or what TensorBoard reads."""

import json
import os
import shutil

from ....viz.tensorboard import SummaryWriter
from ..core.signed import arguments
from .base import Callback, begin
from .basic import Monitoring, monitored


class Saving(Callback):
    """Base: calls `save` after epochs, or with a number save_freq after every so many batches."""

    chief_only, batches, epoch = True, 0, 0

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        self.batches += 1
        if self.save_freq != "epoch" and self.batches % self.save_freq == 0:
            self.save(self.epoch, logs, batch)

    def on_epoch_end(self, epoch, logs=None):
        self.epoch = epoch + 1
        if self.save_freq == "epoch":
            self.save(epoch, logs)


@arguments("filepath", begin=begin, monitor="val_loss", verbose=0, save_best_only=False, save_weights_only=False,
           mode="auto", save_freq="epoch", initial_value_threshold=None)
class ModelCheckpoint(Saving, Monitoring):
    """Saves the model, or its weights, after epochs, or after every `save_freq` batches.

    filepath                  may name {epoch:02d} and what was measured: "model-{epoch:02d}-{val_loss:.2f}.keras"
    save_best_only            only where `monitor` got better; better than initial_value_threshold at first
    save_weights_only         the weights alone, in a file that ends in .weights.h5

    Raises ValueError for a filepath of another ending.
    """

    def _prepare(self):
        super()._prepare()
        self.filepath, self.best = os.fspath(self.filepath), self.initial_value_threshold
        endings = (".weights.h5",) if self.save_weights_only else (".keras", ".h5")
        if not self.filepath.endswith(endings):
            raise ValueError(f"When using `save_weights_only={self.save_weights_only}` in `ModelCheckpoint`, the "
                             f"filepath provided must end in `{endings[0]}`. Received: filepath={self.filepath}")

    def save(self, epoch, logs, batch=0):
        """Save after this epoch and batch, unless only the best is saved and this is none."""
        path = self.filepath.format(epoch=epoch + 1, batch=batch + 1, **(logs or {}))
        better = ""
        if self.save_best_only:
            value = monitored(self, logs)
            if value is None:
                return
            if not self.better(value, self.best):
                return self.report(epoch, f"{self.monitor} did not improve from {self.best:.5f}")
            before = "None" if self.best is None else f"{self.best:.5f}"
            better, self.best = f"{self.monitor} improved from {before} to {value:.5f}, ", value
        self.report(epoch, f"{better}saving model to {path}")
        (self.model.save_weights if self.save_weights_only else self.model.save)(path)
        self.report(epoch, f"finished saving model to {path}")

    def report(self, epoch, words):
        """Print words of this epoch, where verbose asks for them."""
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: {words}")


@arguments("backup_dir", begin=begin, save_freq="epoch", double_checkpoint=False, delete_checkpoint=True)
class BackupAndRestore(Saving):
    """Keeps the weights and the number of the epoch in a folder while a training lasts: `fit` again goes on from there.

    backup_dir          the folder; another training must not use it
    save_freq           "epoch", or a number of batches
    double_checkpoint   whether the file before is kept too, and read where the last one is damaged
    delete_checkpoint   whether the folder is removed at the end of the training

    Raises ValueError for an empty backup_dir, and for another save_freq.
    """

    def _prepare(self):
        if not self.backup_dir:
            raise ValueError(f"Empty `backup_dir` argument passed. Received: backup_dir={self.backup_dir}")
        if self.save_freq != "epoch" and not isinstance(self.save_freq, int):
            raise ValueError(f"Invalid value for argument `save_freq`. Received: save_freq={self.save_freq}. Expected "
                             "either 'epoch' or an integer value.")
        self.backup_dir = os.fspath(self.backup_dir)
        self.weights, self.position = (os.path.join(self.backup_dir, name) for name in (
            "latest.weights.h5", "training_metadata.json"))

    def on_train_begin(self, logs=None):
        if not os.path.exists(self.weights):
            return
        try:
            self.model.load_weights(self.weights)
        except (OSError, KeyError, ValueError):
            if not os.path.exists(f"{self.weights}.bkp"):
                raise
            shutil.copy(f"{self.weights}.bkp", self.weights)
            self.model.load_weights(self.weights)
        with open(self.position, encoding="utf-8") as file:
            self.model._initial_epoch = json.load(file)["epoch"]

    def save(self, epoch, logs, batch=0):
        """Write the weights, and where the training is; epoch, logs and batch are not needed for it."""
        os.makedirs(self.backup_dir, exist_ok=True)
        if self.double_checkpoint and os.path.exists(self.weights):
            shutil.copy(self.weights, f"{self.weights}.bkp")
        self.model.save_weights(self.weights, overwrite=True)
        with open(self.position, "w", encoding="utf-8") as file:
            json.dump({"epoch": self.epoch, "batch": self.batches}, file)

    def on_train_end(self, logs=None):
        if self.delete_checkpoint and os.path.exists(self.backup_dir):
            shutil.rmtree(self.backup_dir)


@arguments(begin=begin, log_dir="logs", histogram_freq=0, write_graph=True, write_images=False,
           write_steps_per_second=False, update_freq="epoch", profile_batch=0, embeddings_freq=0,
           embeddings_metadata=None)
class TensorBoard(Callback):
    """Writes the numbers of each epoch, in folders train and validation, for TensorBoard.

    log_dir          the folder
    histogram_freq   after how many epochs the weights' distribution is written; 0: never
    update_freq      "epoch", "batch", or a number of batches
    write_graph, write_images, write_steps_per_second, profile_batch, embeddings_freq, embeddings_metadata
                     taken, without effect
    """

    chief_only = True

    batches = 0

    def _prepare(self):
        self.log_dir, self.writers, often = os.fspath(self.log_dir), {}, self.update_freq
        self.every = 1 if often == "batch" else None if often == "epoch" else int(often)

    def writer(self, part):
        """Return the writer of a part, "train" or "validation"."""
        if part not in self.writers:
            self.writers[part] = SummaryWriter(os.path.join(self.log_dir, part))
        return self.writers[part]

    def on_train_batch_end(self, batch, logs=None):
        self.batches += 1
        if self.every and self.batches % self.every == 0:
            for name, value in (logs or {}).items():
                self.writer("train").add_scalar(f"batch_{name}", value, self.batches)

    def on_epoch_end(self, epoch, logs=None):
        for part, wanted in (("train", False), ("validation", True)):
            for name, value in (logs or {}).items():
                if name.startswith("val_") is wanted:
                    self.writer(part).add_scalar(f"epoch_{name.removeprefix('val_')}", value, epoch)
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            for weight in self.model.weights:
                self.writer("train").add_histogram(f"{weight.path}/histogram", weight.numpy(), epoch)

    def on_train_end(self, logs=None):
        for writer in self.writers.values():
            writer.close()
        self.writers = {}
