"""Equality of whole tensors, and closeness of their elements."""

import numpy as np

from ...engine import dispatch, op
from ...runtime import Tensor, function
from ..kernels.tiling import blocks


@function(same="input other")
def allclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """Whether all |input − other| ≤ atol + rtol·|other|; with equal_nan, nan is close to nan.

    two tensors (*) of one dtype -> bool

    Raises RuntimeError where dtypes differ, or tolerances are negative.

    >>> minitorch.allclose(minitorch.ones(2), minitorch.ones(2) + 1e-7)
    True
    """
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


@function(same="input other")
def isclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False):
    """Whether |input − other| ≤ atol + rtol·|other|, element by element; with equal_nan, nan is close to nan.

    Raises RuntimeError where tolerances are negative.
    """
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if not tolerance >= 0:
            raise RuntimeError(f"isclose: {name} must be greater than or equal to zero, but got {tolerance}")
    return dispatch(close, (input, other), {"rtol": rtol, "atol": atol, "equal_nan": equal_nan})


@op(hidden=True)
def close(xp, x, y, *, rtol, atol, equal_nan):
    """Whether |x − y| ≤ atol + rtol·|y|, finite, or both are equal (as infinities of one sign are)."""
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
    """Whether two tensors have the same shape and elements."""
    if tuple(input.shape) != tuple(other.shape):
        return False
    a, b = input.array, other.array
    if not type(a) is type(b) is np.ndarray or a.dtype != b.dtype:
        return bool((input == other).all())
    a, b = a.reshape(-1), b.reshape(-1)
    for part in blocks(np, a.size):                      # the first difference is enough
        if not (a[part] == b[part]).all():
            return False
    return True
