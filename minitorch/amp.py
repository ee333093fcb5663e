"""PyTorch's names for mixed precision: numbers keep the dtype they are given, and losses can be scaled for float16."""

from collections import defaultdict
from functools import wraps
from warnings import warn

from . import backend, missing as _missing
from .engine import no_grad
from .ops.index.masks import where_function as where
from .ops.shape.copies import stack_function as stack
from .tensors import tensor

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


class autocast:
    """`with autocast("cpu"):` changes nothing: products are computed in the dtype of their inputs. Also a decorator.

    device_type              "cpu" or "cuda"; ValueError for what is no word
    enabled, cache_enabled   taken as PyTorch does

    For products in float16 convert the model and its inputs by `.half()`.
    """

    def __init__(self, device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device, self.fast_dtype = device_type, dtype

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        pass

    def __call__(self, function):
        return function


def is_autocast_available(device_type):
    """False, whatever the device_type: numbers keep the dtype they are given."""
    return False


def is_autocast_enabled(device_type="cuda"):
    """False, whatever the device_type: numbers keep the dtype they are given."""
    return False


def custom_fwd(fwd=None, *, device_type="cuda", cast_inputs=None):
    """The forward (fwd) of an autograd.Function itself, as a decorator. device_type and cast_inputs change nothing."""
    return (lambda fwd: fwd) if fwd is None else fwd


def custom_bwd(bwd=None, *, device_type="cuda"):
    """The backward (bwd) of an autograd.Function itself, as a decorator. device_type changes nothing."""
    return (lambda bwd: bwd) if bwd is None else bwd


def if_enabled(method):
    """A method that a disabled scaler leaves out."""
    @wraps(method)
    def run(self, *given, **settings):
        return method(self, *given, **settings) if self._enabled else None
    return run


def any_of(flags):
    """Whether one of the flags is true: as a bool, or where one is on a GPU as a tensor there."""
    place = next((flag.device for flag in flags if getattr(flag, "is_cuda", False)), None)
    if place is None:
        return any(map(bool, flags))
    flags = [flag.to(place) if hasattr(flag, "array") else tensor(flag, device=place) for flag in flags]
    return stack(flags).any()


def choose(condition, value, other):
    """value if the condition holds, else other; a condition on a GPU is not asked."""
    return where(condition, value, other) if hasattr(condition, "array") else value if condition else other


class GradScaler:
    """Multiplies the loss, so that small gradients are not 0 in float16, and divides the gradients before a step.

    init_scale                       what the loss is multiplied by at first
    growth_factor, growth_interval   how it grows, after so many steps whose gradients were all finite
    backoff_factor                   how it shrinks after a step with inf or nan, which is left out
    enabled                          False, or a GPU that is not there: losses and steps are left as they are

    On a GPU the scale lies there, and a step whose gradients are not finite is taken back there: no copy asks. The
    first step asks, as what its rule will keep is not made yet, and so does each of a rule with branches (ASGD, RAdam).

    Source: Micikevicius et al., Mixed Precision Training (2018).
    Raises ValueError for a growth_factor of 1 or less, and a backoff_factor of 1 or more.
    """

    def __init__(self, device="cuda", init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        if enabled and device == "cuda" and backend.detect()[0] is None:
            warn("GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
            enabled = False
        if growth_factor <= 1 or backoff_factor >= 1:
            raise ValueError(f"GradScaler: growth_factor must be above 1 and backoff_factor below 1, not "
                             f"{growth_factor} and {backoff_factor}.")
        self._enabled, self._device = enabled, device
        self._scale, self._growth_tracker = init_scale, 0
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval = growth_interval
        self._unscaled = defaultdict(bool)               # optimiser -> whether a gradient was inf or nan

    def scale(self, outputs):
        """A Tensor, or a list or tuple of them, times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, list | tuple):
            return type(outputs)(self.scale(x) for x in outputs)
        if outputs.is_cuda and not hasattr(self._scale, "array"):
            self._scale = tensor(float(self._scale), device=outputs.device)
        return outputs * (self._scale.to(outputs.device) if hasattr(self._scale, "array") else self._scale)

    @if_enabled
    def unscale_(self, optimizer):
        """Divide the gradients of an optimiser's parameters by the scale: before they are clipped, say."""
        if optimizer in self._unscaled:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        wrong = []
        with no_grad():
            for p in (p for group in optimizer.param_groups for p in group["params"] if p.grad is not None):
                p.grad.mul_((1 / self._scale).to(p.device) if hasattr(self._scale, "array") else 1 / self._scale)
                wrong.append(~p.grad.isfinite().all())
            self._unscaled[optimizer] = any_of(wrong)

    def step(self, optimizer, *args, **kwargs):
        """optimizer.step(...), unless a gradient is inf or nan."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if optimizer not in self._unscaled:
            self.unscale_(optimizer)
        wrong = self._unscaled[optimizer]
        if not hasattr(wrong, "array") or args or kwargs or not optimizer.can_skip():
            return None if bool(wrong) else optimizer.step(*args, **kwargs)
        optimizer.skip = wrong.array
        try:
            return optimizer.step()
        finally:
            optimizer.skip = None

    @if_enabled
    def update(self, new_scale=None):
        """Grow or shrink the scale, after the step."""
        if new_scale is not None:
            self._scale = float(new_scale)
        elif not self._unscaled:
            raise RuntimeError("No inf checks were recorded prior to update: call step(optimizer) before update().")
        else:
            wrong, streak = any_of(self._unscaled.values()), self._growth_tracker + 1
            grown = streak == self._growth_interval
            self._scale = self._scale * choose(wrong, self._backoff_factor, choose(grown, self._growth_factor, 1.0))
            self._growth_tracker = choose(wrong, 0, choose(grown, 0, streak))
        self._unscaled.clear()

    def get_scale(self):
        """The scale as a number; 1.0 if disabled. From a GPU it is copied."""
        return float(self._scale) if self._enabled else 1.0

    def is_enabled(self):
        return self._enabled

    def get_growth_factor(self):
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        self._growth_interval = new_interval

    def state_dict(self):
        """What a checkpoint keeps; empty if disabled."""
        if not self._enabled:
            return {}
        return {"scale": self.get_scale(), "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
                "growth_interval": self._growth_interval, "_growth_tracker": int(self._growth_tracker)}

    @if_enabled
    def load_state_dict(self, state_dict):
        """Go on from a state_dict()."""
        if not state_dict:
            raise RuntimeError("The source state dict is empty, possibly because it was saved from a disabled "
                               "instance of GradScaler.")
        self._scale, self._growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        for name in ("growth_factor", "backoff_factor", "growth_interval"):
            setattr(self, f"_{name}", state_dict[name])


_missing.speak_for(globals())
