"""tf.debugging: checks of values."""

from ..core.missing import view as _view
from ..functions import debugging as _debugging

_view(globals(), "tf.debugging", vars(_debugging))
