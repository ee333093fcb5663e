"""Convolution and pooling, for images (N, C, H, W) or one image (C, H, W)."""

from ...graph import function
from ...ops import pooling, window as ops
from ...ops.shape import squeeze, unsqueeze
from .common import pair, refuse

__all__ = ["avg_pool2d", "conv2d", "max_pool2d", "pad"]


def of_images(compute, input, name):
    """compute(batch), also for one image without its batch dimension."""
    if input.ndim == 4:
        return compute(input)
    if input.ndim != 3:
        hint = " Add the channels: x.unsqueeze(1)." if input.ndim == 2 else ""
        refuse(RuntimeError, f"{name}: Expected 3D (unbatched) or 4D (batched) input, (C, H, W) or (N, C, H, W), but "
               f"got input of size: {list(input.shape)}.{hint}")
    return squeeze.function(compute(unsqueeze.function(input, 0)), 0)


@function(method=False)
def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Slide each filter over the images: at each place the sum of products with the window beneath.

    input     (N, C, H, W)
    weight    (O, C/groups, kh, kw)
    bias      (O,)
    padding   zeros around the image: a number, (rows, columns), "valid" (none) or "same" (the output
              has the input's size; stride 1)
    returns   (N, O, OH, OW), OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1
    """
    stride, dilation = pair(stride), pair(dilation)
    if min(stride) < 1:
        raise RuntimeError("non-positive stride is not supported")
    if padding == "valid":
        padding = (0, 0)
    elif padding == "same":
        if stride != (1, 1):
            raise RuntimeError("padding='same' is not supported for strided convolutions")
        total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:])]
        if any(t % 2 for t in total):
            input = ops.pad(input, widths=tuple((t // 2, t - t // 2) for t in total))
            padding = (0, 0)
        else:
            padding = tuple(t // 2 for t in total)
    elif isinstance(padding, str):
        raise RuntimeError(f"conv2d: padding is a number, a pair, 'valid' or 'same', not {padding!r}.")
    where = {"stride": stride, "padding": pair(padding), "dilation": dilation, "groups": groups}
    return of_images(lambda x: ops.conv2d.function(x, weight, bias, **where), input, "conv2d")


def pooled(kernel_size, stride, **settings):
    """The settings of a pooling, as pairs; the stride is the kernel's size when left out."""
    kernel = pair(kernel_size)
    return {"kernel": kernel, "stride": kernel if stride is None or stride == () else pair(stride), **settings}


@function(method=False)
def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest of each window: (N, C, H, W) -> (N, C, OH, OW). stride None: windows side by side.

    return_indices   also give where each stood, counted row by row in its H×W plane
    """
    where = pooled(kernel_size, stride, padding=pair(padding), dilation=pair(dilation), ceil_mode=ceil_mode)
    result = of_images(lambda x: pooling.max_pool2d.function(x, **where), input, "max_pool2d")
    if not return_indices:
        return result
    return result, of_images(lambda x: pooling.max_pool2d_indices.function(x, **where), input, "max_pool2d")


@function(method=False)
def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    """The mean of each window: (N, C, H, W) -> (N, C, OH, OW). stride None: windows side by side."""
    if divisor_override == 0:
        raise RuntimeError("avg_pool2d: divisor must be not zero")
    where = pooled(kernel_size, stride, padding=pair(padding), ceil_mode=ceil_mode,
                   count_include_pad=count_include_pad, divisor=divisor_override)
    return of_images(lambda x: pooling.avg_pool2d.function(x, **where), input, "avg_pool2d")


def pad(input, pad, mode="constant", value=None):
    """More around the last dimensions; `pad` names them from the last: (left, right, top, bottom, …)."""
    if len(pad) % 2 or len(pad) > 2 * input.ndim:
        raise RuntimeError(f"pad: {len(pad)} widths for {input.ndim} dimensions: two a dimension, from the last.")
    if mode != "constant":
        raise NotImplementedError(f"pad: mode {mode!r} is not there yet; 'constant' is.")
    widths = tuple((int(pad[i]), int(pad[i + 1])) for i in range(len(pad) - 2, -1, -2))
    return ops.pad.function(input, widths=widths, value=0 if value is None else value)
