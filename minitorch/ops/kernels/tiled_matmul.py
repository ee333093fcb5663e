"""Products of a few rows with one weight matrix, again and again, as in the steps of an LSTM: in tiles.

OpenBLAS first copies what it multiplies into an order of its own, unless there is little to multiply. For the few rows
of one step, small products take two thirds of the time of a whole one. So the weight is cut into tiles once.
"""

import numpy as np

from ...memory import aligned

TILES = (32, 64), (16, 64), (32, 32), (16, 32)     # rows and columns multiplied at a time, the best first
LIMIT = 10 ** 6                          # multiplications, up to which OpenBLAS needs no copies


def tile_weight(xp, weight, n):
    """Prepare a weight (…, K, N) for `multiply` with n rows.

    returns  tiles of columns (…, 1, N/width, K, width), and how many rows go at a time; or the whole weight and 0
    """
    K, N = weight.shape[-2:]
    fits = [(row_block(n, rows), width) for rows, width in TILES
            if N % width == 0 and row_block(n, rows) * K * width <= LIMIT]
    if not fits or fits[0] == (n, N) or xp is not np:
        return xp.ascontiguousarray(weight), 0
    rows, width = fits[0]
    view = as_tiles(weight, K, width)
    tiles = aligned(xp, view.shape, view.dtype)
    tiles[...] = view
    return tiles, rows


def multiply(xp, x, weight, out):
    """out (…, n, N) = x (n, K) @ weight, as `tile_weight` prepared it."""
    weight, rows = weight
    if not rows:
        return xp.matmul(x, weight, out=out)
    rows = row_block(len(x), rows)
    return xp.matmul(x.reshape(-1, 1, rows, x.shape[1]), weight, out=as_tiles(out, rows, weight.shape[-1]))


def row_block(n, rows):
    """`rows` where it divides n; else all n."""
    return n if n % rows else rows


def as_tiles(x, rows, width):
    """A matrix (…, n, N) as tiles, a view: (…, n/rows, N/width, rows, width)."""
    return x.reshape(*x.shape[:-2], -1, rows, x.shape[-1] // width, width).swapaxes(-2, -3)
