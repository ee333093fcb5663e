"""tf.linalg: matrices as operations of the graph."""

from ..core.missing import speak_for as _speak_for
from ..functions import linalg as _linalg, norms as _norms
from .graph import graphed as _graphed
from .ops import global_norm, table as _table
from .math import l2_normalize

(band_part, det, diag, diag_part, eigh, eigvalsh, inv, matvec, pinv, set_diag, slogdet, solve,
 triangular_solve) = map(_graphed, (
     _linalg.band_part, _linalg.det, _linalg.diag, _linalg.diag_part, _linalg.eigh, _linalg.eigvalsh,
     _linalg.matrix_inverse, _linalg.matvec, _linalg.pinv, _linalg.set_diag, _linalg.slogdet,
     _linalg.solve, _linalg.triangular_solve))
normalize = _graphed(_norms.normalize)
globals().update({name: _table[name] for name in """cholesky cross einsum eye matmul matrix_transpose norm qr svd
    tensordot trace""".split()})
transpose = _table["matrix_transpose"]

__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.compat.v1.linalg")
