"""tf.math: functions of numbers, the rows of the op table that TensorFlow has there."""

from ..core.missing import view as _view
from ..functions import ROWS as _ROWS

_view(globals(), "tf.math", _ROWS | {"mod": _ROWS["floormod"]})
