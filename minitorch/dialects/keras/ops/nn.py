"""keras.ops.nn: the functions of keras.ops for networks."""

from ...core.missing import view as _view
from . import _table

_view(globals(), "keras.ops.nn", _table)
