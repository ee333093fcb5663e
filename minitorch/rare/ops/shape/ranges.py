"""Numbers with evenly spaced logarithms, 0-d and random tensors, indices of triangles, combinations of elements."""

import numpy as np

from .... import dtypes
from ....backend import move
from ....engine import wrap
from ....ops.shape.copies import stack_function
from ....ops.shape.creation import create_tensor, full_op, randint
from ....ops.shape.ranges import create_spaced, meshgrid
from ....runtime import Device, DType, Tensor, Value, function, tensors_of


@function(method=False, out=True)
def logspace(start: Value, end: Value, steps: int, base: float = 10.0, *, out=None, dtype: DType = None,
             device: Device = None, requires_grad: bool = False):
    """Return `steps` numbers from base^start to base^end, with evenly spaced logarithms."""
    return create_spaced("logspace", start, end, steps, float(base), dtype, device, requires_grad)


@function(method=False)
def tril_indices(row: int, col: int, offset: int = 0, *, dtype: DType = None, device: Device = None):
    """Return row and column of each element of the lower triangle of a (row, col) matrix: (2, n).

    offset   the triangle includes `offset` diagonals above the main one (below, if negative)
    """
    return triangle_indices("tril_indices", np.tril_indices, row, col, offset, dtype, device)


@function(method=False)
def triu_indices(row: int, col: int, offset: int = 0, *, dtype: DType = None, device: Device = None):
    """Return row and column of each element of the upper triangle of a (row, col) matrix: (2, n).

    offset   the triangle starts `offset` diagonals above the main one (below, if negative)
    """
    return triangle_indices("triu_indices", np.triu_indices, row, col, offset, dtype, device)


def triangle_indices(name, pick, row, col, offset, dtype, device):
    if row < 0 or col < 0:
        raise RuntimeError(f"{name}: row and col must be non-negative, got {row} and {col}")
    if dtype not in (None, dtypes.int64, dtypes.int32):
        raise NotImplementedError(f'"{name}" not implemented for {dtype}: indices are int64 or int32.')
    pair = pick(row, offset, col)
    return wrap(move(np.stack(pair).astype((dtype or dtypes.int64).numpy), device or "cpu"))


@function(method=False)
def cartesian_prod(*tensors: Tensor):
    """Return every combination of one element from each vector: (combinations, vectors).

    Raises RuntimeError unless all are vectors.
    """
    vectors = tensors_of("cartesian_prod", tensors)
    if any(x.ndim != 1 for x in vectors):
        raise RuntimeError(f"cartesian_prod: Expect 1D vectors, but got shapes {[tuple(x.shape) for x in vectors]}")
    return vectors[0] if len(vectors) == 1 else stack_function([grid.reshape(-1) for grid in meshgrid(*vectors)], 1)


@function(method=False)
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False):
    """Return every combination of r elements of a vector, with repeats if with_replacement: (combinations, r).

    Raises RuntimeError unless input is a vector.
    """
    from itertools import combinations as plain, combinations_with_replacement as repeated
    if input.ndim != 1:
        raise RuntimeError(f"combinations: Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"combinations: Expect a non-negative number, but got {r}")
    if r == 0:
        return input[:0]
    choices = list((repeated if with_replacement else plain)(range(input.numel()), r))
    return input[np.array(choices, np.int64).reshape(-1, r)]


@function(method=False)
def scalar_tensor(s, *, dtype: DType = None, device: Device = None, requires_grad: bool = False):
    """Return a 0-d tensor of the number s. Raises TypeError for anything else."""
    if not isinstance(s, int | float | complex):
        raise TypeError(f"scalar_tensor(): argument 's' must be a number, not {type(s).__name__}.")
    dtype = dtypes.as_dtype(dtype or dtypes.default)
    return create_tensor(full_op, {"size": (), "value": dtypes.fitting(s, dtype.numpy)}, dtype, device, requires_grad)


@function(method=False)
def randint_like(input: Tensor, low, high=None, *, generator=None, dtype: DType = None, device: Device = None,
                 requires_grad: bool = False):
    """Call `randint` with the shape, dtype and device of `input`."""
    low, high = (0, low) if high is None else (low, high)
    return randint(low, high, tuple(input.shape), generator=generator, dtype=dtype or input.dtype,
                   device=device or input.device, requires_grad=requires_grad)
