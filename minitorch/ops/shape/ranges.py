"""Numbers in even steps: arange, linspace, logspace."""

import math

from ... import dtypes
from ...engine import op
from ...runtime import Device, DType, Value, function
from .creation import countable_dtype, create_tensor


@op(hidden=True, method=False)
def arange_op(xp, *, start, step, count, dtype):
    """So many numbers from start, by step."""
    return xp.asarray(start + step * xp.arange(count)).astype(dtype)


@function(method=False, out=True)
def arange(start: Value, end: Value = None, step: Value = 1, *, out=None, dtype: DType = None, device: Device = None,
           requires_grad: bool = False, layout=None):
    """start, start + step, … below end; integers unless one of them is a float."""
    if end is None:
        start, end = 0, start
    start, end, step = (x.item() if hasattr(x, "item") else x for x in (start, end, step))
    whole = all(isinstance(x, int) for x in (start, end, step))
    kind = countable_dtype("arange", dtype or (dtypes.int64 if whole else dtypes.default))
    if not all(map(math.isfinite, (start, end, step))) or step == 0 or (end - start) * step < 0:
        raise RuntimeError(f"arange: {start} cannot reach {end} by steps of {step}.")
    count = math.ceil((end - start) / step)
    if kind.rank == 1 and not whole:                     # PyTorch counts in whole steps
        start, end, step = int(start), int(end), int(step)
        if not step:
            raise ValueError(f"arange: step must be nonzero, which in {kind.name} it is not: give a floating dtype.")
        count = max(0, -((start - end) // step)) if kind is dtypes.int64 else count
    return create_tensor(arange_op, {"start": start, "step": step, "count": count}, kind, device, requires_grad)


@op(hidden=True, method=False)
def linspace_op(xp, *, start, end, steps, dtype, base=None):
    """`steps` numbers evenly from start to end, both included; or `base` to the power of each."""
    if dtype.kind in "fc" and math.isfinite(start) and math.isfinite(end):
        out = xp.linspace(start, end, steps)
    else:                                                # from both ends, so that both are met
        positions, step = xp.arange(steps), (end - start) / (steps - 1) if steps > 1 else 0
        first = (positions < steps // 2) | (steps == 1)
        out = xp.where(first, start + step * positions, end - step * (steps - 1 - positions))
    return (out if base is None else base ** out).astype(dtype)


def create_spaced(name, start, end, steps, base, dtype, device, requires_grad):
    start, end = (x.item() if hasattr(x, "item") else x for x in (start, end))
    if complex in (type(start), type(end)):
        raise NotImplementedError(f"{name} goes between real numbers, not from {start} to {end}.")
    kind = countable_dtype(name, dtype or dtypes.default)
    if steps < 0:
        raise RuntimeError(f"{name}: number of steps must be non-negative, not {steps}.")
    if kind.rank == 1 and (base is None or steps > 1):   # as PyTorch, from and to whole numbers
        start, end = (dtypes.fitting(x, kind.numpy) for x in (start, end))
    return create_tensor(linspace_op, {"start": start, "end": end, "steps": steps, "base": base}, kind, device,
                         requires_grad)


@function(method=False, out=True)
def linspace(start: Value, end: Value, steps: int, *, out=None, dtype: DType = None, device: Device = None,
             requires_grad: bool = False, layout=None):
    """`steps` numbers evenly from start to end, both included."""
    return create_spaced("linspace", start, end, steps, None, dtype, device, requires_grad)


@function(method=False)
def logspace(start: Value, end: Value, steps: int, base=10.0, *, out=None, dtype: DType = None, device: Device = None,
             requires_grad: bool = False):
    """`steps` numbers from base^start to base^end, evenly by their logarithms."""
    return create_spaced("logspace", start, end, steps, float(base), dtype, device, requires_grad)
