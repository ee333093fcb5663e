"""Histograms: how many elements fall into each interval, of equal widths or with given edges."""

from math import isfinite, prod
from typing import Any

from ...engine import dispatch, op, tensor_types
from ...runtime import WHOLE, Free, Tensor, Value, function
from ..elementwise.comparison import select
from ..named_results import named
from ..shape.ranges import linspace
from .counting import bincount, searchsorted

Histogram = named("histogram", "hist bin_edges")
HistogramDD = named("histogramdd", "hist bin_edges")


@op(hidden=True)
def histc_op(xp, x, *, bins, low, high):
    """How many elements fall into each of `bins` equal intervals."""
    return xp.histogram(x, bins, (low, high))[0].astype(x.dtype)


@function(takes="f", out=True)
def histc(input: Tensor, bins: int = 100, min: Value = 0, max: Value = 0):
    """How many elements fall into each of `bins` equal intervals from min to max (the data's when equal).

    input     any shape, floating point
    returns   (bins,), of the input's dtype

    Raises RuntimeError for no bins, max < min, or data that is not finite.

    >>> histc(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
    tensor([2., 1., 1., 1.])
    """
    if bins <= 0:
        raise RuntimeError(f"histc(): bins must be > 0, but got {bins}")
    if max < min:
        raise RuntimeError(f"histc: max must be larger than min, not {max} < {min}")
    low, high = (input.min().item(), input.max().item()) if min == max and input.numel() else (min, max)
    low, high = (low - 1, high + 1) if low == high else (low, high)
    if not isfinite(low) or not isfinite(high):
        raise RuntimeError(f"histc: range of [{low}, {high}] is not finite")
    return histc_op.function(input, bins=bins, low=low, high=high)


@function(out=True)
def histogram(input: Tensor, bins: Free = 100, *, range: Free = None, weight: Free = None,
              density: bool = False) -> Histogram:
    """How many elements fall into each bin, and where the bins end: (hist, bin_edges).

    input    any shape, float32 or float64
    bins     the number of bins, of equal widths; or (bins + 1,) their edges, in order, of the input's dtype
    range    (min, max) of bins of equal widths; None: the data's
    weight   what each element counts, of the input's shape and dtype; None: 1
    density  divide so that the bins times their widths add up to 1
    returns  (bins,), (bins + 1,)

    Each bin holds its left edge, and the last its right edge too; elements outside and nan are left out.
    Raises TypeError for `bins` of another kind; RuntimeError where shapes, dtypes or the range do not fit.

    >>> histogram(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
    minitorch.return_types.histogram(
    hist=tensor([2., 1., 1., 1.]),
    bin_edges=tensor([1., 2., 3., 4., 5.]))
    """
    if type(bins) not in tensor_types and WHOLE.also(bins) is None:
        raise TypeError("histogram(): argument 'bins' must be an int or a Tensor of edges, not "
                        f"{type(bins).__name__}.")
    if type(bins) in tensor_types and range is not None:
        raise TypeError("histogram(): edges of bins leave no choice of a range: give bins as a number, or no range.")
    weight = weight if weight is None else weight.reshape(-1) if weight.shape == input.shape else weight
    hist, edges = count("histogram", input.reshape(-1, 1), [bins], range, weight, density)
    return Histogram(hist, edges[0])


@function(method=False)
def histogramdd(input: Tensor, bins: Free, range: Free = None, weight: Free = None,
                density: bool = False) -> Any:
    """How many points fall into each box of a grid in D dimensions: (hist, bin_edges).

    input    (*, D)  coordinates, float32 or float64
    bins     an int, or one for each dimension; or a list of D vectors of edges
    range    2·D numbers: min and max of each dimension; None: the data's
    weight   (*)     what each point counts; None: 1
    density  divide so that the boxes times their volumes add up to 1
    returns  (bins of dimension 0, ..., bins of dimension D - 1), and a tuple of D vectors of edges

    Raises RuntimeError where shapes, dtypes or ranges do not fit. See `histogram`, of one dimension.

    >>> histogramdd(minitorch.tensor([[0.0, 1], [1, 0], [2, 2]]), bins=[2, 2]).hist
    tensor([[0., 1.],
            [1., 1.]])
    """
    if input.ndim < 2:
        raise RuntimeError(f"histogramdd: input tensor should have at least 2 dimensions, not {input.ndim}: the last "
                           "holds the coordinates of a point.")
    size = input.shape[-1]
    bins = list(bins) if isinstance(bins, list | tuple) else [bins] * size
    if len(bins) != size:
        raise RuntimeError(f"histogramdd: the size of bins must be equal to the innermost dimension of the input: "
                           f"{len(bins)} bins for {size} coordinates.")
    weight = weight if weight is None else weight.reshape(-1) if weight.shape == input.shape[:-1] else weight
    return HistogramDD(*count("histogramdd", input.reshape(-1, size), bins, range, weight, density))


def count(name, points, bins, limits, weight, density):
    """The counts in a grid, and a tuple of the edges along each dimension.

    points   (N, D);  bins: D numbers or vectors;  weight: (N,) or None
    """
    points = points.detach()
    if points.dtype.name not in ("float32", "float64"):
        raise NotImplementedError(f'"{name}" not implemented for {points.dtype}: convert first, as in x.float().')
    if weight is not None and (weight.dtype is not points.dtype or weight.shape != points.shape[:1]):
        raise RuntimeError(f"{name}: if weight tensor is provided, it should have the input's dtype and one number "
                           f"for each of {len(points)} points, not {weight.dtype} of {tuple(weight.shape)} with "
                           f"{points.dtype}.")
    size = points.shape[1]
    if limits is not None and len(limits) != 2 * size:
        raise RuntimeError(f"{name}: for a {size}-dimensional histogram range should have {2 * size} elements, but got "
                           f"{len(limits)}")
    edges = [edges_of(name, points[:, d], one, None if limits is None else limits[2 * d:2 * d + 2], d)
             for d, one in enumerate(bins)]
    sizes = [len(one) - 1 for one in edges]
    flat, inside = 0, True
    for d, one in enumerate(edges):
        x = points[:, d].contiguous()
        index = dispatch(select, (x == one[-1], sizes[d] - 1, searchsorted(one, x, right=True) - 1))
        flat, inside = flat * sizes[d] + index, inside & (x >= one[0]) & (x <= one[-1])
    hist = bincount(flat[inside], None if weight is None else weight.detach()[inside], prod(sizes))
    hist = hist.to(points.dtype).reshape(sizes)
    if density:
        hist = hist / hist.sum()
        for d, one in enumerate(edges):
            hist = hist / (one[1:] - one[:-1]).reshape([-1 if d == other else 1 for other in range(size)])
    return hist, tuple(edges)


def edges_of(name, x, bins, limits, dim):
    """The edges of the bins along one dimension."""
    given = type(bins) in tensor_types
    if given and (bins.ndim != 1 or not bins.numel()):
        raise RuntimeError(f"{name}: bins tensor should have one dimension and at least 1 element, but got "
                           f"{tuple(bins.shape)} for dimension {dim}")
    if given and bins.dtype is not x.dtype:
        raise RuntimeError(f"{name}: input tensor and bins tensors should have the same dtype, but got input with "
                           f"dtype {x.dtype} and bins for dimension {dim} with dtype {bins.dtype}")
    size = len(bins) - 1 if given else bins
    if size <= 0:
        raise RuntimeError(f"{name}(): bins must be > 0, but got {size} for dimension {dim}")
    if given:
        return bins.detach().clone()
    low, high = limits or ((x.min().item(), x.max().item()) if x.numel() else (0.0, 1.0))
    if not isfinite(low) or not isfinite(high):
        raise RuntimeError(f"{name}: dimension {dim}'s range [{low}, {high}] is not finite")
    if low > high:
        raise RuntimeError(f"{name}: min should not exceed max, but got min {low} max {high} for dimension {dim}")
    low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
    return linspace(low, high, size + 1, dtype=x.dtype, device=x.device)
