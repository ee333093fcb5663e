"""keras.ops, element by element, that TensorFlow lacks, or for which it does not promote element types."""

from ....dtypes import int32
from ....meta.calls import NoDataError
from ...core.engine import mt
from ...functions.table import in_keras, promoted


def divided(x1, x2):
    none = x2 == 0
    return mt.where(none, mt.zeros_like(x1 / mt.ones_like(x2)), x1 / mt.where(none, mt.ones_like(x2), x2))


def where(condition, x1, x2):
    """Return x1 or x2, or places. Raises NoDataError for a condition alone while only shapes are known."""
    if x1 is None:
        if condition.device.type == "meta":
            raise NoDataError("how many elements are true depends on the data")
        return tuple(part.to(int32) for part in mt.nonzero(condition, as_tuple=True))
    return mt.where(condition.bool(), *promoted(x1, x2))


table = in_keras([
    ("log10(x)", mt.log10, "Compute the logarithm to base 10."),
    ("log2(x)", mt.log2, "Compute the logarithm to base 2."),
    ("round(x, decimals=0)", lambda x, decimals: mt.round(x.detach(), decimals=decimals),
     "Round to the nearest number of so many decimals."),
    ("divide(x1, x2)", mt.div, "Divide x1 by x2."),
    ("true_divide(x1, x2)", mt.div, "Divide x1 by x2."),
    ("divide_no_nan(x1, x2)", divided, "Divide x1 by x2, and put 0 where x2 is 0."),
    ("power(x1, x2)", mt.pow, "Raise x1 to the power of x2."),
    ("where(condition, x1=None, x2=None)", where, "Take x1 where the condition, of bools, holds, else x2; of the "
     "condition alone, return the indices where it holds.", "condition x1 x2"),
])
