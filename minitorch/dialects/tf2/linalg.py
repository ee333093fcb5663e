"""tf.linalg: matrices, the rows of the op table that TensorFlow has there."""

from ..core.missing import view as _view
from ..functions import ROWS as _ROWS

_view(globals(), "tf.linalg", _ROWS | {"inv": _ROWS["matrix_inverse"]})
