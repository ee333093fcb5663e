"""Evenly spaced numbers: arange, linspace, logspace; and grids of coordinates and indices."""

import math

import numpy as np

from ... import dtypes
from ...backend import move
from ...engine import op, wrap
from ...runtime import Device, DType, Number, Tensor, Value, function, tensors_of
from .copies import stack_function
from .creation import countable_dtype, create_tensor


@op(hidden=True, method=False)
def arange_op(xp, *, start, step, count, dtype):
    """So many numbers from start, by step."""
    return xp.asarray(start + step * xp.arange(count)).astype(dtype)


@function(method=False, out=True)
def arange(start: Value = None, end: Value = None, step: Value = 1, *, out=None, dtype: DType = None,
           device: Device = None, requires_grad: bool = False, layout=None):
    """start, start + step, … below end; integers unless one of them is a float.

    returns (⌈(end − start) / step⌉,)

    Raises RuntimeError where the step leads away from end, TypeError where neither start nor end is given.

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
    """`steps` numbers evenly from start to end, both included.

    returns (steps,)

    Raises RuntimeError for a negative number of steps.

    >>> minitorch.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    return create_spaced("linspace", start, end, steps, None, dtype, device, requires_grad)


@function(method=False, out=True)
def logspace(start: Value, end: Value, steps: int, base: float = 10.0, *, out=None, dtype: DType = None,
             device: Device = None, requires_grad: bool = False):
    """`steps` numbers from base^start to base^end, evenly by their logarithms."""
    return create_spaced("logspace", start, end, steps, float(base), dtype, device, requires_grad)


@function(method=False)
def meshgrid(*tensors: Tensor, indexing: str | None = None) -> tuple:
    """Grids of coordinates from vectors: each varies along its own dimension, as indexing "ij" says.

    indexing   "xy" swaps the first two, so that x goes across; RuntimeError for others

    Raises RuntimeError for no vectors, and where their dtypes differ.
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


@function(method=False)
def tril_indices(row: int, col: int, offset: int = 0, *, dtype: DType = None, device: Device = None):
    """Row and column of each element of the lower triangle of a (row, col) matrix: (2, n).

    offset as diagonal takes it.
    """
    return triangle_indices("tril_indices", np.tril_indices, row, col, offset, dtype, device)


@function(method=False)
def triu_indices(row: int, col: int, offset: int = 0, *, dtype: DType = None, device: Device = None):
    """Row and column of each element of the upper triangle of a (row, col) matrix: (2, n).

    offset as diagonal takes it.
    """
    return triangle_indices("triu_indices", np.triu_indices, row, col, offset, dtype, device)


def triangle_indices(name, pick, row, col, offset, dtype, device):
    if row < 0 or col < 0:
        raise RuntimeError(f"{name}: row and col must be non-negative, got {row} and {col}")
    if dtype not in (None, dtypes.int64, dtypes.int32):
        raise NotImplementedError(f'"{name}" not implemented for {dtype}: indices are int64 or int32.')
    pair = pick(row, offset, col)
    return wrap(move(np.stack(pair).astype((dtype or dtypes.int64).numpy), device or "cpu"))


@function(method=False)
def cartesian_prod(*tensors: Tensor):
    """Every combination of one element from each vector: (combinations, vectors).

    Raises RuntimeError for what is no vector.
    """
    vectors = tensors_of("cartesian_prod", tensors)
    if any(x.ndim != 1 for x in vectors):
        raise RuntimeError(f"cartesian_prod: Expect 1D vectors, but got shapes {[tuple(x.shape) for x in vectors]}")
    return vectors[0] if len(vectors) == 1 else stack_function([grid.reshape(-1) for grid in meshgrid(*vectors)], 1)


def window(name, window_length, periodic, shape, dtype, device, requires_grad):
    """`shape` of window_length numbers from 0 to 1, evenly; periodic: the last would be 1, and is left out."""
    kind = dtypes.as_dtype(dtype or dtypes.default)
    if not kind.is_floating_point:
        raise RuntimeError(f"{name} expects floating point dtypes, got: {kind}.")
    if window_length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={window_length}.")
    last = max(1, window_length - 1 + bool(periodic))
    wide = dtypes.float32 if kind is dtypes.float16 else kind              # I₀(12) is beyond float16
    at = arange(window_length, dtype=wide, device=device) / last
    return (shape(at) if window_length != 1 else at + 1).to(kind).requires_grad_(requires_grad)


def raised_cosine(alpha, beta):
    """The shape alpha − beta·cos 2πn/N, as `window` takes it."""
    return lambda at: alpha - beta * (2 * math.pi * at).cos()


@function(method=False)
def hann_window(window_length: int, periodic: bool = True, *, dtype: DType = None, layout=None, device: Device = None,
                requires_grad: bool = False):
    """(1 − cos 2πn/N)/2, from 0 up to 1 and back: what a signal is multiplied with before fft. (window_length,)

    periodic   N = window_length, as fft wants it; False: N = window_length − 1, and both ends are 0

    Raises RuntimeError for a negative length, or a dtype that is not floating. Source: F. Harris (1978).

    >>> minitorch.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    return window("hann_window", window_length, periodic, raised_cosine(0.5, 0.5), dtype, device, requires_grad)


@function(method=False)
def hamming_window(window_length: int, periodic: bool = True, alpha: Number = 0.54, beta: Number = 0.46, *,
                   dtype: DType = None, layout=None, device: Device = None, requires_grad: bool = False):
    """alpha − beta·cos 2πn/N, (window_length,): like hann_window, with ends that are not 0."""
    return window("hamming_window", window_length, periodic, raised_cosine(alpha, beta), dtype, device, requires_grad)


@function(method=False)
def blackman_window(window_length: int, periodic: bool = True, *, dtype: DType = None, layout=None,
                    device: Device = None, requires_grad: bool = False):
    """0.42 − 0.5·cos 2πn/N + 0.08·cos 4πn/N, (window_length,): narrower; arguments as hann_window's."""
    return window("blackman_window", window_length, periodic, lambda at: (
        (4 * math.pi * at).cos() * 0.08 - (2 * math.pi * at).cos() * 0.5 + 0.42), dtype, device, requires_grad)


def bessel_i0(x, most):
    """The modified Bessel function of order 0 of numbers up to ±`most`: Σ (x/2)²ᵏ / (k!)², all terms positive."""
    square, term = x * x * 0.25, x * 0 + 1
    total = term
    for k in range(1, int(1.5 * min(1000, abs(most))) + 25):               # of larger numbers the sum is inf
        term = term * square / k ** 2
        total = total + term
    return total


@function(method=False)
def kaiser_window(window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: DType = None, layout=None,
                  device: Device = None, requires_grad: bool = False):
    """I₀(β·√(1 − (2n/N − 1)²)) / I₀(β), (window_length,): the larger beta, the narrower; arguments as hann_window's."""
    def shape(at):
        return bessel_i0(beta * (4 * at * (1 - at)).clamp(min=0).sqrt(), beta) / bessel_i0(beta, beta)
    return window("kaiser_window", window_length, periodic, shape, dtype, device, requires_grad)


@function(method=False)
def bartlett_window(window_length: int, periodic: bool = True, *, dtype: DType = None, layout=None,
                    device: Device = None, requires_grad: bool = False):
    """A triangle, 0 at the ends and 1 in the middle, (window_length,): arguments as hann_window's."""
    return window("bartlett_window", window_length, periodic, lambda at: 1 - (2 * at - 1).abs(), dtype,
                  device, requires_grad)
