"""keras.ops that compute as NumPy does: element by element, over axes, with matrices."""

from ....dtypes import int32
from ....meta.calls import NoDataError
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...functions.reduction import axes, counted, product
from ...functions.table import floats, in_keras, promoted


def limited(engine, limit):
    """Find the largest, or the smallest, of all and of `initial`."""
    def run(x, axis, keepdims, initial):
        found = engine(x, axes(x, axis), keepdims)
        return found if initial is None else limit(found, initial.to(x.dtype))
    return run


def running(engine):
    def run(x, axis, dtype):
        x = x if dtype is None else x.to(as_dtype(dtype).kind)
        return counted(engine(x.reshape(-1) if axis is None else x, axis or 0), x)
    return run


def prod(x, axis, keepdims, dtype):
    x = x if dtype is None else x.to(as_dtype(dtype).kind)
    return counted(product(x, axes(x, axis), keepdims), x)


def top_k(x, k, sorted):
    values, places = mt.topk(x, k, -1)
    return values, places.to(int32)


def dot(x1, x2):
    return mt.tensordot(x1, x2, ([-1], [-2 if x2.ndim > 1 else -1])) if x1.ndim and x2.ndim else x1 * x2


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
    ("max(x, axis=None, keepdims=False, initial=None)", limited(mt.amax, mt.maximum),
     "Find the largest, and no less than `initial`.", "x initial"),
    ("min(x, axis=None, keepdims=False, initial=None)", limited(mt.amin, mt.minimum),
     "Find the smallest, and no more than `initial`.", "x initial"),
    ("prod(x, axis=None, keepdims=False, dtype=None)", prod, "Multiply over axes."),
    ("argmax(x, axis=None, keepdims=False)", lambda *given: mt.argmax(*given).to(int32), "Tell where the largest is."),
    ("argmin(x, axis=None, keepdims=False)", lambda *given: mt.argmin(*given).to(int32), "Tell where the smallest is."),
    ("cumsum(x, axis=None, dtype=None)", running(mt.cumsum), "Add up all so far."),
    ("cumprod(x, axis=None, dtype=None)", running(mt.cumprod), "Multiply all so far."),
    ("count_nonzero(x, axis=None)", lambda x, axis: mt.sum((x != 0).to(int32), axes(x, axis)).to(int32),
     "Count what is not zero."),
    ("norm(x, ord=None, axis=None, keepdims=False)", lambda x, ord, axis, keepdims: mt.norm(
        floats(x), 2 if ord is None else ord, axes(x, axis), keepdims),
     "Compute the length of vectors, or a norm of matrices: ord is 1, 2, inf; None: 2."),
    ("top_k(x, k, sorted=True)", top_k, "Find (the k largest of the last axis, where they are)."),
    ("matmul(x1, x2)", mt.matmul, "Multiply matrices, or vectors."),
    ("dot(x1, x2)", dot, "Multiply vectors, matrices, or more axes: the last one with the last but one."),
    ("outer(x1, x2)", lambda x1, x2: mt.outer(x1.reshape(-1), x2.reshape(-1)), "Multiply each of one with each of the "
     "other."),
    ("tril(x, k=0)", mt.tril, "Put zeros above a diagonal."),
    ("triu(x, k=0)", mt.triu, "Put zeros below a diagonal."),
    ("diag(x, k=0)", mt.diag, "Take the diagonal of a matrix, or make the matrix of a diagonal."),
])
