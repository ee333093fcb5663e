"""LightningModule: a network together with how it is trained, in PyTorch Lightning's manner."""

import inspect
from weakref import WeakKeyDictionary

from ..nn import Module
from ..nn.utils import clip_grad_norm_, clip_grad_value_
from ..serialization import load

trainers: WeakKeyDictionary = WeakKeyDictionary()        # module -> the Trainer that runs it, or ran it last


class LightningModule(Module):
    """A network that knows its training step, for `Trainer.fit`. Define what you need of:

    training_step(batch, batch_idx)     the loss, or a dict with "loss"; None leaves the batch out
    validation_step, test_step, predict_step(batch, batch_idx)
    configure_optimizers()              an optimiser; or ([optimisers], [schedules]); or a dict with "optimizer" and
                                        "lr_scheduler"
    train_dataloader(), val_dataloader(), test_dataloader(), predict_dataloader()
    on_train_epoch_end() and the other hooks that a Callback has, without trainer and module

    A plain `nn.Module` with these methods trains too; it lacks `self.log` and what else is here.
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
        """The Trainer that runs this module, or ran it last; None before."""
        return trainers.get(self)

    @property
    def current_epoch(self):
        """How many epochs are done; 0 without a Trainer."""
        return self.trainer.current_epoch if self.trainer else 0

    @property
    def global_step(self):
        """How many steps the optimisers have taken."""
        return self.trainer.global_step if self.trainer else 0

    @property
    def device(self):
        """The device of its first parameter."""
        return next(self.parameters()).device

    @property
    def logger(self):
        """The Trainer's first logger, or None."""
        return self.trainer.logger if self.trainer else None

    def log(self, name, value, prog_bar=False, logger=None, on_step=None, on_epoch=None, reduce_fx="mean",
            batch_size=None, **settings):
        """Record one number, value, under a name.

        on_step    as of this batch; the default in training
        on_epoch   reduced over the pass, by reduce_fx ("mean", "sum", "min", "max"); the default elsewhere
        prog_bar   show it beside the bar; logger: write it to the loggers
        batch_size   how much it weighs in a mean; default: the first size of the batch's first tensor

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
        """Print on a line of its own, beside the bar."""
        self.trainer.bar.wipe()
        print(*args, **settings)

    # Steps of one's own: self.automatic_optimization = False

    def optimizers(self, use_pl_optimizer=True):
        """The optimiser, or a list of several; use_pl_optimizer is taken as Lightning does."""
        found = self.trainer.optimizers
        return found[0] if len(found) == 1 else found

    def lr_schedulers(self):
        """The schedule, a list of several, or None."""
        found = [config["scheduler"] for config in self.trainer.lr_scheduler_configs]
        return found[0] if len(found) == 1 else found or None

    def manual_backward(self, loss, **settings):
        """loss.backward(), scaled where the precision asks for it."""
        self.trainer.precision.scale(loss).backward(**settings)

    def toggle_optimizer(self, optimizer):
        """Ask for gradients of the parameters of an optimizer only, until `untoggle_optimizer`."""
        own = {id(p) for group in optimizer.param_groups for p in group["params"]}
        self._toggled = [(p, p.requires_grad) for p in self.parameters()]
        for p, wanted in self._toggled:
            p.requires_grad_(wanted and id(p) in own)

    def untoggle_optimizer(self, optimizer):
        """Ask for gradients as before toggle_optimizer(optimizer)."""
        for p, wanted in self._toggled:
            p.requires_grad_(wanted)

    # What a step does, to be overridden

    def predict_step(self, batch, batch_idx, dataloader_idx=0):
        """The module's answer to a batch, or to the inputs of an (inputs, targets) pair.

        batch_idx, dataloader_idx   which batch it is, and of which loader
        """
        return self(batch[0] if isinstance(batch, list | tuple) else batch)

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure=None):
        """One step of an optimizer in batch batch_idx of an epoch; optimizer_closure computes loss and gradients."""
        optimizer.step(closure=optimizer_closure)

    def optimizer_zero_grad(self, epoch, batch_idx, optimizer):
        """Forget the gradients before a step; arguments as optimizer_step's."""
        optimizer.zero_grad()

    def lr_scheduler_step(self, scheduler, metric):
        """One step of a schedule (scheduler), with the metric it watches, if it does."""
        scheduler.step() if metric is None else scheduler.step(metric)

    def configure_gradient_clipping(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        """What is done to gradients before a step; arguments as clip_gradients's."""
        self.clip_gradients(optimizer, gradient_clip_val, gradient_clip_algorithm)

    def clip_gradients(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        """Limit the gradients of the parameters of an optimizer to gradient_clip_val: their norm, or each.

        gradient_clip_algorithm   "value": each; otherwise their norm
        """
        if gradient_clip_val is not None:
            clip = clip_grad_value_ if gradient_clip_algorithm == "value" else clip_grad_norm_
            clip([p for group in optimizer.param_groups for p in group["params"]], gradient_clip_val)

    # Settings and files

    def save_hyperparameters(self, *names, ignore=()):
        """Keep the arguments of __init__ in `self.hparams`, and in checkpoints. Call it in __init__.

        names    only these; or a dict of them
        ignore   all but these
        """
        frame = inspect.currentframe().f_back
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
        """What save_hyperparameters kept: hparams.lr, hparams["lr"]."""
        if "_hparams" not in self.__dict__:
            self._hparams = Hyperparameters()
        return self._hparams

    @classmethod
    def load_from_checkpoint(cls, checkpoint_path, map_location=None, strict=True, **settings):
        """A module with the weights of a Trainer's checkpoint, made with the hyperparameters in it.

        checkpoint_path   the file
        map_location      the device for its tensors
        strict            raise RuntimeError for names that are not in both
        settings          arguments of __init__ that are not among them, or are to be others
        """
        found = load(checkpoint_path, map_location)
        module = cls(**{**found.get("hyper_parameters", {}), **settings})
        if hasattr(module, "on_load_checkpoint"):
            module.on_load_checkpoint(found)
        module.load_state_dict(found["state_dict"], strict=strict)
        return module

    def freeze(self):
        """Ask for no gradients, and go to evaluation mode."""
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
    """Loaders in one place, for `Trainer.fit(model, datamodule=…)`. Define what you need of: prepare_data(),
    setup(stage), train_dataloader(), val_dataloader(), test_dataloader(), predict_dataloader(), teardown(stage).
    """

    def __init__(self):
        self.trainer = None

    def prepare_data(self):
        """Fetch what is needed, once."""

    def setup(self, stage=None):
        """Make the data sets; stage is "fit", "validate", "test" or "predict"."""

    def teardown(self, stage=None):
        """Clean up afterwards."""
