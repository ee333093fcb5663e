"""take_along_dim: select elements by their indices along one dimension, with broadcasting."""

from ....engine import dispatch
from ....ops.elementwise.comparison import select
from ....ops.index.gather import check_inside, gather
from ....ops.index.getitem import EVERYTHING
from ....ops.shape.views import broadcast_shape
from ....runtime import Tensor, check_dims, function


@function(out=True)
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None):
    """Return the elements at `indices` along `dim` (negative: from its end), or in the flattened input if dim is None.

    indices   int64, with as many dimensions as input; dimensions other than `dim` broadcast

    Raises RuntimeError for indices of another dtype or number of dimensions, and for an index that is out of bounds,
    or negative if dim is None.
    """
    if indices.dtype.name != "int64":
        raise RuntimeError(f"take_along_dim(): dtype of indices should be Long but got {indices.dtype}")
    if dim is None:
        flat, places = input.reshape(-1), indices.reshape(-1)
        check_inside("take_along_dim", places, flat.numel(), 0, RuntimeError)
        return dispatch(gather, (flat, places), {"dim": 0})
    if input.ndim != indices.ndim:
        raise RuntimeError(f"take_along_dim(): input and indices should have the same number of dimensions, but "
                           f"got {input.ndim} dimensions for input, and {indices.ndim} for indices")
    check_dims("take_along_dim", dim, input.ndim)
    dim %= max(input.ndim, 1)
    here = (EVERYTHING,) * dim + ((0, 1, None),)          # the size along dim is 1, so indexing broadcasts the others
    rest = broadcast_shape("take_along_dim", *[x[tuple(slice(*part) for part in here)] for x in (input, indices)])
    size, index_size = ([*rest[:dim], n, *rest[dim + 1:]] for n in (input.shape[dim], indices.shape[dim]))
    count = input.shape[dim] if input.ndim else 1
    indices = dispatch(select, (indices < 0, indices + count, indices))  # call an op, so that programs record it
    check_inside("take_along_dim", indices, count, dim, IndexError)
    return dispatch(gather, (input.expand(size), indices.expand(index_size)), {"dim": dim})
