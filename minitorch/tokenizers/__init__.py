"""Text as numbers: pieces of words, learnt from a text (byte-pair encoding), and GPT-2's own."""

from .. import missing as _missing
from .byte_pair import BytePairEncoding
from .pieces import split_text

__all__ = ["BytePairEncoding", "split_text"]

_missing.speak_for(globals())
