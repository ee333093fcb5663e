"""keras.ops.linalg: the functions of keras.ops for matrices."""

from ...core.missing import view as _view

_view(globals(), "keras.ops")
