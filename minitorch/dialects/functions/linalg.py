"""Matrices: products, decompositions."""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function


@function("a b")
def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
           b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
    """The product of matrices, or of batches of them: (…, n, k) and (…, k, m) give (…, n, m).

    a, b                        tensors of one element type, with two axes at least
    transpose_a, transpose_b    whether the last two axes are exchanged first
    adjoint_a, adjoint_b        whether they are exchanged and conjugated first
    output_type, grad_a, grad_b    taken as TensorFlow does; no number changes

    Raises InvalidArgumentError for fewer axes, and for sizes that do not fit.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.matmul([[1.0, 2.0]], [[3.0], [4.0]]).numpy()
    array([[11.]], dtype=float32)
    """
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
    """The product of matrices and vectors: (…, n, k) and (…, k) give (…, n).

    a, b                      the matrices and the vectors
    transpose_a, adjoint_a    whether `a` is transposed, or also conjugated, first
    """
    a = turned(a, transpose_a, adjoint_a)
    return mt.squeeze(mt.matmul(a, b.unsqueeze(-1)), -1)


@function("a b")
def tensordot(a, b, axes, name=None):
    """Sums of products over axes of both: matmul for any number of axes.

    a, b    tensors of one element type
    axes    n: the last n of `a` and the first n of `b`; or a pair of numbers or lists: those of `a`, those of `b`
    """
    if isinstance(axes, list | tuple):
        axes = tuple([[one] if isinstance(one, int) else list(one) for one in axes])
    return mt.tensordot(a, b, axes)


@function("inputs*")
def products(inputs, equation):
    return mt.einsum(equation, *inputs)


def einsum(equation, *inputs, **kwargs):
    """Sums of products, as the equation says: "ij,jk->ik" multiplies matrices.

    equation    letters for the axes of each input, and of the result; a letter that is not there is summed over
    inputs      as many tensors as the equation names
    kwargs      TensorFlow's settings, taken without effect
    """
    return products(list(inputs), equation)


@function("a")
def matrix_transpose(a, name="matrix_transpose", conjugate=False):
    """The last two axes of a (…, n, m) exchanged: (…, m, n); conjugate: complex numbers conjugated too."""
    made = mt.transpose(a, -1, -2)
    return mt.conj(made) if conjugate and made.dtype.is_complex else made


@function("input")
def matrix_inverse(input, adjoint=False, name=None):
    """The inverse of square matrices: input (…, n, n); adjoint: of the transpose instead.

    Raises InvalidArgumentError for a singular matrix.
    """
    return mt.inverse(mt.transpose(input, -1, -2) if adjoint else input)


@function("a")
def pinv(a, rcond=None, validate_args=False, name=None):
    """The pseudo-inverse: of a (…, n, m), (…, m, n).

    rcond            singular values below rcond times the largest count as 0; None: a value for the element type
    validate_args    taken, without effect
    """
    return mt.pinverse(a) if rcond is None else mt.pinverse(a, rcond)


@function("input")
def det(input, name=None):
    """The determinants of square matrices: input (…, n, n) to (…)."""
    return mt.det(input)


@function("input")
def slogdet(input, name=None):
    """(sign of the determinant, logarithm of its size): input (…, n, n) to a pair of (…)."""
    sign, size = mt.slogdet(input)
    return sign, size.to(input.dtype)


@function("matrix rhs")
def solve(matrix, rhs, adjoint=False, name=None):
    """x of matrix · x = rhs: (…, n, n) and (…, n, k) give (…, n, k).

    adjoint    whether the matrix is transposed first

    Raises InvalidArgumentError for a singular matrix.
    """
    return mt.solve(mt.transpose(matrix, -1, -2) if adjoint else matrix, rhs)


@function("matrix rhs")
def triangular_solve(matrix, rhs, lower=True, adjoint=False, name=None):
    """x of matrix · x = rhs for a triangular matrix: (…, n, n) and (…, n, k) give (…, n, k).

    lower      whether the lower triangle is read, else the upper
    adjoint    whether the matrix is transposed first
    """
    if adjoint:
        return mt.solve_triangular(mt.transpose(matrix, -1, -2), rhs, upper=lower)
    return mt.solve_triangular(matrix, rhs, upper=not lower)


@function("input")
def cholesky(input, name=None):
    """The lower triangular L of L · Lᵀ = input, which is symmetric and positive definite: (…, n, n).

    Raises InvalidArgumentError for matrices that are not.
    """
    return mt.cholesky(input)


@function("input")
def qr(input, full_matrices=False, name=None):
    """(q, r) with q · r = input (…, n, m): q (…, n, k) with orthonormal columns, r (…, k, m) upper triangular.

    k is min(n, m). full_matrices is taken; the matrices are those of k.
    """
    return tuple(mt.qr(input))


@function("tensor")
def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    """(s, u, v) with u · diag(s) · vᵀ = tensor: of (…, n, m), (…, k), (…, n, k) and (…, m, k), k = min(n, m).

    full_matrices    taken; the matrices are those of k
    compute_uv       False: s alone
    """
    u, s, v = mt.svd(tensor)
    return (s, u, v) if compute_uv else s


@function("tensor")
def eigh(tensor, name=None):
    """(eigenvalues, eigenvectors) of symmetric matrices, of which the lower triangle is read.

    tensor     (…, n, n)
    returns    (…, n)  in ascending order, (…, n, n)  one vector a column
    """
    return tuple(mt.eigh(mt.tril(tensor) + mt.transpose(mt.tril(tensor, -1), -2, -1)))


@function("tensor")
def eigvalsh(tensor, name=None):
    """The eigenvalues (…, n), ascending, of symmetric matrices (…, n, n): of `tensor` the lower triangle is read."""
    return eigh.function.body(tensor)[0]


@function("diagonal")
def diag(diagonal, name="diag", k=0):
    """Matrices with the vectors `diagonal` (…, n) on the diagonal: (…, n, n); k: the diagonal k above the main one."""
    return mt.diag_embed(diagonal, k)


@function("input")
def diag_part(input, name="diag_part", k=0):
    """The diagonals of matrices: input (…, n, m) to (…, min(n, m)); k: of the diagonal k above the main one."""
    return mt.diagonal(input, k, -2, -1)


@function("input diagonal")
def set_diag(input, diagonal, name="set_diag", k=0):
    """The matrices `input` (…, n, m) with another diagonal (…, min(n, m)); k: which, as counted from the main one.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.linalg.set_diag([[1, 2], [3, 4]], [9], k=1).numpy()
    array([[1, 9],
           [3, 4]], dtype=int32)
    """
    eye = mt.eye(input.shape[-2], input.shape[-1], dtype=mt_bool)
    return mt.where(eye, mt.diag_embed(diagonal), input) if not k and input.shape[-1] == input.shape[-2] else \
        mt.diagonal_scatter(input, diagonal, k, -2, -1)


mt_bool = mt.zeros(1).bool().dtype


@function("x")
def trace(x, name=None):
    """Sums along the diagonals: x (…, n, m) to (…)."""
    return mt.sum(mt.diagonal(x, 0, -2, -1), -1).to(x.dtype)


@function("input")
def band_part(input, num_lower, num_upper, name=None):
    """Matrices with zeros outside of a band around the diagonal.

    input                   (…, n, m)
    num_lower, num_upper    how many diagonals below and above the main one stay; −1: all
    """
    made = input
    if num_lower >= 0:
        made = mt.triu(made, -num_lower)
    return mt.tril(made, num_upper) if num_upper >= 0 else made


@function("a b")
def cross(a, b, name=None):
    """The cross products of vectors of three: a and b (…, 3) to (…, 3)."""
    return mt.cross(a, b, dim=-1)


@function("matrix rhs")
def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    """x for which |matrix · x − rhs|² + l2_regularizer · |x|² is least: (…, n, m) and (…, n, k) give (…, m, k).

    fast is taken, without effect.
    """
    if not l2_regularizer:
        return mt.matmul(mt.pinverse(matrix), rhs)
    turned_ = mt.transpose(matrix, -1, -2)
    square = mt.matmul(turned_, matrix) + l2_regularizer * mt.eye(matrix.shape[-1], dtype=matrix.dtype)
    return mt.solve(square, mt.matmul(turned_, rhs))
