"""What describes data: sums without nan, extremes, quantiles, covariance, distances; composed of ops."""

from math import ceil, floor
from typing import Any

from .. import dtypes
from ..graph import Dims, Value, Whole, apply, function
from .compare import select
from .copies import stack_function
from .named import named

MANY = 25                                # rows from which PyTorch, too, goes by the product
Range = named("aminmax", "min max")
NanMedian = named("nanmedian", "values indices")

@function
def nansum(input, dim: Dims = None, keepdim=False, *, dtype=None):
    """The sum with nan counted as 0."""
    if not input.dtype.is_floating_point:
        return input.sum(dim, keepdim, dtype=dtype)
    return apply(select, (input.isnan(), 0.0, input)).sum(dim, keepdim, dtype=dtype)


@function(takes="f")
def nanmean(input, dim: Dims = None, keepdim=False):
    """The mean of what is not nan."""
    return nansum(input, dim, keepdim) / (~input.isnan()).sum(dim, keepdim)


@function(takes="iuf")
def nanmedian(input, dim=None, keepdim=False):
    """The median of what is not nan: of all elements, or along `dim` as (values, indices)."""
    if dim is None:
        kept = input.reshape(-1)[~input.isnan().reshape(-1)]
        return kept.median() if kept.numel() else input.new_full((), float("nan"))
    counts = (~input.isnan()).sum(dim, keepdim=True)                       # nan sorts last
    values, places = input.sort(dim)
    middle = ((counts - 1) // 2).clamp(min=0)
    found = values.gather(dim, middle), places.gather(dim, middle)
    return NanMedian(*(x if keepdim else x.squeeze(dim) for x in found))


@function
def nanquantile(input, q: Value, dim: Whole = None, keepdim=False, *, interpolation="linear"):
    """`quantile` of what is not nan."""
    check_quantile(input, [q] if not hasattr(q, "array") else q.reshape(-1).unbind(), interpolation)
    if dim is None:
        kept = input.reshape(-1)[~input.isnan().reshape(-1)]
        out = quantile(kept, q, 0, interpolation=interpolation)
        return out.reshape((*out.shape, *[1] * input.ndim)) if keepdim else out
    rows = [quantile(row[~row.isnan()], q, 0, interpolation=interpolation)
            for row in input.movedim(dim, -1).reshape(-1, input.shape[dim])]
    shape = [n for d, n in enumerate(input.shape) if d != dim % input.ndim]
    out = stack_function(rows, -1).reshape([*rows[0].shape, *shape])
    return out.unsqueeze(dim if dim < 0 else dim + rows[0].ndim) if keepdim else out


@function
def renorm(input, p, dim, maxnorm):
    """Each slice along `dim` scaled down where its p-norm exceeds maxnorm."""
    if input.ndim < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions")
    if p <= 0 or maxnorm < 0:
        raise RuntimeError(f"renorm: non-positive-norm not supported, nor a negative maxnorm: {p}, {maxnorm}.")
    others = [d for d in range(input.ndim) if d != dim % input.ndim]
    size = input.norm(p, others, keepdim=True)
    return apply(select, (size > maxnorm, input * (maxnorm / (size + 1e-7)), input))


@function
def count_nonzero(input, dim: Dims = None):
    """How many elements are not zero."""
    return (input != 0).sum(dim)


@function
def aminmax(input, *, dim=None, keepdim=False):
    """The smallest and the largest."""
    dims = () if dim is None else dim
    return Range(input.amin(dims, keepdim), input.amax(dims, keepdim))


PLACES: dict[str, Any] = {                               # where a value stands that falls between two places
    "linear": lambda place: place, "lower": floor, "higher": ceil, "nearest": round,
    "midpoint": lambda place: (floor(place) + ceil(place)) / 2}


@function
def quantile(input, q: Value, dim=None, keepdim=False, *, interpolation="linear"):
    """The value below which a part q of the elements lies; q is a number, or a vector whose results come stacked.

    interpolation   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"
    """
    parts = [q] if not hasattr(q, "array") else q.reshape(-1).unbind()
    check_quantile(input, parts, interpolation)
    flat, along = (input.reshape(-1), 0) if dim is None else (input, dim)
    ordered, last = flat.sort(along).values, flat.shape[along] - 1 if flat.ndim else 0
    found = []
    for part in parts:
        place = part * last if interpolation == "linear" else PLACES[interpolation](float(part) * last)
        low = int(place)
        if flat.ndim:
            value = ordered.select(along, low).lerp(ordered.select(along, min(low + 1, last)), place - low)
            value = apply(select, (flat.isnan().any(along), float("nan"), value))
        else:
            value = ordered
        if keepdim:
            value = value.reshape((1,) * input.ndim) if dim is None else value.unsqueeze(along)
        found.append(value)
    return stack_function(found) if getattr(q, "ndim", 0) else found[0]


def check_quantile(input, parts, interpolation):
    if input.dtype not in (dtypes.float32, dtypes.float64):
        raise RuntimeError(f"quantile() input tensor must be either float or double dtype, not {input.dtype}")
    if not input.numel():
        raise RuntimeError("quantile() input tensor must be non-empty")
    if not all(0 <= part <= 1 for part in parts):
        raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {parts}")
    if interpolation not in PLACES:
        raise RuntimeError(f"quantile() interpolation must be one of {', '.join(PLACES)}, not {interpolation!r}.")


@function
def cov(input, *, correction=1):
    """The covariance of variables (rows) over observations (columns)."""
    if input.ndim > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {input.ndim} "
                           "dimensions")
    if not input.dtype.rank:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    input = input if input.dtype.is_floating_point else input.to(dtypes.default)
    rows = input if input.ndim == 2 else input.reshape(1, -1)
    away = rows - rows.mean(1, keepdim=True)
    out = away @ away.mT / max(rows.shape[1] - correction, 0)
    return out.squeeze() if rows.shape[0] == 1 else out


@function
def corrcoef(input):
    """The correlation of variables (rows) over observations (columns)."""
    c = cov(input)
    if not c.ndim:
        return c / c
    scale = c.diagonal().sqrt()
    return c / scale.unsqueeze(1) / scale


@function(method=False, takes="f", same="x1 x2")
def cdist(x1, x2, p=2.0):
    """The p-norm between each row of one and each of the other: (…, n, d), (…, m, d) -> (…, n, m)."""
    if min(x1.ndim, x2.ndim) < 2 or x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"cdist: needs two tensors of at least 2 dimensions, the last of one size, not "
                           f"{tuple(x1.shape)} and {tuple(x2.shape)}.")
    if x1.dtype is dtypes.float16:
        raise NotImplementedError('"cdist" not implemented for minitorch.float16: convert first, as in x.float().')
    if p < 0:
        raise RuntimeError(f"cdist only supports non-negative p values, not {p}.")
    if p == 2 and max(x1.shape[-2], x2.shape[-2]) > MANY:
        return by_product(x1, x2)
    return (x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, -1)


def by_product(x1, x2):
    """√(|a|² + |b|² − 2ab): a product of matrices in place of all differences, which cost rows × rows × columns."""
    squares = (x1 * x1).sum(-1, keepdim=True) + (x2 * x2).sum(-1).unsqueeze(-2) - 2 * (x1 @ x2.transpose(-2, -1))
    close = squares <= 0                                 # rounding; there the slope is taken as 0
    return apply(select, (close, 0.0, apply(select, (close, 1.0, squares)).sqrt()))
