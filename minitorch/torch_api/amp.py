"""Mixed precision under PyTorch's names: matrix products of numbers rounded to 16 bits, losses scaled for float16."""

from collections import defaultdict
from contextvars import ContextVar
from functools import wraps
from warnings import warn

from .. import backend, dtypes
from ..engine import derivative_of, dispatch, no_grad, op, tensor_types
from ..engine.apply import calling, watchers
from ..ops.index.masks import where_function as where
from ..ops.shape.copies import stack_function as stack
from ..rare.ops.bfloat16 import to_bfloat16
from ..runtime import missing as _missing
from ..tensors import tensor

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


# {op: whether its result is rounded too}: PyTorch's list of ops that a CPU computes in the short dtype. PyTorch's list
# of ops that are computed in float32 is not needed, because all arrays stay float32.
PRODUCTS = {"linear": True, "matmul": True, "conv2d": True, "conv2d_input": True, "einsum_op": True, "attend": True,
            "attend_masked": True, "attention_weights": True, "lstm": True, "rnn": True, "gru": False}
rounding: ContextVar = ContextVar("rounding", default=None)      # this is the short dtype inside `autocast`


@op(register=False, promotes=False)
def round_to(xp, x, *, dtype):
    """Round numbers to bfloat16 or float16, and return them as float32."""
    return x.astype("float16").astype("float32") if dtype is dtypes.float16 else to_bfloat16(xp, x)


@derivative_of(round_to)
def round_to_derivative(grad, out, x, *, dtype):
    return round_to(grad, dtype=dtype)


def round_to_short(x, dtype):
    """Return a float32 tensor on the CPU rounded to the short dtype; anything else unchanged."""
    if type(x) in tensor_types and x.array.dtype.char == "f" and x.device.type == "cpu":
        return dispatch(round_to, (x,), {"dtype": dtype})
    return x


def is_rounded(op, inputs):
    """Return whether `autocast` rounds this call's inputs; as in PyTorch, not for a matrix product with a vector."""
    return rounding.get() and op.name in PRODUCTS and (op.name != "matmul" or min(x.ndim for x in inputs) > 1)


def round_inputs(op, inputs):
    """Return the inputs of a call of `op`, rounded to the short dtype; the engine calls this before the op runs."""
    return tuple(round_to_short(x, rounding.get()) for x in inputs) if is_rounded(op, inputs) else inputs


def round_results(op, inputs, settings, results):
    """Round the results of a call of `op` to the short dtype, in place; the engine calls this after the op ran."""
    if is_rounded(op, inputs) and PRODUCTS[op.name]:
        for result in results if type(results) is tuple else (results,):
            short = round_to_short(result, rounding.get())
            result.array, result._node = short.array, short._node


class autocast:
    """A block `with autocast("cpu"):`, or a decorator, that rounds inputs and results of matrix products to 16 bits.

    device_type     "cpu"; "cuda" has no effect; ValueError unless it is a string
    dtype           bfloat16 (None) or float16; another gives a warning and changes nothing
    enabled         False: nothing is rounded, even inside another autocast
    cache_enabled   accepted as in PyTorch

    As in PyTorch, it rounds in matrix products, Linear layers, convolutions, attention and recurrent layers, and in
    their gradients. Tensors stay float32, with values of the short dtype, because NumPy has no bfloat16. For products
    in float16 on a GPU, convert the model and its inputs by `.half()`.
    """

    def __init__(self, device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device, self.fast_dtype = device_type, dtype or SHORT.get(device_type)
        if device_type == "cpu" and enabled and self.fast_dtype not in SHORT.values():
            warn("In CPU autocast, but the target dtype is not supported. Disabling autocast. CPU Autocast only "
                 "supports dtype of minitorch.bfloat16, minitorch.float16 currently.", stacklevel=2)
            enabled = False
        self._enabled, self._tokens = enabled, []

    def __enter__(self):
        if self.device == "cpu":
            self._tokens.append(rounding.set(self.fast_dtype if self._enabled else None))
            calling.append(round_inputs)
            watchers.append(round_results)               # while there is a watcher, calls skip the generated code
        return self

    def __exit__(self, *failure):
        if self.device == "cpu":
            calling.remove(round_inputs)
            watchers.remove(round_results)
            rounding.reset(self._tokens.pop())

    def __call__(self, function):
        @wraps(function)
        def run(*args, **settings):
            with self:
                return function(*args, **settings)
        return run


SHORT = {"cpu": dtypes.bfloat16, "cuda": dtypes.float16}         # the dtype of autocast(device)


def is_autocast_available(device_type):
    """Return True for "cpu", and False for another device_type, on which autocast has no effect."""
    return device_type == "cpu"


def is_autocast_enabled(device_type="cuda"):
    """Return whether the program is inside `autocast(device_type)`; always False for "cuda"."""
    return device_type == "cpu" and rounding.get() is not None


def custom_fwd(fwd=None, *, device_type="cuda", cast_inputs=None):
    """Return fwd, an autograd.Function's forward, unchanged; a decorator. device_type, cast_inputs have no effect."""
    return (lambda fwd: fwd) if fwd is None else fwd


def custom_bwd(bwd=None, *, device_type="cuda"):
    """Return bwd, the backward of an autograd.Function, unchanged; a decorator. device_type has no effect."""
    return (lambda bwd: bwd) if bwd is None else bwd


def if_enabled(method):
    """Decorate a method of GradScaler so that it does nothing if the scaler is disabled."""
    @wraps(method)
    def run(self, *given, **settings):
        return method(self, *given, **settings) if self._enabled else None
    return run


def any_flag(flags):
    """Return whether any flag is true: as a bool, or, if a flag is a tensor on a GPU, as a tensor there."""
    place = next((flag.device for flag in flags if getattr(flag, "is_cuda", False)), None)
    if place is None:
        return any(map(bool, flags))
    flags = [flag.to(place) if hasattr(flag, "array") else tensor(flag, device=place) for flag in flags]
    return stack(flags).any()


def choose(condition, value, other):
    """Return value if the condition is true, else other; a condition on a GPU is not copied to the CPU."""
    return where(condition, value, other) if hasattr(condition, "array") else value if condition else other


class GradScaler:
    """A scale for the loss, so that small gradients are not 0 in float16; `step` divides the gradients by the scale.

    init_scale                       the initial scale
    growth_factor, growth_interval   the scale grows by growth_factor after growth_interval steps with finite gradients
    backoff_factor                   the scale shrinks by this factor after a step with inf or nan, which is skipped
    enabled                          False, or no GPU for device="cuda": losses and steps do not change

    On a GPU the scale is a tensor, and a step with gradients that are not finite is undone on the GPU: nothing is
    copied to the CPU, except in the first step, which creates the optimiser's state, and in every step of an optimiser
    with branches (ASGD, RAdam).

    Source: Micikevicius et al., Mixed Precision Training (2018).
    Raises ValueError for a growth_factor of 1 or less, and a backoff_factor of 1 or more.
    """

    def __init__(self, device="cuda", init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        if enabled and device == "cuda" and backend.detect()[0] is None:
            warn("GradScaler is enabled, but CUDA is not available.  Disabling.",
                 stacklevel=2 if type(self) is GradScaler else 3)            # 3 if a subclass's __init__ calls this one
            enabled = False
        if growth_factor <= 1 or backoff_factor >= 1:
            raise ValueError(f"GradScaler: growth_factor must be above 1 and backoff_factor below 1, not "
                             f"{growth_factor} and {backoff_factor}.")
        self._enabled, self._device = enabled, device
        self._scale, self._growth_tracker = init_scale, 0
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval = growth_interval
        self._unscaled = defaultdict(bool)               # {optimiser: whether a gradient was inf or nan}

    def scale(self, outputs):
        """Return outputs, a Tensor or a list or tuple of Tensors, times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, list | tuple):
            return type(outputs)(self.scale(x) for x in outputs)
        if outputs.is_cuda and not hasattr(self._scale, "array"):
            self._scale = tensor(float(self._scale), device=outputs.device)
        return outputs * (self._scale.to(outputs.device) if hasattr(self._scale, "array") else self._scale)

    @if_enabled
    def unscale_(self, optimizer):
        """Divide the gradients of an optimiser's parameters by the scale, for example before they are clipped."""
        if optimizer in self._unscaled:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        wrong = []
        with no_grad():
            for p in (p for group in optimizer.param_groups for p in group["params"] if p.grad is not None):
                p.grad.mul_((1 / self._scale).to(p.device) if hasattr(self._scale, "array") else 1 / self._scale)
                wrong.append(~p.grad.isfinite().all())
            self._unscaled[optimizer] = any_flag(wrong)

    def step(self, optimizer, *args, **kwargs):
        """Take optimizer.step(...), unless a gradient is inf or nan."""
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
            wrong, streak = any_flag(self._unscaled.values()), self._growth_tracker + 1
            grown = streak == self._growth_interval
            self._scale = self._scale * choose(wrong, self._backoff_factor, choose(grown, self._growth_factor, 1.0))
            self._growth_tracker = choose(wrong, 0, choose(grown, 0, streak))
        self._unscaled.clear()

    def get_scale(self):
        """Return the scale as a number; 1.0 if disabled. On a GPU this copies it."""
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
        """Return the values for a checkpoint; an empty dict if disabled."""
        if not self._enabled:
            return {}
        return {"scale": self.get_scale(), "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
                "growth_interval": self._growth_interval, "_growth_tracker": int(self._growth_tracker)}

    @if_enabled
    def load_state_dict(self, state_dict):
        """Restore the values of a state_dict()."""
        if not state_dict:
            raise RuntimeError("The source state dict is empty, possibly because it was saved from a disabled "
                               "instance of GradScaler.")
        self._scale, self._growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        for name in ("growth_factor", "backoff_factor", "growth_interval"):
            setattr(self, f"_{name}", state_dict[name])


_missing.speak_for(globals())
