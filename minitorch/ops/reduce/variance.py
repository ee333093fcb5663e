"""Spread: variance and standard deviation; quantiles, the value below which a part of the elements lies."""

from math import inf

from numpy import ndarray

from ... import dtypes
from ...backend import holds
from ...engine import derivative_of, dispatch, op
from ...runtime import NUMBER, WHOLES, Dims, Free, Tensor, Value, check_dims, conjugated, function
from ...runtime.kinds import Argument
from ..elementwise.comparison import select
from ..kernels.sums import blocked_sum
from .reductions import axes_of, count, mean as mean_op, with_kept_dims

NEAR = 1e3                               # roundings of the mean: numbers that lie closer are centred twice


@op(symbol="var", keeps="x", hidden=True)
def variance(xp, x, *, dim: Dims = None, correction, keepdim):
    """Return the mean squared distance from the mean, divided by n − correction (at least 0) rather than n."""
    if x.dtype.kind not in "fc":
        raise RuntimeError(f"var and std only support floating point dtypes, not {x.dtype}; use x.float().")
    if x.dtype.char == "e":
        return xp.asarray(variance.forward(xp, x.astype("float32"), dim=dim, correction=correction,
                                           keepdim=keepdim)).astype("float16")
    n, axis = count(x.shape, dim), axes_of(dim)
    middle = blocked_sum(xp, x, axis, keepdims=True) / max(n, 1)
    centred = x - middle
    total = blocked_sum(xp, squares(centred), axis, keepdims=True)
    if xp.__name__ != "numpy" or (total <= squares(middle) * (n * (NEAR * xp.finfo(x.dtype).eps) ** 2)).any():
        centred -= blocked_sum(xp, centred, axis, keepdims=True) / max(n, 1)       # by how much the mean was rounded
        total = blocked_sum(xp, squares(centred), axis, keepdims=True)
    total = total if keepdim else xp.add.reduce(total, axis=axis)
    return total / xp.asarray(max(0, n - correction) if n else float("nan"), total.dtype)      # 0 for nan


def squares(x):
    """Return |x|², a real number."""
    return x * x if x.dtype.kind == "f" else x.real * x.real + x.imag * x.imag


@derivative_of(variance)
def variance_derivative(grad, out, x, *, dim, correction, keepdim):
    n = count(x.shape, dim)
    grad = with_kept_dims(grad, x.shape, dim, keepdim)
    centred = conjugated(x - mean_op(x, dim=dim, keepdim=True))
    if n <= correction and dim in (None, ()):
        return grad * select(centred == 0, float("nan"), inf)
    return grad * centred * (2.0 / (n - correction) if n != correction else inf)


@op(symbol="√", keeps="out", hidden=True)
def deviation(xp, x):
    """√x of a variance: where that is 0, all numbers are equal, and the slope is taken as 0."""
    return xp.sqrt(x)


@derivative_of(deviation)
def deviation_derivative(grad, out, x):
    zero = out == 0
    return select(zero, 0.0, grad / (2 * select(zero, 1.0, out)))


def dim_and_correction(name, input, dim, unbiased, correction):
    """Read var(False), var(dim, False) and var(correction=0) alike: return (dim, correction)."""
    if type(dim) is bool:
        dim, unbiased = None, dim
    if unbiased is not None:
        if correction != 1:
            raise TypeError(f"{name}() takes unbiased or correction, not both: unbiased={unbiased} and "
                            f"correction={correction}.")
        correction = int(unbiased)
    correction = Argument(name, "correction", 4, NUMBER, True, False).check(correction)
    if dim is not None:
        dim = Argument(name, "dim", 1, WHOLES, True, True).check(dim)
        dim = tuple(dim) if isinstance(dim, list | tuple) else dim
        check_dims(name, dim, input.ndim)
    dim = dim if input.ndim else None                    # which a number has only by name
    return dim, 1 if correction is None else correction


@function(out=True)
def var(input: Tensor, dim: Free = None, unbiased: bool | None = None, keepdim: bool = False, *, correction=1):
    """The variance over `dim` (all, when None), divided by n − correction; unbiased=False is correction=0."""
    dim, correction = dim_and_correction("var", input, dim, unbiased, correction)
    return variance.function(input, dim=dim, correction=correction, keepdim=keepdim)


@function(out=True)
def std(input: Tensor, dim: Free = None, unbiased: bool | None = None, keepdim: bool = False, *, correction=1):
    """The standard deviation over `dim` (all, when None): the root of `var`."""
    dim, correction = dim_and_correction("std", input, dim, unbiased, correction)
    if input.array.dtype.char == "e":                    # a variance beyond 65504 has a root within
        return std(input.float(), dim, None, keepdim, correction=correction).half()
    squared = variance.function(input, dim=dim, correction=correction, keepdim=keepdim)
    if input.array.dtype.char == "f" and out_of_range(squared.array):
        return std(input.double(), dim, None, keepdim, correction=correction).float()
    return dispatch(deviation, (squared,))


def out_of_range(variances):
    """Return whether a variance came to 0, inf or nan, of which the root may yet be a number. A GPU is not asked."""
    return type(variances) is ndarray and variances.size and not 0 < variances.min() <= variances.max() < inf


@function(method=False, out=True, one_node=True)
def var_mean(input: Tensor, dim: Free = None, unbiased: bool | None = None,
             keepdim: bool = False, *, correction=1) -> tuple:
    """The variance and the mean over `dim`; arguments as var's."""
    dim, correction = dim_and_correction("var_mean", input, dim, unbiased, correction)
    return var(input, dim, None, keepdim, correction=correction), mean_op.function(input, dim, keepdim)


@function(method=False, out=True, one_node=True)
def std_mean(input: Tensor, dim: Free = None, unbiased: bool | None = None,
             keepdim: bool = False, *, correction=1) -> tuple:
    """The standard deviation and the mean over `dim`; arguments as var's."""
    dim, correction = dim_and_correction("std_mean", input, dim, unbiased, correction)
    return std(input, dim, None, keepdim, correction=correction), mean_op.function(input, dim, keepdim)


ROUNDED = {"lower": "floor", "higher": "ceil", "nearest": "round"}      # to the position of an element
KINDS = ("linear", "lower", "higher", "midpoint", "nearest")


@function(out=True)
def quantile(input: Tensor, q: Value, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"):
    """The value below which a part q of the elements lies, nan where there is one.

    q               a number, or a vector: its results come stacked along a new first dimension
    interpolation   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"
    """
    return quantiles("quantile", input, q, dim, keepdim, interpolation)


@function(out=True)
def nanquantile(input: Tensor, q: Value, dim: int | None = None, keepdim: bool = False, *,
                interpolation: str = "linear"):
    """`quantile` of what is not nan."""
    return quantiles("nanquantile", input, q, dim, keepdim, interpolation)


def quantiles(name, input, q, dim, keepdim, interpolation):
    """Sort along the dimension, and take or interpolate the elements at positions q · (n − 1)."""
    check_quantile(name, input, q, interpolation)
    if dim is not None:
        check_dims(name, dim, input.ndim)
    q = q if hasattr(q, "array") else input.new_full((), q)
    rows = input.reshape(-1) if dim is None or not input.ndim else input.movedim(dim, -1)
    ordered, is_nan = rows.sort(-1).values, rows.isnan()                   # (…, n), nan behind all others
    last = rows.shape[-1] - 1
    if name == "nanquantile":
        positions = q.reshape(-1) * ((~is_nan).sum(-1, keepdim=True) - 1).clamp(min=0).to(input.dtype)
    else:
        positions = dispatch(select, (is_nan.any(-1, keepdim=True), float(last), q.reshape(-1) * last))      # (…, q)
    if interpolation in ROUNDED:
        out = ordered.gather(-1, getattr(positions.detach(), ROUNDED[interpolation])().long())
    else:
        below = positions.detach().floor()
        first, second = (ordered.gather(-1, position.long()) for position in (below, positions.detach().ceil()))
        out = first.lerp(second, positions - below if interpolation == "linear" else 0.5)
    out = out.movedim(-1, 0)
    if keepdim and input.ndim:
        out = out.reshape((-1, *[1] * input.ndim)) if dim is None else out.unsqueeze(dim % input.ndim + 1)
    return out if q.ndim else out.squeeze(0)


def check_quantile(name, input, q, interpolation):
    if input.dtype not in (dtypes.float32, dtypes.float64):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype, not {input.dtype}")
    if not input.numel():
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if getattr(q, "ndim", 0) > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor, not of shape {tuple(q.shape)}.")
    if hasattr(q, "array") and q.dtype is not input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor: {q.dtype} and {input.dtype}.")
    inside = (q >= 0) & (q <= 1)
    if holds(~inside.array.all()) if hasattr(inside, "array") else not inside:
        raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q}")
    if interpolation not in KINDS:
        raise RuntimeError(f"{name}() interpolation must be one of {', '.join(KINDS)}, not {interpolation!r}.")
