"""The loop: predict, compare, walk back, move; batch after batch, epoch after epoch. And what is measured meanwhile:
means over samples, and how often the highest score is right.
"""

from math import isfinite
from os.path import exists

from ..engine import no_grad
from ..nn import CrossEntropyLoss
from ..piece import piece
from ..progress import Bar, length_of, progress, stopped
from ..random import default_generator
from ..runtime.nonfinite import forget, last
from .checkpoint import Checkpoint


def accuracy(predictions, targets):
    """Share of samples whose highest score is at the target.

    predictions   (N, C)
    targets       (N,)  integers
    returns       ()    0 to 1, a Tensor
    """
    return (predictions.argmax(1) == targets).float().mean()


class Mean:
    """A mean over samples that arrive in batches of unequal size.

    >>> mean = Mean()
    >>> mean.add(1.0, 3); mean.add(5.0, 1)
    >>> mean.value
    2.0
    """

    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, value, count=1):
        """Take in the mean `value` of `count` samples; a Tensor stays on its device."""
        self.total = self.total + value * count
        self.count += count

    @property
    def value(self):
        """The mean so far as a Python number; nan of nothing."""
        return float(self.total) / self.count if self.count else float("nan")


class NotFinite(RuntimeError):
    """The loss is nan or infinite: nothing can be learned from here on."""


@piece
def training_step(model, loss_of, optimizer, inputs, targets):
    """One step on one batch: predict, compare, walk back, move.

    returns   (loss, predictions), outside the graph
    """
    predictions = model(inputs)
    loss = loss_of(predictions, targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach(), predictions.detach()


def train(model, loader, optimizer, loss_of=None, *, epochs=1, start=0, scheduler=None, augment=None,
          show=True, after_epoch=None, checkpoint=None):
    """Train `model` on every batch of `loader`, `epochs` times over.

    loader        yields (inputs, targets)
    loss_of       called with predictions and targets; default: CrossEntropyLoss()
    start         epochs already done, when going on from a checkpoint
    scheduler     steps after every batch
    augment       changes the inputs of a batch: augment(inputs)
    show          a progress bar after the first second, on a terminal or a notebook's page
    after_epoch   called with each epoch's {"epoch", "loss", "accuracy"}
    checkpoint    a path: written after each epoch, and gone on from if it is there already
    returns       list of those; loss in nats, accuracy from 0 to 1, both on the training batches

    Ctrl-C, or a notebook's stop button, ends the training: what was reached is returned, and a line says so.
    Raises NotFinite (a RuntimeError) when the loss is nan or infinite, with the step.
    """
    loss_of = loss_of or CrossEntropyLoss()
    forget()
    history = []
    if checkpoint is not None:
        keeper, stream = Checkpoint(checkpoint), getattr(loader, "generator", None) or default_generator
        if exists(checkpoint):
            start = keeper.resume(model, optimizer, scheduler, stream)
    length = length_of(loader)
    with Bar("", length and length * (epochs - start), shown=show) as bar:
        try:
            for epoch in range(start + 1, epochs + 1):
                model.train()
                reached = {"epoch": epoch, "loss": Mean(), "accuracy": Mean()}
                for step, (inputs, targets) in enumerate(loader, 1):
                    if augment is not None:
                        inputs = augment(inputs)
                    loss, predictions = training_step(model, loss_of, optimizer, inputs, targets)
                    value = loss.item()
                    if not isfinite(value):
                        raise NotFinite(not_finite(value, step, epoch, optimizer, inputs))
                    if scheduler is not None:
                        scheduler.step()
                    reached["loss"].add(value, len(targets))
                    reached["accuracy"].add(accuracy(predictions, targets), len(targets))
                    bar.update(1, f"epoch {epoch}/{epochs}")
                bar.wipe()
                history.append(values(reached))
                if checkpoint is not None:
                    keeper.save(model, optimizer, scheduler, stream, epoch)
                if after_epoch is not None:
                    after_epoch(history[-1])
        except KeyboardInterrupt:
            bar.wipe()
            stopped(f"in epoch {epoch} of {epochs}: what it reached is returned, and the model keeps its weights")
            if len(history) < epoch - start and reached["loss"].count:
                history.append(values(reached))
    return history


def values(reached):
    """An epoch's numbers, of its means."""
    return reached | {name: reached[name].value for name in ("loss", "accuracy")}


def not_finite(value, step, epoch, optimizer, inputs):
    """Describe a loss that is not finite, and what to try."""
    lr = optimizer.param_groups[0]["lr"]
    text = f"the loss is {value} at step {step} of epoch {epoch} (learning rate {lr:.3g}). "
    if not bool(inputs.isfinite().all()):
        return text + "The inputs of this batch already hold nan or inf: clean the data."
    if last[0]:                                          # what backward saw, before the step spoilt all weights
        text += f"{last[0]} "
    return text + (f"Try a smaller learning rate ({lr / 10:.3g}), clip gradients with "
                   "nn.utils.clip_grad_norm_, or look for a log or a division of 0 in the loss.")


@piece
def evaluate(model, loader, loss_of=None):
    """Mean loss and accuracy of `model` on all samples of `loader`, without learning.

    returns   {"loss", "accuracy"}; the model is left in the mode it was in
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
