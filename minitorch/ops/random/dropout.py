"""Dropout: elements, or whole channels, set to 0 at random."""

from ... import random
from ...engine import derivative_of, op


@op(symbol="dropout", residual=True, hidden=True, name="dropout")
def dropout(xp, x, *, p, size=None, generator=None):
    """Each element 0 with probability p, else x / (1 − p), so that the mean stays.

    size   the shape that is drawn: (N, C, 1, 1) drops whole channels
    """
    kept = xp.asarray(random.numpy_generator(generator).random(size or x.shape, dtype="float32") >= p)
    return x * (kept * x.dtype.type(1 / (1 - p) if p < 1 else 0)), kept


@derivative_of(dropout)
def dropout_derivative(grad, out, x, *, p, size, generator):
    return grad * out * (1 / (1 - p) if p < 1 else 0.0)
