"""keras.config: the settings of keras.backend by the names of Keras 3."""

from ..core.missing import view as _view
from . import backend as _backend

_view(globals(), "keras.config", vars(_backend))
