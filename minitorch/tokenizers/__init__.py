"""Tokenizers: byte-pair encoding, learnt from a text, or GPT-2's."""

from ..runtime import missing as _missing
from .byte_pair import BytePairEncoding
from .pieces import split_text

__all__ = ["BytePairEncoding", "split_text"]

_missing.speak_for(globals())
