"""Pooling: one number a window, its largest or its mean."""

from ...graph import derivative_of, op
from ..kernels.select import masked
from .convolution import windows
from .resample import taps
from .sliding import in_float32, out_size


def room(x, kernel, stride, padding, dilation, ceil_mode, name):
    """How many windows there are, and how far the last of them reach: (out, padded sizes)."""
    along = list(zip(x.shape[-2:], kernel, stride, padding, dilation))
    out = tuple([out_size(*each, ceil_mode) for each in along])
    if min(out) < 1 or 2 * padding[0] > kernel[0] or 2 * padding[1] > kernel[1]:
        raise RuntimeError(f"{name}: a window of {kernel} with padding {padding} does not fit an image of "
                           f"{tuple(x.shape[-2:])}: the output would be {out}, and padding may be at most half "
                           "the kernel. Is the image already too small?")
    return out, [max(s * (n - 1) + d * (k - 1) + 1, size + p) for n, (size, k, s, p, d) in zip(out, along)]


def framed(xp, x, padding, reach, value):
    """x with `padding` before, and after it as much as the last windows reach."""
    top, left = padding
    H, W = x.shape[-2:]
    if (top, left) == (0, 0) and reach[0] <= H and reach[1] <= W:
        return x
    out = xp.full((*x.shape[:-2], max(reach[0], top + H), max(reach[1], left + W)), value, x.dtype)
    out[..., top:top + H, left:left + W] = x
    return out


@op(symbol="max pool", residual=True, hidden=True)
def max_pool2d(xp, x, *, kernel, stride, padding=(0, 0), dilation=(1, 1), ceil_mode=False):
    """The largest of each window, (…, H, W) -> (…, OH, OW); nothing outside the image counts.

    The residual says, for each window, which place in the kernel it came from (the first of several).
    """
    out, reach = room(x, kernel, stride, padding, dilation, ceil_mode, "max_pool2d")
    lowest = -float("inf") if x.dtype.kind == "f" else xp.iinfo(x.dtype).min
    x = framed(xp, x, padding, reach, lowest)
    places = windows(kernel, stride, dilation, out)
    best = x[next(places)].copy()
    index = xp.zeros(best.shape, "uint8" if kernel[0] * kernel[1] < 256 else "int32")
    for place, window in enumerate(places, 1):
        here = xp.ascontiguousarray(x[window])
        larger = (here > best).astype(index.dtype)
        larger *= place
        xp.maximum(index, larger, out=index)             # places come in order: the last larger one stays
        xp.maximum(best, here, out=best)
    return best, index


@derivative_of(max_pool2d)
def max_pool2d_derivative(grad, out, x, *, kernel, stride, padding, dilation, ceil_mode):
    return place_in_windows(grad, out, shape=tuple(x.shape), kernel=kernel, stride=stride, padding=padding,
                            dilation=dilation)


@op(symbol="place", keeps="index", promotes=False, hidden=True)
def place_in_windows(xp, y, index, *, shape, kernel, stride, padding, dilation):
    """Zeros of `shape` with each y added at the place of its window that `index` names."""
    (top, left), (H, W), out = padding, shape[-2:], y.shape[-2:]
    reach = [s * (n - 1) + d * (k - 1) + 1 for s, n, d, k in zip(stride, out, dilation, kernel)]
    result = xp.zeros((*shape[:-2], max(reach[0], top + H), max(reach[1], left + W)), y.dtype)
    apart = stride[0] >= kernel[0] and stride[1] >= kernel[1] and dilation == (1, 1)
    for place, window in enumerate(windows(kernel, stride, dilation, out)):
        if apart:
            result[window] = masked(xp, index == place, y)
        else:
            result[window] += masked(xp, index == place, y)
    return result[..., top:top + H, left:left + W]


@derivative_of(place_in_windows)
def place_in_windows_derivative(grad, out, y, index, *, shape, **where):
    return pick_from_windows(grad, index, size=tuple(y.shape[-2:]), **where), None


@op(symbol="pick", keeps="index", promotes=False, hidden=True)
def pick_from_windows(xp, x, index, *, size, kernel, stride, padding, dilation):
    """From each of the windows, `size` of them, the element of x at the place that `index` names; 0 outside."""
    reach = [s * (n - 1) + d * (k - 1) + 1 for s, n, d, k in zip(stride, size, dilation, kernel)]
    x = framed(xp, x, padding, reach, 0)
    result = xp.zeros((*x.shape[:-2], *size), x.dtype)
    for place, window in enumerate(windows(kernel, stride, dilation, size)):
        xp.copyto(result, x[window], where=index == place)
    return result


@derivative_of(pick_from_windows)
def pick_from_windows_derivative(grad, out, x, index, *, size, **where):
    return place_in_windows(grad, index, shape=tuple(x.shape), **where), None


def counts(xp, dtype, shape, out, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    """By how much the sum of each window is divided: a number, or one for each window at a ragged edge."""
    if divisor:
        return divisor
    if count_include_pad and not ceil_mode or padding == (0, 0) and not ceil_mode:
        return kernel[0] * kernel[1]
    sizes = []
    for n, size, k, s, p in zip(out, shape, kernel, stride, padding):
        start = xp.arange(n) * s - p
        low, high = (-p, size + p) if count_include_pad else (0, size)
        sizes.append(xp.minimum(start + k, high) - xp.maximum(start, low))
    return (sizes[0][:, None] * sizes[1]).astype(dtype)


@op(symbol="avg pool", hidden=True)
def avg_pool2d(xp, x, *, kernel, stride, padding=(0, 0), ceil_mode=False, count_include_pad=True, divisor=None):
    """The mean of each window, (…, H, W) -> (…, OH, OW)."""
    if x.dtype.kind != "f" and x.dtype != "int64":
        raise NotImplementedError(f'"avg_pool2d" not implemented for {x.dtype}: convert first, as in x.float().')
    if x.dtype.char == "e":
        return in_float32(avg_pool2d.forward, xp, x, kernel=kernel, stride=stride, padding=padding,
                          ceil_mode=ceil_mode, count_include_pad=count_include_pad, divisor=divisor)
    out, reach = room(x, kernel, stride, padding, (1, 1), ceil_mode, "avg_pool2d")
    divide = counts(xp, x.dtype, x.shape[-2:], out, kernel, stride, padding, ceil_mode, count_include_pad, divisor)
    x = framed(xp, x, padding, reach, 0)
    places = windows(kernel, stride, (1, 1), out)
    total = x[next(places)].copy()
    for window in places:
        total += x[window]
    return total / divide if total.dtype.kind == "f" else xp.trunc(total / divide).astype(total.dtype)


@derivative_of(avg_pool2d)
def avg_pool2d_derivative(grad, out, x, **where):
    return spread_in_windows(grad, shape=tuple(x.shape), **where)


@op(symbol="spread", hidden=True)
def spread_in_windows(xp, y, *, shape, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    """Each y shared evenly among the places of its window: avg_pool2d, backwards."""
    if y.dtype.char == "e":
        return in_float32(spread_in_windows.forward, xp, y, shape=shape, kernel=kernel, stride=stride, padding=padding,
                          ceil_mode=ceil_mode, count_include_pad=count_include_pad, divisor=divisor)
    (top, left), (H, W), out = padding, shape[-2:], y.shape[-2:]
    y = y / counts(xp, y.dtype, (H, W), out, kernel, stride, padding, ceil_mode, count_include_pad, divisor)
    reach = [s * (n - 1) + k for s, n, k in zip(stride, out, kernel)]
    result = xp.zeros((*shape[:-2], max(reach[0], top + H), max(reach[1], left + W)), y.dtype)
    for window in windows(kernel, stride, (1, 1), out):
        result[window] += y
    return result[..., top:top + H, left:left + W]


@derivative_of(spread_in_windows)
def spread_in_windows_derivative(grad, out, y, *, shape, **where):
    return avg_pool2d(grad, **where)


@op(symbol="argmax pool", hidden=True)
def max_pool2d_indices(xp, x, *, kernel, stride, padding=(0, 0), dilation=(1, 1), ceil_mode=False):
    """Where the largest of each window stands, counted row by row in its plane: what MaxUnpool takes."""
    best, index = max_pool2d.forward(xp, x, kernel=kernel, stride=stride, padding=padding, dilation=dilation,
                                     ceil_mode=ceil_mode)
    OH, OW = best.shape[-2:]
    row = xp.arange(OH)[:, None] * stride[0] - padding[0] + index.astype("int64") // kernel[1] * dilation[0]
    column = xp.arange(OW) * stride[1] - padding[1] + index.astype("int64") % kernel[1] * dilation[1]
    return row * x.shape[-1] + column


@op(symbol="argmax pool", hidden=True)
def adaptive_indices(xp, x, *, size):
    """Where the largest of each of size[0] × size[1] shares of the plane stands, counted row by row."""
    rows, columns = (taps(xp, old, new, "area")[0] for old, new in zip(x.shape[-2:], size))
    if not x.size or 0 in size:
        return xp.zeros((*x.shape[:-2], *size), "int64")
    shares = x[..., rows[:, None, :, None], columns[None, :, None, :]]                 # (…, OH, OW, kh, kw)
    best = shares.reshape(*shares.shape[:-2], -1).argmax(-1)
    row = rows[xp.arange(size[0])[:, None], best // columns.shape[1]]
    return row * x.shape[-1] + columns[xp.arange(size[1]), best % columns.shape[1]]
