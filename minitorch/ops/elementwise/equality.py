"""Equality of whole tensors, and comparison of elements up to a tolerance."""

import numpy as np

from ...engine import dispatch, op
from ...runtime import Tensor, function
from ..kernels.tiling import blocks


@function(same="input other")
def allclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """Return whether |input − other| ≤ atol + rtol·|other| for all elements; with equal_nan, nan is close to nan.

    two tensors (*) of one dtype -> bool

    Raises RuntimeError if dtypes differ, or tolerances are negative.

    >>> minitorch.allclose(minitorch.ones(2), minitorch.ones(2) + 1e-7)
    True
    """
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


@function(same="input other")
def isclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False):
    """Return whether |input − other| ≤ atol + rtol·|other|, element by element; with equal_nan, nan is close to nan.

    Raises RuntimeError if tolerances are negative.
    """
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if not tolerance >= 0:
            raise RuntimeError(f"isclose: {name} must be greater than or equal to zero, but got {tolerance}")
    return dispatch(close, (input, other), {"rtol": rtol, "atol": atol, "equal_nan": equal_nan})


@op(hidden=True)
def close(xp, x, y, *, rtol, atol, equal_nan):
    """Return whether x equals y, or |x − y| is finite and ≤ atol + rtol·|y|, element by element."""
    equal = x == y
    if equal_nan and x.dtype.kind in "fc":
        equal |= xp.isnan(x) & xp.isnan(y)
    if rtol == 0 and atol == 0:
        return equal
    if x.dtype.kind in "biu":
        x, y = x.astype("float64"), y.astype("float64")
    difference = xp.abs(x - y)
    return equal | xp.isfinite(difference) & (difference <= atol + xp.abs(rtol * y))


@function
def equal(input: Tensor, other: Tensor) -> bool:
    """Return whether two tensors have the same shape and elements."""
    if tuple(input.shape) != tuple(other.shape):
        return False
    a, b = input.array, other.array
    if not type(a) is type(b) is np.ndarray or a.dtype != b.dtype:
        return bool((input == other).all())
    a, b = a.reshape(-1), b.reshape(-1)
    for part in blocks(np, a.size):                      # compare block by block, to stop at the first difference
        if not (a[part] == b[part]).all():
            return False
    return True
