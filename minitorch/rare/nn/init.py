"""Initialisations that few networks use: truncated normal, sparse, and identities."""

import math

import numpy as np

from ...engine import registry
from ...nn.init import deprecated, fill, filling  # type: ignore[attr-defined]     # its stub shows users' names
from ...random import numpy_generator


@filling
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fill with normal numbers of mean and std, limited to [a, b], drawn by the inverse distribution function."""
    low, high = (math.erf((x - mean) / (std * math.sqrt(2))) for x in (a, b))
    values = numpy_generator(generator).uniform(low, high, tensor.array.shape)
    values = mean + std * math.sqrt(2) * registry["erfinv"].forward(np, values)
    return fill(tensor, values.clip(a, b))


@filling
def eye_(tensor):
    """Fill a matrix with the identity; it need not be square. Raises ValueError unless the tensor has 2 dimensions."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return fill(tensor, np.eye(*tensor.array.shape))


@filling
def dirac_(tensor, groups=1):
    """Fill convolution filters (out, in/groups, …) so that they pass each channel on unchanged.

    Raises ValueError unless the tensor has 3 to 5 dimensions, and unless groups divides the first size.
    """
    shape = tensor.array.shape
    if len(shape) not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if shape[0] % groups:
        raise ValueError("dim 0 must be divisible by groups")
    values, middle, out = np.zeros(shape), tuple(n // 2 for n in shape[2:]), shape[0] // groups
    for group in range(groups):
        for channel in range(min(out, shape[1])):
            values[(group * out + channel, channel, *middle)] = 1
    return fill(tensor, values)


@filling
def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Fill a matrix with normal numbers; in each column a fraction `sparsity` is 0. Source: Martens (2010).

    std   standard deviation of the normal numbers

    Raises ValueError unless the tensor is a matrix.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    stream, (rows, columns) = numpy_generator(generator), tensor.array.shape
    values = stream.normal(0, std, (rows, columns))
    for column in range(columns):
        values[stream.permutation(rows)[:math.ceil(sparsity * rows)], column] = 0
    return fill(tensor, values)


eye, dirac, sparse = map(deprecated, (eye_, dirac_, sparse_))
