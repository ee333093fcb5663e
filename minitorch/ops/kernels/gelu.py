"""gelu, x·Φ(x), as one op: the forward pass finds the slope too, so that backward is one product."""

from ...graph import derivative_of, op
from ..elementwise.activation import tanh
from ..elementwise.special import NEAR, erf, erf_near, scaled_tail
from .select import choose
from .tiling import blocks, scratch, step_of

HALF_ROOT, NORMAL = 0.7071067811865476, 0.3989422804014327              # 1/√2, 1/√(2π)
ROOT, CUBIC = 0.7978845608028654, 0.044715                              # √(2/π), Hendrycks and Gimpel's
# Φ(−a) = φ·k/(a + b + c/(a + d + e/(a + f))) to 7e-8, where φ = e^(−a²/2): Laplace's continued fraction, cut short
# and made up for by other numbers: those with the smallest largest error (Lawson's reweighted least squares, 1961, at
# 1,500 places of [0, 14]). At a = −f the innermost quotient is ∞ and the next one 0, as it should be.
K, B, C, D, E, F = 0.40591346, 0.30659746, -1.6538689, 9.0659185, 46.388527, -3.7593767


def composed(x, *, approximate):
    """What gelu computes, in plain ops."""
    if approximate == "tanh":
        return x * 0.5 * (1 + tanh((x + x * x * x * CUBIC) * ROOT))
    return x * 0.5 * (1 + erf(x * HALF_ROOT))


@op(symbol="gelu", residual=True, keeps="x", composition=composed, takes="f", hidden=True)
def gelu(xp, x, *, approximate="none"):
    """x·Φ(x), Φ the normal distribution's; approximate="tanh": 0.5x(1 + tanh(√(2/π)(x + 0.044715x³))).

    The residual is the slope at x.
    """
    if x.dtype == "float16":                             # computed in float32: eleven bits are lost on the way
        return tuple(a.astype("float16") for a in gelu.forward(xp, x.astype("float32"), approximate=approximate))
    flat = xp.ascontiguousarray(x).reshape(-1)
    out, slope = xp.empty(x.shape, x.dtype), xp.empty(x.shape, x.dtype)
    places = out.reshape(-1), slope.reshape(-1)
    rule = by_tanh if approximate == "tanh" else by_tail if x.dtype == "float32" else by_erf
    if step_of(xp, flat.size, 1) >= flat.size:           # one block: the results serve as scratch until they are filled
        rule(xp, flat, *places, xp.empty_like(flat), *places)
        return out, slope
    work = scratch(xp, flat.size, 1, x.dtype, 3)
    for part in blocks(xp, flat.size):
        rule(xp, flat[part], *[place[part] for place in places], *[some[:len(flat[part]), 0] for some in work])
    return out, slope


@derivative_of(gelu)
def gelu_derivative(grad, out, x, *, approximate, last=False):
    if last and grad.dtype is out.dtype:
        out *= grad                                      # half the memory that a new array would move
        return out
    return grad * out


def by_erf(xp, x, out, slope, *_):
    """Φ by the error function, to the last digit of float64."""
    scaled = x * HALF_ROOT
    size, density = xp.abs(scaled), xp.exp(x * x * -0.5)
    far = scaled_tail(xp, size) * density * 0.5          # Φ(−|x|)
    cdf = choose(xp, size <= NEAR, erf_near(xp, scaled) * 0.5 + 0.5, xp.abs((x > 0) - far))
    xp.multiply(x, cdf, out=out)
    slope[:] = cdf + x * density * NORMAL


def by_tail(xp, x, out, slope, spare, cdf, density):
    """Φ by a continued fraction times the density, which the slope needs anyway: to the last digits of float32."""
    xp.abs(x, out=density)                               # a, so far
    xp.add(density, F, out=cdf)
    for over, plus in ((E, D), (C, B)):
        xp.divide(over, cdf, out=cdf)
        cdf += density
        cdf += plus
    xp.divide(K, cdf, out=cdf)
    xp.multiply(x, x, out=density)
    density *= -0.5
    xp.exp(density, out=density)
    cdf *= density                                       # Φ(−|x|)
    cdf = xp.subtract(x > 0, cdf, out=spare)             # Φ(x): 1 − Φ(−|x|), or |0 − Φ(−|x|)|
    xp.abs(cdf, out=cdf)
    xp.multiply(x, cdf, out=out)
    density *= x
    density *= NORMAL
    density += cdf
    slope[...] = density


def by_tanh(xp, x, out, slope, p, product, factor):
    """The formula with tanh, t: out = x·p, slope = p + out·(1 − t)·u′, where t = tanh(u) and p = (1 + t)/2."""
    xp.multiply(x, x, out=factor)
    xp.multiply(factor, ROOT * CUBIC, out=p)
    p += ROOT
    p *= x
    t = xp.tanh(p, out=p)
    factor *= 3 * ROOT * CUBIC
    factor += ROOT                                       # u′
    factor *= xp.subtract(1, t, out=product)
    p *= 0.5
    p += 0.5
    xp.multiply(x, p, out=product)
    factor *= product
    factor += p
    out[...], slope[...] = product, factor
