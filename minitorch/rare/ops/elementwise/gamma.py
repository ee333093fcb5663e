"""The logarithm of the factorial and its derivatives: lgamma, digamma, polygamma.

The functions first increase x by recurrence, because their series are exact only for large x; below 0 they use
reflection formulas for x and 1 − x. They compute in float64, because digits cancel.
"""

import math

from ....engine import derivative_of, op
from ....ops.elementwise.arithmetic import no_complex
from ....ops.kernels.tiling import choose, in_blocks
from ....runtime import Tensor, function

BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
SHIFT = 8                                                # for x ≥ 8, the series are as exact as float64
INF, NAN = float("inf"), float("nan")


@op(symbol="logΓ", keeps="input", floats=True, inplace=True, takes="biuf")
@in_blocks
def lgamma(xp, input: Tensor):
    """Return log |Γ(input)|, the logarithm of the factorial of input − 1, by Stirling's series."""
    dtype, x = input.dtype, input.astype("float64")
    flipped = choose(xp, x < 0.5, 1 - x, x)                # use the reflection Γ(x)·Γ(1 − x) = π / sin πx
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
    out = choose(xp, x < 0.5, reflected, choose(xp, (x == 1) | (x == 2), 0, out))    # return exactly 0 for x = 1 and 2
    poles = (x <= 0) & (x == xp.floor(x)) | xp.isinf(x)
    return choose(xp, poles, INF, out).astype(dtype)


@derivative_of(lgamma)
def lgamma_derivative(grad, out, x):
    return grad * digamma(x)


@op(symbol="ψ", keeps="input", floats=True, inplace=True, takes="biuf")
@in_blocks
def digamma(xp, input: Tensor):
    """Return the derivative of lgamma."""
    dtype, x = input.dtype, input.astype("float64")
    flipped = choose(xp, x < 0, 1 - x, x)                  # use the reflection ψ(1 − x) − ψ(x) = π / tan πx
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
    """Return the n-th derivative of digamma, n the order: (−1)ⁿ⁺¹·n!·Σ 1/(x + k)ⁿ⁺¹ over k = 0, 1, 2, …"""
    no_complex("polygamma", x)
    dtype, x, s = x.dtype, x.astype("float64"), order + 1
    part = x - xp.floor(x)                               # a sum over all integers k depends only on x − ⌊x⌋
    positive = hurwitz_zeta(xp, choose(xp, x > 0, x, 1 - x), s)
    sign = 1 if s % 2 == 0 else -1
    negative = hurwitz_zeta(xp, part, s) + sign * (hurwitz_zeta(xp, 1 - part, s) - positive)
    out = choose(xp, x > 0, positive, choose(xp, part == 0, INF, negative))
    if order > 1:
        out = choose(xp, x == INF, NAN, out)             # return nan as PyTorch, which divides inf by inf
    return (sign * math.factorial(order) * choose(xp, x == -INF, NAN if order == 1 else INF, out)).astype(dtype)


def hurwitz_zeta(xp, x, s):
    """Return Σ 1/(x + k)ˢ over k = 0, 1, 2, … for x ≥ 0: add the first terms, and the rest by Euler–Maclaurin."""
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
    """Return the n-th derivative of digamma; digamma itself for n=0. Raises RuntimeError for a negative n."""
    if n < 0:
        raise RuntimeError(f"polygamma(n, x) does not support negative n, but got {n}.")
    return digamma.function(input) if n == 0 else polygamma_op.function(input, order=n)
