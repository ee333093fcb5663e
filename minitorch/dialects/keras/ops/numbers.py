"""keras.ops that reduce arrays, search them, and multiply matrices, as NumPy does."""

from ....dtypes import int32
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...functions import segments
from ...functions.reduction import axes, counted, product
from ...functions.table import floats, in_keras


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


def average(x, axis, weights):
    if weights is None:
        return mt.mean(floats(x), axes(x, axis))
    if weights.ndim < x.ndim and axis is not None:
        weights = weights.reshape([-1 if i == axis % x.ndim else 1 for i in range(x.ndim)])
    return mt.sum(x * weights, axes(x, axis)) / mt.sum(weights.expand(x.shape), axes(x, axis))


def quantile(x, q, axis, method, keepdims):
    q = q if isinstance(q, float) else mt.tensor(q, dtype=floats(x).dtype)
    return mt.quantile(floats(x), q, axis, keepdims, interpolation=method)


def diff(a, n, axis):
    for _ in range(n):
        size = a.shape[axis]
        a = mt.narrow(a, axis, 1, size - 1) - mt.narrow(a, axis, 0, size - 1)
    return a


def top_k(x, k, sorted):
    values, places = mt.topk(x, k, -1)
    return values, places.to(int32)


def by_number(whole):
    """Reduce the rows of one number by a row of the table."""
    def run(data, segment_ids, num_segments, sorted):
        count = int(segment_ids.max()) + 1 if num_segments is None else num_segments
        return whole.function.body(data, segment_ids, count)
    return run


def dot(x1, x2):
    return mt.tensordot(x1, x2, ([-1], [-2 if x2.ndim > 1 else -1])) if x1.ndim and x2.ndim else x1 * x2


def cholesky(x, upper):
    made = mt.cholesky(floats(x))
    return mt.transpose(made, -1, -2) if upper else made


def solved(solve, a, b):
    """Find what a times it is b, which is a vector (n,) or a matrix."""
    vector = b.ndim == a.ndim - 1
    made = solve(a, b.unsqueeze(-1) if vector else b)
    return made.squeeze(-1) if vector else made


def solve_triangular(a, b, lower):
    return solved(lambda a, b: mt.solve_triangular(a, b, upper=not lower), a, b)


NUMBERS = """ the rows of one number.

data            rows, (n, …)
segment_ids     (n,) whole numbers
num_segments    how many numbers there are; None: the largest and one
"""
table = in_keras([
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
    ("average(x, axis=None, weights=None)", average,
     "Take the mean, by weights, of the shape of x or of its axis, where they are given.", "x weights"),
    ("norm(x, ord=None, axis=None, keepdims=False)", lambda x, ord, axis, keepdims: mt.norm(
        floats(x), 2 if ord is None else ord, axes(x, axis), keepdims),
     "Compute the length of vectors, or a norm of matrices: ord is 1, 2, inf; None: 2."),
    ("median(x, axis=None, keepdims=False)", lambda x, axis, keepdims: mt.quantile(floats(x), 0.5, axis, keepdims),
     "Find the middle one of all in order."),
    ("quantile(x, q, axis=None, method='linear', keepdims=False)", quantile, """Find what a share of all lies below.

q        the share, from 0 to 1, or several
method   how to come to a number between two: "linear", "lower", "higher", "midpoint" or "nearest"
"""),
    ("diff(a, n=1, axis=-1)", diff, "Take differences between neighbours, n times.", "a"),
    ("top_k(x, k, sorted=True)", top_k, "Find (the k largest of the last axis, where they are)."),
    ("segment_sum(data, segment_ids, num_segments=None, sorted=False)", by_number(segments.unsorted_segment_sum),
     "Add up" + NUMBERS, "data segment_ids"),
    ("searchsorted(sorted_sequence, values, side='left')", lambda sorted_sequence, values, side: mt.searchsorted(
        sorted_sequence, values, right=side == "right").to(int32), "Find where each of the values, of any shape, "
     'stands in a vector in order, sorted_sequence: side "left" is before equal ones, "right" after.',
     "sorted_sequence values"),
    ("digitize(x, bins)", lambda x, bins: mt.bucketize(x, mt.tensor(bins, dtype=x.dtype), right=True).to(int32),
     "Tell between which of the bins, numbers in order, each number stands: 0 below the first."),
    ("isin(x1, x2, assume_unique=False, invert=False)", lambda x1, x2, unique, invert: mt.isin(x1, x2, invert=invert),
     "Say whether each of x1 is in x2, or is not, with invert; assume_unique: taken as Keras takes it."),
    ("matmul(x1, x2)", mt.matmul, "Multiply matrices, or vectors."),
    ("dot(x1, x2)", dot, "Multiply vectors, matrices, or more axes: the last one with the last but one."),
    ("outer(x1, x2)", lambda x1, x2: mt.outer(x1.reshape(-1), x2.reshape(-1)), "Multiply each of one with each of the "
     "other."),
    ("tril(x, k=0)", mt.tril, "Put zeros above a diagonal."),
    ("triu(x, k=0)", mt.triu, "Put zeros below a diagonal."),
    ("diag(x, k=0)", mt.diag, "Take the diagonal of a matrix, or make the matrix of a diagonal."),
    ("diagonal(x, offset=0, axis1=0, axis2=1)", mt.diagonal, "Take a diagonal."),
    ("trace(x, offset=0, axis1=0, axis2=1)", lambda x, *given: counted(mt.sum(mt.diagonal(x, *given), -1), x),
     "Add up a diagonal."),
    ("logdet(x)", lambda x: mt.logdet(floats(x)), "Compute the logarithm of the determinant of each matrix, which is "
     "positive."),
    ("cholesky(x, upper=False)", cholesky,
     "Find the lower triangular matrix whose product with its transpose is x; upper: return its transpose."),
    ("qr(x, mode='reduced')", lambda x, mode: tuple(mt.qr(floats(x), mode == "reduced")),
     'Find (orthogonal columns, a triangular matrix) whose product is x; mode "complete": as many columns as rows.'),
    ("solve(a, b)", lambda a, b: solved(mt.solve, a, b), "Find what a times it is b, a vector or a matrix.", "a b"),
    ("solve_triangular(a, b, lower=False)", solve_triangular,
     "Find what a times it is b, for a triangular matrix a; lower: whether it is below the diagonal.", "a b"),
])
