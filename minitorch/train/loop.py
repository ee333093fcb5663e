"""`train`: train any model with a loader and an optimiser, by a Trainer."""

from os.path import exists

from ..display.progress import progress
from ..engine import no_grad
from ..engine.piece import piece
from ..nn import CrossEntropyLoss
from ..random import default_generator
from .callbacks import Callback
from .checkpoint import Checkpoint
from .finite import check_finite
from .metrics import Mean, accuracy
from .module import LightningModule
from .trainer import Trainer


@piece
def training_step(model, loss_of, optimizer, inputs, targets):
    """Take one training step on one batch: forward pass, loss, backward pass, optimiser step.

    model       called with the inputs
    loss_of     called with its predictions and the targets, returns one number
    optimizer   takes the step
    returns     (loss, predictions), both detached from the graph
    """
    predictions = model(inputs)
    loss = loss_of(predictions, targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach(), predictions.detach()


def train(model, loader, optimizer, loss_of=None, *, epochs=1, start=0, scheduler=None, augment=None,
          show=True, after_epoch=None, checkpoint=None):
    """Train `model` on all batches of `loader`, for `epochs` epochs.

    loader        yields (inputs, targets)
    optimizer     takes a step after every batch
    loss_of       called with predictions and targets; default: CrossEntropyLoss()
    start         number of finished epochs, if the run continues from a checkpoint
    scheduler     steps after every batch
    augment       changes the inputs of a batch: augment(inputs)
    show          a progress bar after the first second, on a terminal or a notebook's page
    after_epoch   called with each epoch's {"epoch", "loss", "accuracy"}
    checkpoint    a path: the run is saved there after each epoch; if the file exists, the run continues from it
    returns       a list of the epochs' dicts; loss in nats, accuracy from 0 to 1, both on the training batches

    Ctrl-C, or a notebook's stop button, ends the training: train returns the epochs so far and prints a line.
    Raises NotFinite (a RuntimeError) if the loss is nan or infinite; the message says at which step.
    """
    task = Supervised(model, loss_of or CrossEntropyLoss(), optimizer, scheduler, augment)
    history = History(task, loader, after_epoch, checkpoint)
    trainer = Trainer(max_epochs=epochs, callbacks=history, enable_progress_bar=show)
    trainer.current_epoch = history.resume() if checkpoint is not None and exists(checkpoint) else start
    trainer.fit(task, loader)
    return history.epochs


class Supervised(LightningModule):
    """A module for batches (inputs, targets); the function `training_step` trains on each batch."""

    automatic_optimization = False

    def __init__(self, model, loss_of, optimizer, scheduler, augment):
        super().__init__()
        self.model, self.loss_of, self.optimizer = model, loss_of, optimizer
        self.scheduler, self.augment = scheduler, augment
        self.on_train_epoch_start()

    def configure_optimizers(self):
        return self.optimizer

    def on_train_epoch_start(self):
        self.reached = {"epoch": self.current_epoch + 1, "loss": Mean(), "accuracy": Mean()}

    def training_step(self, batch, batch_idx):
        inputs, targets = batch
        if self.augment is not None:
            inputs = self.augment(inputs)
        loss, predictions = training_step(self.model, self.loss_of, self.optimizer, inputs, targets)
        value = loss.item()
        check_finite(value, batch_idx + 1, self.current_epoch + 1, self.optimizer, inputs)
        if self.scheduler is not None:
            self.scheduler.step()
        self.reached["loss"].add(value, len(targets))
        self.reached["accuracy"].add(accuracy(predictions, targets), len(targets))

    def values(self):
        """Return the epoch's numbers so far."""
        return self.reached | {name: self.reached[name].value for name in ("loss", "accuracy")}


class History(Callback):
    """A callback that stores each epoch's numbers, and writes the checkpoint after each epoch."""

    def __init__(self, task, loader, after_epoch, path):
        self.task, self.after_epoch, self.epochs = task, after_epoch, []
        self.keeper = None if path is None else Checkpoint(path)
        self.stream = getattr(loader, "generator", None) or default_generator

    def resume(self):
        """Continue from the checkpoint's file; return the number of finished epochs."""
        return self.keeper.resume(self.task.model, self.task.optimizer, self.task.scheduler, self.stream)

    def on_train_epoch_end(self, trainer, module):
        trainer.bar.wipe()
        self.epochs.append(module.values())
        if self.keeper is not None:
            self.keeper.save(module.model, module.optimizer, module.scheduler, self.stream, self.epochs[-1]["epoch"])
        if self.after_epoch is not None:
            self.after_epoch(self.epochs[-1])

    def on_exception(self, trainer, module, exception):
        if isinstance(exception, KeyboardInterrupt) and module.reached["loss"].count and \
                (not self.epochs or self.epochs[-1]["epoch"] < module.reached["epoch"]):
            self.epochs.append(module.values())


@piece
def evaluate(model, loader, loss_of=None):
    """Return the mean loss and accuracy of `model` on all samples of `loader`, without training.

    loss_of   called with predictions and targets; default: CrossEntropyLoss()
    returns   {"loss", "accuracy"}; the model's mode does not change
    """
    loss_of = loss_of or CrossEntropyLoss()
    mean_loss, mean_accuracy = Mean(), Mean()
    mode = model.training
    model.eval()
    try:
        with no_grad():
            for inputs, targets in progress(loader, "evaluating"):
                predictions = model(inputs)
                mean_loss.add(loss_of(predictions, targets), len(targets))
                mean_accuracy.add(accuracy(predictions, targets), len(targets))
    finally:
        model.train(mode)
    return {"loss": mean_loss.value, "accuracy": mean_accuracy.value}
