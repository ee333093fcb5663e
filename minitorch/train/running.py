"""The part of a Trainer that its loop calls: hooks, logged numbers, loaders, validation."""

from functools import partial

from ..nn import Module
from ..nn.utils import clip_grad_norm_, clip_grad_value_
from .callbacks import HOOKS
from .configure import step_schedules
from .evaluation import evaluate_on, size_of
from .metrics import as_tensors
from .module import trainers
from .precision import Precision, chosen_device
from .resume import random_state, set_random_state


class Running:
    """The part of a Trainer that its loop calls; the methods that users call are in `Trainer`."""

    # Methods for the beginning and the end

    def attach(self, module, datamodule, stage):
        """Prepare a run of a module: its device, its hooks. Raise TypeError if it is no nn.Module.

        stage        "fit", "validate", "test" or "predict"
        datamodule   an object with loaders, or None
        """
        if not isinstance(module, Module):
            raise TypeError(f"a Trainer needs an nn.Module with training_step, not {type(module).__name__}.")
        self.module, self.stage = module, stage
        self.datamodule = datamodule if datamodule is not None else self.datamodule
        trainers[module] = self
        self.precision = Precision(self.precision_name, chosen_device(self.accelerator, module))
        self.precision.convert(module)
        first = [one for one in self.callbacks if not one.monitors]
        own = getattr(module, "configure_callbacks", list)()
        more = list(own) if isinstance(own, list | tuple) else [own]
        first += [one for one in more if not one.monitors]
        last = [one for one in [*self.callbacks, *more] if one.monitors]
        self.hooks = {}
        for name in HOOKS:
            called = [partial(getattr(one, name), self, module) for one in first if hasattr(one, name)]
            if callable(getattr(module, name, None)):
                called.append(getattr(module, name))
            called += [partial(getattr(one, name), self, module) for one in last if hasattr(one, name)]
            if called:
                self.hooks[name] = called
        if self.datamodule is not None:
            self.datamodule.trainer = self
            self.datamodule.prepare_data()
            self.datamodule.setup(stage)
        if hasattr(module, "prepare_data"):
            module.prepare_data()
        self.call("setup", stage)
        settings = getattr(module, "hparams", None)
        for logger in self.loggers:
            if stage == "fit" and settings:
                logger.log_hyperparams(settings)
            if stage == "fit":
                logger.log_graph(module)

    def detach(self, stage):
        """End the run of a stage: call the teardown hooks."""
        self.call("teardown", stage)
        if self.datamodule is not None:
            self.datamodule.teardown(stage)
        self.stage = None

    def call(self, hook, *args):
        """Call a hook of callbacks and module; return the last result."""
        answer = None
        for function in self.hooks.get(hook, ()):
            answer = function(*args)
        return answer

    def call_or(self, name, *args, instead):
        """Call the module's own method of that name with args, or `instead` if it has none."""
        method = getattr(self.module, name, None)
        return instead() if method is None else method(*args)

    def find_loader(self, name, given):
        """Return `given`, or else the module's or datamodule's loader of that name; None without a loader."""
        if given is not None:
            return given
        for owner in (self.datamodule, self.module):
            method = getattr(owner, name, None)
            if callable(method):
                return method()
        return None

    # Methods for numbers

    def log(self, name, value, prog_bar, logger, on_step, on_epoch, reduce_fx, batch_size):
        """Record the value that a module logs by name; the other arguments as in LightningModule.log."""
        in_batch = self.stage == "fit" and self.here is not None
        on_step = in_batch if on_step is None else on_step
        on_epoch = not in_batch if on_epoch is None else on_epoch
        count = 1 if self.here is None else size_of(self.here) if batch_size is None else batch_size
        self.results.add(name, value, on_step, on_epoch, prog_bar, logger, reduce_fx, count)

    @property
    def callback_metrics(self):
        """Latest logged numbers, as {name: 0-d tensor}."""
        found = dict(self.finished)
        if self.results is not None:
            found.update(self.results.metrics(None if self.results.closing else "step"))
        return as_tensors(found)

    @property
    def logged_metrics(self):
        """Latest numbers that were written to the loggers, as {name: 0-d tensor}."""
        return as_tensors(self.sent)

    @property
    def progress_bar_metrics(self):
        """Numbers next to the progress bar, as {name: number}."""
        return dict(self.results.metrics(None if self.results.closing else "step", bar=True)) if self.results else {}

    def send(self, metrics):
        """Write metrics {name: number} to the loggers."""
        if metrics:
            self.sent.update(metrics)
        for logger in self.loggers if metrics else ():
            logger.log_metrics({"epoch": self.current_epoch, **metrics}, max(self.global_step - 1, 0))

    @property
    def logs_now(self):
        """Whether the current batch is written to the loggers."""
        return (self.loop.total_batches + 1) % self.log_every_n_steps == 0

    def epoch_text(self, number, of=" of "):
        """Return an epoch's number as text, such as "epoch 3 of 20"."""
        return f"epoch {number}" + (f"{of}{self.max_epochs}" if self.max_epochs > 0 else "")

    def label(self):
        """Return the text before the progress bar."""
        text = self.epoch_text(self.current_epoch + 1, "/")
        return ", ".join([text, *(f"{name} {value:.3g}" for name, value in self.progress_bar_metrics.items())]) \
            if self.bar.shown else text

    # Methods that run a part of the training

    def after_batch(self):
        """Write the numbers of a batch to the loggers, after every `log_every_n_steps` batches."""
        if self.loggers and self.loop.total_batches % self.log_every_n_steps == 0:
            self.send(self.results.metrics("step", logged=True))

    def end_epoch(self):
        """End an epoch: validation, the epoch's numbers, schedules."""
        self.here = None
        if self.validates and self.val_check_interval is None and \
                (self.current_epoch + 1) % (self.check_val_every_n_epoch or 1) == 0:
            self.run_validation()
        self.results.closing = True
        self.call("on_train_epoch_end")
        self.bar.wipe()
        self.send(self.results.metrics("epoch", logged=True))
        self.finished.update(self.results.metrics())
        if self.prints_epochs and self.finished:
            numbers = (f"{name} {value:.4g}" for name, value in self.finished.items())
            print(", ".join([self.label(), *numbers]), flush=True)
        step_schedules(self, "epoch", self.current_epoch + 1)

    @property
    def validates(self):
        """Whether there is a loader and a step for validation."""
        return self.val_loaders is not None and hasattr(self.module, "validation_step") and self.limit_val_batches != 0

    def validate_within(self, index, last):
        """Validate after batch `index` if val_check_interval requires it; `last`: the epoch's last batch."""
        every = self.val_check_interval
        if every is None or not self.validates:
            return
        if type(every) is float:
            every = max(1, int(self.num_training_batches * every))
        done = self.loop.total_batches if self.check_val_every_n_epoch is None else index + 1
        if done % every == 0:
            self.run_validation()

    def run_validation(self):
        """Run the validation with its hooks."""
        here, self.here = self.here, None
        found, _ = evaluate_on(self, self.val_loaders, "validate")
        self.here = here
        self.send(found.metrics(logged=True))

    def check_sanity(self):
        """Validate on a few batches before the training, to find errors early; the results are dropped."""
        if not self.num_sanity_val_steps or not self.validates or self.global_step:
            return
        before, self.sanity_checking = random_state(self.val_loaders), True
        self.call("on_sanity_check_start")
        most = float("inf") if self.num_sanity_val_steps == -1 else self.num_sanity_val_steps
        evaluate_on(self, self.val_loaders, "validate", most)
        self.call("on_sanity_check_end")
        set_random_state(before, self.val_loaders)
        self.finished, self.sanity_checking = {}, False

    def clip(self, optimizer):
        """Clip the gradients of the parameters of an optimizer, by norm or by value."""
        limit = clip_grad_value_ if self.gradient_clip_algorithm == "value" else clip_grad_norm_
        limit([p for group in optimizer.param_groups for p in group["params"]], self.gradient_clip_val)

    def count_step(self, optimizer, args, settings):
        """Count a step that an optimizer took with these args and settings."""
        self.global_step += 1
