"""Padding of the last dimensions; channel_shuffle, pixel_shuffle, unfold and the like are in minitorch/rare."""

from ...ops.conv import padding as ops
from ...runtime import Tensor, functions
from .common import refuse

__all__ = ["pad"]


MODES = ("constant", "reflect", "replicate", "circular")


def pad(input: Tensor, pad, mode="constant", value=None):
    """Pad the last dimensions; `pad` names their widths from the last: (left, right, top, bottom, …).

    mode   "constant": `value` (0 unless given), any dimensions; negative widths crop
           "reflect" (mirrored at the edge), "replicate" (the edge again) or "circular" (from the other side)
           pad only dimensions after C, of (N, C, L), (N, C, H, W) or (N, C, D, H, W), with N or without
    Raises RuntimeError for an odd number of widths or more than the input has, and for widths that are too large for
    the mode; TypeError if pad is not a sequence.
    """
    check_pad(input, pad, mode)
    widths = tuple((int(pad[i]), int(pad[i + 1])) for i in range(len(pad) - 2, -1, -2))
    if any(size + before + after < 0 for size, (before, after) in zip(input.shape[::-1], widths[::-1])) or any(
            size + min(before, 0) + min(after, 0) < 0 for size, (before, after) in zip(input.shape[::-1], widths[::-1])
            ) and mode == "constant":
        refuse(RuntimeError, f"pad: narrow(): length must be non-negative: {tuple(pad)} crops more than the sizes "
               f"of the input, {list(input.shape)}.")
    if mode == "constant":
        return ops.pad.function(input, widths=widths, value=0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    check(input, widths, mode)
    if min(map(min, widths)) < 0:
        if mode == "replicate":                          # repeat the edge of the input, even if it is cropped
            return replicated(input, widths)
        input = ops.pad.function(input, widths=tuple((min(a, 0), min(b, 0)) for a, b in widths))
    return ops.pad_edges.function(input, widths=tuple((max(a, 0), max(b, 0)) for a, b in widths), mode=mode)


def check_pad(input, pad, mode):
    """Raise for an odd number of widths, more widths than the input has dimensions, and an unknown mode."""
    if isinstance(pad, dict | set | str):
        raise TypeError(f"pad(): argument 'pad' (position 2) must be tuple of ints, not {type(pad).__name__}")
    if len(pad) % 2:
        raise RuntimeError(f"pad: Padding length must be divisible by 2, but is {len(pad)}: give two per dimension.")
    if len(pad) > 2 * input.ndim:
        raise RuntimeError(f"pad: Padding length should be less than or equal to two times the input dimension but got "
                           f"padding length {len(pad)} and input of dimension {input.ndim}")
    if mode not in MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}: there are {', '.join(MODES)}.")


def replicated(input, widths):
    """Return the input with each position of the result taken from the nearest position of the input."""
    for dim, (before, after) in enumerate(widths, input.ndim - len(widths)):
        size = input.shape[dim]
        nearest = functions["arange"](-before, size + after, device=input.device).clamp(0, size - 1)
        input = input.index_select(dim, nearest)
    return input


def check(input, widths, mode):
    """Raise for padding that is too wide for the input and the mode."""
    if input.ndim not in (len(widths) + 1, len(widths) + 2) or not 1 <= len(widths) <= 3:
        refuse(NotImplementedError, f"pad: mode {mode!r} with {2 * len(widths)} widths takes an input of "
               f"{len(widths) + 1} or {len(widths) + 2} dimensions, not {input.ndim}.")
    for size, (before, after) in zip(input.shape[-len(widths):], widths):
        most = max(before, after)
        if size + before + after < (mode != "circular"):
            refuse(RuntimeError, f"pad: the margins ({before}, {after}) cut away all of a dimension of {size}.")
        if mode == "reflect" and most >= size:
            refuse(RuntimeError, f"pad: Padding size should be less than the corresponding input dimension, but got: "
                   f"padding ({before}, {after}) for size {size}: a mirror image has size − 1 elements.")
        if mode == "circular" and most > size:
            refuse(RuntimeError, f"pad: Padding value causes wrapping around more than once: ({before}, {after}) for "
                   f"size {size}.")
        if mode == "replicate" and size == 0:
            refuse(RuntimeError, "pad: an empty dimension has no edge to repeat.")
