"""More around an image: one value, or the image itself, mirrored, stretched or repeated."""

from ...dtypes import fitting
from ...graph import derivative_of, op


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


def along(dim, place):
    """The index of one place, or a slice of places, along a dimension."""
    return (slice(None),) * dim + (place,)


def sources(size, before, after, mode):
    """For each place of the margins, (where it lies in the padded dimension, which place it copies)."""
    last = size - 1
    for place in (*range(-before, 0), *range(size, size + after)):
        if mode == "reflect":
            source = -place if place < 0 else 2 * last - place
        elif mode == "replicate":
            source = 0 if place < 0 else last
        else:
            source = place % size
        yield place + before, source


@op(symbol="pad", hidden=True)
def pad_edges(xp, x, *, widths, mode):
    """Margins that copy the image: "reflect", "replicate" or "circular"; widths as in pad, none negative."""
    for dim, (before, after) in enumerate(widths, x.ndim - len(widths)):
        size = x.shape[dim]
        taken = xp.arange(-before, size + after).clip(0, size - 1)
        for place, source in sources(size, before, after, mode):
            taken[place] = source
        x = xp.take(x, taken, axis=dim)
    return x


@derivative_of(pad_edges)
def pad_edges_derivative(grad, out, x, *, widths, mode):
    return fold_edges(grad, widths=widths, mode=mode)


@op(symbol="fold", hidden=True)
def fold_edges(xp, y, *, widths, mode):
    """The margins cut off, each place of them added to the one it copies: pad_edges, backwards."""
    for dim, (before, after) in enumerate(widths, y.ndim - len(widths)):
        size = y.shape[dim] - before - after
        inside = y[along(dim, slice(before, before + size))].copy()
        for place, source in sources(size, before, after, mode):
            inside[along(dim, source)] += y[along(dim, place)]
        y = inside
    return y


@derivative_of(fold_edges)
def fold_edges_derivative(grad, out, y, *, widths, mode):
    return pad_edges(grad, widths=widths, mode=mode)
