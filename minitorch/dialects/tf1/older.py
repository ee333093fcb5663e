"""Names that TensorFlow 1 has at its top, and later in tf.linalg, tf.math and tf.random."""

from ..core.dtypes import float32
from ..functions import control, creation, debugging, linalg as matrices, math as functions, random as draws, segments
from . import linalg, math
from .graph import graphed
from .ops import table as ops

table = {name: graphed(value) for name, value in {
    "matrix_determinant": matrices.det, "matrix_solve": matrices.solve, "matrix_triangular_solve":
    matrices.triangular_solve, "matrix_band_part": matrices.band_part, "self_adjoint_eig": matrices.eigh,
    "div_no_nan": functions.divide_no_nan, "identity_n": control.identity_n, "check_numerics":
    debugging.check_numerics, "random_gamma": draws.gamma, "segment_max":
    segments.segment_max, "unsorted_segment_max": segments.unsorted_segment_max}.items()}
table |= {"matrix_diag": linalg.diag, "matrix_diag_part": linalg.diag_part, "matrix_set_diag": linalg.set_diag,
          "bincount": math.bincount, "lin_space": ops["linspace"], "is_tensor": creation.is_tensor,
          "floor_div": ops["floordiv"], "realdiv": ops["truediv"], "reverse_v2": ops["reverse"],
          "tensor_scatter_update": ops["tensor_scatter_nd_update"], "tensor_scatter_add": ops["tensor_scatter_nd_add"],
          "tensor_scatter_sub": ops["tensor_scatter_nd_sub"]}


def diag(diagonal, name=None):
    """The matrix (N, N) with these numbers (N,) on its diagonal, and zeros elsewhere."""
    return linalg.diag(diagonal, name=name)


def diag_part(input, name=None):
    """The diagonal (N,) of a matrix (N, N)."""
    return linalg.diag_part(input, name=name)


def random_poisson(lam, shape, dtype=float32, seed=None, name=None):
    """Whole numbers of a Poisson distribution, as floats: `shape` of them for each of the means lam.

    dtype    of the result
    seed     an integer: the same numbers each time; None: others
    """
    return graphed(draws.poisson)(shape, lam, dtype, seed, name=name)


table |= {"diag": diag, "diag_part": diag_part, "random_poisson": random_poisson}
