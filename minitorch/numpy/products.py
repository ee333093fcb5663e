"""Products of vectors and matrices."""

import numpy as np

from .arrays import as_tensor, in_common_type, mt, to_out
from .reductions import sum as total


def dot(a, b, out=None):
    """Return products summed over the last axis of a and the second last of b (a vector's only one); numbers: a · b."""
    a, b = in_common_type(a, b)
    if not a.ndim or not b.ndim:
        return to_out(a * b, out)
    if a.ndim <= 2 and b.ndim <= 2:
        return to_out(mt.matmul(a, b), out)
    return to_out(mt.tensordot(a, b, ([a.ndim - 1], [max(b.ndim - 2, 0)])), out)


def matmul(x1, x2, /, out=None, *, dtype=None):
    """Return x1 @ x2: (*, n, m), (*, m, k) -> (*, n, k); a vector x1 is a row, x2 a column. ValueError for other sizes.

    out, dtype   a tensor to write the result into; the element type to compute in
    """
    x1, x2 = in_common_type(x1, x2, dtype=dtype)
    if not x1.ndim or not x2.ndim:
        raise ValueError("matmul: Input operand does not have enough dimensions: use multiply for numbers")
    return to_out(mt.matmul(x1, x2), out)


def inner(a, b, /):
    """Return the sums of a · b along the last axes: (*A, m) and (*B, m) -> (*A, *B)."""
    a, b = in_common_type(a, b)
    return a * b if not a.ndim or not b.ndim else mt.tensordot(a, b, ([a.ndim - 1], [b.ndim - 1]))


def outer(a, b, out=None):
    """Return each element of a times each element of b: (n, m); both are flattened to vectors."""
    a, b = in_common_type(a, b)
    return to_out(mt.outer(a.reshape(-1), b.reshape(-1)), out)


def vdot(a, b, /):
    """Return Σ conj(a) · b over all elements."""
    a, b = in_common_type(a, b)
    return mt.vdot(a.reshape(-1), b.reshape(-1))


def vecdot(x1, x2, /, *, axis=-1):
    """Return Σ conj(x1) · x2 along axis; the other axes broadcast."""
    x1, x2 = in_common_type(x1, x2)
    return total((mt.conj(x1) if x1.dtype.is_complex else x1) * x2, axis)


def tensordot(a, b, axes=2):
    """Return products summed over the last `axes` axes of a and the first of b, or over the axes in two lists."""
    a, b = in_common_type(a, b)
    if not isinstance(axes, int):
        axes = [[one] if isinstance(one, int) else list(one) for one in axes]
    return mt.tensordot(a, b, axes)


def einsum(*operands):
    """Return the sum of products that the first operand, a string, describes: einsum("ij,jk->ik", a, b)."""
    return mt.einsum(operands[0], *in_common_type(*operands[1:]))


def kron(a, b):
    """Return the Kronecker product: for every element of a, the block element · b."""
    return mt.kron(*in_common_type(a, b))


def cross(a, b, axis=-1):
    """Return the cross product of vectors of three numbers along axis."""
    a, b = mt.broadcast_tensors(*in_common_type(a, b))
    return mt.cross(a, b, axis)


def trace(a, offset=0, axis1=0, axis2=1):
    """Return the sum of the diagonal of the matrices that axis1 and axis2 form."""
    return total(mt.diagonal(as_tensor(a), offset, axis1, axis2), -1)


def array_equal(a1, a2, equal_nan=False):
    """Return True if two tensors have the same shape and equal elements; equal_nan: whether nan equals nan."""
    return bool(np.array_equal(as_tensor(a1).numpy(force=True), as_tensor(a2).numpy(force=True), equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Return True if isclose is True everywhere. Arguments as in isclose."""
    return bool(np.allclose(as_tensor(a).numpy(force=True), as_tensor(b).numpy(force=True), rtol, atol, equal_nan))
