"""Counting: distinct values, positions in a sorted sequence, how often each number occurs."""

import numpy as np

from ...backend import holds, move
from ...engine import op, wrap
from ...runtime import Dim, Tensor, Value, function
from ..elementwise.arithmetic import no_complex


@op(outputs="many", hidden=True)
def unique_op(xp, x, *, dim):
    """Distinct values in order (nan equals nothing), where each element went, and how often each occurs."""
    no_complex("unique", x)
    options = {"equal_nan": False} if x.dtype.kind in "fc" and dim is None and xp.__name__ == "numpy" else {}
    values, inverse, counts = xp.unique(x, return_inverse=True, return_counts=True, axis=dim, **options)
    return values, inverse.reshape(x.shape if dim is None else -1), counts


@function
def unique(input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False,
           dim: Dim = None):
    """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

    sorted           of no effect: they are in order always
    return_inverse   also each element's index among them
    return_counts    also how often each occurs
    """
    values, inverse, counts = unique_op.function(input, dim=dim)
    found = (values, *([inverse] if return_inverse else []), *([counts] if return_counts else []))
    return found if len(found) > 1 else values


@function(takes="biuf")
def unique_consecutive(input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Dim = None):
    """Each run of equal values once: of the flattened input, or of its slices along `dim`.

    return_inverse   also each element's index among the runs
    return_counts    also how long each run is
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
    return out if values.dtype.kind != "f" else xp.where(xp.isnan(values), sequence.shape[-1], out)     # nan goes last


@function(method=False, out=True)
def searchsorted(sorted_sequence: Tensor, input: Value, *, right: bool = False, side: str | None = None,
                 out_int32: bool = False, sorter=None):
    """The index at which each value of input keeps sorted_sequence sorted: before equals, or after with right=True.

    sorted_sequence   a vector, or (*, n) with a row for each (*) of the values
    out_int32         indices of int32, not int64
    side              "right", another way to say right=True; or "left"
    sorter            indices that sort the sequence, where it is not sorted itself

    Raises RuntimeError for shapes that do not fit.
    """
    if side not in (None, "left", "right") or side == "left" and right:
        raise RuntimeError(f"searchsorted(): side is 'left' or 'right' (and right=True is 'right'), not {side!r} with "
                           f"right={right}.")
    if sorter is not None:
        if sorter.shape != sorted_sequence.shape or sorter.dtype.name != "int64":
            raise RuntimeError("searchsorted(): sorter must be of int64 and of the sequence's shape "
                               f"{tuple(sorted_sequence.shape)}, not {sorter.dtype} of {tuple(sorter.shape)}.")
        sorted_sequence = sorted_sequence.gather(-1, sorter)
    if not hasattr(input, "array"):
        input = sorted_sequence.new_full((), input)
    if not sorted_sequence.ndim or sorted_sequence.ndim > 1 and sorted_sequence.shape[:-1] != input.shape[:-1]:
        raise RuntimeError("searchsorted(): the sorted sequence should be a vector, or a row for each of the values': "
                           f"{tuple(sorted_sequence.shape)} does not go with {tuple(input.shape)}.")
    if not sorted_sequence.dtype.rank and not input.dtype.rank:
        raise NotImplementedError('"searchsorted" not implemented for minitorch.bool: convert first, as in x.int().')
    out = searchsorted_op.function(sorted_sequence, input, right=right or side == "right")
    return out.int() if out_int32 else out


@function(method=False, out=True)
def bucketize(input: Value, boundaries: Tensor, *, right: bool = False, out_int32: bool = False):
    """Which interval between `boundaries`, a vector, each element falls in; arguments as searchsorted's.

    Raises RuntimeError for other boundaries.
    """
    if boundaries.ndim != 1:
        raise RuntimeError(f"bucketize(): boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, right=right, out_int32=out_int32)


@op(promotes=False, hidden=True)
def bincount_op(xp, x, weights=None, *, minlength):
    """How often each whole number from 0 occurs."""
    if not x.size:
        return xp.zeros(minlength, "int64")
    out = xp.bincount(x, weights, minlength)
    return out.astype("float32") if weights is not None and weights.dtype == "float32" else out


@function
def bincount(input: Tensor, weights: Tensor = None, minlength: int = 0):
    """How often each whole number from 0 on occurs in a vector; or the sum of its weights.

    minlength   how many numbers are counted at least

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


@function(method=False)
def numel(input: Tensor) -> int:
    """The number of elements."""
    return input.numel()
