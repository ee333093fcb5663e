"""keras.ops.linalg: the functions of keras.ops for matrices."""

from ...core.missing import view as _view
from . import _table

_view(globals(), "keras.ops.linalg", _table)
