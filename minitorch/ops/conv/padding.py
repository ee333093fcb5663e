"""Padding of images: with one value, or with copies of the image: mirrored, with repeated edges, or wrapped around.

Windows that slide along one dimension: their number, and a view of them all.
"""

from ...backend import META_LIBRARY
from ...dtypes import fitting
from ...engine import derivative_of, op
from ...runtime import Tensor, check_dims, forward_for, function


@op(symbol="pad", hidden=True)
def pad(xp, x, *, widths, value=0):
    """Put `value` around the last dimensions: widths ((before, after), …), a pair for each; negative widths crop."""
    fixed = x.ndim - len(widths)
    size = x.shape[:fixed] + tuple(n + a + b for n, (a, b) in zip(x.shape[fixed:], widths))
    out = xp.full(size, value if x.dtype.kind == "c" else fitting(float(value), x.dtype), x.dtype)
    to = tuple(slice(max(a, 0), n - max(b, 0)) for n, (a, b) in zip(size[fixed:], widths))
    of = tuple(slice(max(-a, 0), n - max(-b, 0)) for n, (a, b) in zip(x.shape[fixed:], widths))
    out[(..., *to)] = x[(..., *of)]
    return out


@derivative_of(pad)
def pad_derivative(grad, out, x, *, widths, value):
    return pad(grad, widths=tuple((-a, -b) for a, b in widths))


def index_along(dim, index):
    """Return the index of one element, or of a slice, along a dimension."""
    return (slice(None),) * dim + (index,)


def copied_indices(size, before, after, mode):
    """Yield (index in the padded dimension, index of the element to copy) for each element of the padding."""
    last = size - 1
    for i in (*range(-before, 0), *range(size, size + after)):
        if mode == "reflect":
            source = -i if i < 0 else 2 * last - i
        elif mode == "replicate":
            source = 0 if i < 0 else last
        else:
            source = i % size
        yield i + before, source


@op(symbol="pad", hidden=True, once=True)
def pad_edges(xp, x, *, widths, mode):
    """Pad with copies of the image: "reflect", "replicate" or "circular"; widths as in pad, none negative."""
    for dim, (before, after) in enumerate(widths, x.ndim - len(widths)):
        size = x.shape[dim]
        index = xp.arange(-before, size + after).clip(0, size - 1)
        for i, source in copied_indices(size, before, after, mode):
            index[i] = source
        x = xp.take(x, index, axis=dim)
    return x


@derivative_of(pad_edges)
def pad_edges_derivative(grad, out, x, *, widths, mode):
    return fold_edges(grad, widths=widths, mode=mode)


@op(symbol="fold", hidden=True)
def fold_edges(xp, y, *, widths, mode):
    """Compute the transpose of pad_edges: crop the padding, and add each element of it to the element it copied."""
    for dim, (before, after) in enumerate(widths, y.ndim - len(widths)):
        size = y.shape[dim] - before - after
        inside = y[index_along(dim, slice(before, before + size))].copy()
        for i, source in copied_indices(size, before, after, mode):
            inside[index_along(dim, source)] += y[index_along(dim, i)]
        y = inside
    return y


@derivative_of(fold_edges)
def fold_edges_derivative(grad, out, y, *, widths, mode):
    return pad_edges(grad, widths=widths, mode=mode)


def out_size(size, kernel, stride, padding, dilation, ceil_mode=False):
    """Return how many windows fit along one dimension."""
    room = size + 2 * padding - dilation * (kernel - 1) - 1
    if not ceil_mode:
        return room // stride + 1
    count = -(-room // stride) + 1
    return count - 1 if (count - 1) * stride >= size + padding else count     # drop a window that starts after the end


@op(symbol="windows", view=True, hidden=True, name="unfold")
def unfold_windows(xp, x, *, dim, size, step, dilation=1):
    """View windows of `size`, `step` apart along `dim`, as a new last dimension: (…, windows, …, size). They overlap.

    dilation   the distance between a window's elements
    """
    counts = tuple(out_size(n, size, step, 0, dilation) if d == dim else n for d, n in enumerate(x.shape))
    steps = tuple(s * step if d == dim else s for d, s in enumerate(x.strides))
    return xp.lib.stride_tricks.as_strided(x, (*counts, size), (*steps, x.strides[dim] * dilation))


@forward_for(META_LIBRARY, unfold_windows)
def unfold_windows_on_meta(xp, x, *, dim, size, step, dilation=1):
    if not size:
        return xp.zeros((*x.shape[:dim], x.shape[dim] // step + 1, *x.shape[dim + 1:], 0), x.dtype)
    windows = xp.lib.stride_tricks.sliding_window_view(x, dilation * (size - 1) + 1, dim)
    return windows[(slice(None),) * dim + (slice(None, None, step), ..., slice(None, None, dilation))]


@derivative_of(unfold_windows)
def unfold_windows_derivative(grad, out, x, *, dim, size, step, dilation):
    return fold_windows(grad, shape=tuple(x.shape), dim=dim, step=step, dilation=dilation)


@op(symbol="fold", hidden=True)
def fold_windows(xp, x, *, shape, dim, step, dilation=1):
    """Compute the transpose of unfold: add each window to zeros of `shape`, at its position."""
    out = xp.zeros(shape, x.dtype)
    reach = step * (x.shape[dim] - 1) + 1
    for i in range(x.shape[-1]):
        out[(slice(None),) * dim + (slice(i * dilation, i * dilation + reach, step),)] += x[..., i]
    return out


@derivative_of(fold_windows)
def fold_windows_derivative(grad, out, x, *, shape, dim, step, dilation):
    return unfold_windows(grad, dim=dim, size=x.shape[-1], step=step, dilation=dilation)


@function
def unfold(input: Tensor, dimension: int, size: int, step: int):
    """View windows of `size`, `step` apart along a dimension, as a new last dimension: (…, windows, …, size)."""
    check_dims("unfold", dimension, input.ndim)
    long = input.shape[dimension] if input.ndim else 1
    if not 0 <= size <= long or step < 1:
        raise RuntimeError(f"unfold: a window of size {size} does not fit into a dimension of size {long}, or step "
                           f"{step} is not positive.")
    if not input.ndim:
        return input.view(1)[:size]
    return unfold_windows.function(input, dim=dimension % input.ndim, size=size, step=step)
