"""tf.bitwise: integers bit by bit."""

from ..core.missing import speak_for as _speak_for
from ..functions.logic import bitwise_and, bitwise_or, bitwise_xor, invert

__all__ = ["bitwise_and", "bitwise_or", "bitwise_xor", "invert"]
_speak_for(globals(), "tf.bitwise")
