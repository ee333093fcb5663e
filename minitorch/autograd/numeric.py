"""Derivatives by finite differences: slow and approximate, but independent of the code that they check."""

import numpy as np

from ..engine.piece import piece
from ..runtime.missing import moved_to


@piece
def numeric_gradient(f, x, eps=1e-6):
    """Return the gradient of f at x by central differences, one element at a time.

    f         takes an array, returns a number
    x         float array of any shape; it is the same afterwards
    returns   array of x's shape

    The formula's error is O(eps²), the rounding error O(1/eps): use float64.
    """
    slopes = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        kept = x[i]
        x[i] = kept + eps
        above = f(x)
        x[i] = kept - eps
        below = f(x)
        x[i] = kept
        slopes[i] = (above - below) / (2 * eps)
    return slopes


def slope_along(f, x, direction, eps):
    """Return the slope of f at x along a direction, by a central difference; x is the same afterwards."""
    kept = x.copy()
    x[...] = kept + eps * direction
    above = f(x)
    x[...] = kept - eps * direction
    below = f(x)
    x[...] = kept
    return np.asarray((above - below) / (2 * eps))


__getattr__ = moved_to("autograd.rare_gradcheck")
