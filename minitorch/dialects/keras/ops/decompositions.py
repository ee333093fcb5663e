"""keras.ops of whole matrices: (…, n, n) and their like, one after the other."""

from ...core.engine import mt
from ...core.lift import function
from .elementwise import promoted
from .reductions import floats


@function("x")
def inv(x):
    """The inverse of each matrix."""
    return mt.inverse(floats(x))


@function("x")
def det(x):
    """The determinant of each matrix."""
    return mt.det(floats(x))


@function("x")
def slogdet(x):
    """(the sign of each determinant, the logarithm of its size)."""
    return tuple(mt.slogdet(floats(x)))


@function("x")
def logdet(x):
    """The logarithm of the determinant of each matrix, which is positive."""
    return mt.logdet(floats(x))


@function("x")
def cholesky(x, upper=False):
    """The triangular matrix whose product with its transpose is x.

    upper   whether it is the transpose that is returned
    """
    made = mt.cholesky(floats(x))
    return mt.transpose(made, -1, -2) if upper else made


@function("x")
def qr(x, mode="reduced"):
    """(a matrix of orthogonal columns, a triangular one) whose product is x.

    mode   "reduced", or "complete": as many columns as rows
    """
    return tuple(mt.qr(floats(x), mode == "reduced"))


@function("x")
def eigh(x):
    """(eigenvalues, eigenvectors as columns) of symmetric matrices."""
    return tuple(mt.eigh(floats(x)))


@function("a b")
def solve(a, b):
    """What a times it is b: b is a vector (n,) or a matrix."""
    vector = b.ndim == a.ndim - 1
    made = mt.solve(a, b.unsqueeze(-1) if vector else b)
    return made.squeeze(-1) if vector else made


@function("a b")
def solve_triangular(a, b, lower=False):
    """What a times it is b, for a triangular matrix a.

    lower   whether the numbers stand below the diagonal
    """
    vector = b.ndim == a.ndim - 1
    made = mt.solve_triangular(a, b.unsqueeze(-1) if vector else b, upper=not lower)
    return made.squeeze(-1) if vector else made


@function("x1 | x2")
def inner(x1, x2):
    """The sums of products along the last axes of both."""
    x1, x2 = promoted(x1, x2)
    return mt.tensordot(x1, x2, ([x1.ndim - 1], [x2.ndim - 1]))


@function("x1 | x2")
def vdot(x1, x2):
    """The sum of all products of both, as vectors."""
    x1, x2 = promoted(x1, x2)
    return mt.sum(mt.conj(x1.reshape(-1)) * x2.reshape(-1))


@function("x1 | x2")
def kron(x1, x2):
    """x2 times each number of x1, side by side."""
    return mt.kron(*promoted(x1, x2))


@function("array")
def rot90(array, k=1, axes=(0, 1)):
    """An array turned by k quarters in the plane of two axes."""
    return mt.rot90(array, k, tuple(axes))


table = {name: value for name, value in globals().items() if getattr(value, "__module__", None) == __name__}
