"""keras.preprocessing.sequence: keras.utils.pad_sequences by its older name."""

from ...core.missing import view as _view
from .. import utils as _utils

_view(globals(), "keras.preprocessing.sequence", vars(_utils))
