"""What minitorch uses of `cupyx`, for the stand-in."""

import numpy as np
from cupy._calls import linalg


def empty_pinned(shape, dtype=float, order="C"):
    """Memory of the host that the device may read by itself."""
    return np.full(shape, 77, dtype, order)


def scatter_add(a, slices, value):
    """a[slices] += value, where places that occur twice get both."""
    a.scatter_add(slices, value)


class errstate:
    """`with errstate(linalg="raise"):` a decomposition that fails says so, which takes a look at the device."""

    def __init__(self, *, linalg=None):
        self.strict = linalg == "raise"

    def __enter__(self):
        self.before, linalg.strict = linalg.strict, self.strict

    def __exit__(self, *failure):
        linalg.strict = self.before
