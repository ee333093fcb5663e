"""Rearrange channels into pixels and back, and windows into columns and back."""

from ....nn.functional.common import pair, refuse
from ....ops.conv import convolution, padding as ops
from ....runtime import Tensor, one_node

__all__ = ["channel_shuffle", "fold", "native_channel_shuffle", "pixel_shuffle", "pixel_unshuffle", "unfold"]


def check_factor(name, setting, factor):
    """Raise unless the factor is a positive int."""
    if not isinstance(factor, int):
        raise TypeError(f"{name}(): argument '{setting}' (position 2) must be int, not {type(factor).__name__}.")
    if factor < 1:
        refuse(RuntimeError, f"{name}: {setting} must be positive, but got {factor}.")


@one_node
def pixel_shuffle(input: Tensor, upscale_factor):
    """Turn r² channels into r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r).

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
    """Turn r × r pixels into r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W).

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
    """Reorder the channels of (N, C, …): take one from each of the `groups` in turn; same shape out.

    Raises RuntimeError unless groups divides C. Source: Zhang et al., ShuffleNet (2018).
    """
    check_factor("channel_shuffle", "groups", groups)
    if input.ndim < 3 or input.shape[1] % groups:
        refuse(RuntimeError, f"channel_shuffle: number of channels must be divisible by groups, but input of "
               f"{list(input.shape)} and groups={groups} do not fit.")
    N, C, *space = input.shape
    return input.reshape(N, groups, C // groups, *space).transpose(1, 2).clone().reshape(N, C, *space)


native_channel_shuffle = channel_shuffle


def window_settings(name, kernel_size, dilation, padding, stride):
    """Return the settings of the windows, as pairs; raise for impossible ones."""
    at = {"kernel": pair(kernel_size), "stride": pair(stride), "padding": pair(padding), "dilation": pair(dilation)}
    for setting, values in at.items():
        least = setting != "padding"
        if min(values) < least:
            refuse(RuntimeError, f"{name}: {setting} should be {'greater than zero' if least else 'non-negative'}, but "
                   f"got {values}.")
    return at


def window_counts(size, at):
    """Return the number of windows that fit along each dimension."""
    return [ops.out_size(*along) for along in zip(size, at["kernel"], at["stride"], at["padding"], at["dilation"])]


def unfold(input: Tensor, kernel_size, dilation=1, padding=0, stride=1):
    """Copy every window into a column: (N, C, H, W) -> (N, C·kh·kw, windows). weight @ columns is a convolution.

    kernel_size   height and width of a window: a number, or a pair, like the other arguments
    dilation      distance between the elements of a window
    padding       zeros put around the image
    stride        how far a window moves

    Raises RuntimeError for an input of another number of dimensions, and for a window larger than the input.
    """
    if input.ndim not in (3, 4) or 0 in input.shape[-3:]:
        refuse(RuntimeError, "unfold: Expected 3D or 4D (batch mode) tensor with channels and pixels, but got: "
               f"{list(input.shape)}")
    at = window_settings("unfold", kernel_size, dilation, padding, stride)
    if any(n < 1 for n in window_counts(input.shape[-2:], at)):
        refuse(RuntimeError, f"unfold: a kernel of {at['kernel']} does not fit an input of {list(input.shape)}; the "
               f"calculated shape of the array of sliding blocks is {window_counts(input.shape[-2:], at)}.")
    out = convolution.im2col.function(input if input.ndim == 4 else input.unsqueeze(0), **at)
    return out if input.ndim == 4 else out.squeeze(0)


def fold(input: Tensor, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Add each column to an image, at the position of its window: (N, C·kh·kw, windows) -> (N, C, *output_size).

    The other arguments describe the windows, as in unfold. Raises RuntimeError if the sizes do not match.
    """
    at, size = window_settings("fold", kernel_size, dilation, padding, stride), pair(output_size)
    area, blocks = at["kernel"][0] * at["kernel"][1], window_counts(size, at)
    fits = input.ndim in (2, 3) and input.shape[-2:] == (input.shape[-2] // area * area, blocks[0] * blocks[1])
    if not fits or 0 in input.shape[-2:] or min(blocks) < 0:
        refuse(RuntimeError, f"fold: expected an input (N, channels · {area}, {blocks[0]} · {blocks[1]}) for "
               f"output_size {size} and a kernel of {at['kernel']}, but got {list(input.shape)}.")
    x = input if input.ndim == 3 else input.unsqueeze(0)
    out = convolution.col2im.function(x, shape=(x.shape[0], x.shape[1] // area, *size), **at)
    return out if input.ndim == 3 else out.squeeze(0)
