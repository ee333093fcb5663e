"""Counts: of values, of runs of equal values, of values in bins; and positions in a sorted sequence."""

from math import isfinite, prod
from typing import Any

import numpy as np

from ....backend import holds, move
from ....engine import dispatch, op, tensor_types, wrap
from ....ops.elementwise.arithmetic import no_complex
from ....ops.elementwise.comparison import select
from ....ops.named_results import named
from ....ops.shape.ranges import linspace
from ....runtime import WHOLE, Dim, Free, Tensor, Value, function

Histogram = named("histogram", "hist bin_edges")
HistogramDD = named("histogramdd", "hist bin_edges")


@op(hidden=True)
def histc_op(xp, x, *, bins, low, high):
    """Count the elements in each of `bins` equal intervals."""
    return xp.histogram(x, bins, (low, high))[0].astype(x.dtype)


@function(takes="f", out=True)
def histc(input: Tensor, bins: int = 100, min: Value = 0, max: Value = 0):
    """Count the elements in each of `bins` equal intervals from min to max (of the data, if min equals max).

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
    """Count the elements in each bin; return the counts and the edges of the bins: (hist, bin_edges).

    input    any shape, float32 or float64
    bins     the number of bins, of equal widths; or (bins + 1,) their edges, in order, of the input's dtype
    range    (min, max) of bins of equal widths; None: of the data
    weight   weight of each element, of the input's shape and dtype; None: 1
    density  divide the counts so that Σ count · width = 1
    returns  (bins,), (bins + 1,)

    Each bin includes its left edge, and the last its right edge too; elements outside and nan do not count.
    Raises TypeError for `bins` of another type; RuntimeError if shapes, dtypes or the range do not fit.

    >>> histogram(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
    minitorch.return_types.histogram(
    hist=tensor([2., 1., 1., 1.]),
    bin_edges=tensor([1., 2., 3., 4., 5.]))
    """
    if type(bins) not in tensor_types and WHOLE.also(bins) is None:
        raise TypeError("histogram(): argument 'bins' must be an int or a Tensor of edges, not "
                        f"{type(bins).__name__}.")
    if type(bins) in tensor_types and range is not None:
        raise TypeError("histogram(): bins are edges, which already set the range: pass a number of bins, or no range.")
    weight = weight if weight is None else weight.reshape(-1) if weight.shape == input.shape else weight
    hist, edges = count("histogram", input.reshape(-1, 1), [bins], range, weight, density)
    return Histogram(hist, edges[0])


@function(method=False)
def histogramdd(input: Tensor, bins: Free, range: Free = None, weight: Free = None,
                density: bool = False) -> Any:
    """Count the points in each box of a grid in D dimensions: (hist, bin_edges).

    input    (*, D)  coordinates, float32 or float64
    bins     an int, or one for each dimension; or a list of D vectors of edges
    range    2·D numbers: min and max of each dimension; None: of the data
    weight   (*)     weight of each point; None: 1
    density  divide the counts so that Σ count · volume = 1
    returns  (bins of dimension 0, ..., bins of dimension D - 1), and a tuple of D vectors of edges

    Raises RuntimeError if shapes, dtypes or ranges do not fit. See `histogram`, for one dimension.

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
    """Return the counts in a grid, and a tuple of the edges along each dimension.

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
    """Return the edges of the bins along one dimension."""
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


@function(takes="biuf")
def unique_consecutive(input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Dim = None):
    """Return one value of each run of equal values in the flattened input, or one slice of each run along `dim`.

    return_inverse   also each element's index among the runs
    return_counts    also the length of each run
    """
    array = input.detach().cpu().numpy()
    rows = array.reshape(-1) if dim is None or not input.ndim else np.moveaxis(array, dim, 0)
    new = (rows[1:] != rows[:-1]).any(axis=tuple(range(1, rows.ndim)))
    starts = np.flatnonzero(np.r_[True, new]) if len(rows) else np.zeros(0, int)
    runs = np.diff(np.r_[starts, len(rows)])
    inverse = np.repeat(np.arange(starts.size), runs).reshape(input.shape if dim is None else -1)
    values = rows[starts] if rows.ndim == 1 else np.moveaxis(rows[starts], 0, dim)
    found = [values, *[inverse] * return_inverse, *[runs] * return_counts]
    found = [wrap(move(np.array(part, order="C"), input.device)) for part in found]
    return tuple(found) if len(found) > 1 else found[0]


@op(promotes=False, hidden=True)
def searchsorted_op(xp, sequence, values, *, right):
    """Return the index at which each value would be inserted into a sorted sequence."""
    no_complex("searchsorted", sequence)
    no_complex("searchsorted", values)
    side = "right" if right else "left"
    if sequence.ndim == 1:
        out = xp.searchsorted(sequence, values, side)
    elif not values.size:
        return xp.zeros(values.shape, "int64")
    else:
        rows = [xp.searchsorted(s, v, side) for s, v in zip(sequence.reshape(-1, sequence.shape[-1]),
                                                            values.reshape(-1, values.shape[-1]))]
        out = xp.stack(rows).reshape(values.shape)
    return out if values.dtype.kind != "f" else xp.where(xp.isnan(values), sequence.shape[-1], out)     # nan is last


@function(method=False, out=True)
def searchsorted(sorted_sequence: Tensor, input: Value, *, right: bool = False, side: str | None = None,
                 out_int32: bool = False, sorter=None):
    """Return where to insert each value of input into sorted_sequence: before equal values, or after with right=True.

    sorted_sequence   a vector, or (*, n) for values (*, m): one sorted row for each row of values
    out_int32         indices of int32, not int64
    side              "right" means right=True; "left" the opposite
    sorter            indices that sort the sequence, if it is not sorted itself

    Raises RuntimeError for shapes that do not fit.
    """
    if side not in (None, "left", "right") or side == "left" and right:
        raise RuntimeError(f"searchsorted(): side must be 'left' or 'right', and agree with right: not {side!r} with "
                           f"right={right}.")
    if sorter is not None:
        if sorter.shape != sorted_sequence.shape or sorter.dtype.name != "int64":
            raise RuntimeError("searchsorted(): sorter must be of int64 and of the sequence's shape "
                               f"{tuple(sorted_sequence.shape)}, not {sorter.dtype} of {tuple(sorter.shape)}.")
        sorted_sequence = sorted_sequence.gather(-1, sorter)
    if not hasattr(input, "array"):
        input = sorted_sequence.new_full((), input)
    if not sorted_sequence.ndim or sorted_sequence.ndim > 1 and sorted_sequence.shape[:-1] != input.shape[:-1]:
        raise RuntimeError("searchsorted(): the sorted sequence must be a vector, or have the values' leading sizes: "
                           f"{tuple(sorted_sequence.shape)} does not fit {tuple(input.shape)}.")
    if not sorted_sequence.dtype.rank and not input.dtype.rank:
        raise NotImplementedError('"searchsorted" not implemented for minitorch.bool: convert first, as in x.int().')
    out = searchsorted_op.function(sorted_sequence, input, right=right or side == "right")
    return out.int() if out_int32 else out


@function(method=False, out=True)
def bucketize(input: Value, boundaries: Tensor, *, right: bool = False, out_int32: bool = False):
    """Return for each element which interval between `boundaries`, a vector, contains it. Arguments: see searchsorted.

    Raises RuntimeError for other boundaries.
    """
    if boundaries.ndim != 1:
        raise RuntimeError(f"bucketize(): boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, right=right, out_int32=out_int32)


@op(promotes=False, hidden=True)
def bincount_op(xp, x, weights=None, *, minlength):
    """Count how often each whole number from 0 on occurs."""
    if not x.size:
        return xp.zeros(minlength, "int64")
    out = xp.bincount(x, weights, minlength)
    return out.astype("float32") if weights is not None and weights.dtype == "float32" else out


@function
def bincount(input: Tensor, weights: Tensor = None, minlength: int = 0):
    """Count how often each of 0, 1, 2, … occurs in a vector; with `weights`, add up weights instead.

    minlength   least length of the result

    Raises RuntimeError for another input, and for weights of another shape.
    """
    if input.ndim != 1 or input.dtype.rank != 1 or (input.numel() and holds((input.array < 0).any())):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError(f"bincount: minlength should be >= 0, not {minlength}.")
    if weights is not None and weights.shape != input.shape:
        raise RuntimeError("bincount: weights should be 1-d and have the same length as input, not of shape "
                           f"{tuple(weights.shape)} with an input of {tuple(input.shape)}.")
    return bincount_op.function(input, weights, minlength=minlength)
