"""Several callbacks as one."""

from ...core.replicas import is_chief
from .basic import History
from .progress import ProgbarLogger


class CallbackList:
    """Several callbacks as one: a hook of it is that of all of them, in order.

    callbacks      a list, one, or None
    add_history    whether a History is among them
    add_progbar    whether a ProgbarLogger is
    """

    def __init__(self, callbacks=None, add_history=False, add_progbar=False, model=None, **params):
        self.callbacks = list(callbacks) if isinstance(callbacks, list | tuple) else [] if callbacks is None else [
            callbacks]
        if add_progbar and not any(isinstance(one, ProgbarLogger) for one in self.callbacks):
            self.callbacks.append(ProgbarLogger())
        if add_history and not any(isinstance(one, History) for one in self.callbacks):
            self.callbacks.append(History())
        self.callbacks = [one for one in self.callbacks if is_chief() or not getattr(one, "chief_only", False)]
        self.params = params
        if model is not None:
            self.set_model(model)
        self.set_params(params)

    def append(self, callback):
        """Put a callback at the end."""
        self.callbacks.append(callback)

    def set_params(self, params):
        """Store the settings of a run in all of them."""
        self.params = params
        for one in self.callbacks:
            one.set_params(params)

    def set_model(self, model):
        """Store the model in all of them."""
        for one in self.callbacks:
            one.set_model(model)
            if isinstance(one, History):
                model.history = one

    def __getattr__(self, name):
        if not name.startswith("on_"):
            raise AttributeError(f"CallbackList has no attribute {name!r}")
        called = [getattr(one, name) for one in self.callbacks if hasattr(one, name)]

        def all_of_them(*args, logs=None):
            *numbers, logs = args if args and not isinstance(args[-1], int) else (*args, logs)
            logs = dict(logs or {})            # their own: what one of them adds is no number of the run's
            for hook in called:
                hook(*numbers, logs)
        return all_of_them


def called_for(callbacks, model, add_history=False, verbose=1, **params):
    """Return the callbacks of a run, with the progress line where it is wanted."""
    if isinstance(callbacks, CallbackList):
        return callbacks
    verbose = 1 if verbose == "auto" else verbose
    return CallbackList(callbacks, add_history, verbose != 0, model, verbose=verbose, **params)
