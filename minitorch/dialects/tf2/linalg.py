"""tf.linalg: matrices."""

from ..functions.creation import eye
from ..functions.linalg import (band_part, cholesky, det, diag, diag_part, eigh, einsum, matmul, matrix_inverse as inv,
                                matrix_transpose, matvec, slogdet, solve, svd, tensordot, trace)
from ..functions.norms import global_norm, l2_normalize, norm

__all__ = [name for name in globals() if not name.startswith("_")]
