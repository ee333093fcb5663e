"""Resampling of uint8 images."""

import numpy as np

from ....engine import op
from ....ops.conv.resample import as_three, taps


@op(hidden=True)
def resample_bytes(xp, x, *, dim, size, rule, corners=False, scale=None):
    """Resample uint8 with weights rounded to integers below 2¹⁵, as PyTorch and Pillow do."""
    lead, old, rest = as_three(x.shape, dim)
    index, weights = taps(np, old, size, rule, corners, scale)
    matrix = np.zeros((size, old))
    for k in range(index.shape[1]):
        matrix[np.arange(size), index[:, k]] += weights[:, k]
    bits, largest = 0, matrix.max()
    while bits < 22 and int(0.5 + largest * 2 ** (bits + 1)) < 1 << 15:
        bits += 1
    matrix = xp.asarray(np.trunc(matrix * 2 ** bits + np.copysign(0.5, matrix)))
    total = xp.floor((matrix @ x.reshape(lead, old, rest) + 2 ** (bits - 1)) / 2 ** bits)
    return total.clip(0, 255).astype("uint8").reshape(*x.shape[:dim % x.ndim], size, *x.shape[dim % x.ndim + 1:])
