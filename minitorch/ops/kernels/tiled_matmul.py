"""Matrix products in tiles: a few rows by a few columns of the result at a time.

OpenBLAS first copies the matrices into its own order, except small matrices on processors with AVX-512, for which it
has other kernels. For the few rows of one step of an LSTM, several small products there take two thirds of the time of
one large product. So the weight is cut into tiles once, and multiplied at every step.
"""

import numpy as np

from ...backend import threads
from ...backend.memory import aligned

TILES = (32, 64), (16, 64), (32, 32), (16, 32)     # (rows, columns) of a tile, the fastest first
LIMIT = 10 ** 6                      # maximum number of multiplications of a product for which OpenBLAS makes no copies
SMALL_KERNELS = {"SkylakeX", "Cooperlake", "SapphireRapids"}       # processors with AVX-512


def tile_weight(xp, weight, n):
    """Prepare a weight (…, K, N) for `multiply` with n rows.

    returns  tiles of columns (…, 1, N/width, K, width), and how many rows to multiply at a time; or the whole weight
             and 0 if tiles would not be faster
    """
    K, N = weight.shape[-2:]
    fits = [(row_block(n, rows), width) for rows, width in TILES
            if N % width == 0 and row_block(n, rows) * K * width <= LIMIT]
    if not fits or fits[0] == (n, N) or xp is not np or threads.core_name() not in SMALL_KERNELS:
        return xp.ascontiguousarray(weight), 0
    rows, width = fits[0]
    view = as_tiles(weight, K, width)
    tiles = aligned(xp, view.shape, view.dtype)
    tiles[...] = view
    return tiles, rows


def multiply(xp, x, weight, out):
    """Compute out (…, n, N) = x (n, K) @ weight, which `tile_weight` prepared."""
    weight, rows = weight
    if not rows:
        return xp.matmul(x, weight, out=out)
    rows = row_block(len(x), rows)
    return xp.matmul(x.reshape(-1, 1, rows, x.shape[1]), weight, out=as_tiles(out, rows, weight.shape[-1]))


def row_block(n, rows):
    """Return `rows` if it divides n; else n."""
    return n if n % rows else rows


def as_tiles(x, rows, width):
    """View a matrix (…, n, N) as tiles: (…, n/rows, N/width, rows, width)."""
    return x.reshape(*x.shape[:-2], -1, rows, x.shape[-1] // width, width).swapaxes(-2, -3)


def tiles_help():
    """Return whether OpenBLAS multiplies small matrices without copying them: on some processors, with one thread."""
    return threads.core_name() in SMALL_KERNELS and threads.get_num_threads() == 1


def matmul_tiles(x, y, rows, width, out=None):
    """Return x (m, k) @ y (k, n), computed in tiles (rows, width); `rows` divides m, and `width` divides n."""
    if out is None:
        out = aligned(np, (len(x), y.shape[1]), x.dtype)
    if not tiles_help():
        return np.matmul(x, y, out=out)
    columns = y.reshape(len(y), -1, width).swapaxes(0, 1)
    np.matmul(x.reshape(-1, 1, rows, x.shape[1]), columns, out=as_tiles(out, rows, width))
    return out
