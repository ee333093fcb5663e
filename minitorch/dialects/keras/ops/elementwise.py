"""keras.ops, element by element, whose element types are promoted by the engine."""

from ....dtypes import int32
from ....meta.calls import NoDataError
from ...core.engine import mt
from ...core.lift import function
from ...functions.table import named, promoted

UNARY = {"log10": mt.log10, "log2": mt.log2, "trunc": lambda x: mt.trunc(x.detach())}
BINARY = {"divide": mt.div, "hypot": mt.hypot, "logaddexp": mt.logaddexp, "power": mt.pow}
TEXTS = {"log10": "Compute the logarithm to base 10.", "log2": "Compute the logarithm to base 2.",
         "trunc": "Round towards 0; no gradient passes.", "divide": "Divide x1 by x2.",
         "hypot": "Compute √(x1² + x2²).", "logaddexp": "Compute log(exp(x1) + exp(x2)).",
         "power": "Raise x1 to the power of x2."}


def unary(name):
    return function("x")(named(lambda x: UNARY[name](x), name, TEXTS[name]))


def binary(name):
    return function("x1 | x2")(named(lambda x1, x2: BINARY[name](x1, x2), name, TEXTS[name]))


table = {name: unary(name) for name in UNARY} | {name: binary(name) for name in BINARY}
table["true_divide"] = table["divide"]


@function("x1 | x2")
def divide_no_nan(x1, x2):
    """Divide x1 by x2, and put 0 where x2 is 0."""
    none = x2 == 0
    return mt.where(none, mt.zeros_like(x1 / mt.ones_like(x2)), x1 / mt.where(none, mt.ones_like(x2), x2))


@function("x")
def round(x, decimals=0):
    """Round to the nearest number of so many decimals."""
    return mt.round(x.detach(), decimals=decimals)


@function("condition | x1 | x2")
def where(condition, x1=None, x2=None):
    """Take x1 where the condition, of bools, holds, else x2; of the condition alone, tell the indices where it holds.

    Raises NoDataError for a condition alone while only shapes are known.
    """
    if x1 is None:
        if condition.device.type == "meta":
            raise NoDataError("how many elements are true depends on the data")
        return tuple(part.to(int32) for part in mt.nonzero(condition, as_tuple=True))
    return mt.where(condition.bool(), *promoted(x1, x2))


@function("x1 | x2")
def isclose(x1, x2, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Say whether elements are nearly equal: no more than atol + rtol · |x2| apart, or both nan with equal_nan."""
    return mt.isclose(*promoted(x1, x2), rtol, atol, equal_nan)


@function("x")
def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    """Put numbers in the place of nan, posinf and neginf; None: the largest and the smallest number."""
    return mt.nan_to_num(x, nan, posinf, neginf)


table |= {one.__name__: one for one in (divide_no_nan, isclose, nan_to_num, round, where)}
