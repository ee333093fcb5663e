"""Convolution of very small images by many filters: the windows of several images side by side, one large product.

Image by image all filters are read again for a few windows each; with hundreds of windows side by side they are
read once. The gradient of the filters is one product too, where it was a sum over images.
"""

import numpy as np

from ..conv.sliding import out_size
from .shifted_conv import frame

WINDOWS = 512                        # side by side in a product
PLACES = 64                          # windows in an image, at most
NUMBERS = 1 << 15                    # in the filters, at least: fewer are read quickly
SHARED = False                       # among cores by images: a large product shares itself out


def serves(dtype, image, filters, *, stride, padding, dilation, groups):
    """Whether this is the way for x of shape `image` (N, C, H, W) and filters of shape `filters` (O, C, kh, kw)."""
    if groups > 1 or image[0] == 1 or filters[0] * filters[1] * filters[2] * filters[3] < NUMBERS:
        return False
    high, wide = size(image, filters[2:], stride, padding, dilation)
    return 0 < high * wide <= PLACES and dtype.char in "fd"


def size(image, kernel, stride, padding, dilation):
    """How many windows fit: (OH, OW)."""
    return tuple(map(out_size, image[2:], kernel, stride, padding, dilation))


def unfold(x, kernel, stride, padding, dilation):
    """Some images at a time: (a slice of N, their windows side by side (C·kh·kw, b·OH·OW))."""
    N, C, H, W = x.shape
    out = size(x.shape, kernel, stride, padding, dilation)
    step = max(1, WINDOWS // (out[0] * out[1]))
    for first in range(0, N, step):
        b = min(step, N - first)
        framed = np.zeros((b, C, *frame(x.shape, padding)), x.dtype)
        framed[:, :, padding[0]:padding[0] + H, padding[1]:padding[1] + W] = x[first:first + b]
        s, c, h, w = framed.strides
        windows = np.ndarray((C, *kernel, b, *out), x.dtype, framed, 0,
                             (c, h * dilation[0], w * dilation[1], s, h * stride[0], w * stride[1]))
        yield slice(first, first + b), windows.reshape(C * kernel[0] * kernel[1], -1)


def convolve(x, weight, *, image, filters, stride, padding, dilation, **_):
    """conv2d: (N, C, H, W) and (O, C, kh, kw) -> (N, O, OH, OW)."""
    out = size(image, filters[2:], stride, padding, dilation)
    rows = np.ascontiguousarray(weight).reshape(len(weight), -1)
    result = np.empty((len(x), len(weight), *out), x.dtype)
    for images, columns in unfold(x, filters[2:], stride, padding, dilation):
        result[images] = (rows @ columns).reshape(len(weight), -1, *out).swapaxes(0, 1)
    return result


def by_weight(y, x, *, filters, stride, padding, dilation, **_):
    """conv2d_weight: (N, O, OH, OW) and (N, C, H, W) -> (O, C, kh, kw)."""
    total = np.zeros((filters[0], filters[1] * filters[2] * filters[3]), x.dtype)
    for images, columns in unfold(x, filters[2:], stride, padding, dilation):
        total += y[images].swapaxes(0, 1).reshape(filters[0], -1) @ columns.T
    return total.reshape(filters)
