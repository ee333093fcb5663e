"""The logarithm of the factorial and its slopes: lgamma, digamma, polygamma.

By series that are exact for large x, to which x is lifted; below 0 by what the values at x and 1 − x have to do with
each other, where only the distance to the nearest whole number counts. All in float64, since digits cancel.
"""

import math

from ...engine import derivative_of, op
from ...runtime import Tensor, function
from ..kernels.tiling import choose, in_blocks
from .arithmetic import no_complex

BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
SHIFT = 8                                                # lifts x to where the series is exact
INF, NAN = float("inf"), float("nan")


@op(symbol="logΓ", keeps="input", floats=True, inplace=True, takes="biuf")
@in_blocks
def lgamma(xp, input: Tensor):
    """log |Γ(input)|, the logarithm of the factorial of input − 1, by Stirling's series."""
    dtype, x = input.dtype, input.astype("float64")
    flipped = choose(xp, x < 0.5, 1 - x, x)                # Γ(x)·Γ(1 − x) = π / sin πx
    lift = flipped * 0
    for i in range(SHIFT):
        lift = lift + xp.log(flipped + i)
    z = flipped + SHIFT
    inverse = 1 / (z * z)
    series = inverse * 0
    for j, b in reversed(list(enumerate(BERNOULLI, 1))):
        series = series * inverse + b / (2 * j * (2 * j - 1))
    out = (z - 0.5) * xp.log(z) - z + 0.9189385332046727 + series / z - lift
    reflected = 1.1447298858494002 - xp.log(xp.abs(xp.sin((x - xp.rint(x)) * math.pi))) - out
    out = choose(xp, x < 0.5, reflected, choose(xp, (x == 1) | (x == 2), 0, out))    # 0! and 1!, to the last digit
    poles = (x <= 0) & (x == xp.floor(x)) | xp.isinf(x)
    return choose(xp, poles, INF, out).astype(dtype)


@derivative_of(lgamma)
def lgamma_derivative(grad, out, x):
    return grad * digamma(x)


@op(symbol="ψ", keeps="input", floats=True, inplace=True, takes="biuf")
@in_blocks
def digamma(xp, input: Tensor):
    """The slope of lgamma."""
    dtype, x = input.dtype, input.astype("float64")
    flipped = choose(xp, x < 0, 1 - x, x)                  # ψ(1 − x) − ψ(x) = π / tan πx
    out = flipped * 0
    for i in range(SHIFT):
        out = out - 1 / (flipped + i)
    z = flipped + SHIFT
    inverse = 1 / (z * z)
    series = inverse * 0
    for j, b in reversed(list(enumerate(BERNOULLI, 1))):
        series = (series + b / (2 * j)) * inverse
    out = choose(xp, x == INF, x, out + xp.log(z) - 0.5 / z - series)
    near = x - xp.rint(x)
    out = choose(xp, x < 0, choose(xp, (near == 0) | (x == -INF), NAN, out - math.pi / xp.tan(near * math.pi)), out)
    return choose(xp, x == 0, xp.copysign(INF, -x), out).astype(dtype)


@derivative_of(digamma)
def digamma_derivative(grad, out, x):
    return grad * polygamma_op(x, order=1)


@op(symbol="ψⁿ", keeps="x", floats=True, hidden=True)
def polygamma_op(xp, x, *, order):
    """The derivative of digamma of one order: (−1)ⁿ⁺¹·n!·Σ 1/(x + k)ⁿ⁺¹ over k = 0, 1, 2, …"""
    no_complex("polygamma", x)
    dtype, x, s = x.dtype, x.astype("float64"), order + 1
    part = x - xp.floor(x)                               # the sum over all whole k is the same for x and its part
    positive = hurwitz(xp, choose(xp, x > 0, x, 1 - x), s)
    sign = 1 if s % 2 == 0 else -1
    negative = hurwitz(xp, part, s) + sign * (hurwitz(xp, 1 - part, s) - positive)
    out = choose(xp, x > 0, positive, choose(xp, part == 0, INF, negative))
    return (sign * math.factorial(order) * choose(xp, x == -INF, NAN if order == 1 else INF, out)).astype(dtype)


def hurwitz(xp, x, s):
    """Σ 1/(x + k)ˢ over k = 0, 1, 2, … for x ≥ 0: some terms, and the Euler–Maclaurin formula for the others."""
    out = x * 0
    for i in range(SHIFT + 2):
        out = out + (x + i) ** -float(s)
    z = x + SHIFT + 2
    power = z ** (1 - float(s))
    out = out + power / (s - 1) + power / z / 2
    factor, power = s / 2, power / (z * z)
    for j, b in enumerate(BERNOULLI, 1):
        out = out + b * factor * power
        factor *= (s + 2 * j - 1) * (s + 2 * j) / ((2 * j + 1) * (2 * j + 2))
        power = power / (z * z)
    return choose(xp, x == INF, 0.0, out)


@derivative_of(polygamma_op)
def polygamma_derivative(grad, out, x, *, order):
    return grad * polygamma_op(x, order=order + 1)


@function(method=False, out=True, one_node=True)
def polygamma(n: int, input: Tensor):
    """The n-th derivative of digamma; digamma itself for n=0. Raises RuntimeError for a negative n."""
    if n < 0:
        raise RuntimeError(f"polygamma(n, x) does not support negative n, but got {n}.")
    return digamma.function(input) if n == 0 else polygamma_op.function(input, order=n)
