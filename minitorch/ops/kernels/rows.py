"""Row-by-row kernels that softmax, attention and the normalisations share."""

from .tiling import blocks, scratch

LEAST, MOST = 1e-2, 1e30                 # Σ eˣ in between: no eˣ that matters is lost in float32


def row_dots(xp, a, b):
    """The dot product of each row of a with the same row of b: (m, n) and (m, n) -> (m,)."""
    return xp.matmul(a[:, None], b[:, :, None])[:, 0, 0]


def softmax_rows(xp, rows, out, masked=False):
    """Write eˣ over its sum in each row of `rows` (m, n) to `out`, which may be the same array.

    masked   a row of nothing but −∞ gives zeros, not nan

    Subtracting the largest of each row first keeps eˣ from overflowing, but costs more than all the rest; the sums
    tell which blocks need it. (On a GPU the check would have to wait for the device: there it is always subtracted.)
    """
    ones = xp.ones((rows.shape[1], 1), rows.dtype)       # sums along rows are fastest as matrix products
    buffer, = scratch(xp, *rows.shape, rows.dtype, 1)
    for part in blocks(xp, *rows.shape):
        block = rows[part]
        powers = xp.exp(block, out=buffer[:len(block)])
        total = powers @ ones
        if xp.__name__ != "numpy" or not (total.min() > LEAST and total.max() < MOST):
            peak = block.max(1, keepdims=True)
            if masked:
                xp.maximum(peak, xp.finfo(rows.dtype).min, out=peak)
            xp.subtract(block, peak, out=powers)
            xp.exp(powers, out=powers)
            total = powers @ ones
            if masked:
                total += total == 0
        xp.divide(powers, total, out=out[part])
