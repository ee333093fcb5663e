"""keras.ops.nn: the functions of keras.ops for networks."""

from ...core.missing import view as _view

_view(globals(), "keras.ops")
