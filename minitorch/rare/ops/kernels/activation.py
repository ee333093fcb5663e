"""Activations that few networks use, each fused into one op."""

from math import isfinite

from ....engine import derivative_of, op
from ....ops.elementwise.activation import softplus, tanh
from ....ops.elementwise.arithmetic import refuse_all_bool
from ....ops.elementwise.comparison import clamp, select, within
from ....ops.elementwise.powers import expm1
from ....ops.kernels.activation import gradient_of
from ....ops.kernels.tiling import in_parts, write_where
from ....runtime.gradients import is_complex


def plain_mish(x):
    """Compute mish in plain ops."""
    return x * tanh(softplus(x))


@op(symbol="mish", keeps="x", hidden=True, takes="f", composition=plain_mish)
def mish(xp, x):
    """x·tanh(softplus(x))."""
    return in_parts(xp, mish_kernel, x, x)


def mish_kernel(xp, out, x):
    """Write x·tanh(log(1 + e)) as x·e(e + 2) / (e(e + 2) + 2), where e = eˣ; from x = 20 on it is x."""
    power = xp.exp(xp.minimum(x, 20.0))
    power *= power + 2
    xp.divide(power, power + 2, out=out)
    out *= x


@gradient_of(mish)
def mish_gradient(xp, out, grad, x):
    """Write grad·(n/(n + 2) + 4x·e(e + 1)/(n + 2)²), where n = e(e + 2)."""
    bounded = xp.minimum(x, 20.0)
    e = xp.exp(bounded)
    n = e * (e + 2)
    inverse = 1 / (n + 2)
    xp.multiply(e + 1, e, out=out)
    out *= inverse
    out *= bounded
    out *= 4                                             # multiply last, because 4x may overflow
    out += n
    out *= inverse
    out *= grad


def plain_elu(x, *, alpha, scale, rate):
    """Compute elu in plain ops."""
    return select(x > 0, x, alpha * expm1(clamp(x, None, 0.0) * rate)) * scale


@op(symbol="elu", keeps="x", hidden=True, takes="f", composition=plain_elu)
def elu(xp, x, *, alpha=1.0, scale=1.0, rate=1.0):
    """scale·x where positive, else scale·alpha·(e^(rate·x) − 1)."""
    return in_parts(xp, elu_kernel, x, x, alpha * scale, scale, rate)


def elu_kernel(xp, out, x, depth, scale, rate):
    """Write scale·x where positive, else depth·(e^(rate·x) − 1)."""
    xp.minimum(x, 0, out=out)
    if rate != 1:
        out *= rate
    xp.expm1(out, out=out)
    out *= depth
    if not isfinite(depth):
        write_where(xp, out, x > 0, 0.0)                 # otherwise 0 · inf would be nan
    positive = xp.maximum(x, 0)
    if scale != 1:
        positive *= scale
    out += positive


@derivative_of(elu)
def elu_derivative(grad, out, x, *, alpha, scale, rate):
    return elu_gradient(grad, x, alpha=alpha, scale=scale, rate=rate)


@op(hidden=True, method=False)
def elu_gradient(xp, grad, x, *, alpha, scale, rate):
    """Return grad·scale where x is positive, else grad·scale·alpha·rate·e^(rate·x)."""
    return in_parts(xp, elu_gradient_kernel, x, grad, x, alpha * scale * rate, scale, rate)


def elu_gradient_kernel(xp, out, grad, x, steepest, scale, rate):
    """Write grad·scale where x is positive, else grad·steepest·e^(rate·x)."""
    xp.fmin(x, 0, out=out)                               # a nan has a finite gradient, as in PyTorch
    out *= rate
    xp.exp(out, out=out)
    out *= steepest
    if steepest != scale:
        write_where(xp, out, ~(x <= 0), scale)
    out *= grad


def plain_hardswish(x):
    """Compute hardswish in plain ops."""
    return x * within(x + 3, low=0.0, high=6.0) / 6


@op(symbol="hardswish", keeps="x", hidden=True, takes="f", composition=plain_hardswish)
def hardswish(xp, x):
    """x·hardsigmoid(x): 0 below −3, x above 3."""
    return in_parts(xp, hardswish_kernel, x, x)


def hardswish_kernel(xp, out, x):
    """Write x·clip(x + 3, 0, 6) / 6."""
    xp.add(x, 3, out=out)
    xp.clip(out, 0, 6, out=out)
    out /= 6
    out *= x


@gradient_of(hardswish)
def hardswish_gradient(xp, out, grad, x):
    """Write grad·(x/3 + 1/2); 0 below −3, grad above 3."""
    xp.divide(x, 3, out=out)
    out += 0.5
    write_where(xp, out, ~(x < 3), 1.0)
    out *= grad
    write_where(xp, out, x <= -3, 0.0)


@op(symbol="softsign", keeps="x", hidden=True, floats=True)
def softsign(xp, x):
    """x / (1 + |x|)."""
    refuse_all_bool("softsign", x)
    return in_parts(xp, softsign_kernel, x, x)


def softsign_kernel(xp, out, x):
    """Write x / (1 + |x|)."""
    xp.add(xp.abs(x), 1, out=out)
    xp.divide(x, out, out=out)


@derivative_of(softsign)
def softsign_derivative(grad, out, x):
    if is_complex(x):
        raise NotImplementedError(f'the derivative of "softsign" is not implemented for {x.dtype}.')
    size = abs(x) + 1
    return grad / size / size                            # size² would overflow
