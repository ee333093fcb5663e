"""Logarithms of sums and of odds: logaddexp, logit."""

import math

from ....engine import derivative_of, op
from ....ops.elementwise.activation import sigmoid
from ....ops.elementwise.comparison import select
from ....ops.elementwise.powers import LN2
from ....ops.kernels.tiling import in_parts
from ....runtime import Tensor


@op(keeps="input other", takes="fc")
def logaddexp(xp, input: Tensor, other: Tensor):
    """log(eˣ + eʸ), without overflow, broadcast."""
    if input.dtype.kind == "c":                          # factor out the term with the largest real part
        first = input.real >= other.real
        larger, smaller = xp.where(first, input, other), xp.where(first, other, input)
        return larger + xp.log1p(xp.exp(smaller - larger))
    return xp.logaddexp(input, other)


@derivative_of(logaddexp)
def logaddexp_derivative(grad, out, x, y, needs):
    return (grad * sigmoid(x - y) if needs[0] else None, grad * sigmoid(y - x) if needs[1] else None)


@op(keeps="input other", takes="f")
def logaddexp2(xp, input: Tensor, other: Tensor):
    """log₂(2ˣ + 2ʸ), without overflow, broadcast."""
    return xp.logaddexp2(input, other)


@derivative_of(logaddexp2)
def logaddexp2_derivative(grad, out, x, y, needs):
    return (grad * sigmoid((x - y) * LN2) if needs[0] else None, grad * sigmoid((y - x) * LN2) if needs[1] else None)


@op(keeps="input", floats=True, inplace=True, takes="biuf")
def logit(xp, input: Tensor, *, eps: float | None = None):
    """log(p / (1 − p)), with p = input: the inverse of sigmoid. With eps, the input is first clamped to
    [eps, 1 − eps]; without eps, the result is nan outside [0, 1]."""
    if eps is not None:                                  # if eps > ½, every input below eps becomes eps
        least, most = input.dtype.type(eps), input.dtype.type(1 - eps)
        input = xp.where(input < least, least, xp.where(input > most, most, input))
    return in_parts(xp, log_odds, input, input)


def log_odds(xp, out, x):
    xp.subtract(1, x, out=out)
    xp.divide(x, out, out=out)
    xp.log(out, out=out)


@derivative_of(logit)
def logit_derivative(grad, out, x, *, eps):
    low, outside = (0, math.nan) if eps is None else (eps, 0.0)
    return select((x >= low) & (x <= 1 - low), grad / ((x + 0) * (1 - x)), outside)          # x + 0 turns −0 into 0
