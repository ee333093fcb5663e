"""The progress line of fit, evaluate and predict."""

from .base import Callback


class ProgbarLogger(Callback):
    """Prints Keras' progress line."""

    chief_only = True

    def __init__(self):
        super().__init__()
        self.target, self.seen, self.bar, self.inner = None, 0, None, False

    def set_params(self, params):
        super().set_params(params)
        self.target, self.verbose, self.epochs = params.get("steps"), params.get("verbose", 1), params.get("epochs", 1)

    def begin(self):
        """Begin a line."""
        from ..models.progress import Progbar
        self.seen = 0
        self.bar = Progbar(self.target, verbose=self.verbose, stateless_metrics=set())

    def shown(self, batch, logs):
        """Draw the line after a batch."""
        self.seen = batch + 1
        self.bar.update(self.seen, list((logs or {}).items()), finalize=False)

    def close(self, logs):
        """Draw the line's last state."""
        if self.target is None:
            self.target = self.bar.target = self.seen
        self.bar.update(self.target, list((logs or {}).items()), finalize=True)

    def on_train_begin(self, logs=None):
        self.inner = True

    def on_epoch_begin(self, epoch, logs=None):
        self.begin()
        if self.verbose and self.epochs > 1:
            print(f"Epoch {epoch + 1}/{self.epochs}")

    def on_train_batch_end(self, batch, logs=None):
        self.shown(batch, logs)

    def on_epoch_end(self, epoch, logs=None):
        self.close(logs)

    def on_test_begin(self, logs=None):
        if not self.inner:
            self.begin()

    def on_test_batch_end(self, batch, logs=None):
        if not self.inner:
            self.shown(batch, logs)

    def on_test_end(self, logs=None):
        if not self.inner:
            self.close(logs)

    def on_predict_begin(self, logs=None):
        self.begin()

    def on_predict_batch_end(self, batch, logs=None):
        self.shown(batch, None)

    def on_predict_end(self, logs=None):
        self.close(None)
