"""What is known of steps: which work element by element, which can write into memory that is there."""

import numpy as np

from ..ops.kernels.tiled_matmul import matmul_tiles
from .steps import cast, repeated, where


def is_elementwise(step):
    """Whether each element of the result depends on one element of each argument, broadcast."""
    return type(step.call) is np.ufunc and step.call.signature is None or step.call in (cast, where)


def takes_out(step):
    """Whether its result can be written into an array that is given."""
    return is_elementwise(step) or step.call in (np.matmul, matmul_tiles, repeated)


def contiguous(x):
    """Whether the elements of a Value lie row after row in memory."""
    size = 1 if x.dtype is None else x.dtype.itemsize
    for length, stride in zip(x.shape[::-1], x.strides[::-1]):
        if length != 1:
            if stride != size:
                return False
            size *= length
    return True


def uniform(x):
    """Whether a Value is a constant of one number, the same everywhere: it takes no memory."""
    return x.role == "constant" and x.size > 1 and not any(x.strides)
