"""tf.nn: activations, convolutions, pooling, losses of elements: the rows of the op table that TensorFlow has there."""

from ..core.missing import view as _view
from ..functions import ROWS as _ROWS
from .distribute.losses import compute_average_loss as _average

_view(globals(), "tf.nn", _ROWS | {"compute_average_loss": _average, "lrn": _ROWS["local_response_normalization"]})
