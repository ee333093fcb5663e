"""Convolution in TensorFlow's layout: channels last.

Arguments that mean the same wherever they occur:

    input, value     (N, …space, C), or (N, C, …space) with a data_format "NC…"
    filters          (…space, in, out): C is in, or groups · in
    filter, depthwise_filter
                     (…space, C, multiplier): so many filters a channel
    strides, stride  by how much a window moves: a number, one an axis of space, or [1, s, s, 1]
    padding          "SAME": ⌈size / stride⌉ windows; "VALID": those that fit; or [[before, after], …] for each axis
    dilations, rate  the distance between the points of a window, given as the strides; None: 1
    output_shape     the shape of the result; only its axes of space count; None: as strides and padding say
"""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from .table import made

CONV = {1: mt.nn.conv1d, 2: mt.nn.conv2d, 3: mt.nn.conv3d}
TRANSPOSED = {1: mt.nn.conv_transpose1d, 2: mt.nn.conv_transpose2d, 3: mt.nn.conv_transpose3d}


def spatial(value, dims, data_format=None):
    """Return one number an axis of space, from a number, from one an axis, or from one for each of all axes."""
    if value is None:
        return (1,) * dims
    value = list(value) if isinstance(value, list | tuple) else [value]
    if len(value) == 1:
        return tuple(value) * dims
    if len(value) == dims + 2:
        value = value[2:] if channels_first(data_format) else value[1:-1]
    return tuple(value)


def channels_first(data_format):
    """Say whether the channels stand before the axes of space."""
    return bool(data_format) and (data_format.startswith("NC") or data_format == "channels_first")


def to_first(x, data_format):
    """Put the channels first, as the engine has them."""
    return x if channels_first(data_format) else mt.movedim(x, -1, 1)


def to_last(x, data_format):
    """Put the channels where the caller has them."""
    return x if channels_first(data_format) else mt.movedim(x, 1, -1)


def same(sizes, kernel, strides, dilation):
    """Tell what "SAME" adds before and after each axis, so that ⌈size / stride⌉ windows fit."""
    found = []
    for size, k, s, d in zip(sizes, kernel, strides, dilation):
        total = max((-(-size // s) - 1) * s + (k - 1) * d + 1 - size, 0)
        found.append((total // 2, total - total // 2))
    return found


def padded(x, padding, kernel, strides, dilation, value=0.0, data_format=None):
    """Return (the input, padded where both sides differ; the padding that is left to the engine)."""
    dims = x.ndim - 2
    if isinstance(padding, str):
        name = padding.upper()
        if name == "VALID":
            return x, (0,) * dims
        if name != "SAME":
            raise InvalidArgumentError(f"padding is 'SAME' or 'VALID', not {padding!r}.")
        pads = same(x.shape[2:], kernel, strides, dilation)
    else:
        pads = [tuple(pair) for pair in (padding[2:] if channels_first(data_format) else padding[1:-1])]
    if all(before == after for before, after in pads) and (value == 0.0 or all(
            2 * before <= k for (before, _), k in zip(pads, kernel))):
        return x, tuple(before for before, _ in pads)
    return mt.nn.pad(x, [n for pair in reversed(pads) for n in pair], value=value), (0,) * dims


def convolve(x, filters, strides, padding, data_format, dilations, groups=None):
    """Convolve over 1, 2 or 3 axes: filters (…space, in / groups, out)."""
    dims = filters.ndim - 2
    strides, dilations = (spatial(v, dims, data_format) for v in (strides, dilations))
    x = to_first(x, data_format)
    if groups is None:
        groups = max(x.shape[1] // filters.shape[-2], 1)
        if x.shape[1] != groups * filters.shape[-2]:
            raise InvalidArgumentError(f"input depth must be evenly divisible by filter depth: {x.shape[1]} vs "
                             f"{filters.shape[-2]}")
    weight = mt.permute(filters, (dims + 1, dims, *range(dims)))
    x, pads = padded(x, padding, filters.shape[:dims], strides, dilations, data_format=data_format)
    return to_last(CONV[dims](x, weight, None, strides, pads, dilations, groups), data_format)


def depthwise(x, filters, strides, padding, data_format, dilations):
    """Convolve each channel by itself: filters (…space, in, multiplier) make in · multiplier channels."""
    *space, channels, multiplier = filters.shape
    each = filters.reshape(*space, 1, channels * multiplier)
    return convolve(x, each, strides, padding, data_format, dilations, channels)


def convolve_transposed(x, filters, strides, padding, data_format, sizes=None, dilations=None):
    """Convolve backwards: filters (…space, out, in), for an output of these sizes."""
    dims = filters.ndim - 2
    strides, dilations = spatial(strides, dims, data_format), spatial(dilations, dims, data_format)
    x, kernel = to_first(x, data_format), filters.shape[:dims]
    weight = mt.permute(filters, (dims + 1, dims, *range(dims)))
    full = TRANSPOSED[dims](x, weight, None, strides, 0, 0, 1, dilations)
    if sizes is None:
        sizes = transposed_sizes(x.shape[2:], kernel, strides, padding, dilations)
    pads = same(sizes, kernel, strides, dilations) if padding.upper() == "SAME" else [(0, 0)] * dims
    short = [max(before + size - have, 0) for (before, _), size, have in zip(pads, sizes, full.shape[2:])]
    if any(short):
        full = mt.nn.pad(full, [n for more in reversed(short) for n in (0, more)])
    part = [slice(before, before + size) for (before, _), size in zip(pads, sizes)]
    return to_last(full[(slice(None), slice(None), *part)], data_format)


def transposed_sizes(sizes, kernel, strides, padding, dilations):
    """Tell how large a transposed convolution's output is, unless it is told."""
    if padding.upper() == "SAME":
        return [n * s for n, s in zip(sizes, strides)]
    return [(n - 1) * s + max((k - 1) * d + 1, s) for n, k, s, d in zip(sizes, kernel, strides, dilations)]


def backwards(x, filters, output_shape, strides, padding, data_format, dilations):
    """Convolve backwards, for an output of this shape."""
    sizes = output_shape and list(output_shape[2:] if channels_first(data_format) else output_shape[1:-1])
    return convolve_transposed(x, filters, strides, padding, data_format, sizes, dilations)


def separable(x, depthwise_filter, pointwise_filter, strides, padding, data_format, dilations):
    """Convolve each channel by itself, then mix channels."""
    x = depthwise(x, depthwise_filter, strides, padding, data_format, dilations)
    return convolve(x, pointwise_filter, 1, "VALID", data_format, None)


WRONG = "\n\nRaises InvalidArgumentError where the channels do not fit, and for another padding."
conv1d = made("conv1d(input, filters, stride, padding, data_format='NWC', dilations=None, name=None)", convolve,
              "Convolve signals: (N, W, C) with filters (W, in, out) to (N, windows, out)." + WRONG, "input filters",
              v1="""nn.conv1d(value=input, filters=None, stride=None, padding=None, use_cudnn_on_gpu=None,
                    data_format=None, name=None, input=None, dilations=None)""")
conv2d = made("conv2d(input, filters, strides, padding, data_format='NHWC', dilations=None, name=None)", convolve,
              f"""Convolve images: (N, H, W, C) with filters (H, W, in, out) to (N, windows, windows, out).{WRONG}

>>> from minitorch.dialects import tf2 as tf
>>> tf.nn.conv2d(tf.ones([1, 28, 28, 3]), tf.ones([5, 5, 3, 8]), strides=2, padding="SAME").shape
TensorShape([1, 14, 14, 8])
""", "input filters", v1="""nn.conv2d(input, filter=filters, strides=None, padding=None, use_cudnn_on_gpu=True,
                            data_format='NHWC', dilations=[1, 1, 1, 1], name=None, filters=None)""")
conv3d = made("conv3d(input, filters, strides, padding, data_format='NDHWC', dilations=None, name=None)", convolve,
              "Convolve volumes: (N, D, H, W, C) with filters (D, H, W, in, out)." + WRONG, "input filters",
              v1="""nn.conv3d(input, filter=filters, strides=None, padding=None, data_format='NDHWC',
                    dilations=[1, 1, 1, 1, 1], name=None, filters=None)""")
depthwise_conv2d = made(
    "depthwise_conv2d(input, filter, strides, padding, data_format=None, dilations=None, name=None)", depthwise,
    "Convolve each channel by itself: (N, H, W, C) to (N, windows, windows, C · multiplier).", "input filter",
    v1="""nn.depthwise_conv2d(input, filter, strides, padding, rate=dilations, name=None, data_format=None,
          dilations=None)""")
separable_conv2d = made("""separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding,
    data_format=None, dilations=None, name=None)""", separable, """Convolve each channel of images, then mix channels.

pointwise_filter    (1, 1, C · multiplier, out)

Source: Chollet (2017), arXiv 1610.02357.
""", "input depthwise_filter pointwise_filter", v1="""nn.separable_conv2d(input, depthwise_filter, pointwise_filter,
    strides, padding, rate=dilations, name=None, data_format=None, dilations=None)""")
conv2d_transpose = made("""conv2d_transpose(input, filters, output_shape, strides, padding='SAME', data_format='NHWC',
    dilations=None, name=None)""", backwards, "Compute the gradient of conv2d by its input, as a layer that makes "
    "images larger, (N, H, W, in) by filters (H, W, out, in).", "input filters", v1="""nn.conv2d_transpose(
    value=input, filter=filters, output_shape=None, strides=None, padding='SAME', data_format='NHWC', name=None,
    input=None, filters=None, dilations=None)""")
