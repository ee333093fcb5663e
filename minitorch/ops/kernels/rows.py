"""Rows of a matrix: what softmax, attention and layer norm do with each of them."""

from .tiling import blocks, scratch

LEAST, MOST = 1e-2, 1e30                 # Σ eˣ between which neither it nor any eˣ that matters leaves float32


def dots(xp, a, b):
    """The product of each row of a with the same row of b: (m, n) and (m, n) -> (m,)."""
    return xp.matmul(a[:, None], b[:, :, None])[:, 0, 0]


def softmax_rows(xp, rows, out, blind=False):
    """eˣ over its sum in each row, from `rows` (m, n) into `out`, which may be the same array.

    blind   a row of nothing but −∞ gives zeros, not nan

    Subtracting each row's largest number first keeps eˣ from overflowing, but costs more than all the rest; the sums
    tell which blocks need it. (A GPU would have to be waited for to tell: there all are shifted.)
    """
    ones = xp.ones((rows.shape[1], 1), rows.dtype)       # sums along the short way are quickest as products
    buffer, = scratch(xp, *rows.shape, rows.dtype, 1)
    for part in blocks(xp, *rows.shape):
        mine = rows[part]
        powers = xp.exp(mine, out=buffer[:len(mine)])
        total = powers @ ones
        if xp.__name__ != "numpy" or not (total.min() > LEAST and total.max() < MOST):
            peak = mine.max(1, keepdims=True)
            if blind:
                xp.maximum(peak, xp.finfo(rows.dtype).min, out=peak)
            xp.subtract(mine, peak, out=powers)
            xp.exp(powers, out=powers)
            total = powers @ ones
            if blind:
                total += total == 0
        xp.divide(powers, total, out=out[part])
