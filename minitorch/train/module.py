"""LightningModule: a network with its training step, as in PyTorch Lightning."""

import inspect
import sys
from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from ..nn import Module
from ..nn.utils import clip_grad_norm_, clip_grad_value_
from ..serialization import load

trainers: WeakKeyDictionary = WeakKeyDictionary()        # {module: the Trainer that runs it, or ran it last}


class LightningModule(Module):
    """A network with its training step, for `Trainer.fit`. Define those of these methods that you need:

    training_step(batch, batch_idx)     returns the loss, or a dict with "loss"; None leaves the batch out
    validation_step, test_step, predict_step(batch, batch_idx)
    configure_optimizers()              returns an optimiser; or ([optimisers], [schedules]); or a dict with "optimizer"
                                        and "lr_scheduler"
    train_dataloader(), val_dataloader(), test_dataloader(), predict_dataloader()
    on_train_epoch_end() and the other hooks of a Callback, without the arguments trainer and module

    A plain `nn.Module` with these methods trains too; it lacks `self.log` and the other methods of this class.
    With `self.automatic_optimization = False` a training_step takes its own optimiser steps.

    >>> from minitorch import nn, optim
    >>> class Line(LightningModule):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.layer = nn.Linear(1, 1)
    ...     def training_step(self, batch, batch_idx):
    ...         x, y = batch
    ...         return ((self.layer(x) - y) ** 2).mean()
    ...     def configure_optimizers(self):
    ...         return optim.SGD(self.parameters(), lr=0.1)
    >>> x = mt.arange(8.0).view(8, 1) / 8
    >>> trainer = mt.train.Trainer(max_epochs=50, enable_progress_bar=False)
    >>> line = Line()
    >>> trainer.fit(line, mt.data.DataLoader(mt.data.TensorDataset(x, 3 * x), 4))
    >>> trainer.global_step
    100
    """

    automatic_optimization = True

    @property
    def trainer(self):
        """Trainer that runs this module, or ran it last; None before."""
        return trainers.get(self)

    @property
    def current_epoch(self):
        """Number of epochs that are done; 0 without a Trainer."""
        return self.trainer.current_epoch if self.trainer else 0

    @property
    def global_step(self):
        """Number of steps that the optimisers have taken."""
        return self.trainer.global_step if self.trainer else 0

    @property
    def device(self):
        """Device of the first parameter."""
        return next(self.parameters()).device

    @property
    def logger(self):
        """First logger of the Trainer, or None."""
        return self.trainer.logger if self.trainer else None

    def log(self, name: str, value, prog_bar: bool = False, logger: bool | None = None, on_step: bool | None = None,
            on_epoch: bool | None = None, reduce_fx: str | Callable = "mean", batch_size: int | None = None,
            **settings):
        """Record one number, value, under a name.

        on_step    record the value of this batch; the default in training_step
        on_epoch   reduce the values of all batches by reduce_fx ("mean", "sum", "min", "max"); the default elsewhere
        prog_bar   show the value next to the progress bar; logger: write it to the loggers
        batch_size   the value's weight in a mean; default: the first size of the batch's first tensor

        With both on_step and on_epoch there are two names, NAME_step and NAME_epoch.
        Raises RuntimeError outside of a Trainer.
        """
        if self.trainer is None or self.trainer.results is None:
            raise RuntimeError(f"log({name!r}): no Trainer is running this module. Call trainer.fit(module) first; "
                               "log() is for its steps and hooks.")
        self.trainer.log(name, value, prog_bar, True if logger is None else logger, on_step, on_epoch, reduce_fx,
                         batch_size)

    def log_dict(self, dictionary, **settings):
        """`log` each name and value of a dictionary, with the same settings."""
        for name, value in dictionary.items():
            self.log(name, value, **settings)

    def print(self, *args, **settings):
        """Print on a line of its own, so that the progress bar stays intact."""
        self.trainer.bar.wipe()
        print(*args, **settings)

    # Methods for users who step optimisers themselves: self.automatic_optimization = False

    def optimizers(self, use_pl_optimizer=True):
        """Return the optimiser, or a list if there are several; use_pl_optimizer has no effect."""
        found = self.trainer.optimizers
        return found[0] if len(found) == 1 else found

    def lr_schedulers(self):
        """Return the learning-rate schedule; a list of several; None if the module has no schedule."""
        found = [config["scheduler"] for config in self.trainer.lr_scheduler_configs]
        return found[0] if len(found) == 1 else found or None

    def manual_backward(self, loss, **settings):
        """Call loss.backward(), with a scaled loss if the precision needs it."""
        self.trainer.precision.scale(loss).backward(**settings)

    def toggle_optimizer(self, optimizer):
        """Compute gradients only for the parameters of an optimizer, until `untoggle_optimizer`."""
        own = {id(p) for group in optimizer.param_groups for p in group["params"]}
        self._toggled = [(p, p.requires_grad) for p in self.parameters()]
        for p, wanted in self._toggled:
            p.requires_grad_(wanted and id(p) in own)

    def untoggle_optimizer(self, optimizer):
        """Compute gradients for the same parameters as before toggle_optimizer(optimizer)."""
        for p, wanted in self._toggled:
            p.requires_grad_(wanted)

    # Steps that a subclass defines

    def predict_step(self, batch, batch_idx, dataloader_idx=0):
        """Return the module's output for a batch, or for the inputs of an (inputs, targets) pair.

        batch_idx, dataloader_idx   the number of the batch, and of its loader
        """
        return self(batch[0] if isinstance(batch, list | tuple) else batch)

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure=None):
        """Take an optimizer step in batch batch_idx of an epoch; optimizer_closure computes loss and gradients."""
        optimizer.step(closure=optimizer_closure)

    def optimizer_zero_grad(self, epoch, batch_idx, optimizer):
        """Reset the gradients before a step; arguments as in optimizer_step."""
        optimizer.zero_grad()

    def lr_scheduler_step(self, scheduler, metric):
        """Take one step of a scheduler, with the metric if it monitors one."""
        scheduler.step() if metric is None else scheduler.step(metric)

    def configure_gradient_clipping(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        """Clip the gradients before a step; override it to clip in another way. Arguments as in clip_gradients."""
        self.clip_gradients(optimizer, gradient_clip_val, gradient_clip_algorithm)

    def clip_gradients(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        """Clip the gradients of an optimizer's parameters: their norm, or each element, is gradient_clip_val at most.

        gradient_clip_algorithm   "value": clip each element; otherwise the norm of all gradients
        """
        if gradient_clip_val is not None:
            clip = clip_grad_value_ if gradient_clip_algorithm == "value" else clip_grad_norm_
            clip([p for group in optimizer.param_groups for p in group["params"]], gradient_clip_val)

    # Methods for settings and files

    def save_hyperparameters(self, *names, ignore: str | Sequence[str] = ()):
        """Store the arguments of __init__ in `self.hparams` and in checkpoints. Call it in __init__.

        names    names of arguments to store, default: all; or a dict of settings
        ignore   names of arguments that are not stored
        """
        frame = sys._getframe(1)
        if names and isinstance(names[0], dict):
            found = names[0]
        else:
            values = inspect.getargvalues(frame)
            found = {name: values.locals[name] for name in values.args if name != "self"}
            found.update(values.locals.get(values.keywords, {}) if values.keywords else {})
        ignore = [ignore] if isinstance(ignore, str) else ignore
        self._hparams = Hyperparameters({k: v for k, v in found.items() if (not names or isinstance(names[0], dict)
                                                                           or k in names) and k not in ignore})

    @property
    def hparams(self):
        """Arguments that save_hyperparameters stored: hparams.lr, hparams["lr"]."""
        if "_hparams" not in self.__dict__:
            self._hparams = Hyperparameters()
        return self._hparams

    @classmethod
    def load_from_checkpoint(cls, checkpoint_path, map_location=None, strict=True, **settings):
        """Return a module built from the hyperparameters of a Trainer's checkpoint, with the checkpoint's weights.

        checkpoint_path   the file
        map_location      the device for its tensors
        strict            raise RuntimeError if a name is only in the module or only in the checkpoint
        settings          arguments of __init__ that the checkpoint lacks, or that replace its values
        """
        found = load(checkpoint_path, map_location)
        module = cls(**{**found.get("hyper_parameters", {}), **settings})
        if hasattr(module, "on_load_checkpoint"):
            module.on_load_checkpoint(found)
        module.load_state_dict(found["state_dict"], strict=strict)
        return module

    def freeze(self):
        """Compute no gradients for the parameters, and switch to evaluation mode."""
        self.requires_grad_(False)
        self.eval()

    def unfreeze(self):
        """Train all parameters again, in training mode."""
        self.requires_grad_(True)
        self.train()


class Hyperparameters(dict):
    """Settings by name, also as attributes."""

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f"there is no hyperparameter {name!r}: {', '.join(self) or 'none was saved'}.")


class LightningDataModule:
    """Loaders in one object, for `Trainer.fit(model, datamodule=…)`. Define those that you need: prepare_data(),
    setup(stage), train_dataloader(), val_dataloader(), test_dataloader(), predict_dataloader(), teardown(stage).
    """

    def __init__(self):
        self.trainer = None

    def prepare_data(self):
        """Download or prepare data before `setup`."""

    def setup(self, stage=None):
        """Make the data sets; stage is "fit", "validate", "test" or "predict"."""

    def teardown(self, stage=None):
        """Clean up after a stage."""
