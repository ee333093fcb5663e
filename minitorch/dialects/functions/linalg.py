"""Matrices: products, norms, decompositions."""

from ..core.convert import engine_tensor
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function, wrapped
from .reduction import axes


@function("a b")
def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
           b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
    """The product of matrices, or of batches of them: (…, n, k) and (…, k, m) give (…, n, m)."""
    if a.ndim < 2 or b.ndim < 2:
        raise InvalidArgumentError(f"In[0] and In[1] has different ndims, or fewer than 2: {list(a.shape)} vs. "
                                   f"{list(b.shape)} [Op:MatMul]: tf.tensordot(a, b, 1), or tf.linalg.matvec(a, b)")
    a = mt.transpose(a, -1, -2) if transpose_a or adjoint_a else a
    b = mt.transpose(b, -1, -2) if transpose_b or adjoint_b else b
    if a.shape[-1] != b.shape[-2]:
        raise InvalidArgumentError(f"Matrix size-incompatible: In[0]: {list(a.shape)}, In[1]: {list(b.shape)} "
                                   "[Op:MatMul]")
    return mt.matmul(a, b)


@function("a b")
def matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None):
    """The product of a matrix and a vector."""
    a = mt.transpose(a, -1, -2) if transpose_a or adjoint_a else a
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


@function("tensor")
def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None):
    """The norm over all elements, or over `axis`: "euclidean", a number, or inf."""
    over, keep = axes(tensor, axis), bool(keepdims)
    if ord in ("euclidean", "fro", 2):
        return mt.sqrt(mt.sum(tensor * tensor, over, keep))
    if ord == float("inf"):
        return mt.amax(mt.abs(tensor), over, keep)
    if ord == 1:
        return mt.sum(mt.abs(tensor), over, keep)
    return mt.sum(mt.abs(tensor) ** ord, over, keep) ** (1.0 / ord)


@function("x")
def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    """x over its norm along an axis, which counts as √epsilon at least."""
    total = mt.sum(x * x, axes(x, dim if axis is None else axis), True)
    return x * mt.rsqrt(mt.clamp(total, epsilon))


@function("tensor")
def normalize(tensor, ord="euclidean", axis=None, name=None):
    """(x over its norm, the norm)."""
    size = norm.function.body(tensor, ord, axis, True)
    return tensor / size, size


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
    return tuple(mt.slogdet(input))


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
    return mt.sum(mt.diagonal(x, 0, -2, -1), -1)


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
    return mt.matmul(mt.pinverse(matrix), rhs)


def global_norm(t_list, name=None):
    """The norm of all tensors of a list, as if they were one; None counts nothing."""
    squares = [mt.sum(x * x) for x in (engine_tensor(t) for t in t_list if t is not None)]
    return wrapped(mt.sqrt(sum(squares[1:], squares[0])))


def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
    """(The tensors, shrunk together so that their common norm is at most clip_norm; the norm before)."""
    size = engine_tensor(global_norm(t_list) if use_norm is None else use_norm)
    scale = engine_tensor(clip_norm, dtype=None) / mt.maximum(size, engine_tensor(clip_norm).to(size.dtype))
    return [None if t is None else wrapped(engine_tensor(t) * scale) for t in t_list], wrapped(size)


@function("t")
def clip_by_norm(t, clip_norm, axes=None, name=None):
    """The tensor, shrunk so that its norm is at most clip_norm."""
    total = mt.sum(t * t) if axes is None else mt.sum(t * t, axes, True)
    size = mt.sqrt(mt.where(total > 0, total, mt.ones_like(total)))
    size = mt.where(total > 0, size, total)
    return t * clip_norm / mt.maximum(size, mt.full_like(size, clip_norm))
