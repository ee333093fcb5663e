"""keras.ops that leave out what is no number, and means of what lies between numbers."""

from ...core.engine import mt
from ...core.lift import function
from .reductions import axes, floats

INFINITE = float("inf")


def without(name, run, doc):
    """A reduction of what is a number: run(x, where it is one, dims, keepdims)."""
    def body(x, axis=None, keepdims=False):
        x = floats(x)
        return run(x, ~mt.isnan(x), axes(x, axis), keepdims)
    body.__name__, body.__doc__ = name, f"{doc}; what is no number is left out."
    return function("x")(body)


def filled(x, there, value):
    return mt.where(there, x, mt.full_like(x, value))


def mean_of(x, there, dims, keep):
    return mt.sum(filled(x, there, 0.0), dims, keep) / mt.sum(there.to(x.dtype), dims, keep)


def variance_of(x, there, dims, keep):
    away = x - mean_of(x, there, dims, True)
    return mean_of(away * away, there, dims, keep)


nansum = without("nansum", lambda x, there, dims, keep: mt.sum(filled(x, there, 0.0), dims, keep), "The sum")
nanmean = without("nanmean", mean_of, "The mean")
nanvar = without("nanvar", variance_of, "The variance")
nanstd = without("nanstd", lambda *given: mt.sqrt(variance_of(*given)), "The spread")
nanmax = without("nanmax", lambda x, there, dims, keep: mt.amax(filled(x, there, -INFINITE), dims, keep), "The largest")
nanmin = without("nanmin", lambda x, there, dims, keep: mt.amin(filled(x, there, INFINITE), dims, keep), "The smallest")


@function("x")
def quantile(x, q, axis=None, method="linear", keepdims=False):
    """The number below which a share of all lies.

    q        the share, from 0 to 1, or several
    method   how to come to a number between two: "linear", "lower", "higher", "midpoint" or "nearest"
    """
    q = q if isinstance(q, float) else mt.tensor(q, dtype=floats(x).dtype)
    return mt.quantile(floats(x), q, axis, keepdims, interpolation=method)


@function("x")
def ptp(x, axis=None, keepdims=False):
    """The largest less the smallest."""
    return mt.amax(x, axes(x, axis), keepdims) - mt.amin(x, axes(x, axis), keepdims)


@function("y x?")
def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The area below points.

    x    where they are; None: dx apart
    dx   how far apart they are
    """
    return mt.trapezoid(y, dx=dx, dim=axis) if x is None else mt.trapezoid(y, x, dim=axis)


table = {name: value for name, value in globals().items() if hasattr(value, "function")}
