"""Padding: around an image one value, or the image itself, mirrored, its edges repeated, or wrapped around."""

from ...dtypes import fitting
from ...engine import derivative_of, op


@op(symbol="pad", hidden=True)
def pad(xp, x, *, widths, value=0):
    """`value` around the last dimensions: widths ((before, after), …), one pair a dimension; negative cuts."""
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


def along(dim, index):
    """The index of one element, or a slice of them, along a dimension."""
    return (slice(None),) * dim + (index,)


def sources(size, before, after, mode):
    """For each element of the margins, (its index in the padded dimension, the index in the image that it copies)."""
    last = size - 1
    for i in (*range(-before, 0), *range(size, size + after)):
        if mode == "reflect":
            source = -i if i < 0 else 2 * last - i
        elif mode == "replicate":
            source = 0 if i < 0 else last
        else:
            source = i % size
        yield i + before, source


@op(symbol="pad", hidden=True)
def pad_edges(xp, x, *, widths, mode):
    """Margins that copy the image: "reflect", "replicate" or "circular"; widths as in pad, none negative."""
    for dim, (before, after) in enumerate(widths, x.ndim - len(widths)):
        size = x.shape[dim]
        index = xp.arange(-before, size + after).clip(0, size - 1)
        for i, source in sources(size, before, after, mode):
            index[i] = source
        x = xp.take(x, index, axis=dim)
    return x


@derivative_of(pad_edges)
def pad_edges_derivative(grad, out, x, *, widths, mode):
    return fold_edges(grad, widths=widths, mode=mode)


@op(symbol="fold", hidden=True)
def fold_edges(xp, y, *, widths, mode):
    """The transpose of pad_edges: the margins cut off, each element of them added to the one that it copied."""
    for dim, (before, after) in enumerate(widths, y.ndim - len(widths)):
        size = y.shape[dim] - before - after
        inside = y[along(dim, slice(before, before + size))].copy()
        for i, source in sources(size, before, after, mode):
            inside[along(dim, source)] += y[along(dim, i)]
        y = inside
    return y


@derivative_of(fold_edges)
def fold_edges_derivative(grad, out, y, *, widths, mode):
    return pad_edges(grad, widths=widths, mode=mode)
