"""tf.linalg: matrices as operations of the graph, from the op table."""

from .ops import view as _view

globals().update(_view("""band_part=matrix_band_part cholesky det=matrix_determinant diag=matrix_diag
    diag_part=matrix_diag_part eigh=self_adjoint_eig einsum eye global_norm inv=matrix_inverse l2_normalize matmul
    matrix_transpose matvec norm slogdet solve=matrix_solve svd tensordot trace transpose=matrix_transpose"""))

__all__ = [name for name in globals() if not name.startswith("_")]
