"""tf.distribute.experimental: the older name of a strategy."""

from .mirrored import MultiWorkerMirroredStrategy
