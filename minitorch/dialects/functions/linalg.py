"""Matrices: products, decompositions.

Arguments that mean the same wherever they occur:

    a, b, input, matrix, rhs, x
                         matrices, or batches of them: (…, n, m)
    adjoint              whether the matrix is transposed first
    k                    which diagonal: 0 the main one, 1 the one above it
    full_matrices, validate_args
                         taken: matrices of min(n, m) rows or columns come out
    padding_value, align
                         taken where one diagonal is read or set: they have no effect
"""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from .table import made, op


@op("a b")
def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
           b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
    """Multiply matrices, or batches of them: (…, n, k) and (…, k, m) give (…, n, m).

    transpose_a, transpose_b    whether the last two axes are exchanged first
    adjoint_a, adjoint_b        whether they are exchanged and conjugated first
    output_type, grad_a, grad_b    taken as TensorFlow does; no number changes

    Raises InvalidArgumentError for fewer axes than two, and for sizes that do not fit.

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
    """Return a matrix, its transpose, or the conjugate of that."""
    made = mt.transpose(x, -1, -2) if transpose or adjoint else x
    return mt.conj(made) if adjoint and x.dtype.is_complex else made


matvec = made("""matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False,
    name=None)""", lambda a, b, transpose_a, adjoint_a, *_: mt.squeeze(mt.matmul(
        turned(a, transpose_a, adjoint_a), b.unsqueeze(-1)), -1), "Multiply matrices and vectors: (…, n, k) and (…, k) "
    "give (…, n). transpose_a, adjoint_a: whether `a` is transposed, or also conjugated, first.", "a b")


@op("a b", keras="tensordot(x1, x2, axes=2)")
def tensordot(a, b, axes, name=None):
    """Add up products over axes of both: matmul for any number of axes.

    axes    n: the last n of `a` and the first n of `b`; or a pair of numbers or lists: those of `a`, those of `b`
    """
    if isinstance(axes, list | tuple):
        axes = tuple([[one] if isinstance(one, int) else list(one) for one in axes])
    return mt.tensordot(a, b, axes)


@op("inputs*")
def products(inputs, equation):
    return mt.einsum(equation, *inputs)


def einsum(equation, *inputs, **kwargs):
    """Add up products, as the equation says: "ij,jk->ik" multiplies matrices.

    equation    letters for the axes of each input, and of the result; a letter that is not there is summed over
    inputs      as many tensors as the equation names
    kwargs      TensorFlow's settings, taken without effect
    """
    return products(list(inputs), equation)


matrix_transpose = made(
    "matrix_transpose(a, name='matrix_transpose', conjugate=False)", lambda a, _, conjugate: turned(a, True, conjugate),
    "Exchange the last two axes of a (…, n, m): (…, m, n); conjugate: complex numbers conjugated too.")
matrix_inverse = made("matrix_inverse(input, adjoint=False, name=None)", lambda x, adjoint: mt.inverse(
    turned(x, adjoint, False)), "Invert square matrices (…, n, n). Raises InvalidArgumentError for a singular matrix.",
    keras="inv(x)", takes="floats MatrixInverse")
det = made("det(input, name=None)", mt.det, "Compute the determinants of square matrices: input (…, n, n) to (…).",
           keras="det(x)", takes="floats MatrixDeterminant")
slogdet = made("slogdet(input, name=None)", lambda x: tuple(part.to(x.dtype) for part in mt.slogdet(x)),
               "Compute (sign of the determinant, logarithm of its size): input (…, n, n) to a pair of (…).",
               keras="slogdet(x)", takes="floats LogMatrixDeterminant")
solve = made("solve(matrix, rhs, adjoint=False, name=None)", lambda matrix, rhs, adjoint: mt.solve(
    turned(matrix, adjoint, False), rhs), "Find x of matrix · x = rhs: (…, n, n) and (…, n, k) give (…, n, k). Raises "
    "InvalidArgumentError for a singular matrix.", "matrix rhs")
cholesky = made("cholesky(input, name=None)", mt.cholesky, """Find the lower triangular L of L · Lᵀ = input (…, n, n).

Raises InvalidArgumentError for matrices that are not symmetric and positive definite.
""")


@op("tensor")
def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    """Find (s, u, v) with u · diag(s) · vᵀ = tensor: of (…, n, m), (…, k), (…, n, k) and (…, m, k), k = min(n, m).

    compute_uv    False: s alone
    """
    u, s, v = mt.svd(tensor)
    return (s, u, v) if compute_uv else s


eigh = made("eigh(tensor, name=None)", lambda x: tuple(mt.eigh(mt.tril(x) + mt.transpose(mt.tril(x, -1), -2, -1))),
            """Find (eigenvalues, eigenvectors) of symmetric matrices, of which the lower triangle is read.

tensor     (…, n, n)
returns    (…, n)  in ascending order, (…, n, n)  one vector a column
""", keras="eigh(x)", takes="floats SelfAdjointEigV2")


@op("diagonal")
def diag(diagonal, name="diag", k=0, num_rows=-1, num_cols=-1, padding_value=0, align="RIGHT_LEFT"):
    """Make matrices (…, n + |k|, n + |k|) with the vectors `diagonal` (…, n) on a diagonal, and zeros elsewhere.

    num_rows, num_cols    taken where they are −1. Raises NotImplementedError for others, and for another padding_value
    """
    if num_rows != -1 or num_cols != -1 or padding_value:
        raise NotImplementedError("diag makes square matrices of zeros here, as large as the diagonal needs: tf.pad.")
    return mt.diag_embed(diagonal, k)


diag_part = made("diag_part(input, name='diag_part', k=0, padding_value=0, align='RIGHT_LEFT')", lambda x, _, k, *taken:
                 mt.diagonal(x, k, -2, -1),
                 "Take a diagonal of matrices: input (…, n, m) to (…, min(n, m)).")
trace = made("trace(x, name=None)", lambda x: mt.sum(mt.diagonal(x, 0, -2, -1), -1).to(x.dtype),
             "Add up along the diagonals: x (…, n, m) to (…).")


@op("input")
def band_part(input, num_lower, num_upper, name=None):
    """Put zeros outside of a band around the diagonal of matrices (…, n, m).

    num_lower, num_upper    how many diagonals below and above the main one stay; −1: all
    """
    made = mt.triu(input, -num_lower) if num_lower >= 0 else input
    return mt.tril(made, num_upper) if num_upper >= 0 else made

