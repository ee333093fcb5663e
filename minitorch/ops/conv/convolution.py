"""Convolution and its two gradients, and im2col, which copies every window into a column.

Convolution and its two gradients belong together: each of the three is linear in both of its inputs, and its gradients
are the other two. So second derivatives need no further ops. The same is true for each pair here and in pooling: im2col
and col2im, gather and scatter, the mean of a window and its gradient.

The code here, im2col and a matrix product, works for every shape; `algorithms` chooses a faster kernel if any fits.
"""

from ...backend import META_LIBRARY
from ...engine import derivative_of, op
from ..kernels.sums import finite
from ..kernels.tiling import in_float32
from ..reduce.reductions import sum
from .padding import out_size

CACHE = 1 << 20                      # number of bytes of columns that are computed at a time, to stay in the cache


def by_faster_kernel(name, xp, *arrays, **shapes):
    """Return the result of a faster kernel, see `run_kernel`; None if no kernel is faster, or on a GPU."""
    if xp.__name__ != "numpy":
        return None
    from .algorithms import run_kernel  # imported late: the five files take 1 % of the time of `import minitorch`
    return run_kernel(name, *arrays, **shapes)


def kernel_slices(kernel, stride, dilation, out):
    """For each position in the kernel, yield the index into (…, H, W) of all windows' elements at this position."""
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            top, left = i * dilation[0], j * dilation[1]
            yield (..., slice(top, top + stride[0] * (out[0] - 1) + 1, stride[0]),
                   slice(left, left + stride[1] * (out[1] - 1) + 1, stride[1]))


def images_at_once(xp, N, size):
    """Return how many of N images, of `size` bytes of columns each, are computed at a time."""
    if xp.__name__ == META_LIBRARY:
        return N
    cache = CACHE if xp.__name__ == "numpy" else CACHE << 8         # on a GPU, one large product is faster
    return max(1, min(N, cache // max(1, size)))


def columns(xp, x, kernel, stride, padding, dilation, out, groups):
    """Yield every window as a column, some images at a time, in one buffer that is reused.

    x        (N, C, H, W)
    yields   (images, columns): a slice of N, and (b, groups, C/groups·kh·kw, OH·OW)
    """
    N, C, H, W = x.shape
    rows, windows = C // groups * kernel[0] * kernel[1], out[0] * out[1]
    if kernel == (1, 1) and stride == (1, 1) and padding == (0, 0):
        yield slice(None), xp.ascontiguousarray(x).reshape(N, groups, rows, windows)
        return
    step = images_at_once(xp, N, groups * rows * windows * x.itemsize)
    top, left = padding
    buffer = xp.zeros((step, C, H + 2 * top, W + 2 * left), x.dtype) if top or left else None
    unfolded = xp.empty((step, C, *kernel, *out), x.dtype)
    for first in (0,) if step is N else range(0, N, step):
        images = x[first:first + step]
        b = images.shape[0]
        if buffer is not None:
            buffer[:b, :, top:top + H, left:left + W] = images
            images = buffer[:b]
        reach = [d * (k - 1) + 1 for d, k in zip(dilation, kernel)]
        each = xp.lib.stride_tricks.sliding_window_view(images, reach, (2, 3))         # (b, C, H', W', reach…)
        unfolded[:b] = each[:, :, ::stride[0], ::stride[1], ::dilation[0], ::dilation[1]].transpose(0, 1, 4, 5, 2, 3)
        yield slice(first, first + b), unfolded[:b].reshape(b, groups, rows, windows)


def convolve(xp, x, weight, *, stride, padding, dilation, groups):
    """Compute conv2d by im2col, which works for every shape: the filters as rows, times the windows as columns."""
    kernel = weight.shape[2:]
    out = tuple(map(out_size, x.shape[2:], kernel, stride, padding, dilation))
    filters = xp.ascontiguousarray(weight).reshape(groups, weight.shape[0] // groups, -1)
    result = xp.empty((x.shape[0], groups, filters.shape[1], out[0] * out[1]), x.dtype)
    for images, unfolded in columns(xp, x, kernel, stride, padding, dilation, out, groups):
        xp.matmul(filters, unfolded, out=result[images])
    return result.reshape(x.shape[0], weight.shape[0], *out)


@op(symbol="conv", keeps="x:weight weight:x", shapes=True, hidden=True)
def conv2d(xp, x, weight, bias=None, *, stride=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1):
    """Slide each filter over the image: at each position sum the products with the window under the filter.

    x        (N, C, H, W)
    weight   (O, C/groups, kh, kw)
    bias     (O,)
    returns  (N, O, OH, OW)
    """
    where = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    if x.dtype.char == "e":
        return in_float32(conv2d.forward, xp, x, weight, bias, **where)
    result = by_faster_kernel("convolve", xp, x, weight, image=x.shape, filters=weight.shape, **where)
    if result is None:
        result = convolve(xp, x, weight, **where)
    if bias is not None:
        result += bias[:, None, None]
    return result


@derivative_of(conv2d)
def conv2d_derivative(grad, out, x, weight, bias, needs, **where):
    return (conv2d_input(grad, weight, shape=tuple(x.shape), **where) if needs[0] else None,
            conv2d_weight(grad, x, shape=tuple(weight.shape), **where) if needs[1] else None,
            sum(grad, dim=(0, 2, 3)) if len(needs) > 2 and needs[2] else None)


@op(symbol="convᵀ", keeps="y weight", hidden=True)
def conv2d_input(xp, y, weight, *, shape, stride, padding, dilation, groups):
    """Compute the gradient of conv2d with respect to its input: a transposed convolution of y with the filters.

    y        (N, O, OH, OW)
    returns  shape, (N, C, H, W)
    """
    where = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    if y.dtype.char == "e":
        return in_float32(conv2d_input.forward, xp, y, weight, shape=shape, **where)
    result = by_faster_kernel("input_gradient", xp, y, weight, image=shape, filters=weight.shape, **where)
    if result is not None:
        return result
    N, C, H, W = shape
    kernel, out = weight.shape[2:], y.shape[2:]
    filters = weight.reshape(groups, weight.shape[0] // groups, -1, *kernel)        # (g, O/g, C/g, kh, kw)
    margin = tuple(d * (k - 1) - p for d, k, p in zip(dilation, kernel, padding))
    if (stride == (1, 1) and min(margin) >= 0 and (xp.__name__ != "numpy" or finite(filters))
            and 3 * C * out[0] * out[1] >= weight.shape[0] * H * W):           # else im2col of y is too slow
        flipped = filters.swapaxes(1, 2)[..., ::-1, ::-1].reshape(C, -1, *kernel)   # needs finite filters: 0 · ∞ is nan
        return conv2d.forward(xp, y, flipped, None, **{**where, "padding": margin})
    filters = xp.ascontiguousarray(filters.reshape(groups, filters.shape[1], -1).swapaxes(1, 2))
    y = xp.ascontiguousarray(y).reshape(N, groups, y.shape[1] // groups, out[0] * out[1])
    result = xp.zeros((N, C, H + 2 * padding[0], W + 2 * padding[1]), y.dtype)
    step = images_at_once(xp, N, C * kernel[0] * kernel[1] * out[0] * out[1] * y.itemsize)
    for first in (0,) if step is N else range(0, N, step):
        unfolded = xp.matmul(filters, y[first:first + step])
        unfolded = unfolded.reshape(unfolded.shape[0], C, kernel[0] * kernel[1], *out)
        for position, window in enumerate(kernel_slices(kernel, stride, dilation, out)):
            result[first:first + step][window] += unfolded[:, :, position]
    return xp.ascontiguousarray(result[:, :, padding[0]:padding[0] + H, padding[1]:padding[1] + W])


@derivative_of(conv2d_input)
def conv2d_input_derivative(grad, out, y, weight, needs, *, shape, **where):
    return (conv2d(grad, weight, None, **where) if needs[0] else None,
            conv2d_weight(y, grad, shape=tuple(weight.shape), **where) if needs[1] else None)


@op(symbol="conv", keeps="y x", hidden=True)
def conv2d_weight(xp, y, x, *, shape, stride, padding, dilation, groups):
    """Compute the gradient of conv2d with respect to its filters: sum y times the windows of x over all images.

    y        (N, O, OH, OW)
    x        (N, C, H, W)
    returns  shape, (O, C/groups, kh, kw)
    """
    where = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    if y.dtype.char == "e":
        return in_float32(conv2d_weight.forward, xp, y, x, shape=shape, **where)
    result = by_faster_kernel("weight_gradient", xp, y, x, image=x.shape, filters=shape, **where)
    if result is not None:
        return xp.ascontiguousarray(result)
    out = y.shape[2:]
    y = xp.ascontiguousarray(y).reshape(y.shape[0], groups, y.shape[1] // groups, out[0] * out[1])
    result = xp.zeros((groups, y.shape[2], shape[1] * shape[2] * shape[3]), y.dtype)
    for images, unfolded in columns(xp, x, shape[2:], stride, padding, dilation, out, groups):
        result += xp.add.reduce(xp.matmul(y[images], unfolded.swapaxes(-1, -2)), axis=0)
    return result.reshape(shape)


@derivative_of(conv2d_weight)
def conv2d_weight_derivative(grad, out, y, x, needs, *, shape, **where):
    return (conv2d(x, grad, None, **where) if needs[0] else None,
            conv2d_input(y, grad, shape=tuple(x.shape), **where) if needs[1] else None)


@op(symbol="unfold", hidden=True)
def im2col(xp, x, *, kernel, stride, padding, dilation):
    """Copy every window into a column: (N, C, H, W) -> (N, C·kh·kw, windows)."""
    out = tuple(map(out_size, x.shape[2:], kernel, stride, padding, dilation))
    result = xp.empty((x.shape[0], 1, x.shape[1] * kernel[0] * kernel[1], out[0] * out[1]), x.dtype)
    for images, unfolded in columns(xp, x, kernel, stride, padding, dilation, out, 1):
        result[images] = unfolded
    return result[:, 0]


@derivative_of(im2col)
def im2col_derivative(grad, out, x, **where):
    return col2im(grad, shape=tuple(x.shape), **where)


@op(symbol="fold", hidden=True)
def col2im(xp, y, *, shape, kernel, stride, padding, dilation):
    """Compute the transpose of im2col: add every column to an image of `shape`, at its window."""
    N, C, H, W = shape
    out = tuple(map(out_size, shape[2:], kernel, stride, padding, dilation))
    result = xp.zeros((N, C, H + 2 * padding[0], W + 2 * padding[1]), y.dtype)
    y = y.reshape(N, C, kernel[0] * kernel[1], *out)
    for position, window in enumerate(kernel_slices(kernel, stride, dilation, out)):
        result[window] += y[:, :, position]
    return xp.ascontiguousarray(result[:, :, padding[0]:padding[0] + H, padding[1]:padding[1] + W])


@derivative_of(col2im)
def col2im_derivative(grad, out, y, *, shape, **where):
    return im2col(grad, **where)
