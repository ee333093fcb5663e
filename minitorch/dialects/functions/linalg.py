"""Matrices: products, decompositions."""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function


@function("a b")
def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
           b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
    """The product of matrices, or of batches of them: (…, n, k) and (…, k, m) give (…, n, m)."""
    if a.ndim < 2 or b.ndim < 2:
        raise InvalidArgumentError(f"In[0] and In[1] has different ndims, or fewer than 2: {list(a.shape)} vs. "
                                   f"{list(b.shape)} [Op:MatMul]: tf.tensordot(a, b, 1), or tf.linalg.matvec(a, b)")
    a, b = turned(a, transpose_a, adjoint_a), turned(b, transpose_b, adjoint_b)
    if a.shape[-1] != b.shape[-2]:
        raise InvalidArgumentError(f"Matrix size-incompatible: In[0]: {list(a.shape)}, In[1]: {list(b.shape)} "
                                   "[Op:MatMul]")
    return mt.matmul(a, b)


def turned(x, transpose, adjoint):
    """A matrix, its transpose, or the conjugate of that."""
    made = mt.transpose(x, -1, -2) if transpose or adjoint else x
    return mt.conj(made) if adjoint and x.dtype.is_complex else made


@function("a b")
def matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None):
    """The product of a matrix and a vector."""
    a = turned(a, transpose_a, adjoint_a)
    return mt.squeeze(mt.matmul(a, b.unsqueeze(-1)), -1)


@function("a b")
def tensordot(a, b, axes, name=None):
    """Sums of products over the last and first `axes` axes, or over the axes of two lists."""
    if isinstance(axes, list | tuple):
        axes = tuple([[one] if isinstance(one, int) else list(one) for one in axes])
    return mt.tensordot(a, b, axes)


@function("inputs*")
def products(inputs, equation):
    return mt.einsum(equation, *inputs)


def einsum(equation, *inputs, **kwargs):
    """Sums of products, as the equation says: "ij,jk->ik"."""
    return products(list(inputs), equation)


@function("a")
def matrix_transpose(a, name="matrix_transpose", conjugate=False):
    """The last two axes exchanged."""
    made = mt.transpose(a, -1, -2)
    return mt.conj(made) if conjugate and made.dtype.is_complex else made


@function("input")
def matrix_inverse(input, adjoint=False, name=None):
    return mt.inverse(mt.transpose(input, -1, -2) if adjoint else input)


@function("a")
def pinv(a, rcond=None, validate_args=False, name=None):
    return mt.pinverse(a) if rcond is None else mt.pinverse(a, rcond)


@function("input")
def det(input, name=None):
    return mt.det(input)


@function("input")
def slogdet(input, name=None):
    """(the sign of the determinant, the logarithm of its size)."""
    sign, size = mt.slogdet(input)
    return sign, size.to(input.dtype)


@function("matrix rhs")
def solve(matrix, rhs, adjoint=False, name=None):
    """x of matrix · x = rhs."""
    return mt.solve(mt.transpose(matrix, -1, -2) if adjoint else matrix, rhs)


@function("matrix rhs")
def triangular_solve(matrix, rhs, lower=True, adjoint=False, name=None):
    if adjoint:
        return mt.solve_triangular(mt.transpose(matrix, -1, -2), rhs, upper=lower)
    return mt.solve_triangular(matrix, rhs, upper=not lower)


@function("input")
def cholesky(input, name=None):
    """The lower triangular L of L · Lᵀ = input."""
    return mt.cholesky(input)


@function("input")
def qr(input, full_matrices=False, name=None):
    """(q, r) with q · r = input."""
    return tuple(mt.qr(input))


@function("tensor")
def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    """(s, u, v) with u · diag(s) · vᵀ = tensor."""
    u, s, v = mt.svd(tensor)
    return (s, u, v) if compute_uv else s


@function("tensor")
def eigh(tensor, name=None):
    """(eigenvalues, eigenvectors) of a symmetric matrix, of which the lower triangle is read."""
    return tuple(mt.eigh(mt.tril(tensor) + mt.transpose(mt.tril(tensor, -1), -2, -1)))


@function("tensor")
def eigvalsh(tensor, name=None):
    """The eigenvalues of a symmetric matrix, of which the lower triangle is read."""
    return eigh.function.body(tensor)[0]


@function("diagonal")
def diag(diagonal, name="diag", k=0):
    """Matrices with this on the diagonal."""
    return mt.diag_embed(diagonal, k)


@function("input")
def diag_part(input, name="diag_part", k=0):
    """The diagonals of matrices."""
    return mt.diagonal(input, k, -2, -1)


@function("input diagonal")
def set_diag(input, diagonal, name="set_diag", k=0):
    """The matrices with another diagonal."""
    eye = mt.eye(input.shape[-2], input.shape[-1], dtype=mt_bool)
    return mt.where(eye, mt.diag_embed(diagonal), input) if input.shape[-1] == input.shape[-2] else \
        mt.diagonal_scatter(input, diagonal, k, -2, -1)


mt_bool = mt.zeros(1).bool().dtype


@function("x")
def trace(x, name=None):
    """Sums along the diagonals."""
    return mt.sum(mt.diagonal(x, 0, -2, -1), -1).to(x.dtype)


@function("input")
def band_part(input, num_lower, num_upper, name=None):
    """The matrix with zeros outside of a band around the diagonal; -1: all on that side."""
    made = input
    if num_lower >= 0:
        made = mt.triu(made, -num_lower)
    return mt.tril(made, num_upper) if num_upper >= 0 else made


@function("a b")
def cross(a, b, name=None):
    return mt.cross(a, b, dim=-1)


@function("matrix rhs")
def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    """x for which |matrix · x - rhs|² + l2_regularizer · |x|² is least."""
    if not l2_regularizer:
        return mt.matmul(mt.pinverse(matrix), rhs)
    turned_ = mt.transpose(matrix, -1, -2)
    square = mt.matmul(turned_, matrix) + l2_regularizer * mt.eye(matrix.shape[-1], dtype=matrix.dtype)
    return mt.solve(square, mt.matmul(turned_, rhs))
