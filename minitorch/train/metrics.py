"""Metrics of a training run: means over samples, accuracy, and the numbers that a module logs."""

from ..engine import tensor_types
from ..tensors import tensor

REDUCTIONS = {"mean": None, "sum": lambda a, b: a + b, "min": lambda a, b: b if b < a else a,
              "max": lambda a, b: b if b > a else a}


def accuracy(predictions, targets):
    """Return the fraction of samples whose highest score is at the target.

    predictions   (N, C)
    targets       (N,)  integers
    returns       ()    0 to 1, a Tensor
    """
    return (predictions.argmax(1) == targets).float().mean()


class Mean:
    """A mean over samples that come in batches of different sizes.

    >>> mean = Mean()
    >>> mean.add(1.0, 3); mean.add(5.0, 1)
    >>> mean.value
    2.0
    """

    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, value, count=1):
        """Add the mean `value` of `count` samples; a Tensor stays on its device."""
        self.total = self.total + value * count
        self.count += count

    @property
    def value(self):
        """Mean so far as a Python number; nan if there is no sample."""
        return float(self.total) / self.count if self.count else float("nan")


class Results:
    """The logged numbers of a pass over the data: the latest values, and one value for the whole pass.

    latest    {name: number} of the last step, with the names that loggers and callbacks use
    epoch     {name: Mean, or number}, reduced over the pass so far
    closing   True if all batches are done
    """

    def __init__(self):
        self.latest, self.epoch, self.how, self.closing = {}, {}, {}, False

    def add(self, name, value, on_step, on_epoch, prog_bar=False, logger=True, reduce_fx="mean", count=1):
        """Add one value. Raises ValueError for a tensor of several elements, or an unknown reduce_fx."""
        value = value.detach() if type(value) in tensor_types else value
        if getattr(value, "numel", lambda: 1)() != 1:
            raise ValueError(f"log({name!r}): got a tensor of shape {tuple(value.shape)}, but needs one number: "
                             "reduce it first, as by .mean().")
        reduce_fx = getattr(reduce_fx, "__name__", reduce_fx)
        if reduce_fx not in REDUCTIONS:
            raise ValueError(f"log({name!r}): reduce_fx must be one of {', '.join(REDUCTIONS)}, not {reduce_fx!r}.")
        both = on_step and on_epoch
        if on_step:
            self.latest[f"{name}_step" if both else name] = value
            self.how[f"{name}_step" if both else name] = prog_bar, logger, "step"
        if on_epoch:
            key = f"{name}_epoch" if both else name
            self.how[key] = prog_bar, logger, "epoch"
            if reduce_fx == "mean":
                self.epoch.setdefault(key, Mean()).add(value, count)
            else:
                self.epoch[key] = REDUCTIONS[reduce_fx](self.epoch[key], value) if key in self.epoch else value

    def reduced(self):
        """Return {name: number} for the whole pass."""
        return {name: float(x.value if type(x) is Mean else x) for name, x in self.epoch.items()}

    def metrics(self, when=None, bar=False, logged=False):
        """Return {name: number} for when="step", "epoch" or None (both); bar, logged: only those of bar or loggers."""
        found = {**{k: float(v) for k, v in self.latest.items()}, **(self.reduced() if when != "step" else {})}
        return {name: value for name, value in found.items() if when in (None, self.how[name][2])
                and (self.how[name][0] or not bar) and (self.how[name][1] or not logged)}

    def state(self):
        """Return plain values for a checkpoint: see `restore`."""
        return {"latest": dict(self.latest), "how": dict(self.how),
                "epoch": {k: [x.total, x.count] if type(x) is Mean else x for k, x in self.epoch.items()}}

    def restore_metrics(self, state):
        self.latest, self.how = dict(state["latest"]), {k: tuple(v) for k, v in state["how"].items()}
        for name, value in state["epoch"].items():
            self.epoch[name] = value
            if type(value) is list:
                self.epoch[name] = Mean()
                self.epoch[name].total, self.epoch[name].count = value


def as_tensors(metrics):
    """Return numbers as 0-d tensors, as callbacks find them in `trainer.callback_metrics`."""
    return {name: tensor(value) for name, value in metrics.items()}
