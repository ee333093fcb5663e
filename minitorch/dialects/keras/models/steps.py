"""Under the Trainer: a model's steps as a module, and Keras' callbacks as the Trainer's hooks."""

from ....engine import tensor_types
from ....rare.autograd.tree import leaves, rebuilt
from ....train import Callback, LightningModule, Trainer
from ...core.lift import wrapped
from .progress import numbers
from .replicated import predicted, stepped


class Steps(LightningModule):
    """A model as a Trainer sees it: its steps take their own gradients and updates."""

    automatic_optimization = False

    def __init__(self, model):
        super().__init__()
        self.own = model

    def configure_optimizers(self):
        return None

    def training_step(self, batch, batch_idx):
        return stepped(self.own, self.own.train_step, batch, as_theirs)

    def validation_step(self, batch, batch_idx):
        return stepped(self.own, self.own.test_step, batch, as_theirs)

    test_step = validation_step

    def predict_step(self, batch, batch_idx, dataloader_idx=0):
        return predicted(self.own, batch, as_theirs)


def as_theirs(batch):
    """Turn a batch of the engine's tensors into the dialect's; inputs alone are no tuple."""
    if len(batch) == 1 and not isinstance(batch[0], list | tuple):
        batch = batch[0]
    return rebuilt(batch, iter([wrapped(x) if type(x) in tensor_types else x for x in leaves(batch)]))


class Bridge(Callback):
    """Tells Keras' callbacks what the Trainer does. `logs` and `tested` are the numbers of training and evaluation."""

    def __init__(self, model, callbacks):
        self.model, self.callbacks, self.logs, self.tested = model, callbacks, {}, {}

    def on_train_start(self, trainer, module):
        self.callbacks.on_train_begin()
        if self.model._initial_epoch is not None:            # a callback has restored an earlier run
            trainer.current_epoch, self.model._initial_epoch = self.model._initial_epoch, None

    def on_train_epoch_start(self, trainer, module):
        self.model.reset_metrics()
        self.logs = {}
        self.callbacks.on_epoch_begin(trainer.current_epoch)

    def on_train_batch_start(self, trainer, module, batch, batch_idx):
        self.callbacks.on_train_batch_begin(batch_idx)

    def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
        self.logs = numbers(outputs)
        self.callbacks.on_train_batch_end(batch_idx, self.logs)
        trainer.should_stop |= self.model.stop_training

    def on_train_epoch_end(self, trainer, module):
        self.callbacks.on_epoch_end(trainer.current_epoch, dict(self.logs))
        trainer.should_stop |= self.model.stop_training

    def on_train_end(self, trainer, module):
        self.model.optimizer.finalize_variable_values(self.model.trainable_weights)
        self.callbacks.on_train_end(self.logs)

    def on_validation_start(self, trainer, module):
        self.model.reset_metrics()
        self.callbacks.on_test_begin()

    def on_validation_batch_start(self, trainer, module, batch, batch_idx):
        self.callbacks.on_test_batch_begin(batch_idx)

    def on_validation_batch_end(self, trainer, module, outputs, batch, batch_idx):
        self.tested = numbers(outputs)
        self.callbacks.on_test_batch_end(batch_idx, self.tested)

    def on_validation_end(self, trainer, module):
        self.callbacks.on_test_end(self.tested)
        self.logs = {**self.logs, **{f"val_{name}": value for name, value in self.tested.items()}}

    on_test_start, on_test_batch_start = on_validation_start, on_validation_batch_start
    on_test_batch_end = on_validation_batch_end

    def on_test_end(self, trainer, module):
        self.callbacks.on_test_end(self.tested)

    def on_predict_start(self, trainer, module):
        self.callbacks.on_predict_begin()

    def on_predict_batch_start(self, trainer, module, batch, batch_idx):
        self.callbacks.on_predict_batch_begin(batch_idx)

    def on_predict_batch_end(self, trainer, module, outputs, batch, batch_idx):
        self.callbacks.on_predict_batch_end(batch_idx, {"outputs": outputs})

    def on_predict_end(self, trainer, module):
        self.callbacks.on_predict_end()


def trainer_for(model, callbacks, **settings):
    """Return a Trainer for a model, on the device of its weights, and the bridge to its callbacks."""
    bridge = Bridge(model, callbacks)
    where = next((str(w.tensor.device) for w in model.weights), "cpu")
    return Trainer(callbacks=[bridge], enable_progress_bar=False, num_sanity_val_steps=0,
                   accelerator="gpu" if where.startswith("cuda") else "cpu", **settings), bridge
