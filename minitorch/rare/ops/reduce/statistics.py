"""Statistics of data: sums without nan, maxima and minima, covariance, distances; composed of ops."""

from .... import dtypes
from ....backend import META, holds
from ....engine import dispatch
from ....ops.elementwise.comparison import select
from ....ops.named_results import named
from ....runtime import Dim, Dims, DType, Tensor, function

COMPUTE_MODES = {                        # {compute_mode: number of rows from which cdist uses a matrix product}
    None: 25, "use_mm_for_euclid_dist_if_necessary": 25, "use_mm_for_euclid_dist": -1,
    "donot_use_mm_for_euclid_dist": float("inf")}
Range = named("aminmax", "min max")
NanMedian = named("nanmedian", "values indices")


@function(out=True, one_node=True)
def nansum(input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType = None):
    """Return the sum over `dim` with nan counted as 0. Raises NotImplementedError for complex numbers."""
    if input.dtype.is_complex or dtype is not None and dtype.is_complex:
        raise NotImplementedError('"nansum" not implemented for complex numbers.')
    if not input.dtype.is_floating_point:
        return input.sum(dim, keepdim, dtype=dtype)
    return dispatch(select, (input.isnan(), 0.0, input)).sum(dim, keepdim, dtype=dtype)


@function(takes="f", out=True)
def nanmean(input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType = None):
    """Return the mean over `dim` of the elements that are not nan. Raises RuntimeError for integers."""
    for kind in (input.dtype, dtype or input.dtype):
        if kind.rank < 2:
            raise RuntimeError("nanmean(): expected input and dtype to be floating point or complex dtypes, but got "
                               f"{kind}.")
    missing = input.isnan()
    count = (~missing).sum(dim, keepdim=True)
    total = dispatch(select, (missing & (count != 0), 0.0, input)).sum(dim, keepdim, dtype=dtype)
    count = dispatch(select, (count == 0, float("nan"), count.to(total.dtype)))     # division by nan has a nan gradient
    return total / count.reshape(total.shape)


@function(takes="iuf", out=True, one_node=True)
def nanmedian(input: Tensor, dim: Dim = None, keepdim: bool = False):
    """Return the median of the elements that are not nan: of all, or along `dim` as (values, indices)."""
    if dim is None and input.device is META:         # a meta tensor has only a shape, and median returns the same shape
        return input.median()
    if dim is None:
        kept = input.reshape(-1)[~input.isnan().reshape(-1)]
        return kept.median() if kept.numel() else input.mean()
    counts = (~input.isnan()).sum(dim, keepdim=True)                       # a sorted row has nan last
    values, indices = input.sort(dim)
    middle = ((counts - 1) // 2).clamp(min=0)
    found = values.gather(dim, middle), indices.gather(dim, middle)
    return NanMedian(*(x if keepdim else x.squeeze(dim) for x in found))


@function(inplace=True, out=True, one_node=True)
def renorm(input: Tensor, p, dim: Dim, maxnorm):
    """Scale each slice along `dim` whose p-norm is larger than maxnorm down to maxnorm; same shape out.

    Raises RuntimeError for fewer than two dimensions, and unless p is positive.
    """
    if input.ndim < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions")
    if p <= 0 or not maxnorm >= 0:
        raise RuntimeError("renorm: non-positive-norm not supported: p must be > 0, and maxnorm >= 0, "
                           f"not {p} and {maxnorm}.")
    others = [d for d in range(input.ndim) if d != dim % input.ndim]
    size = input.norm(p, others, keepdim=True)
    long = size > maxnorm
    scale = maxnorm / (dispatch(select, (long, size, 1.0)) + 1e-7)
    return input * dispatch(select, (long, scale, 1.0))  # `select`, because inf / inf is nan if maxnorm is inf


@function
def count_nonzero(input: Tensor, dim: Dims = None):
    """Count the elements that are not zero."""
    return (input != 0).sum(dim)


@function(out="exact", one_node=True)
def aminmax(input: Tensor, *, dim: Dim = None, keepdim: bool = False) -> Range:
    """Return the minimum and the maximum, of all elements or along `dim`."""
    dims = () if dim is None else dim
    return Range(input.amin(dims, keepdim), input.amax(dims, keepdim))


@function
def cov(input: Tensor, *, correction: int = 1, fweights: Tensor = None, aweights: Tensor = None):
    """Return the covariance of variables (rows) over observations (columns): (n, observations) -> (n, n).

    correction   subtracted from the number of observations
    fweights     integers: how many times each observation was made
    aweights     weight of each observation

    Raises RuntimeError for more than two dimensions.
    """
    if input.ndim > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {input.ndim} "
                           "dimensions")
    if not input.dtype.rank:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    input = input if input.dtype.rank > 1 else input.to(dtypes.default)
    rows = input if input.ndim == 2 else input.reshape(1, -1)
    weight = observation_weights(rows, fweights, aweights)
    count, scaled = (rows.shape[1], rows) if weight is None else (weight.sum(), rows * weight)
    centred = rows - scaled.sum(1, keepdim=True) / count if rows.shape[1] else rows
    if weight is not None and aweights is not None and correction:
        count = count - correction * (weight * aweights).sum() / count
    else:
        count = count - correction
    count = count.clamp(min=0) if hasattr(count, "array") else max(count, 0) if rows.shape[1] else float("nan")
    other = centred.conj() if centred.dtype.is_complex else centred
    out = centred @ (other if weight is None else other * weight).mT / count
    return out.reshape(()) if rows.shape[0] == 1 else out


def observation_weights(rows, fweights, aweights):
    """Return the weight of each observation; None if all weights are equal."""
    for name, weights, rank, words in (("fweights", fweights, 1, "integral"),
                                       ("aweights", aweights, 2, "floating point")):
        if weights is None:
            continue
        if weights.ndim > 1 or weights.numel() != rows.shape[1]:
            raise RuntimeError(f"cov(): expected {name} to have one number for each of the {rows.shape[1]} "
                               f"observations, not shape {tuple(weights.shape)}.")
        if weights.dtype.rank != rank:
            raise RuntimeError(f"cov(): expected {name} to have {words} dtype but got {weights.dtype}.")
        if weights.numel() and holds((weights.array < 0).any()):
            raise RuntimeError(f"cov(): {name} cannot be negative.")
    if fweights is None or aweights is None:
        weights = aweights if fweights is None else fweights
        return weights if weights is None else weights.reshape(-1)
    return fweights.reshape(-1) * aweights.reshape(-1)


@function
def corrcoef(input: Tensor):
    """Return the correlation of variables (rows) over observations (columns): (n, observations) -> (n, n)."""
    c = cov(input)
    if not c.ndim:
        return c / c
    scale = c.diagonal().sqrt()
    out = c / scale.unsqueeze(1) / scale
    return out if out.dtype.is_complex else out.clamp(-1, 1)


@function(method=False, takes="f", same="x1 x2", one_node=True)
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode=None):
    """Return the p-norm between each row of x1 and each of x2: (…, n, d), (…, m, d) -> (…, n, m).

    compute_mode   for p=2: "use_mm_for_euclid_dist": always use a matrix product; "donot_use_…": never

    Raises RuntimeError if the two d differ, and for a negative p.
    """
    if min(x1.ndim, x2.ndim) < 2 or x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"cdist: needs two tensors of at least 2 dimensions with the same last size, not "
                           f"{tuple(x1.shape)} and {tuple(x2.shape)}.")
    if x1.dtype is dtypes.float16:
        raise NotImplementedError('"cdist" not implemented for minitorch.float16: convert first, as in x.float().')
    if not p >= 0:
        raise RuntimeError(f"cdist only supports non-negative p values, not {p}.")
    if compute_mode not in COMPUTE_MODES:
        raise ValueError(f"cdist: {compute_mode!r} is not a valid value for compute_mode: use one of "
                         f"{', '.join(map(repr, COMPUTE_MODES))}.")
    least = COMPUTE_MODES[compute_mode]
    if p == 2 and max(x1.shape[-2], x2.shape[-2]) > least:
        return euclidean_by_matmul(x1, x2)
    return (x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, -1)


def euclidean_by_matmul(x1, x2):
    """Compute √(|a|² + |b|² − 2ab) by a matrix product, which needs less memory than all n × m × d differences."""
    squares = (x1 * x1).sum(-1, keepdim=True) + (x2 * x2).sum(-1).unsqueeze(-2) - 2 * (x1 @ x2.transpose(-2, -1))
    close = squares <= 0                                 # by rounding; the derivative of the root is set to 0
    return dispatch(select, (close, 0.0, dispatch(select, (close, 1.0, squares)).sqrt()))
