"""keras.ops.numpy: the functions of keras.ops for arrays, named as NumPy's."""

from ...core.missing import view as _view
from . import _table

_view(globals(), "keras.ops.numpy", _table)
