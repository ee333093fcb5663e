"""Compute a matrix product in tiles, some rows by some columns, if that saves a copy.

OpenBLAS copies the matrices of a large product into another order. For a small product, with at most a million
multiplications, it does not copy them, which saves 20 % of the time if each sum has at most a few hundred terms. The
rules below were measured with products of 32 to 1024 terms, 64 to 2048 rows and 64 to 512 columns.
"""

import numpy as np

from ...ops.kernels import tiled_matmul
from ...ops.kernels.tiled_matmul import LIMIT, matmul_tiles

ONE_SUM = 384            # number of terms of a sum; OpenBLAS splits longer sums, perhaps elsewhere if it computes tiles
TOLERANCE = 2e-6                       # maximum relative difference that tiles may cause in products with more terms
NARROW = 16                            # minimum number of columns; narrower tiles are slower


def layout(program):
    """Compute products of float32 matrices in tiles, if that is faster on this processor and thread."""
    if not tiled_matmul.tiles_help():
        return program
    return program.with_steps([in_tiles(step) if is_product(step) else step for step in program.steps])


def is_product(step):
    return (step.call is np.matmul and all(len(x.shape) == 2 and x.dtype == np.float32 for x in step.values)
            and step.outputs[0].size * step.args[0].shape[1] > LIMIT)


def in_tiles(step):
    """Return the step with a tile size; return it unchanged if tiles are not faster."""
    x, y = step.args
    (m, k), n = x.shape, y.shape[1]
    least, even = tile_size(matrix_form(x) + matrix_form(y), m, n, k)
    rows = next((rows for rows in range(least, min(2 * least, m) + 1) if m % rows == 0), 0) if least else 0
    width = next((n // parts for parts in range(1, n + 1) if n % parts == 0 and n // parts * rows * k <= LIMIT), 0)
    if not rows or width < NARROW or width % even:
        return step
    return step.replaced({}, name="matmul_tiles", call=matmul_tiles, settings={"rows": rows, "width": width})


def matrix_form(x):
    """Return "N" for a matrix in row-major order, "T" for column-major order, else "?"."""
    return "N" if x.strides[1] == x.dtype.itemsize else "T" if x.strides[0] == x.dtype.itemsize else "?"


def tile_size(form, m, n, k):
    """Return (minimum number of rows of a tile, or 0 for no tiles; the number that must divide its columns)."""
    if form == "NN":
        return (16, 16) if k <= ONE_SUM else (8, 64) if n <= 256 and k <= 1024 else (0, 1)
    if form == "TN":
        return (32, 1) if k <= 64 or k <= ONE_SUM and m <= 512 else (0, 1)
    return (8, 64) if form == "NT" and 2 * ONE_SUM <= k and m <= 128 and n <= 256 else (0, 1)
