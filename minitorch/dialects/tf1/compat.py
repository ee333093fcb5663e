"""tf.compat: TensorFlow 1's names where programs for both versions look for them, tf.compat.v1.placeholder."""

from .. import tf1 as v1
from ..core.missing import speak_for as _speak_for
_speak_for(globals(), "tf.compat.v1.compat")
