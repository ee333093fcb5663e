"""The training loop: epochs of batches; it can stop after any batch and continue there with the same bits."""

from math import inf

from ..display.progress import length_of
from ..engine import tensor_types
from .configure import step_schedules
from .finite import check_finite
from .metrics import Results
from .resume import random_state, set_random_state


class FitLoop:
    """The position of a run, and the loop that continues it.

    batch       number of finished batches in this epoch; total_batches: in all epochs
    pending     number of batches whose gradients wait for the next optimiser step
    at_start    the random state before this epoch's order was drawn; None between two epochs
    ending      True if all batches of this epoch are finished, but not its last hooks
    """

    def __init__(self, trainer):
        self.trainer, self.loader = trainer, None
        self.batch = self.total_batches = self.pending = 0
        self.at_start, self.resumed, self.ending = None, None, False

    def state(self):
        """Return the values that a checkpoint saves for the loop."""
        within = self.at_start is not None
        return {"batch": self.batch, "total_batches": self.total_batches, "pending": self.pending,
                "ending": self.ending, "at_start": self.at_start, "random": random_state(self.loader),
                "results": self.trainer.results.state() if within else None}

    def restore(self, state):
        self.resumed = state
        self.total_batches, self.pending = state["total_batches"], state["pending"]

    def run(self, loader):
        """Train until all epochs or steps are done, or until a callback stops the run."""
        trainer, self.loader = self.trainer, loader
        if self.resumed is not None and (self.resumed["at_start"] is None or self.resumed["ending"]):
            set_random_state(self.resumed["random"], loader)     # the checkpoint was written after a complete epoch
            trainer.current_epoch += self.resumed["ending"]
            self.resumed = None
        while not self.done():
            trainer.call("on_train_epoch_start")
            self.epoch(loader)
            self.ending = True
            trainer.end_epoch()
            trainer.current_epoch += 1
            self.at_start, self.batch, self.ending = None, 0, False
            trainer.call("on_train_epoch_closed")

    def done(self):
        """Return True if nothing is left to do."""
        trainer = self.trainer
        most = inf if trainer.max_epochs in (None, -1) else trainer.max_epochs
        if trainer.current_epoch >= most or self.out_of_steps():
            return True
        return trainer.should_stop and trainer.current_epoch >= (trainer.min_epochs or 0) \
            and trainer.global_step >= (trainer.min_steps or 0)

    def out_of_steps(self):
        return -1 < self.trainer.max_steps <= self.trainer.global_step

    def epoch(self, loader):
        """Run one epoch; if the run continues from a checkpoint, skip the batches that were finished before it."""
        trainer, done = self.trainer, 0
        trainer.module.train()
        begun = max(first for first in trainer.accumulation if first <= trainer.current_epoch)
        trainer.accumulate_grad_batches = trainer.accumulation[begun]
        trainer.results = Results()
        if self.resumed is not None:                         # the checkpoint was written in the middle of an epoch
            state, self.resumed = self.resumed, None
            set_random_state(state["at_start"], loader)
            done = state["batch"]
            trainer.results.restore_metrics(state["results"])
        self.at_start = random_state(loader)
        most = batch_limit(loader, trainer.limit_train_batches)
        batches = iter(loader)
        for self.batch in range(done):
            next(batches)
        if done:
            set_random_state(state["random"], loader)
        self.batch = done
        for index, batch in enumerate(batches, done):
            if index >= most:
                break
            self.step(trainer.precision.batch(batch), index, index + 1 == most)
            if self.out_of_steps() or trainer.should_stop and trainer.current_epoch >= (trainer.min_epochs or 0):
                break
        if self.pending:                                     # gradients remain if the loader's length was unknown
            self.optimise(None, self.batch)

    def step(self, batch, index, last):
        """Run one batch: hooks, training_step, optimiser step and logging."""
        trainer = self.trainer
        trainer.here = batch
        if trainer.call("on_train_batch_start", batch, index) == -1:
            trainer.should_stop = True
            return
        if trainer.manual:
            with trainer.precision.forward():
                output = trainer.module.training_step(batch, index)
        else:
            self.pending += 1
            output = self.train_on(batch, index, last)
        self.batch, self.total_batches = index + 1, self.total_batches + 1
        if not self.pending and not trainer.manual:
            step_schedules(trainer, "step", trainer.global_step)
        trainer.bar.update(1, trainer.label())
        trainer.after_batch()
        trainer.call("on_train_batch_end", output, batch, index)
        trainer.validate_within(index, last)

    def train_on(self, batch, index, last):
        """Compute a batch's gradients, and take an optimiser step if enough batches are accumulated."""
        output = []

        def closure():
            loss = self.gradients(batch, index, output)
            if loss is not None and due:
                self.clip()
            return loss
        due = self.pending >= self.trainer.accumulate_grad_batches or last
        if due:
            self.optimise(closure, index)
        else:
            closure()
        return output[-1]

    def gradients(self, batch, index, output):
        """Run the forward and the backward pass. Return the loss; None if training_step returned None."""
        trainer, optimizer = self.trainer, self.trainer.optimizers[0]
        with trainer.precision.forward():
            output.append(trainer.module.training_step(batch, index))
        loss = output[-1]["loss"] if isinstance(output[-1], dict) else output[-1]
        if self.pending == 1:
            trainer.call("on_before_zero_grad", optimizer)
            trainer.call_or("optimizer_zero_grad", trainer.current_epoch, index, optimizer, instead=optimizer.zero_grad)
        if loss is None:
            return None
        if type(loss) not in tensor_types:
            raise TypeError("training_step must return the loss, a Tensor; a dict with \"loss\"; or None to leave the "
                            f"batch out. This one returned {type(loss).__name__}.")
        check_finite(loss.item(), index + 1, trainer.current_epoch + 1, optimizer, batch)
        trainer.call("on_before_backward", loss)
        share = trainer.accumulate_grad_batches
        trainer.precision.scale(loss / share if share > 1 else loss).backward()
        trainer.call("on_after_backward")
        return loss.detach()

    def clip(self):
        """Unscale and clip the gradients; call the hook on_before_optimizer_step."""
        trainer, optimizer = self.trainer, self.trainer.optimizers[0]
        trainer.precision.scaler.unscale_(optimizer)
        trainer.call("on_before_optimizer_step", optimizer)
        if trainer.gradient_clip_val is not None:
            trainer.call_or("configure_gradient_clipping", optimizer, trainer.gradient_clip_val,
                            trainer.gradient_clip_algorithm, instead=lambda: trainer.clip(optimizer))

    def optimise(self, closure, index):
        """Take one optimiser step with the gradients of all pending batches."""
        trainer, optimizer, scaler = self.trainer, self.trainer.optimizers[0], self.trainer.precision.scaler
        if closure is None:
            self.clip()
        if scaler.is_enabled():
            if closure is not None:
                closure()
            scaler.step(optimizer)
            scaler.update()
        else:
            trainer.call_or("optimizer_step", trainer.current_epoch, index, optimizer, closure,
                            instead=lambda: optimizer.step(closure))
        self.pending = 0


def batch_limit(loader, limit):
    """Return how many batches of a loader are used: `limit` is None (all), a fraction (float) or a number (int)."""
    length = length_of(loader)
    if limit is None or limit == 1.0 and type(limit) is float:
        return inf if length is None else length
    if type(limit) is float:
        if length is None:
            raise ValueError(f"a limit of {limit} is a fraction, but the loader has no length: pass a whole number.")
        return int(length * limit)
    return limit if length is None else min(limit, length)
