"""Callbacks: what happens beside the training, with Keras' hooks."""

HOOKS = [f"on_{what}_{when}" for what in ("train", "test", "predict") for when in ("begin", "end")] + [
    f"on_{what}_batch_{when}" for what in ("train", "test", "predict") for when in ("begin", "end")]


class Callback:
    """Base of callbacks: define the hooks that you need. `model` is the model, `params` a dict: epochs, steps, verbose.

    on_epoch_begin(epoch, logs), on_epoch_end(epoch, logs); on_train_…, on_test_…, on_predict_begin(logs) and _end;
    on_train_batch_begin(batch, logs) and so on. logs is {name: number}.
    chief_only: of several replicas the first rank alone has it, as what prints or writes files.
    """

    chief_only = False

    def __init__(self):
        self.params, self._model, self.validation_data = None, None, None

    @property
    def model(self):
        return self._model

    def set_params(self, params):
        self.params = params

    def set_model(self, model):
        self._model = model

    def on_epoch_begin(self, epoch, logs=None):
        """An epoch begins; the first is 0."""

    def on_epoch_end(self, epoch, logs=None):
        """An epoch, and the validation after it, is over."""

    def on_batch_begin(self, batch, logs=None):
        """A batch of training begins: the older name."""

    def on_batch_end(self, batch, logs=None):
        """A batch of training is over: the older name."""

    def on_train_batch_begin(self, batch, logs=None):
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch, logs=None):
        self.on_batch_end(batch, logs=logs)


def silent(name):
    def hook(self, *args, **settings):
        pass
    hook.__name__ = name
    return hook


for name in HOOKS:
    if name not in vars(Callback):
        setattr(Callback, name, silent(name))
