"""More bends, each with its slope computed a block at a time: what they are composed of stands in `plain_…`."""

from ...graph import derivative_of, op
from ...graph.arrive import is_complex
from ..elementwise.activation import logistic, sigmoid, softplus, tanh
from ..elementwise.comparison import clamp, select, within
from ..elementwise.powers import expm1
from .select import write_where
from .tiling import in_parts


def risen(bend):
    """The derivative of an op of one tensor, declared by a rule that fills `out` with grad times the slope at x."""
    def declare(rule):
        @op(hidden=True, method=False, name=f"{bend.name}_slope")
        def slope(xp, grad, x):
            """grad times the slope at x."""
            return in_parts(xp, rule, x, grad, x)

        @derivative_of(bend)
        def derivative(grad, out, x):
            return slope(grad, x)
        return rule
    return declare


def plain_silu(x):
    """What silu computes, in plain ops."""
    return x * sigmoid(x)


@op(symbol="silu", keeps="x", hidden=True, takes="f", composition=plain_silu)
def silu(xp, x):
    """x·σ(x), also called swish."""
    return in_parts(xp, by_logistic, x, x)


def by_logistic(xp, out, x):
    """x / (1 + e⁻ˣ)."""
    xp.negative(x, out=out)
    xp.exp(out, out=out)
    out += 1
    xp.divide(x, out, out=out)


@risen(silu)
def silu_rise(xp, out, grad, x):
    """grad·σ·(1 + x·(1 − σ))."""
    logistic(xp, out, x)
    rest = xp.subtract(1, out)
    rest *= x
    rest += 1
    out *= rest
    out *= grad


def plain_mish(x):
    """What mish computes, in plain ops."""
    return x * tanh(softplus(x))


@op(symbol="mish", keeps="x", hidden=True, takes="f", composition=plain_mish)
def mish(xp, x):
    """x·tanh(softplus(x))."""
    return in_parts(xp, by_power, x, x)


def by_power(xp, out, x):
    """tanh(log(1 + e)) is e(e + 2) / (e(e + 2) + 2), where e = eˣ; from 20 on it is 1."""
    power = xp.exp(xp.minimum(x, 20.0))
    power *= power + 2
    xp.divide(power, power + 2, out=out)
    out *= x


@risen(mish)
def mish_rise(xp, out, grad, x):
    """grad times the slope of mish: n/(n + 2) + 4x·e(e + 1)/(n + 2)², where n = e(e + 2)."""
    bounded = xp.minimum(x, 20.0)
    e = xp.exp(bounded)
    n = e * (e + 2)
    below = 1 / (n + 2)
    xp.multiply(e + 1, e, out=out)
    out *= below
    out *= bounded
    out *= 4                                             # last: 4x may be inf
    out += n
    out *= below
    out *= grad


def plain_elu(x, *, alpha, scale, rate):
    """What elu computes, in plain ops."""
    return select(x > 0, x, alpha * expm1(clamp(x, None, 0.0) * rate)) * scale


@op(symbol="elu", keeps="x", hidden=True, takes="f", composition=plain_elu)
def elu(xp, x, *, alpha=1.0, scale=1.0, rate=1.0):
    """scale·x where positive, else scale·alpha·(e^(rate·x) − 1)."""
    return in_parts(xp, flattened, x, x, alpha * scale, scale, rate)


def flattened(xp, out, x, depth, scale, rate):
    xp.minimum(x, 0, out=out)
    if rate != 1:
        out *= rate
    xp.expm1(out, out=out)
    out *= depth
    positive = xp.maximum(x, 0)
    if scale != 1:
        positive *= scale
    out += positive


@derivative_of(elu)
def elu_derivative(grad, out, x, *, alpha, scale, rate):
    return elu_slope(grad, x, alpha=alpha, scale=scale, rate=rate)


@op(hidden=True, method=False)
def elu_slope(xp, grad, x, *, alpha, scale, rate):
    """grad·scale where x is positive, else grad·scale·alpha·rate·e^(rate·x)."""
    return in_parts(xp, elu_rise, x, grad, x, alpha * scale * rate, scale, rate)


def elu_rise(xp, out, grad, x, steepest, scale, rate):
    xp.fmin(x, 0, out=out)                               # nan passes its gradient, as in PyTorch
    out *= rate
    xp.exp(out, out=out)
    out *= steepest
    if steepest != scale:
        write_where(xp, out, ~(x <= 0), scale)
    out *= grad


def plain_hardswish(x):
    """What hardswish computes, in plain ops."""
    return x * within(x + 3, low=0.0, high=6.0) / 6


@op(symbol="hardswish", keeps="x", hidden=True, takes="f", composition=plain_hardswish)
def hardswish(xp, x):
    """x·hardsigmoid(x): 0 below −3, x above 3."""
    return in_parts(xp, by_lines, x, x)


def by_lines(xp, out, x):
    xp.add(x, 3, out=out)
    xp.clip(out, 0, 6, out=out)
    out /= 6
    out *= x


@risen(hardswish)
def hardswish_rise(xp, out, grad, x):
    """grad·(x/3 + 1/2); 0 below −3, grad above 3."""
    xp.divide(x, 3, out=out)
    out += 0.5
    write_where(xp, out, ~(x < 3), 1.0)
    out *= grad
    write_where(xp, out, x <= -3, 0.0)


@op(symbol="softsign", keeps="x", hidden=True, floats=True)
def softsign(xp, x):
    """x / (1 + |x|)."""
    return in_parts(xp, by_size, x, x)


def by_size(xp, out, x):
    xp.add(xp.abs(x), 1, out=out)
    xp.divide(x, out, out=out)


@derivative_of(softsign)
def softsign_derivative(grad, out, x):
    if is_complex(x):
        raise NotImplementedError(f'the derivative of "softsign" is not implemented for {x.dtype}.')
    size = abs(x) + 1
    return grad / size / size                            # size² would overflow
