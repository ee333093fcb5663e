"""Averages of a model's weights during training, which often generalise better than the last weights."""

import itertools
import math
from copy import deepcopy

from ...engine import no_grad
from ...nn import Module
from ...nn.normalization import BatchNorm
from ...optim.lr_scheduler import LRScheduler
from ...runtime import missing as _missing
from ...tensors import tensor

__all__ = ["SWALR", "AveragedModel", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "get_swa_multi_avg_fn",
           "update_bn"]


def get_ema_avg_fn(decay=0.999):
    """Return an avg_fn for an exponential moving average: decay · average + (1 − decay) · new.

    Raises ValueError unless decay is 0 to 1.
    """
    if not 0 <= decay <= 1:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")

    @no_grad()
    def update(averaged, current, num_averaged):
        return decay * averaged + (1 - decay) * current
    return update


def get_swa_avg_fn():
    """Return an avg_fn that computes the plain mean of all weights so far."""
    @no_grad()
    def update(averaged, current, num_averaged):
        return averaged + (current - averaged) / (num_averaged + 1)
    return update


def for_lists(average):
    """Return an avg_fn for lists of parameters: PyTorch's multi_avg_fn."""
    @no_grad()
    def update(averaged, current, num_averaged):
        for old, new in zip(averaged, current):
            old.copy_(average(old, new, num_averaged))
    return update


def get_ema_multi_avg_fn(decay=0.999):
    """Return the function of get_ema_avg_fn(decay) for lists of parameters."""
    return for_lists(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn():
    """Return get_swa_avg_fn's function for lists of parameters."""
    return for_lists(get_swa_avg_fn())


class AveragedModel(Module):
    """A copy of a model with averaged weights: each `update_parameters(model)` adds the model's weights to the average.

    avg_fn         function (averaged, new, number of averaged weights) -> averaged; default: the mean
    multi_avg_fn   like avg_fn for lists of parameters, in place; AssertionError if both are given
    use_buffers    whether buffers are averaged too; otherwise they are copied

    Source: Izmailov et al., Averaging Weights Leads to Wider Optima and Better Generalization (2018).
    """

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", tensor(0, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def averaged(self, model):
        """Return the tensors that are averaged."""
        return list(itertools.chain(model.parameters(), model.buffers() if self.use_buffers else ()))

    @no_grad()
    def update_parameters(self, model):
        """Add a model's weights to the averages; the first call copies them."""
        ours, theirs = self.averaged(self.module), [p.detach() for p in self.averaged(model)]
        if not self.n_averaged:
            for old, new in zip(ours, theirs):
                old.copy_(new)
        elif self.multi_avg_fn is not None:
            self.multi_avg_fn(ours, theirs, self.n_averaged)
        else:
            average = self.avg_fn or get_swa_avg_fn()
            for old, new in zip(ours, theirs):
                old.copy_(average(old, new, self.n_averaged) if old.is_floating_point() else new)
        if not self.use_buffers:
            for old, new in zip(self.module.buffers(), model.buffers()):
                old.copy_(new)
        self.n_averaged += 1


@no_grad()
def update_bn(loader, model, device=None):
    """Compute the running statistics of batch norms from all batches of a loader; model.training stays as it is."""
    layers = [module for module in model.modules() if isinstance(module, BatchNorm)]
    if not layers:
        return
    training, momenta = model.training, [layer.momentum for layer in layers]
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
    model.train()
    for batch in loader:
        batch = batch[0] if isinstance(batch, list | tuple) else batch
        model(batch if device is None else batch.to(device))
    for layer, momentum in zip(layers, momenta):
        layer.momentum = momentum
    model.train(training)


class SWALR(LRScheduler):
    """A rate that goes from its current value to `swa_lr` in `anneal_epochs` steps; optimizer as in LRScheduler.

    anneal_strategy   "cos" or "linear"

    Raises ValueError for another strategy, and if swa_lr is a list without one rate for each group.
    """

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        rates = list(swa_lr) if isinstance(swa_lr, list | tuple) else [swa_lr] * len(optimizer.param_groups)
        if len(rates) != len(optimizer.param_groups):
            raise ValueError(f"swa_lr: {len(rates)} rates for {len(optimizer.param_groups)} parameter groups.")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must by one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        for group, rate in zip(optimizer.param_groups, rates):
            group["swa_lr"] = rate
        self.anneal_epochs, self.anneal_strategy = anneal_epochs, anneal_strategy
        super().__init__(optimizer, last_epoch)

    def share(self, step):
        """Return the weight of swa_lr after a step, from 0 to 1."""
        way = max(0, min(1, step / max(1, self.anneal_epochs)))
        return (1 - math.cos(math.pi * way)) / 2 if self.anneal_strategy == "cos" else way

    def get_lr(self):
        step = self.last_epoch if self.anneal_epochs else max(1, self.last_epoch)
        before, now = self.share(step - 1), self.share(step)
        rates = []
        for group in self.optimizer.param_groups:
            start = (group["lr"] - before * group["swa_lr"]) / (1 - before) if before < 1 else group["swa_lr"]
            rates.append(group["swa_lr"] * now + start * (1 - now))
        return rates


_missing.speak_for(globals())
