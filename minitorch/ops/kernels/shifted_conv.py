"""Convolution with few channels, by shifts: for one kernel position, all windows of an image read one memory range.

In an image of `width` numbers a row, the position (i, j) in every window is i·width + j after the window's first
element. So the columns are copied as a few long ranges, instead of many short ones, one for each window. Windows that
would start too far right are computed too, and dropped: with 28 windows in a row of 32, an eighth of all.

A dropped window turns an infinity into NaN (0 · ∞): then the result is None, and im2col is used.
"""

import numpy as np

from .sums import finite

CACHE = 1 << 20                      # bytes of columns that are computed at a time
LEAST_ADDED = 1 << 14                # minimum number of numbers that one call should add
MOST_PRODUCTS = 1 << 24  # maximum multiplications per image and group; with more, copies take little of the time
SPLITS_BATCH = True                  # the images of a batch are divided among cores
MOST_WASTE = 1.4                     # maximum ratio of a padded row's width to its number of windows


def supports(dtype, image, filters, *, stride, padding, dilation, groups):
    """Return whether this algorithm supports x of `image` (N, C, H, W), filters of `filters` (O, C/groups, kh, kw)."""
    if stride != (1, 1) or filters[2:] == (1, 1) or dtype.char not in "fd":
        return False
    (height, width), outputs = padded_size(image, padding), filters[0] // groups
    weights, out = filters[1] * filters[2] * filters[3], width - dilation[1] * (filters[3] - 1)
    return (0 < 2 * outputs <= weights and width <= MOST_WASTE * out
            and outputs * weights * height * width <= MOST_PRODUCTS)


def padded_size(shape, padding):
    """Return height and width with padding."""
    return shape[2] + 2 * padding[0], shape[3] + 2 * padding[1]


def unfold(x, kernel, padding, dilation, groups):
    """Yield some images at a time: (a slice of N, their columns (b, groups, C/groups·kh·kw, span))."""
    N, C, H, W = x.shape
    height, width = padded_size(x.shape, padding)
    span = count_window_pixels(x.shape, kernel, padding, dilation)
    step = max(1, min(N, CACHE // (C * kernel[0] * kernel[1] * span * x.itemsize)))
    padded, columns = np.zeros((step, C, height, width), x.dtype), np.empty((step, C, *kernel, span), x.dtype)
    s, c, h, w = padded.strides
    shifted = np.ndarray(columns.shape, x.dtype, padded, 0, (s, c, h * dilation[0], w * dilation[1], w))
    for first in range(0, N, step):
        b = min(step, N - first)
        padded[:b, :, padding[0]:padding[0] + H, padding[1]:padding[1] + W] = x[first:first + b]
        columns[:b] = shifted[:b]
        yield slice(first, first + b), columns[:b].reshape(b, groups, -1, span)


def count_window_pixels(shape, kernel, padding, dilation):
    """Return the number of pixels from the first window's corner to the last's, both included, in a padded image."""
    height, width = padded_size(shape, padding)
    return (height - dilation[0] * (kernel[0] - 1) - 1) * width + width - dilation[1] * (kernel[1] - 1)


def convolve(x, weight, *, padding, dilation, groups, **_):
    """Compute conv2d: (N, C, H, W) and (O, C/groups, kh, kw) -> (N, O, OH, OW)."""
    O, kernel = len(weight), weight.shape[2:]
    height, width = padded_size(x.shape, padding)
    out = height - dilation[0] * (kernel[0] - 1), width - dilation[1] * (kernel[1] - 1)
    filters = np.ascontiguousarray(weight).reshape(groups, O // groups, -1)
    result, rows = np.empty((len(x), O, *out), x.dtype), None
    for images, columns in unfold(x, kernel, padding, dilation, groups):
        b, span = len(columns), columns.shape[-1]
        if rows is None:
            rows = np.empty((b, groups, O // groups, out[0] * width), x.dtype)
        np.matmul(filters, columns, out=rows[:b, ..., :span])
        result[images] = rows[:b].reshape(b, O, out[0], width)[..., :out[1]]
    return result


def weight_gradient(y, x, *, filters, padding, dilation, groups, **_):
    """Compute conv2d_weight: (N, O, OH, OW) and (N, C, H, W) -> (O, C/groups, kh, kw); None if inf or nan results."""
    O, out, width = y.shape[1], y.shape[2:], padded_size(x.shape, padding)[1]
    total, rows = np.zeros((groups, filters[1] * filters[2] * filters[3], O // groups), x.dtype), None
    for images, columns in unfold(x, filters[2:], padding, dilation, groups):
        b, span = len(columns), columns.shape[-1]
        if rows is None:                                 # the columns of windows that do not exist stay 0
            rows = np.zeros((b, groups, O // groups, out[0] * width), x.dtype)
        rows[:b].reshape(b, O, out[0], width)[..., :out[1]] = y[images]
        total += np.add.reduce(np.matmul(columns, rows[:b, ..., :span].swapaxes(-1, -2)), axis=0)
    return total.swapaxes(1, 2).reshape(filters) if finite(total) else None


def input_gradient(y, weight, *, image, padding, dilation, groups, **_):
    """Compute conv2d_input: (N, O, OH, OW) and (O, C, kh, kw) -> `image`, (N, C, H, W); None if a filter is not finite.

    Also None if y has hardly more channels than x: then conv2d_input calls conv2d instead, which may use this file.
    """
    (N, C, H, W), (O, _, *kernel), out = image, weight.shape, y.shape[2:]
    if groups > 1 or 3 * C * out[0] * out[1] >= O * H * W or not finite(weight):
        return None
    height, width = padded_size(image, padding)
    filters = np.ascontiguousarray(weight.transpose(1, 2, 3, 0)).reshape(-1, O)
    step = max(1, min(N, max(CACHE // (len(filters) * y.itemsize), LEAST_ADDED // C) // (height * width)))
    rows = np.zeros((O, step, height, width), y.dtype)   # a row contains the images of a channel one after another
    last = (height - out[0]) * width + width - out[1]    # distance from the kernel's first position to its last
    columns = np.empty((C, *kernel, step * height * width), y.dtype)
    total, result = np.empty((C, step * height * width + last), y.dtype), np.empty(image, y.dtype)
    for first in range(0, N, step):
        b = min(step, N - first)
        rows[:, :b, :out[0], :out[1]] = y[first:first + b].swapaxes(0, 1)
        np.matmul(filters, rows.reshape(O, -1), out=columns.reshape(len(filters), -1))
        total[:] = 0
        for i, j in np.ndindex(*kernel):
            start = i * dilation[0] * width + j * dilation[1]
            total[:, start:start + columns.shape[-1]] += columns[:, i, j]
        images = total[:, :columns.shape[-1]].reshape(C, step, height, width)[:, :b]
        result[first:first + b] = images[..., padding[0]:padding[0] + H, padding[1]:padding[1] + W].swapaxes(0, 1)
    return result
