"""gelu, x·Φ(x), as one op: the forward pass also computes the derivative, so backward is one multiplication."""

from ...engine import derivative_of, op
from ..elementwise.activation import tanh
from ..elementwise.special import NEAR, erf, erf_near, scaled_tail
from .row_kernels import row_kernel
from .tiling import block_rows, blocks, choose, scratch

HALF_ROOT, NORMAL = 0.7071067811865476, 0.3989422804014327              # 1/√2, 1/√(2π)
ROOT, CUBIC = 0.7978845608028654, 0.044715                              # √(2/π) and a constant of Hendrycks and Gimpel
# Φ(−a) = φ·k/(a + b + c/(a + d + e/(a + f))) to 7e-8, where φ = e^(−a²/2): Laplace's continued fraction, truncated,
# with the constants of least maximum error (Lawson's reweighted least squares, 1961, at 1,500 points of [0, 14]).
# At a = −f the denominator a + f is 0, so e/(a + f) is ∞ and c/(a + d + ∞) is 0, which are the right values.
K, B, C, D, E, F = 0.40591346, 0.30659746, -1.6538689, 9.0659185, 46.388527, -3.7593767


def plain_gelu(x, *, approximate):
    """Compute gelu in plain ops."""
    if approximate == "tanh":
        return x * 0.5 * (1 + tanh((x + x * x * x * CUBIC) * ROOT))
    return x * 0.5 * (1 + erf(x * HALF_ROOT))


@op(symbol="gelu", residual=True, keeps="x", composition=plain_gelu, takes="f", hidden=True)
def gelu(xp, x, *, approximate="none"):
    """x·Φ(x), Φ the normal distribution function; approximate="tanh": 0.5x(1 + tanh(√(2/π)(x + 0.044715x³))).

    The residual is the derivative at x.
    """
    if x.dtype == "float16":
        return tuple(a.astype("float16") for a in gelu.forward(xp, x.astype("float32"), approximate=approximate))
    if found := (gelu_by_tanh if approximate == "tanh" else gelu_by_erf).in_c(xp, x):
        return tuple(found)
    flat = xp.ascontiguousarray(x).reshape(-1)
    results = xp.empty(x.shape, x.dtype), xp.empty(x.shape, x.dtype)
    out, derivative = [array.reshape(-1) for array in results]
    kernel = by_tanh if approximate == "tanh" else by_tail if x.dtype == "float32" else by_erf
    if block_rows(xp, flat.size, 1) >= flat.size:        # with one block, `out` and `derivative` can be work arrays
        kernel(xp, flat, out, derivative, xp.empty_like(flat), out, derivative)
        return results
    buffers = scratch(xp, flat.size, 1, x.dtype, 3)
    for part in blocks(xp, flat.size):
        kernel(xp, flat[part], out[part], derivative[part], *[buffer[:flat[part].shape[0], 0] for buffer in buffers])
    return results


@derivative_of(gelu)
def gelu_derivative(grad, out, x, *, approximate, last=False):
    if last and grad.dtype is out.dtype:
        out *= grad                                     # multiply in place, with half the memory traffic of a new array
        return out
    return grad * out


@row_kernel("e -> ee")
def gelu_by_erf(x):
    """Compute gelu; its residual is the second result."""
    return gelu(x)


@row_kernel("e -> ee")
def gelu_by_tanh(x):
    """Compute gelu with the tanh formula; its residual is the second result."""
    return gelu(x, approximate="tanh")


def by_erf(xp, x, out, derivative, *_):
    """Compute Φ by the error function, to the last digit of float64."""
    scaled = x * HALF_ROOT
    size, density = xp.abs(scaled), xp.exp(x * x * -0.5)
    far = scaled_tail(xp, size) * density * 0.5          # Φ(−|x|)
    cdf = choose(xp, size <= NEAR, erf_near(xp, scaled) * 0.5 + 0.5, xp.abs((x > 0) - far))
    xp.multiply(x, cdf, out=out)
    derivative[:] = cdf + x * density * NORMAL


def by_tail(xp, x, out, derivative, spare, cdf, density):
    """Compute Φ by a continued fraction times the density, which the derivative needs too; exact in float32."""
    xp.abs(x, out=density)                               # a
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
    cdf = xp.subtract(x > 0, cdf, out=spare)             # Φ(x) is 1 − Φ(−|x|) if x > 0, else |0 − Φ(−|x|)|
    xp.abs(cdf, out=cdf)
    xp.multiply(x, cdf, out=out)
    density *= x
    density *= NORMAL
    density += cdf
    derivative[...] = density


def by_tanh(xp, x, out, derivative, p, product, factor):
    """Compute the tanh formula: out = x·p, derivative = p + out·(1 − t)·u′, where t = tanh(u) and p = (1 + t)/2."""
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
    out[...], derivative[...] = product, factor
