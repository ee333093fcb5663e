"""Sequences of unequal length in one batch: padded to a rectangle, or packed without padding."""

from collections import namedtuple

import numpy as np

from ..ops.shape.creation import full
from ..runtime import functions
from ..tensors import Tensor, from_numpy
from .functional.common import refuse


class PackedSequence(namedtuple("PackedSequence", "data batch_sizes sorted_indices unsorted_indices")):
    """A batch of sequences without padding: all first elements, then all second ones, …; the longest sequence is first.

    data               (N, *)  N the sum of the lengths
    batch_sizes        (T,)    how many sequences have an element at each step
    sorted_indices     which sequence is at each position, None if they were sorted already
    unsorted_indices   at which position each sequence is
    """

    def __new__(cls, data, batch_sizes, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **settings):
        """Move or cast the data; the indices are moved to its device."""
        data = self.data.to(*args, **settings)
        moved = [None if i is None else i.to(data.device) for i in self[2:]]
        return type(self)(data, self.batch_sizes, *moved)

    def double(self):
        return self._replace(data=self.data.double())

    def float(self):
        return self._replace(data=self.data.float())

    def cpu(self):
        return self.to("cpu")

    def cuda(self, device=None):
        return self.to("cuda" if device is None else device)

    def pin_memory(self):
        return self

    @property
    def is_cuda(self):
        return self.data.device.type == "cuda"


def invert_permutation(permutation):
    """Return the inverse q of a permutation p: p[q] = q[p] = 0, 1, 2, …"""
    return None if permutation is None else permutation.argsort()


def reordered(x, dim, order):
    """Return x with its slices along `dim` in another order; unchanged if `order` is None."""
    return x if order is None else functions["index_select"](x, dim, order)


def as_lengths(lengths, count):
    """Return the lengths as an array; raise unless each is at least 1."""
    if isinstance(lengths, Tensor) and lengths.is_cuda:
        refuse(RuntimeError, "'lengths' argument should be a 1D CPU int64 tensor, but got one on "
               f"{lengths.device}: pass lengths.cpu().")
    lengths = np.array(lengths.tolist() if isinstance(lengths, Tensor) else lengths, "int64")
    if len(lengths) != count:
        refuse(RuntimeError, f"Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} "
               f"(batch_size={count}).")
    if (lengths <= 0).any():
        refuse(RuntimeError, "Length of all samples has to be greater than 0, but found an element in 'lengths' that "
               f"is <= 0: {int(lengths.min())} at position {int(lengths.argmin())}.")
    return lengths


def valid_positions(lengths, T, device):
    """Return (B, T) bools: True for positions of a padded batch that contain data."""
    return from_numpy(np.arange(T) < lengths[:, None]).to(device)


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Return a padded batch as a PackedSequence, without its padding.

    input            (T, B, *), or (B, T, *) if batch_first
    lengths          (B,) length of each sequence
    enforce_sorted   True: raise unless lengths decrease; False: sort here, and restore the order when unpacking

    Raises RuntimeError for a length beyond T, and for lengths that do not decrease.
    """
    if batch_first:
        input = input.transpose(0, 1)
    T, B = input.shape[:2]
    lengths, order = as_lengths(lengths, B), None
    if lengths.max(initial=0) > T:
        refuse(RuntimeError, f"pack_padded_sequence: a length is {lengths.max()}, but the input has {T} steps. "
               "Does batch_first match the input?")
    if not enforce_sorted:
        falling = (-lengths).argsort(kind="stable")
        lengths, order = lengths[falling], from_numpy(falling).to(input.device)
    elif (lengths[1:] > lengths[:-1]).any():
        refuse(RuntimeError, "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. "
               "Pass enforce_sorted=False to have them sorted here.")
    there = (np.arange(lengths.max(initial=0)) < lengths[:, None]).T                # (T, B)
    data = reordered(input, 1, order)[:len(there)][from_numpy(there).to(input.device)]
    return PackedSequence(data, from_numpy(there.sum(1)), order)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """Return a packed batch as a padded tensor, and the length of each sequence.

    batch_first     whether the result is (B, T, *) rather than (T, B, *)
    padding_value   the number after the end of a sequence
    total_length    number of steps T of the result; ValueError if the longest sequence is longer
    returns         (T, B, *), and the lengths (B,)
    """
    data, sizes, _, order = sequence
    sizes = np.array(sizes.tolist())
    T, B = len(sizes), int(sizes[0])
    if total_length is not None and total_length < T:
        refuse(ValueError, "Expected total_length to be at least the length of the longest sequence in input, but "
               f"got total_length={total_length} and max sequence length being {T}.")
    there = np.arange(B) < sizes[:, None]                                           # (T, B)
    out = full((total_length or T, B, *data.shape[1:]), padding_value, dtype=data.dtype, device=data.device)
    out[:T][from_numpy(there).to(data.device)] = data
    out = reordered(out.transpose(0, 1) if batch_first else out, 0 if batch_first else 1, order)
    lengths = reordered(from_numpy(there.sum(0)), 0, None if order is None else order.cpu())
    return out, lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Stack sequences (T_i, *) of unequal length into one tensor: (T, B, *), or (B, T, *) if batch_first.

    sequences       a list of tensors
    padding_value   the number that fills up shorter sequences
    padding_side    "right", after it, or "left", before it

    Raises RuntimeError for an empty list, and for another padding_side.
    """
    sequences = list(sequences)
    if not sequences:
        refuse(RuntimeError, "received an empty list of sequences")
    if padding_side not in ("left", "right"):
        refuse(RuntimeError, f"Expected padding_side to be one of left or right, but got {padding_side}.")
    first, lengths = sequences[0], np.array([len(s) for s in sequences])
    T = int(lengths.max())
    there = valid_positions(lengths, T, first.device)
    if padding_side == "left":
        there = there.flip(1)
    out = full((len(sequences), T, *first.shape[1:]), padding_value, dtype=first.dtype, device=first.device)
    out[there] = functions["cat"](sequences)
    return out if batch_first else out.transpose(0, 1)


def pack_sequence(sequences, enforce_sorted=True):
    """Pack a list of sequences (T_i, *); the longest must be first unless enforce_sorted is False. See pad_sequence."""
    sequences = list(sequences)
    return pack_padded_sequence(pad_sequence(sequences), [len(s) for s in sequences], False, enforce_sorted)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """Return the sequences of a padded batch, as a list: the inverse of pad_sequence.

    padded_sequences   (T, B, *), or (B, T, *) if batch_first
    lengths            (B,)  length of each sequence
    """
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [row[:int(length)] for row, length in zip(padded_sequences, lengths, strict=True)]


def unpack_sequence(packed_sequences):
    """Return the sequences of a packed batch packed_sequences, as a list: the inverse of pack_sequence."""
    return unpad_sequence(*pad_packed_sequence(packed_sequences, batch_first=True), batch_first=True)
