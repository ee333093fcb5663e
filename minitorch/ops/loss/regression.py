"""Losses of single numbers: binary cross entropy, and Huber's loss."""

from ...engine import derivative_of, op
from ..elementwise.activation import sigmoid
from ..elementwise.comparison import clamp
from ..elementwise.powers import log, log1p
from ..kernels.tiling import in_parts


@op(symbol="bce", keeps="x target", hidden=True)
def binary_cross_entropy(xp, x, target):
    """−target·log(x) − (1 − target)·log(1 − x), each logarithm limited to −100 or more."""
    return (target - 1) * xp.maximum(xp.log1p(-x), -100) - target * xp.maximum(xp.log(x), -100)


@derivative_of(binary_cross_entropy)
def binary_cross_entropy_derivative(grad, out, x, target, needs):
    return (grad * (x - target) / clamp(x * (1 - x), 1e-12, None) if needs[0] else None,
            grad * (log1p(-x) - log(x)) if needs[1] else None)


@op(symbol="bce", keeps="x target", hidden=True)
def binary_cross_entropy_with_logits(xp, x, target):
    """−log σ(x) + (1 − target)·x: binary_cross_entropy of sigmoid(x), without overflow."""
    return in_parts(xp, logits_kernel, x, x, target)


def logits_kernel(xp, out, x, target):
    """Write log(1 + e^−|x|) − min(x, 0) + (1 − target)·x."""
    xp.abs(x, out=out)
    xp.negative(out, out=out)
    xp.exp(out, out=out)
    xp.log1p(out, out=out)
    out -= xp.minimum(x, 0)
    out += (1 - target) * x


@derivative_of(binary_cross_entropy_with_logits)
def binary_cross_entropy_with_logits_derivative(grad, out, x, target, needs):
    return grad * (sigmoid(x) - target) if needs[0] else None, -grad * x if needs[1] else None


@op(symbol="huber", keeps="x target", hidden=True)
def huber(xp, x, target, *, delta):
    """½·d² if d = |x − target| is less than delta, else delta·(d − ½·delta)."""
    difference = x - target
    return in_parts(xp, huber_kernel, difference, difference, delta)


def huber_kernel(xp, out, difference, delta):
    """Write c·(d − ½·c), where c is d clamped to delta."""
    xp.abs(difference, out=out)
    bounded = xp.minimum(out, delta)
    out -= bounded * 0.5
    out *= bounded


@derivative_of(huber)
def huber_derivative(grad, out, x, target, needs, *, delta):
    by_x = grad * clamp(x - target, -delta, delta)
    return by_x if needs[0] else None, -by_x if needs[1] else None
