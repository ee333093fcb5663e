"""tf.distribute.experimental: older names of strategies."""

from ...core.missing import speak_for as _speak_for
from . import coordinator
from .mirrored import MultiWorkerMirroredStrategy
from .server import ParameterServerStrategy

__all__ = ["MultiWorkerMirroredStrategy", "ParameterServerStrategy", "coordinator"]
_speak_for(globals(), "tf.distribute.experimental")
