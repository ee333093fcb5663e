"""Convolution of very small images by many filters: one large product for the windows of several images.

With one image at a time, all filters are read again for each few windows; with hundreds of windows in one product, they
are read once. The gradient of the filters is one product too, instead of a sum over images.
"""

import numpy as np

from ..conv.padding import out_size
from .shifted_conv import padded_size

WINDOWS = 512                        # number of windows in one matrix product
MOST_WINDOWS = 64                    # maximum number of windows in an image
LEAST_WEIGHTS = 1 << 15              # minimum number of weights in the filters: fewer weights are read fast in any case
SPLITS_BATCH = False                 # one large product already uses all cores


def supports(dtype, image, filters, *, stride, padding, dilation, groups):
    """Return whether this algorithm supports x of `image` (N, C, H, W) and filters of `filters` (O, C, kh, kw)."""
    if groups > 1 or image[0] == 1 or filters[0] * filters[1] * filters[2] * filters[3] < LEAST_WEIGHTS:
        return False
    OH, OW = count_windows(image, filters[2:], stride, padding, dilation)
    return 0 < OH * OW <= MOST_WINDOWS and dtype.char in "fd"


def count_windows(image, kernel, stride, padding, dilation):
    """Return the number of windows that fit: (OH, OW)."""
    return tuple(map(out_size, image[2:], kernel, stride, padding, dilation))


def unfold(x, kernel, stride, padding, dilation):
    """Yield some images at a time: (a slice of N, their windows as columns (C·kh·kw, b·OH·OW))."""
    N, C, H, W = x.shape
    out = count_windows(x.shape, kernel, stride, padding, dilation)
    step = max(1, WINDOWS // (out[0] * out[1]))
    for first in range(0, N, step):
        b = min(step, N - first)
        padded = np.zeros((b, C, *padded_size(x.shape, padding)), x.dtype)
        padded[:, :, padding[0]:padding[0] + H, padding[1]:padding[1] + W] = x[first:first + b]
        s, c, h, w = padded.strides
        windows = np.ndarray((C, *kernel, b, *out), x.dtype, padded, 0,
                             (c, h * dilation[0], w * dilation[1], s, h * stride[0], w * stride[1]))
        yield slice(first, first + b), windows.reshape(C * kernel[0] * kernel[1], -1)


def convolve(x, weight, *, image, filters, stride, padding, dilation, **_):
    """Compute conv2d: (N, C, H, W) and (O, C, kh, kw) -> (N, O, OH, OW)."""
    out = count_windows(image, filters[2:], stride, padding, dilation)
    rows = np.ascontiguousarray(weight).reshape(len(weight), -1)
    result = np.empty((len(x), len(weight), *out), x.dtype)
    for images, columns in unfold(x, filters[2:], stride, padding, dilation):
        result[images] = (rows @ columns).reshape(len(weight), -1, *out).swapaxes(0, 1)
    return result


def weight_gradient(y, x, *, filters, stride, padding, dilation, **_):
    """Compute conv2d_weight: (N, O, OH, OW) and (N, C, H, W) -> (O, C, kh, kw)."""
    total = np.zeros((filters[0], filters[1] * filters[2] * filters[3]), x.dtype)
    for images, columns in unfold(x, filters[2:], stride, padding, dilation):
        total += y[images].swapaxes(0, 1).reshape(filters[0], -1) @ columns.T
    return total.reshape(filters)
