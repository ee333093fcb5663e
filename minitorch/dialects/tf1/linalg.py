"""tf.linalg: matrices as operations of the graph, from the op table."""

from ..core.missing import view as _view
from .ops import named as _named, operations as _operations

_view(globals(), "tf.compat.v1.linalg", _operations | _named(
    "diag=matrix_diag diag_part=matrix_diag_part inv=matrix_inverse transpose=matrix_transpose"))
