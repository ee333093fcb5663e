"""tf.distribute.coordinator: steps dealt out to workers."""

from ...core.missing import speak_for as _speak_for
from .server import ClusterCoordinator, RemoteValue

__all__ = ["ClusterCoordinator", "RemoteValue"]
_speak_for(globals(), "tf.distribute.coordinator")
