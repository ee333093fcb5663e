"""tf.distribute.experimental: the older name of a strategy."""

from ...core.missing import speak_for as _speak_for
from .mirrored import MultiWorkerMirroredStrategy

__all__ = ["MultiWorkerMirroredStrategy"]
_speak_for(globals(), "tf.distribute.experimental")
