"""Spread: variance and standard deviation."""

from math import inf

from numpy import ndarray

from ...engine import derivative_of, dispatch, op
from ...runtime import NUMBER, WHOLES, Dims, Free, Tensor, check_dims, conjugated, function
from ...runtime.kinds import Argument
from ..elementwise.comparison import select
from ..kernels.sums import blocked_sum
from .reductions import axes_of, count, mean as mean_op, with_kept_dims

NEAR = 1e3                               # if std is below NEAR rounding errors of the mean, centre twice


@op(symbol="var", keeps="x", hidden=True)
def variance(xp, x, *, dim: Dims = None, correction, keepdim):
    """Return the sum of the squared distances from the mean, divided by n − correction (at least 0)."""
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
        centred -= blocked_sum(xp, centred, axis, keepdims=True) / max(n, 1)       # subtract the mean's rounding error
        total = blocked_sum(xp, squares(centred), axis, keepdims=True)
    total = total if keepdim else xp.add.reduce(total, axis=axis)
    return total / xp.asarray(max(0, n - correction) if n else float("nan"), total.dtype)      # max(0, nan) is 0


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
    """√x of a variance. If it is 0, all numbers are equal, and the derivative is set to 0."""
    return xp.sqrt(x)


@derivative_of(deviation)
def deviation_derivative(grad, out, x):
    zero = out == 0
    return select(zero, 0.0, grad / (2 * select(zero, 1.0, out)))


def dim_and_correction(name, input, dim, unbiased, correction):
    """Return (dim, correction) for var(False), var(dim, False) and var(correction=0)."""
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
    dim = dim if input.ndim else None                    # a 0-d tensor has no dimension to reduce
    return dim, 1 if correction is None else correction


@function(out=True)
def var(input: Tensor, dim: Free = None, unbiased: bool | None = None, keepdim: bool = False, *, correction=1):
    """Return the variance over `dim` (all, if None), divided by n − correction; unbiased=False is correction=0."""
    dim, correction = dim_and_correction("var", input, dim, unbiased, correction)
    return variance.function(input, dim=dim, correction=correction, keepdim=keepdim)


@function(out=True)
def std(input: Tensor, dim: Free = None, unbiased: bool | None = None, keepdim: bool = False, *, correction=1):
    """Return the standard deviation over `dim` (all, if None): the square root of `var`."""
    dim, correction = dim_and_correction("std", input, dim, unbiased, correction)
    if input.array.dtype.char == "e":                    # a variance above 65504 may have a smaller root
        return std(input.float(), dim, None, keepdim, correction=correction).half()
    squared = variance.function(input, dim=dim, correction=correction, keepdim=keepdim)
    if input.array.dtype.char == "f" and out_of_range(squared.array):
        return std(input.double(), dim, None, keepdim, correction=correction).float()
    return dispatch(deviation, (squared,))


def out_of_range(variances):
    """Return whether a variance is 0, inf or nan, as after an under- or overflow. False on a GPU."""
    return type(variances) is ndarray and variances.size and not 0 < variances.min() <= variances.max() < inf
