"""Callbacks: what happens beside the training, with Keras' hooks."""

from ...functions.table import named

EVENTS = {                       # event -> (what begins and is over, the number that its hooks get first, or "")
    "epoch": ("an epoch, its validation included,", "epoch"), "train": ("a training", ""),
    "test": ("a measurement, or a validation,", ""), "predict": ("a prediction", ""),
    "batch": ("a batch of training, by the older name,", "batch"),
    "train_batch": ("a batch of training", "batch"), "test_batch": ("a batch of a measurement", "batch"),
    "predict_batch": ("a batch of a prediction", "batch")}


class Callback:
    """Base of callbacks: define the hooks that you need. `model` is the model, `params` a dict: epochs, steps, verbose.

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
        """Store the settings of a run, before it begins."""
        self.params = params

    def set_model(self, model):
        """Store the model, before a run begins."""
        self._model = model


def hook_of(event, when):
    """Return the hook of an event, which does nothing; that of a batch of training calls its older name."""
    what, number = EVENTS[event]

    def of_epoch(self, epoch, logs=None):
        return None

    def of_batch(self, batch, logs=None):
        if event == "train_batch":
            getattr(self, f"on_batch_{when}")(batch, logs=logs)

    def of_run(self, logs=None):
        return None
    hook = {"epoch": of_epoch, "batch": of_batch, "": of_run}[number]
    happens = "begins" if when == "begin" else "is over"
    return named(hook, f"on_{event}_{when}", f"Act when {what} {happens}; logs has the numbers so far, or is None.")


for event in EVENTS:
    for when in ("begin", "end"):
        setattr(Callback, f"on_{event}_{when}", hook_of(event, when))


def begin(callback, given):
    """Begin a callback; its arguments, given, are returned."""
    Callback.__init__(callback)
    return given
