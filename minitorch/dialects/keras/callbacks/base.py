"""Callbacks: what happens beside the training, with Keras' hooks."""

HOOKS = {                        # name -> when it is called
    "on_train_begin": "Act when a training begins; logs is None.",
    "on_train_end": "Act when a training is over; logs has the numbers of the last epoch.",
    "on_test_begin": "Act when a measurement begins, also that of the validation in a training; logs is None.",
    "on_test_end": "Act when a measurement is over; logs has its numbers.",
    "on_predict_begin": "Act when a prediction begins; logs is None.",
    "on_predict_end": "Act when a prediction is over; logs is None.",
    "on_test_batch_begin": "Act when a batch of a measurement begins; logs is None.",
    "on_test_batch_end": "Act when a batch of a measurement is over; logs has the numbers so far.",
    "on_predict_batch_begin": "Act when a batch of a prediction begins; logs is None.",
    "on_predict_batch_end": "Act when a batch of a prediction is over; logs has its outputs.",
}


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
        """The model that is trained."""
        return self._model

    def set_params(self, params):
        """Keep what a run is told, before it begins."""
        self.params = params

    def set_model(self, model):
        """Keep the model, before a run begins."""
        self._model = model

    def on_epoch_begin(self, epoch, logs=None):
        """Act when an epoch begins; the first is 0."""

    def on_epoch_end(self, epoch, logs=None):
        """Act when an epoch, and the validation after it, is over."""

    def on_batch_begin(self, batch, logs=None):
        """Act when a batch of training begins: the older name."""

    def on_batch_end(self, batch, logs=None):
        """Act when a batch of training is over: the older name."""

    def on_train_batch_begin(self, batch, logs=None):
        """Act when a batch of training begins; logs is None."""
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch, logs=None):
        """Act when a batch of training is over."""
        self.on_batch_end(batch, logs=logs)


def silent(name):
    """Return a hook that does nothing."""
    def hook(self, *args, **settings):
        pass
    hook.__name__, hook.__doc__ = name, HOOKS[name]
    return hook


for name in HOOKS:
    if name not in vars(Callback):
        setattr(Callback, name, silent(name))


def begin(callback, given):
    """Begin a callback; its arguments, given, are returned."""
    Callback.__init__(callback)
    return given
