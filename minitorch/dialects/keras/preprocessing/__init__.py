"""keras.preprocessing: functions of keras.utils, by their older names."""

from ...core.missing import view as _view
from .. import utils as _utils
from . import sequence

_view(globals(), "keras.preprocessing", {**vars(_utils), "sequence": sequence})
