"""The error function.

erf by three quotients of polynomials, each for its own range, accurate to the last
digits of float64. Source: W. J. Cody, Rational Chebyshev approximations for the
error function (1969).
"""

from ...engine import derivative_of, op
from ...runtime import Tensor
from ..kernels.tiling import choose, in_blocks
from .powers import exp

SMALL = ((1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2, 3.77485237685302021e2,
          3.20937758913846947e3),
         (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3))
MIDDLE = ((2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e1,
           2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
           1.23033935479799725e3),
          (1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3,
           3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3))
LARGE = ((1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
          1.60837851487422766e-2, 6.58749161529837803e-4),
         (1.0, 2.56852019228982242e0, 1.87295284992346725e0, 5.27905102951428412e-1, 6.05183413124413191e-2,
          2.33520497626869185e-3))
ROOT_PI = 1.7724538509055159
NEAR, FAR = 0.46875, 28.0


def quotient(x, polynomials):
    """Return one polynomial divided by another, coefficients of the highest power first."""
    tops, bottoms = polynomials
    top, bottom = x * tops[0] + tops[1], x * bottoms[0] + bottoms[1]
    for a, b in zip(tops[2:], bottoms[2:]):
        top *= x
        top += a
        bottom *= x
        bottom += b
    top /= bottom
    return top


def gaussian(xp, x):
    """Return e^(−x²) to the last digit, as e^(−t²)·e^(t² − x²) with t a multiple of 1/16: rounding x² loses digits."""
    t = xp.floor(x * 16) / 16
    return xp.exp(-t * t) * xp.exp((t - x) * (t + x))


def scaled_tail(xp, size):
    """Return (1 − erf(size))·e^(size²) for size ≥ NEAR; if size > FAR, where erf is 1, the value at FAR."""
    clipped = xp.minimum(size, FAR)
    middle = quotient(xp.minimum(clipped, 4.0), MIDDLE)
    if xp.__name__ == "numpy" and not (size > 4.0).any():
        return middle
    far = xp.maximum(clipped, 4.0)
    inverse = 1 / (far * far)
    large = (1 / ROOT_PI - inverse * quotient(inverse, LARGE)) / far
    return choose(xp, size > 4.0, large, middle)


def tail(xp, size):
    """Return 1 − erf for size ≥ NEAR."""
    return gaussian(xp, xp.minimum(size, FAR)) * scaled_tail(xp, size)


def erf_near(xp, x):
    """Return erf for x between −NEAR and NEAR."""
    return x * quotient(xp.minimum(xp.abs(x), 0.5) ** 2, SMALL)


@op(symbol="erf", keeps="input", floats=True, inplace=True, takes="biuf")
@in_blocks
def erf(xp, input: Tensor):
    """2/√π ∫₀ˣ e^(−t²) dt: the share of a normal distribution within √2·input standard deviations of its mean."""
    size = xp.abs(input)
    far = 1 - xp.exp(-size * size) * scaled_tail(xp, size)
    return choose(xp, size <= NEAR, erf_near(xp, input), xp.sign(input) * far)


@derivative_of(erf)
def erf_derivative(grad, out, x):
    return grad * (2 / ROOT_PI) * exp(-x * x)
