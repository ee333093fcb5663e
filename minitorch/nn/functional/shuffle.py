"""Moving what is in channels into space and back; windows as columns and back; padding of the last dimensions."""

from ...ops.conv import convolution, padding as ops
from ...runtime import Tensor, functions, one_node
from .common import pair, refuse

__all__ = ["channel_shuffle", "fold", "native_channel_shuffle", "pad", "pixel_shuffle", "pixel_unshuffle", "unfold"]


def check_factor(name, setting, factor):
    """Raise unless the factor is a positive whole number."""
    if not isinstance(factor, int):
        raise TypeError(f"{name}(): argument '{setting}' (position 2) must be int, not {type(factor).__name__}.")
    if factor < 1:
        refuse(RuntimeError, f"{name}: {setting} must be positive, but got {factor}.")


@one_node
def pixel_shuffle(input: Tensor, upscale_factor):
    """r² channels become r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r).

    Raises RuntimeError unless r² divides the channels. Source: Shi et al. (2016).
    """
    r = upscale_factor
    check_factor("pixel_shuffle", "upscale_factor", r)
    if input.ndim < 3 or input.shape[-3] % (r * r):
        refuse(RuntimeError, "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
               f"upscale_factor, but input of {list(input.shape)} and upscale_factor={r} do not fit.")
    *batch, C, H, W = input.shape
    n = len(batch)
    x = input.reshape(*batch, C // (r * r), r, r, H, W)
    return x.permute(*range(n), n, n + 3, n + 1, n + 4, n + 2).clone().reshape(*batch, C // (r * r), H * r, W * r)


@one_node
def pixel_unshuffle(input: Tensor, downscale_factor):
    """r × r pixels become r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W).

    Raises RuntimeError unless r divides height and width.
    """
    r = downscale_factor
    check_factor("pixel_unshuffle", "downscale_factor", r)
    if input.ndim < 3 or input.shape[-2] % r or input.shape[-1] % r:
        refuse(RuntimeError, "pixel_unshuffle expects height and width to be divisible by downscale_factor, but input "
               f"of {list(input.shape)} and downscale_factor={r} do not fit.")
    *batch, C, H, W = input.shape
    n = len(batch)
    x = input.reshape(*batch, C, H // r, r, W // r, r)
    return x.permute(*range(n), n, n + 2, n + 4, n + 1, n + 3).clone().reshape(*batch, C * r * r, H // r, W // r)


@one_node
def channel_shuffle(input: Tensor, groups: int):
    """Channels dealt out anew, one of each of the `groups` in turn: (N, C, …), the same shape.

    Raises RuntimeError for groups that do not divide C. Source: Zhang et al., ShuffleNet (2018).
    """
    check_factor("channel_shuffle", "groups", groups)
    if input.ndim < 3 or input.shape[1] % groups:
        refuse(RuntimeError, f"channel_shuffle: number of channels must be divisible by groups, but input of "
               f"{list(input.shape)} and groups={groups} do not fit.")
    N, C, *space = input.shape
    return input.reshape(N, groups, C // groups, *space).transpose(1, 2).clone().reshape(N, C, *space)


native_channel_shuffle = channel_shuffle


def where(name, kernel_size, dilation, padding, stride):
    """The settings of the windows, as pairs; raises for those that no window has."""
    at = {"kernel": pair(kernel_size), "stride": pair(stride), "padding": pair(padding), "dilation": pair(dilation)}
    for setting, values in at.items():
        least = setting != "padding"
        if min(values) < least:
            refuse(RuntimeError, f"{name}: {setting} should be {'greater than zero' if least else 'non-negative'}, but "
                   f"got {values}.")
    return at


def counts(size, at):
    """How many windows fit along each dimension."""
    return [ops.out_size(*along) for along in zip(size, at["kernel"], at["stride"], at["padding"], at["dilation"])]


def unfold(input: Tensor, kernel_size, dilation=1, padding=0, stride=1):
    """Every window as a column: (N, C, H, W) -> (N, C·kh·kw, windows). A matrix times it is a convolution.

    kernel_size   height and width of a window: a number, or a pair; so are the others
    dilation      distance between the elements of a window
    padding       zeros put around the image
    stride        how far a window moves

    Raises RuntimeError for an input of other dimensions, and for a window larger than it.
    """
    if input.ndim not in (3, 4) or 0 in input.shape[-3:]:
        refuse(RuntimeError, "unfold: Expected 3D or 4D (batch mode) tensor with channels and pixels, but got: "
               f"{list(input.shape)}")
    at = where("unfold", kernel_size, dilation, padding, stride)
    if any(n < 1 for n in counts(input.shape[-2:], at)):
        refuse(RuntimeError, f"unfold: a kernel of {at['kernel']} does not fit an input of {list(input.shape)}; the "
               f"calculated shape of the array of sliding blocks is {counts(input.shape[-2:], at)}.")
    out = convolution.im2col.function(input if input.ndim == 4 else input.unsqueeze(0), **at)
    return out if input.ndim == 4 else out.squeeze(0)


def fold(input: Tensor, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Columns added up at their windows' positions: (N, C·kh·kw, windows) -> (N, C, *output_size).

    The other arguments are those of the windows, as unfold's. Raises RuntimeError for other sizes.
    """
    at, size = where("fold", kernel_size, dilation, padding, stride), pair(output_size)
    area, blocks = at["kernel"][0] * at["kernel"][1], counts(size, at)
    fits = input.ndim in (2, 3) and input.shape[-2:] == (input.shape[-2] // area * area, blocks[0] * blocks[1])
    if not fits or 0 in input.shape[-2:] or min(blocks) < 0:
        refuse(RuntimeError, f"fold: expected an input (N, channels · {area}, {blocks[0]} · {blocks[1]}) for "
               f"output_size {size} and a kernel of {at['kernel']}, but got {list(input.shape)}.")
    x = input if input.ndim == 3 else input.unsqueeze(0)
    out = convolution.col2im.function(x, shape=(x.shape[0], x.shape[1] // area, *size), **at)
    return out if input.ndim == 3 else out.squeeze(0)


MODES = ("constant", "reflect", "replicate", "circular")


def pad(input: Tensor, pad, mode="constant", value=None):
    """More around the last dimensions; `pad` names them from the last: (left, right, top, bottom, …).

    mode   "constant": `value` (0 unless given), any dimensions; negative widths cut
           "reflect" (mirrored at the edge), "replicate" (the edge again) or "circular" (from the other side):
           the dimensions of space of (N, C, L), (N, C, H, W) or (N, C, D, H, W), or of one without its batch
    Raises RuntimeError for an odd number of widths or more than the input has, and for margins it cannot fill;
    TypeError for what is no sequence.
    """
    if isinstance(pad, dict | set | str):
        raise TypeError(f"pad(): argument 'pad' (position 2) must be tuple of ints, not {type(pad).__name__}")
    if len(pad) % 2:
        raise RuntimeError(f"pad: Padding length must be divisible by 2, and {len(pad)} is not: two a dimension.")
    if len(pad) > 2 * input.ndim:
        raise RuntimeError(f"pad: Padding length should be less than or equal to two times the input dimension but got "
                           f"padding length {len(pad)} and input of dimension {input.ndim}")
    if mode not in MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}: there are {', '.join(MODES)}.")
    widths = tuple((int(pad[i]), int(pad[i + 1])) for i in range(len(pad) - 2, -1, -2))
    if any(size + before + after < 0 for size, (before, after) in zip(input.shape[::-1], widths[::-1])) or any(
            size + min(before, 0) + min(after, 0) < 0 for size, (before, after) in zip(input.shape[::-1], widths[::-1])
            ) and mode == "constant":
        refuse(RuntimeError, f"pad: narrow(): length must be non-negative: {tuple(pad)} cuts more than there is from "
               f"an input of {list(input.shape)}.")
    if mode == "constant":
        return ops.pad.function(input, widths=widths, value=0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    check(input, widths, mode)
    if min(map(min, widths)) < 0:
        if mode == "replicate":                          # an edge that is cropped is repeated all the same
            return replicated(input, widths)
        input = ops.pad.function(input, widths=tuple((min(a, 0), min(b, 0)) for a, b in widths))
    return ops.pad_edges.function(input, widths=tuple((max(a, 0), max(b, 0)) for a, b in widths), mode=mode)


def replicated(input, widths):
    """Repeat for each position of the result the position of the input that is nearest to it."""
    for dim, (before, after) in enumerate(widths, input.ndim - len(widths)):
        size = input.shape[dim]
        nearest = functions["arange"](-before, size + after, device=input.device).clamp(0, size - 1)
        input = input.index_select(dim, nearest)
    return input


def check(input, widths, mode):
    """Raise for padding that the input cannot fill."""
    if input.ndim not in (len(widths) + 1, len(widths) + 2) or not 1 <= len(widths) <= 3:
        refuse(NotImplementedError, f"pad: mode {mode!r} with {2 * len(widths)} widths takes an input of "
               f"{len(widths) + 1} or {len(widths) + 2} dimensions, not {input.ndim}.")
    for size, (before, after) in zip(input.shape[-len(widths):], widths):
        most = max(before, after)
        if size + before + after < (mode != "circular"):
            refuse(RuntimeError, f"pad: the margins ({before}, {after}) cut away all of a dimension of {size}.")
        if mode == "reflect" and most >= size:
            refuse(RuntimeError, f"pad: Padding size should be less than the corresponding input dimension, but got: "
                   f"padding ({before}, {after}) for size {size}: a mirror shows what is behind the edge once.")
        if mode == "circular" and most > size:
            refuse(RuntimeError, f"pad: Padding value causes wrapping around more than once: ({before}, {after}) for "
                   f"size {size}.")
        if mode == "replicate" and size == 0:
            refuse(RuntimeError, "pad: an empty dimension has no edge to repeat.")
