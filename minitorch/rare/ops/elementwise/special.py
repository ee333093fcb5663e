"""The complement of the error function, and the inverse of the error function."""

from ....engine import derivative_of, op
from ....ops.elementwise.powers import exp
from ....ops.elementwise.special import NEAR, ROOT_PI, erf, erf_near, tail
from ....ops.kernels.tiling import choose, in_blocks
from ....runtime import Tensor


@op(symbol="erfc", keeps="input", floats=True, inplace=True, takes="biuf")
@in_blocks
def erfc(xp, input: Tensor):
    """1 − erf(input), without cancellation if erf(input) is nearly 1."""
    size = xp.abs(input)
    near = 1 - erf_near(xp, input)
    far = tail(xp, size)
    return choose(xp, size <= NEAR, near, choose(xp, input < 0, 2 - far, far))


@derivative_of(erfc)
def erfc_derivative(grad, out, x):
    return grad * (-2 / ROOT_PI) * exp(-x * x)


@op(symbol="erf⁻¹", keeps="out", floats=True, inplace=True, takes="biuf")
@in_blocks
def erfinv(xp, input: Tensor):
    """Return the z with erf(z) = input: a first guess by a formula, then three steps of Newton's method.

    Source of the guess: S. Winitzki, A handy approximation for the error function (2008).
    """
    size = xp.abs(input)
    inside = xp.minimum(size, 1 - 1e-16 if input.dtype == "float64" else 1 - 6e-8)
    log = xp.log1p(-inside * inside)
    half = 4.330746750799873 + log / 2
    z = xp.sqrt(xp.sqrt(half * half - log / 0.147) - half)
    for _ in range(3):
        miss = choose(xp, z < NEAR, erf.forward(xp, z) - inside, (1 - inside) - tail(xp, z))
        step = miss * ROOT_PI / 2 * xp.exp(z * z)
        z = z - step / (1 + z * step)
    z = choose(xp, size < 1, z, choose(xp, size == 1, float("inf"), float("nan"))) * xp.sign(input)
    return z.astype(input.dtype)


@derivative_of(erfinv)
def erfinv_derivative(grad, out, x):
    return grad * (ROOT_PI / 2) * exp(out * out)
