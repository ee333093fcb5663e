"""tf.math: functions of numbers as operations of the graph, from the op table."""

from ..core.missing import view as _view
from .ops import operations as _operations

_view(globals(), "tf.compat.v1.math", _operations)
