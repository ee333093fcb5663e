"""Gather: elements or slices at the positions in an index tensor along one dimension."""

from contextvars import ContextVar

from ...backend import holds, library_of
from ...engine import derivative_of, op
from ...runtime import Dim, IndexedGrad, Tensor, function
from ...runtime.libraries import flag_outside
from ..kernels.scatter_add import add_flat
from ..shape.views import reshape
from .getitem import SLOT, accumulators, index_along

samples: ContextVar = ContextVar("samples", default=())  # in vmap: (memory of the batch, offset of this sample)


def check_index(name, index, dim, *tensors):
    """Raise unless gather or scatter can use the index: integers inside `dim` of the first tensor; in the other
    dimensions it may not be larger than any of the tensors."""
    if not index.numel():
        return
    if index.dtype.itemsize < 4 or index.dtype.rank != 1:
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index, not {index.dtype}.")
    for i, x in enumerate(tensors):
        if max(x.ndim, 1) != max(index.ndim, 1):
            raise RuntimeError(f"{name}(): the index of {tuple(index.shape)} must have as many dimensions as the "
                               f"tensor of {tuple(x.shape)}.")
        for d in range(index.ndim if x.ndim else 0):
            if index.shape[d] > x.shape[d] and (i or d != dim % x.ndim):
                raise RuntimeError(f"{name}(): expected an index of {tuple(index.shape)} to be no larger than "
                                   f"{tuple(x.shape)} apart from dimension {dim}.")
    size = tensors[0].shape[dim] if tensors[0].ndim else 1
    check_inside(name, index, size, dim, RuntimeError)


def check_inside(name, index, size, dim, kind):
    """Raise if an index is out of bounds, or negative."""
    array = index.array
    if flag_outside(array, 0, size - 1, out_of_bounds, name, size, dim, kind):
        return
    if array.size and holds(((array >= size) | (array < 0)).any()):
        raise out_of_bounds(array.max() if array.max() >= size else array.min(), None, name, size, dim, kind)


def out_of_bounds(index, position, name, size, dim, kind):
    return kind(f"{name}(): index {index} is out of bounds for dimension {dim} with size {size}")


def check_vector(name, index):
    """Raise unless the index is a vector of int32 or int64."""
    if index.ndim > 1:
        raise IndexError(f"{name}(): Index is supposed to be a vector, not of shape {tuple(index.shape)}.")
    if index.dtype.itemsize < 4 or index.dtype.rank != 1:
        raise RuntimeError(f"{name}(): Expected dtype int32 or int64 for index, not {index.dtype}.")


def flat_index(xp, index, shape, dim):
    """Return the indices into a flattened array of `shape` for an index tensor of positions along `dim`."""
    step, rest = 1, xp.zeros((), "int64")
    for d in range(len(shape) - 1, -1, -1):
        if d == dim % len(shape):
            along_dim = index.astype("int64", copy=False) * step if step > 1 else index
        elif index.shape[d] > 1:
            grid = xp.arange(0, index.shape[d] * step, step)
            rest = rest + grid.reshape(-1, *(1,) * (len(shape) - d - 1))
        step *= shape[d]
    return along_dim + rest


@op(symbol="gather", promotes=False, keeps="index", hidden=True)
def gather(xp, x, index, *, dim):
    """out[i, j] = x[index[i, j], j] for dim 0, and so on: one element for each index."""
    if not index.size:
        return xp.zeros(index.shape, x.dtype)
    return x.reshape(-1)[flat_index(xp, index, x.shape, dim) if x.ndim and index.ndim else index]


@derivative_of(gather)
def gather_derivative(grad, out, x, index, *, dim):
    return IndexedGrad(grad, *accumulators_along(index, dim)), None


def accumulators_along(index, dim):
    """Return two functions that add a gradient at `index` along `dim`: one to a buffer, one to new zeros."""
    def add(buffer, grad):
        if index.size and buffer.ndim:
            add_flat(buffer, flat_index(library_of(buffer), index, buffer.shape, dim), grad)
        elif index.size:
            buffer += grad.sum()
    return add, lambda grad, shape: put_along(grad, index, shape=tuple(shape), dim=dim)


@op(symbol="put", promotes=False, keeps="index", hidden=True)
def put_along(xp, x, index, *, shape, dim):
    """Compute the transpose of gather: add x to zeros of `shape`, at the positions in `index` along `dim`."""
    out = xp.zeros(shape, x.dtype)
    if not index.size:
        return out
    if out.ndim:
        add_flat(out, flat_index(xp, index, shape, dim), x)
        return out
    return out + x.sum()


@derivative_of(put_along)
def put_along_derivative(grad, out, x, index, *, shape, dim):
    return gather(grad, index, dim=dim), None


@function(name="gather", out="exact")
def gather_function(input: Tensor, dim: Dim, index: Tensor, *, out=None):
    """out[i][j] = input[index[i][j]][j] for dim 0, and in the same way for others.

    index   integers, with as many dimensions as input; the result has its shape
    """
    check_index("gather", index, dim, input)
    return gather.function(input, index, dim=dim)


@op(symbol="index", promotes=False, keeps="index", hidden=True)
def index_select(xp, x, index, *, dim):
    """Return the slices of x along `dim` at the positions in `index`, a vector."""
    return xp.take(x, index.reshape(-1), axis=dim) if x.ndim else x.copy()


@derivative_of(index_select)
def index_select_derivative(grad, out, x, index, *, dim):
    key = index_along(max(len(x.shape), 1), dim, SLOT)
    index = reshape(index, shape=(-1,))
    return IndexedGrad(grad, *accumulators((index,), key)) if x.shape else grad, None


@function(name="index_select")
def index_select_function(input: Tensor, dim: Dim, index: Tensor, *, out=None):
    """Return a copy of `input`'s slices at positions `index`, a vector, along `dim`. RuntimeError for a float index."""
    check_vector("index_select", index)
    if not input.ndim and index.numel() != 1:
        raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.numel()} value(s)")
    check_inside("index_select", index, input.shape[dim] if input.ndim else 1, dim, IndexError)
    return index_select.function(input, index, dim=dim, out=out)
