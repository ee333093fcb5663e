"""Pooling: each window of an image becomes one number, its maximum or its mean."""

from ...engine import derivative_of, op
from ..kernels.tiling import in_float32, masked
from .convolution import kernel_slices
from .padding import out_size


def count_windows(x, kernel, stride, padding, dilation, ceil_mode, name):
    """Return the number of windows, (OH, OW), or (OD, OH, OW) in a volume; raise if no window fits."""
    size = x.shape[-len(kernel):]
    out = tuple([out_size(*along, ceil_mode) for along in zip(size, kernel, stride, padding, dilation)])
    if any(n < 1 for n in out) or any(2 * p > k for p, k in zip(padding, kernel)):
        raise RuntimeError(f"{name}: a window of {kernel} with padding {padding} does not fit an image of "
                           f"{tuple(size)}: the output would be {out}, and padding may be at most half "
                           "the kernel. Is the image already too small?")
    return out


def padded_size(size, out, kernel, stride, padding, dilation=(1, 1)):
    """Return height and width with padding before the image, and after it up to the end of the last windows."""
    return tuple([max(p + length, s * (n - 1) + d * (k - 1) + 1)
                  for length, n, k, s, p, d in zip(size, out, kernel, stride, padding, dilation)])


def padded(xp, x, padding, size, value):
    """Return an array of `size` filled with `value`, with x at the offset `padding`."""
    (top, left), (H, W) = padding, x.shape[-2:]
    if size == (H, W):
        return x
    out = xp.full((*x.shape[:-2], *size), value, x.dtype)
    out[..., top:top + H, left:left + W] = x
    return out


@op(symbol="max pool", residual=True, hidden=True)
def max_pool2d(xp, x, *, kernel, stride, padding=(0, 0), dilation=(1, 1), ceil_mode=False):
    """Return the maximum of each window, (…, H, W) -> (…, OH, OW); padding never counts.

    The residual is, for each window, the position of the maximum in the kernel (of the first, if there are several).
    """
    out = count_windows(x, kernel, stride, padding, dilation, ceil_mode, "max_pool2d")
    lowest = -float("inf") if x.dtype.kind == "f" else xp.iinfo(x.dtype).min
    image, size = x, padded_size(x.shape[-2:], out, kernel, stride, padding, dilation)
    x = padded(xp, x, padding, size, lowest)
    windows = kernel_slices(kernel, stride, dilation, out)
    if xp.__name__ != "numpy":                           # on a GPU, the check below would wait
        inside = padded(xp, xp.ones(image.shape[-2:], bool), padding, size, False)
        return largest_inside(xp, x, inside, windows)
    best = x[next(windows)].copy()
    index = xp.zeros(best.shape, "uint8" if kernel[0] * kernel[1] < 256 else "int32")
    for position, window in enumerate(windows, 1):
        here = xp.ascontiguousarray(x[window])
        larger = (here > best).astype(index.dtype)
        larger *= position
        xp.maximum(index, larger, out=index)        # after the loop, `index` is the last position with a larger element
        xp.maximum(best, here, out=best)
    unsure = best.size and (x.dtype.kind == "f" or x is not image)    # x may have a nan, or a window of `lowest` only
    if unsure and not xp.minimum.reduce(best, axis=None) > lowest:
        inside = padded(xp, xp.ones(image.shape[-2:], bool), padding, size, False)
        return largest_inside(xp, x, inside, kernel_slices(kernel, stride, dilation, out))
    return best, index


def largest_inside(xp, x, inside, windows):
    """Return the maximum of each window and its position: the last nan, or the first maximum inside the image."""
    best = index = None
    for position, window in enumerate(windows):
        here, there = x[window], inside[window]
        if best is None:
            best, index = here.copy(), xp.where(there, 0, xp.full(here.shape, -1, "int32"))
            continue
        taken = there & ((index < 0) | (here > best) | (here != here))
        best, index = xp.where(taken, here, best), xp.where(taken, position, index)
    return best, xp.maximum(index, 0).astype("int32")


@derivative_of(max_pool2d)
def max_pool2d_derivative(grad, out, x, *, ceil_mode, **where):
    return scatter_windows(grad, out, shape=tuple(x.shape), **where)


@op(symbol="scatter", keeps="index", promotes=False, hidden=True)
def scatter_windows(xp, y, index, *, shape, kernel, stride, padding, dilation):
    """Add each y to zeros of `shape`, at the position in its window that `index` gives."""
    (top, left), (H, W), out = padding, shape[-2:], y.shape[-2:]
    result = xp.zeros((*shape[:-2], *padded_size((H, W), out, kernel, stride, padding, dilation)), y.dtype)
    disjoint = stride[0] >= kernel[0] and stride[1] >= kernel[1] and dilation == (1, 1)
    for position, window in enumerate(kernel_slices(kernel, stride, dilation, out)):
        if disjoint:
            result[window] = masked(xp, index == position, y)
        else:
            result[window] += masked(xp, index == position, y)
    return result[..., top:top + H, left:left + W]


@derivative_of(scatter_windows)
def scatter_windows_derivative(grad, out, y, index, *, shape, **where):
    return gather_windows(grad, index, size=tuple(y.shape[-2:]), **where), None


@op(symbol="gather", keeps="index", promotes=False, hidden=True)
def gather_windows(xp, x, index, *, size, kernel, stride, padding, dilation):
    """Return from each of `size` windows the element of x at the position `index` gives; 0 outside the image."""
    x = padded(xp, x, padding, padded_size(x.shape[-2:], size, kernel, stride, padding, dilation), 0)
    result = xp.zeros((*x.shape[:-2], *size), x.dtype)
    for position, window in enumerate(kernel_slices(kernel, stride, dilation, size)):
        xp.copyto(result, x[window], where=index == position)
    return result


@derivative_of(gather_windows)
def gather_windows_derivative(grad, out, x, index, *, size, **where):
    return scatter_windows(grad, index, shape=tuple(x.shape), **where), None


def divisors(xp, dtype, shape, out, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    """Return the divisor of each window's sum: one number, or one for each window if windows reach over the edge."""
    if divisor:
        return divisor
    if not ceil_mode and (count_include_pad or padding == (0, 0)):
        return kernel[0] * kernel[1]
    sizes = []
    for n, size, k, s, p in zip(out, shape, kernel, stride, padding):
        start = xp.arange(n) * s - p
        low, high = (-p, size + p) if count_include_pad else (0, size)
        sizes.append(xp.minimum(start + k, high) - xp.maximum(start, low))
    return (sizes[0][:, None] * sizes[1]).astype(dtype)


@op(symbol="avg pool", hidden=True, once=True)
def avg_pool2d(xp, x, *, kernel, stride, padding=(0, 0), ceil_mode=False, count_include_pad=True, divisor=None):
    """Return the mean of each window, (…, H, W) -> (…, OH, OW)."""
    if x.dtype.kind != "f" and x.dtype != "int64":
        raise NotImplementedError(f'"avg_pool2d" not implemented for {x.dtype}: convert first, as in x.float().')
    if x.dtype.char == "e":
        return in_float32(avg_pool2d.forward, xp, x, kernel=kernel, stride=stride, padding=padding,
                          ceil_mode=ceil_mode, count_include_pad=count_include_pad, divisor=divisor)
    out = count_windows(x, kernel, stride, padding, (1, 1), ceil_mode, "avg_pool2d")
    divide = divisors(xp, x.dtype, x.shape[-2:], out, kernel, stride, padding, ceil_mode, count_include_pad, divisor)
    x = padded(xp, x, padding, padded_size(x.shape[-2:], out, kernel, stride, padding), 0)
    windows = kernel_slices(kernel, stride, (1, 1), out)
    total = x[next(windows)].copy()
    for window in windows:
        total += x[window]
    return total / divide if total.dtype.kind == "f" else xp.trunc(total / divide).astype(total.dtype)


@derivative_of(avg_pool2d)
def avg_pool2d_derivative(grad, out, x, **where):
    return avg_pool2d_gradient(grad, shape=tuple(x.shape), **where)


@op(symbol="spread", hidden=True)
def avg_pool2d_gradient(xp, y, *, shape, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    """Divide each y evenly among the elements of its window."""
    if y.dtype.char == "e":
        return in_float32(avg_pool2d_gradient.forward, xp, y, shape=shape, kernel=kernel, stride=stride,
                          padding=padding, ceil_mode=ceil_mode, count_include_pad=count_include_pad, divisor=divisor)
    (top, left), (H, W), out = padding, shape[-2:], y.shape[-2:]
    y = y / divisors(xp, y.dtype, (H, W), out, kernel, stride, padding, ceil_mode, count_include_pad, divisor)
    result = xp.zeros((*shape[:-2], *padded_size((H, W), out, kernel, stride, padding)), y.dtype)
    for window in kernel_slices(kernel, stride, (1, 1), out):
        result[window] += y
    return result[..., top:top + H, left:left + W]


@derivative_of(avg_pool2d_gradient)
def avg_pool2d_gradient_derivative(grad, out, y, *, shape, **where):
    return avg_pool2d(grad, **where)


@op(symbol="argmax pool", hidden=True)
def max_pool2d_indices(xp, x, *, kernel, stride, padding=(0, 0), dilation=(1, 1), ceil_mode=False):
    """Return the index of each window's maximum, counted row by row in its (H, W) plane, for MaxUnpool."""
    best, index = max_pool2d.forward(xp, x, kernel=kernel, stride=stride, padding=padding, dilation=dilation,
                                     ceil_mode=ceil_mode)
    OH, OW = best.shape[-2:]
    row = xp.arange(OH)[:, None] * stride[0] - padding[0] + index.astype("int64") // kernel[1] * dilation[0]
    column = xp.arange(OW) * stride[1] - padding[1] + index.astype("int64") % kernel[1] * dilation[1]
    return row * x.shape[-1] + column
