"""Winograd's convolution: 3×3 filters with half the products, along the columns of an image.

Four results in a column are computed from six inputs d and a filter g of three as A((G g)·(B d)): six products,
while sums of products take twelve. (B and G compute the values of polynomials at six points, A the coefficients again.)
Along the rows it is im2col: three shifted copies, summed by the matrix product. It works on as many rows at a time as
fit in the cache, and B and A for all of these are one matrix each, which is faster.

The rounding error in float32 is two millionths of the largest result, twice that of im2col. A NaN or an infinity would
spread over its column, so then the result is None, and im2col is used.

Source: Lavin and Gray, Fast Algorithms for Convolutional Neural Networks (2016), F(4, 3).
"""

from functools import cache
from itertools import product

import numpy as np

from .sums import finite

POINTS = 0, 2 / 3, -2 / 3, 3 / 2, -3 / 2        # with 0, ±1, ±2 the rounding error doubles; the sixth point is infinity
CACHE = 600 << 10                         # maximum number of bytes of the three shifted copies of the transformed input
MOST_FOURS = 4            # maximum number of groups of four rows in a strip: the work for B and A grows with the square
CHANNELS = range(16, 257)         # numbers of channels: with fewer channels little time is saved, more exceed the cache
LEAST_RESULTS = 8, 512                           # minimum number of results along a side of an image, and in all images
SPLITS_BATCH = True                              # the images of a batch are divided among cores


def supports(dtype, image, filters, *, stride, padding, dilation, groups):
    """Return whether this algorithm supports x of shape `image` (N, C, H, W) and filters of `filters` (O, C, 3, 3)."""
    if filters[2:] != (3, 3) or (stride, dilation, groups) != ((1, 1), (1, 1), 1):
        return False
    if filters[0] not in CHANNELS or filters[1] not in CHANNELS or dtype != "float32" or max(padding) > 2:
        return False
    sides = [size + 2 * p - 2 for size, p in zip(image[2:], padding)]
    return min(sides) >= LEAST_RESULTS[0] and image[0] * sides[0] * sides[1] >= LEAST_RESULTS[1]


@cache
def transforms():
    """Return B (6, 6), G (6, 3) and A (4, 6), by Toom and Cook's rule."""
    before, filters, after = np.zeros((6, 6)), np.zeros((6, 3)), np.zeros((4, 6))
    for j, p in enumerate(POINTS):
        others = [q for q in POINTS if q != p]
        before[j, :5] = np.poly(others)[::-1]            # the polynomial whose roots are the other points
        filters[j] = p ** np.arange(3) / np.prod(np.subtract(p, others))
        after[:, j] = p ** np.arange(4)
    before[5] = np.poly(POINTS)[::-1]
    filters[5, 2] = after[3, 5] = 1
    return before.astype("float32"), filters.astype("float32"), after.astype("float32")


@cache
def columns(fours):
    """Return B (6·fours, rows + 2) and A (rows, 6·fours) for 4·fours rows of results at a time."""
    B, _, A = transforms()
    rows = 4 * fours
    before, after = np.zeros((6, fours, rows + 2), "float32"), np.zeros((rows, 6, fours), "float32")
    for i in range(fours):
        before[:, i, 4 * i:4 * i + 6] = B
        after[4 * i:4 * i + 4, :, i] = A
    return before.reshape(6 * fours, -1), after.reshape(rows, -1)


class Strips:
    """Images cut into strips of rows. For every four rows of results, a strip has six sums (B d) of six image rows.

    Buffers that every strip reuses: `inputs`, 6 × (3·C, size), and `sums`, 6 × (O, size).
    """

    def __init__(self, x, filters, padding):
        self.x, (self.top, left) = x, padding
        C, H, W = x.shape[1:]
        self.out = H + 2 * self.top - 2, W + 2 * left - 2
        width = W + 2 * left
        self.fours = fours_at_a_time(-(-self.out[0] // 4), 72 * C * width)
        size = self.fours * width
        self.copies = np.zeros((3, C * 6 * size), "float32")
        self.image = self.copies[0].reshape(C, -1, width)[:, :, left:left + W]
        self.inputs = self.copies.reshape(3 * C, 6, size).swapaxes(0, 1)
        sums = np.zeros((filters, 6, size), "float32")
        self.sums, self.results = sums.swapaxes(0, 1), sums.reshape(filters, -1, width)[:, :, :self.out[1]]

    def __iter__(self):
        """Yield (image, rows of its results, A for these), with `inputs` filled for these rows."""
        before, after = columns(self.fours)
        for n, first in product(range(len(self.x)), range(0, self.out[0], 4 * self.fours)):
            rows = slice(first, min(first + 4 * self.fours, self.out[0]))
            above = max(0, self.top - first)             # number of padding rows, for which B's columns are skipped
            seen = self.x[n, :, first + above - self.top:first + 4 * self.fours + 2 - self.top]
            np.matmul(before[:, above:above + seen.shape[1]], seen, out=self.image)
            self.copies[1, :-1] = self.copies[0, 1:]
            self.copies[2, :-2] = self.copies[0, 2:]
            yield n, rows, after[:rows.stop - first]


def fours_at_a_time(fours, size):
    """Return how many groups of four rows, of `size` bytes, a strip has, so that the last strip is almost full."""
    most = range(1, max(1, min(MOST_FOURS, fours, CACHE // max(size, 1))) + 1)
    return min(most, key=lambda n: (-(-fours // n) * n, -n))


def convolve(x, weight, *, padding, **_):
    """Compute conv2d: (N, C, H, W) and (O, C, 3, 3) -> (N, O, OH, OW), or None if a number is not finite."""
    strips = Strips(x, len(weight), padding)
    filters = transforms()[1] @ weight.transpose(2, 0, 3, 1).reshape(3, -1)            # (6, O·3·C)
    filters = filters.reshape(6, len(weight), -1)
    result = np.empty((len(x), len(weight), *strips.out), "float32")
    for n, rows, after in strips:
        np.matmul(filters, strips.inputs, out=strips.sums)
        np.matmul(after, strips.results, out=result[n, :, rows])
    return result if finite(result[:, 0], weight) else None      # a nan in x reaches all filters: check the first


def input_gradient(y, weight, *, padding, **_):
    """Compute conv2d_input: (N, O, OH, OW) and (O, C, 3, 3) -> (N, C, H, W), as a convolution with flipped filters."""
    return convolve(y, weight.swapaxes(0, 1)[..., ::-1, ::-1], padding=tuple(2 - p for p in padding))


def weight_gradient(y, x, *, padding, **_):
    """Compute conv2d_weight: (N, O, OH, OW) and (N, C, H, W) -> (O, C, 3, 3), or None if a number is not finite."""
    O, C = y.shape[1], x.shape[1]
    strips = Strips(x, O, padding)
    total = np.zeros((6, 3 * C, O), "float32")
    here = np.empty_like(total)
    for n, rows, after in strips:                        # columns of `sums` after the results stay 0
        np.matmul(after.T, y[n, :, rows], out=strips.results)
        total += np.matmul(strips.inputs, strips.sums.swapaxes(1, 2), out=here)
    result = transforms()[1].T @ total.reshape(6, -1)                                  # (3, 3·C·O)
    return result.reshape(3, 3, C, O).transpose(3, 2, 0, 1).copy() if finite(result) else None
