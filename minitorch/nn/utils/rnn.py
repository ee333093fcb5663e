"""Sequences of unequal length, at PyTorch's import path."""

from ..packed import (
                      PackedSequence,
                      invert_permutation,
                      pack_padded_sequence,
                      pack_sequence,
                      pad_packed_sequence,
                      pad_sequence,
                      unpack_sequence,
                      unpad_sequence,
)

__all__ = ["PackedSequence", "invert_permutation", "pack_padded_sequence", "pack_sequence", "pad_packed_sequence",
           "pad_sequence", "unpack_sequence", "unpad_sequence"]
