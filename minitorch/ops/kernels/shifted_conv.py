"""Convolution with few channels: a place of the kernel, moved over a whole image, is one run of memory.

In an image of `width` numbers a row, the place (i, j) of every window lies i·width + j after the window's first.
So the columns are copied as a few long runs, where window by window they are many short ones. Windows that would
begin too far right are computed too, and left out: with 28 of them in a row of 32, an eighth of all.

A 0 beside a window that is left out would make a NaN of an infinity: where one is met the answer is None, and
the plain way is taken.
"""

from math import isfinite

import numpy as np

CACHE = 1 << 20                      # bytes of columns worked on at a time
ADDED = 1 << 14                      # numbers added by one call, at least
MOST = 1 << 24                       # products an image and group: with more, copying matters little
SHARED = True                        # among cores, by images
WASTE = 1.4                          # numbers in a row for each window of it, at most


def serves(dtype, image, filters, *, stride, padding, dilation, groups):
    """Whether this is the way for x of shape `image` (N, C, H, W) and filters `filters` (O, C/groups, kh, kw)."""
    if stride != (1, 1) or filters[2:] == (1, 1) or dtype.char not in "fd":
        return False
    (high, wide), each = frame(image, padding), filters[0] // groups
    places, out = filters[1] * filters[2] * filters[3], wide - dilation[1] * (filters[3] - 1)
    return 0 < 2 * each <= places and wide <= WASTE * out and each * places * high * wide <= MOST


def frame(shape, padding):
    """Height and width with padding."""
    return shape[2] + 2 * padding[0], shape[3] + 2 * padding[1]


def unfold(x, kernel, padding, dilation, groups):
    """Some images at a time: (a slice of N, their columns (b, groups, C/groups·kh·kw, run)), the run as in `length`."""
    N, C, H, W = x.shape
    high, wide = frame(x.shape, padding)
    run = length(x.shape, kernel, padding, dilation)
    step = max(1, min(N, CACHE // (C * kernel[0] * kernel[1] * run * x.itemsize)))
    framed, columns = np.zeros((step, C, high, wide), x.dtype), np.empty((step, C, *kernel, run), x.dtype)
    s, c, h, w = framed.strides
    runs = np.ndarray(columns.shape, x.dtype, framed, 0, (s, c, h * dilation[0], w * dilation[1], w))
    for first in range(0, N, step):
        b = min(step, N - first)
        framed[:b, :, padding[0]:padding[0] + H, padding[1]:padding[1] + W] = x[first:first + b]
        columns[:b] = runs[:b]
        yield slice(first, first + b), columns[:b].reshape(b, groups, -1, run)


def length(shape, kernel, padding, dilation):
    """From the first window to the last, in steps of one number."""
    high, wide = frame(shape, padding)
    return (high - dilation[0] * (kernel[0] - 1) - 1) * wide + wide - dilation[1] * (kernel[1] - 1)


def convolve(x, weight, *, padding, dilation, groups, **_):
    """conv2d: (N, C, H, W) and (O, C/groups, kh, kw) -> (N, O, OH, OW)."""
    O, kernel = len(weight), weight.shape[2:]
    high, wide = frame(x.shape, padding)
    out = high - dilation[0] * (kernel[0] - 1), wide - dilation[1] * (kernel[1] - 1)
    filters = np.ascontiguousarray(weight).reshape(groups, O // groups, -1)
    result, rows = np.empty((len(x), O, *out), x.dtype), None
    for images, columns in unfold(x, kernel, padding, dilation, groups):
        b, run = len(columns), columns.shape[-1]
        if rows is None:
            rows = np.empty((b, groups, O // groups, out[0] * wide), x.dtype)
        np.matmul(filters, columns, out=rows[:b, ..., :run])
        result[images] = rows[:b].reshape(b, O, out[0], wide)[..., :out[1]]
    return result


def by_weight(y, x, *, filters, padding, dilation, groups, **_):
    """conv2d_weight: (N, O, OH, OW) and (N, C, H, W) -> (O, C/groups, kh, kw); None if it is not finite."""
    O, out, wide = y.shape[1], y.shape[2:], frame(x.shape, padding)[1]
    total, rows = np.zeros((groups, filters[1] * filters[2] * filters[3], O // groups), x.dtype), None
    for images, columns in unfold(x, filters[2:], padding, dilation, groups):
        b, run = len(columns), columns.shape[-1]
        if rows is None:                                 # beside the windows that count it stays 0
            rows = np.zeros((b, groups, O // groups, out[0] * wide), x.dtype)
        rows[:b].reshape(b, O, out[0], wide)[..., :out[1]] = y[images]
        total += np.add.reduce(np.matmul(columns, rows[:b, ..., :run].swapaxes(-1, -2)), axis=0)
    return total.swapaxes(1, 2).reshape(filters) if finite(total) else None


def by_input(y, weight, *, image, padding, dilation, groups, **_):
    """conv2d_input: (N, O, OH, OW) and (O, C, kh, kw) -> `image`, (N, C, H, W); None if a filter is not finite.

    None as well where y has hardly more channels than x: then it is convolved, and that comes here again.
    """
    (N, C, H, W), (O, _, *kernel), out = image, weight.shape, y.shape[2:]
    if groups > 1 or 3 * C * out[0] * out[1] >= O * H * W or not finite(weight):
        return None
    high, wide = frame(image, padding)
    filters = np.ascontiguousarray(weight.transpose(1, 2, 3, 0)).reshape(-1, O)
    step = max(1, min(N, max(CACHE // (len(filters) * y.itemsize), ADDED // C) // (high * wide)))
    rows = np.zeros((O, step, high, wide), y.dtype)      # the images of a channel side by side
    last = (high - out[0]) * wide + wide - out[1]        # how far the kernel's last place lies from its first
    columns = np.empty((C, *kernel, step * high * wide), y.dtype)
    total, result = np.empty((C, step * high * wide + last), y.dtype), np.empty(image, y.dtype)
    for first in range(0, N, step):
        b = min(step, N - first)
        rows[:, :b, :out[0], :out[1]] = y[first:first + b].swapaxes(0, 1)
        np.matmul(filters, rows.reshape(O, -1), out=columns.reshape(len(filters), -1))
        total[:] = 0
        for i, j in np.ndindex(*kernel):
            start = i * dilation[0] * wide + j * dilation[1]
            total[:, start:start + columns.shape[-1]] += columns[:, i, j]
        images = total[:, :columns.shape[-1]].reshape(C, step, high, wide)[:, :b]
        result[first:first + b] = images[..., padding[0]:padding[0] + H, padding[1]:padding[1] + W].swapaxes(0, 1)
    return result


def finite(*arrays):
    """Whether no number of any is NaN or infinite."""
    return all(isfinite(np.add.reduce(a, axis=None)) for a in arrays)
