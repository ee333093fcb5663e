"""Evenly spaced numbers, arange and linspace, and grids of coordinates."""

import math

from ... import dtypes
from ...engine import op
from ...runtime import Device, DType, Tensor, Value, function, tensors_of
from .creation import countable_dtype, create_tensor


@op(hidden=True, method=False)
def arange_op(xp, *, start, step, count, dtype):
    """Return `count` numbers: start, start + step, and so on."""
    return xp.asarray(start + step * xp.arange(count)).astype(dtype)


@function(method=False, out=True)
def arange(start: Value = None, end: Value = None, step: Value = 1, *, out=None, dtype: DType = None,
           device: Device = None, requires_grad: bool = False, layout=None):
    """Return start, start + step, … below end; integers unless one of the three is a float.

    returns (⌈(end − start) / step⌉,)

    Raises RuntimeError if the step leads away from end, TypeError if neither start nor end is given.

    >>> minitorch.arange(1, 7, 2)
    tensor([1, 3, 5])
    """
    start, end = (0, start) if end is None else (0 if start is None else start, end)
    if end is None:
        raise TypeError("arange() needs an end: arange(5) is 0 to 4, arange(2, 5) is 2 to 4.")
    start, end, step = (x.item() if hasattr(x, "dtype") else x for x in (start, end, step))
    whole = all(isinstance(x, int) for x in (start, end, step))
    kind = countable_dtype("arange", dtype or (dtypes.int64 if whole else dtypes.default))
    if any(x - x != 0 for x in (start, end, step)) or step == 0 or (end - start) * step < 0:
        raise RuntimeError(f"arange: {start} cannot reach {end} by steps of {step}.")
    count = math.ceil((end - start) / step)
    if kind.rank == 1 and not whole:                     # PyTorch rounds the three numbers towards 0
        start, end, step = int(start), int(end), int(step)
        if not step:
            raise ValueError(f"arange: step must be nonzero, but {kind.name} rounds it to 0: give a floating dtype.")
        count = max(0, -((start - end) // step)) if kind is dtypes.int64 else count
    return create_tensor(arange_op, {"start": start, "step": step, "count": count}, kind, device, requires_grad)


@op(hidden=True, method=False)
def linspace_op(xp, *, start, end, steps, dtype, base=None):
    """Return `steps` evenly spaced numbers from start to end, both included; or `base` to the power of each."""
    if dtype.kind in "fc" and math.isfinite(start) and math.isfinite(end):
        out = xp.linspace(start, end, steps)
    else:                                                # compute from both ends, so that both are exact
        positions, step = xp.arange(steps), (end - start) / (steps - 1) if steps > 1 else 0
        first = (positions < steps // 2) | (steps == 1)
        out = xp.where(first, start + step * positions, end - step * (steps - 1 - positions))
    return (out if base is None else base ** out).astype(dtype)


def create_spaced(name, start, end, steps, base, dtype, device, requires_grad):
    start, end = (x.item() if hasattr(x, "item") else x for x in (start, end))
    if complex in (type(start), type(end)):
        raise NotImplementedError(f"{name} takes real numbers as start and end, not {start} and {end}.")
    kind = countable_dtype(name, dtype or dtypes.default)
    if steps < 0:
        raise RuntimeError(f"{name}: number of steps must be non-negative, not {steps}.")
    if kind.rank == 1 and (base is None or steps > 1):   # PyTorch rounds both ends for integers
        start, end = (dtypes.fitting(x, kind.numpy) for x in (start, end))
    return create_tensor(linspace_op, {"start": start, "end": end, "steps": steps, "base": base}, kind, device,
                         requires_grad)


@function(method=False, out=True)
def linspace(start: Value, end: Value, steps: int, *, out=None, dtype: DType = None, device: Device = None,
             requires_grad: bool = False, layout=None):
    """Return `steps` evenly spaced numbers from start to end, both included.

    returns (steps,)

    Raises RuntimeError for a negative number of steps.

    >>> minitorch.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    return create_spaced("linspace", start, end, steps, None, dtype, device, requires_grad)


@function(method=False)
def meshgrid(*tensors: Tensor, indexing: str | None = None) -> tuple:
    """Return grids of coordinates from vectors: with indexing "ij", each varies along its own dimension.

    indexing   "xy" swaps the first two dimensions, so that x varies along rows; RuntimeError for others

    Raises RuntimeError for no vectors, and if their dtypes differ.
    """
    vectors = tensors_of("meshgrid", tensors)
    n = len(vectors)
    if indexing not in ("ij", "xy", None):
        raise RuntimeError(f"meshgrid: indexing must be one of 'xy' or 'ij', but received: {indexing}")
    if not n:
        raise RuntimeError("meshgrid expects a non-empty list of Tensors.")
    if any(x.ndim > 1 for x in vectors) or len({x.dtype for x in vectors}) > 1:
        raise RuntimeError("meshgrid expects vectors, all of the same dtype, not "
                           + " and ".join(f"{tuple(x.shape)} of {x.dtype}" for x in vectors) + ".")
    order = [1, 0, *range(2, n)] if indexing == "xy" and n > 1 else list(range(n))
    shape = [vectors[i].numel() for i in order]
    grids = []
    for i, vector in enumerate(vectors):
        position = order.index(i)
        grids.append(vector.reshape([-1 if d == position else 1 for d in range(n)]).expand(shape))
    return tuple(grids)
