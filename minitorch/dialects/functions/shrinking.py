"""Activations that draw numbers to 0, or cut them off: by the engine's."""

from ..core.engine import mt
from ..core.lift import function


@function("x")
def hard_shrink(x, threshold=0.5):
    """x where |x| is above the threshold, else 0."""
    return mt.nn.hardshrink(x, threshold)


@function("x")
def soft_shrink(x, threshold=0.5):
    """x, drawn to 0 by the threshold: x − threshold above it, x + threshold below −threshold, 0 between."""
    return mt.nn.softshrink(x, threshold)


@function("x")
def tanh_shrink(x):
    """x − tanh(x)."""
    return mt.nn.tanhshrink(x)


@function("x")
def threshold(x, threshold, default_value):
    """x where it is above the threshold, else default_value."""
    return mt.nn.threshold(x, threshold, default_value)


@function("x")
def sparse_plus(x):
    """0 below −1, x above 1, (x + 1)² / 4 between: a softplus that is 0 for a start."""
    return mt.where(x < 1, mt.square(mt.clamp(x + 1, min=0)) / 4, x)


@function("x")
def sparse_sigmoid(x):
    """0 below −1, 1 above 1, (x + 1) / 2 between: the slope of sparse_plus."""
    return mt.clamp(x, -1.0, 1.0) / 2 + 0.5


@function("x")
def squareplus(x, b=4):
    """(x + √(x² + b)) / 2: a softplus without an exponential."""
    return (x + mt.sqrt(mt.square(x) + b)) / 2


TABLE = {name: value for name, value in list(globals().items()) if hasattr(value, "function")}
