"""Quantiles; and variance or standard deviation together with the mean."""

from .... import dtypes
from ....backend import holds
from ....engine import dispatch
from ....ops.elementwise.comparison import select
from ....ops.reduce.reductions import mean as mean_op
from ....ops.reduce.variance import dim_and_correction, std, var
from ....runtime import Free, Tensor, Value, check_dims, function


@function(method=False, out=True, one_node=True)
def var_mean(input: Tensor, dim: Free = None, unbiased: bool | None = None,
             keepdim: bool = False, *, correction=1) -> tuple:
    """Return the variance and the mean over `dim`; see var for the arguments."""
    dim, correction = dim_and_correction("var_mean", input, dim, unbiased, correction)
    return var(input, dim, None, keepdim, correction=correction), mean_op.function(input, dim, keepdim)


@function(method=False, out=True, one_node=True)
def std_mean(input: Tensor, dim: Free = None, unbiased: bool | None = None,
             keepdim: bool = False, *, correction=1) -> tuple:
    """Return the standard deviation and the mean over `dim`; see var for the arguments."""
    dim, correction = dim_and_correction("std_mean", input, dim, unbiased, correction)
    return std(input, dim, None, keepdim, correction=correction), mean_op.function(input, dim, keepdim)


ROUNDED = {"lower": "floor", "higher": "ceil", "nearest": "round"}      # how to round a position between two elements

KINDS = ("linear", "lower", "higher", "midpoint", "nearest")


@function(out=True)
def quantile(input: Tensor, q: Value, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"):
    """Return the q-quantile: a fraction q of the elements is smaller; nan if any element is nan.

    q               a number, or a vector: its results are stacked along a new first dimension
    interpolation   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"
    """
    return quantiles("quantile", input, q, dim, keepdim, interpolation)


@function(out=True)
def nanquantile(input: Tensor, q: Value, dim: int | None = None, keepdim: bool = False, *,
                interpolation: str = "linear"):
    """Return the `quantile` of the elements that are not nan."""
    return quantiles("nanquantile", input, q, dim, keepdim, interpolation)


def quantiles(name, input, q, dim, keepdim, interpolation):
    """Sort along the dimension, and take or interpolate the elements at positions q · (n − 1)."""
    check_quantile(name, input, q, interpolation)
    if dim is not None:
        check_dims(name, dim, input.ndim)
    q = q if hasattr(q, "array") else input.new_full((), q)
    rows = input.reshape(-1) if dim is None or not input.ndim else input.movedim(dim, -1)
    ordered, is_nan = rows.sort(-1).values, rows.isnan()                   # (…, n), nan last
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
