"""Gather: elements or slices that an index tensor names along one dimension, or that strides name in memory."""

from contextvars import ContextVar

from ...backend import META_LIBRARY, holds, library_of
from ...engine import derivative_of, op
from ...memory import address
from ...runtime import Dim, IndexedGrad, Tensor, forward_for, function
from ...runtime.device_checks import flag_outside
from ..kernels.scatter_add import add_flat
from ..shape.views import reshape, sizes
from .getitem import SLOT, accumulators, along

samples: ContextVar = ContextVar("samples", default=())  # inside vmap: (a batch's memory, where this sample begins)


def check_index(name, index, dim, *tensors):
    """Raise unless gather, scatter and their kind can use an index: integers, each inside `dim` of the first tensor,
    and in its other dimensions no larger than any of the tensors."""
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
    """The index in the flattened array of shape `shape` for each element of `index`, which counts along `dim`."""
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
    """out[i, j] = x[index[i, j], j] for dim 0, and so on: one element for each of `index`."""
    if not index.size:
        return xp.zeros(index.shape, x.dtype)
    return x.reshape(-1)[flat_index(xp, index, x.shape, dim) if x.ndim and index.ndim else index]


@derivative_of(gather)
def gather_derivative(grad, out, x, index, *, dim):
    return IndexedGrad(grad, *accumulators_along(index, dim)), None


def accumulators_along(index, dim):
    """`accumulators` for an index along one dimension."""
    def add(buffer, grad):
        if index.size and buffer.ndim:
            add_flat(buffer, flat_index(library_of(buffer), index, buffer.shape, dim), grad)
        elif index.size:
            buffer += grad.sum()
    return add, lambda grad, shape: put_along(grad, index, shape=tuple(shape), dim=dim)


@op(symbol="put", promotes=False, keeps="index", hidden=True)
def put_along(xp, x, index, *, shape, dim):
    """The transpose of gather: zeros of `shape` with x added where `index` points along `dim`."""
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
    """out[i][j] = input[index[i][j]][j] for dim 0, and likewise for others.

    index   integers, of as many dimensions as input; the result has its shape
    """
    check_index("gather", index, dim, input)
    return gather.function(input, index, dim=dim)


@op(symbol="index", promotes=False, keeps="index", hidden=True)
def index_select(xp, x, index, *, dim):
    """The slices of x along `dim` that `index`, a vector, names."""
    return xp.take(x, index.reshape(-1), axis=dim) if x.ndim else x.copy()


@derivative_of(index_select)
def index_select_derivative(grad, out, x, index, *, dim):
    key = along(max(len(x.shape), 1), dim, SLOT)
    index = reshape(index, shape=(-1,))
    return IndexedGrad(grad, *accumulators((index,), key)) if x.shape else grad, None


@function(name="index_select")
def index_select_function(input: Tensor, dim: Dim, index: Tensor, *, out=None):
    """The slices of `input` along `dim` that `index`, a vector of integers, names; a copy. RuntimeError for others."""
    check_vector("index_select", index)
    if not input.ndim and index.numel() != 1:
        raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.numel()} value(s)")
    check_inside("index_select", index, input.shape[dim] if input.ndim else 1, dim, IndexError)
    return index_select.function(input, index, dim=dim, out=out)


# Strided views. A geometry is (sizes, strides, offset): where in memory the elements of a tensor stand, in elements.


def owner_of(x):
    """The array that owns the memory x is a view of."""
    found = x
    while (x := getattr(x, "base", None)) is not None:
        found = x if hasattr(x, "ravel") else found
    return found


def geometry(x):
    """The geometry of an array in its memory, and how many elements that holds."""
    owner = owner_of(x)
    steps, offset = tuple([s // x.dtype.itemsize for s in x.strides]), (address(x) - address(owner)) // x.dtype.itemsize
    return (tuple(x.shape), steps, offset), owner.size * owner.dtype.itemsize // x.dtype.itemsize


def positions(xp, sizes, strides, offset):
    """The position in memory of each element."""
    out = xp.full(sizes, offset, "int64")
    for dim, (size, stride) in enumerate(zip(sizes, strides)):
        out = out + (xp.arange(size) * stride).reshape((-1, *(1,) * (len(sizes) - dim - 1)))
    return out


def last_position(sizes, strides, offset):
    return offset + sum([(size - 1) * max(stride, 0) for size, stride in zip(sizes, strides)]) if 0 not in sizes else -1


@op(symbol="as_strided", view=True, hidden=True)
def as_strided(xp, x, *, to, of):
    """The elements of x's memory at the geometry `to`, x itself being at `of`. A view, if x is where it was."""
    now = geometry(x)[0]
    if now == of:
        memory = owner_of(x).ravel("K").view(x.dtype)
    else:                                                # a copy that has been laid out otherwise: read only
        memory = xp.zeros(1 + max(last_position(*to), last_position(*of)), x.dtype)
        memory[positions(xp, *of)] = x
    size, strides, offset = to
    out = xp.lib.stride_tricks.as_strided(memory[offset:], size, tuple([s * x.itemsize for s in strides]))
    if now != of and hasattr(out.flags, "writeable"):
        out.flags.writeable = False
    return out


@forward_for(META_LIBRARY, as_strided)
def as_strided_on_meta(xp, x, *, to, of):
    return x.seen_as(to[0], [s * x.dtype.itemsize for s in to[1]])


@derivative_of(as_strided)
def as_strided_derivative(grad, out, x, *, to, of):
    return through_memory(grad, source=to, target=of, shared=of)


@op(hidden=True)
def through_memory(xp, x, *, source, target, shared):
    """Add x's elements to zeros in memory, at the geometry `source`, and read at `target`.

    shared   a geometry: what stands where several of its elements do is divided among them
    """
    memory = xp.zeros(1 + max(map(last_position, *zip(source, target, shared))), x.dtype)
    add_flat(memory, positions(xp, *source), x)
    at = positions(xp, *shared)
    owners = xp.zeros(memory.shape, x.dtype)
    add_flat(owners, at, xp.ones(at.shape, x.dtype))
    return (memory / xp.where(owners == 0, 1, owners))[positions(xp, *target)]


@forward_for(META_LIBRARY, through_memory)
def through_memory_on_meta(xp, x, *, source, target, shared):
    return xp.empty(target[0], x.dtype)


@derivative_of(through_memory)
def through_memory_derivative(grad, out, x, *, source, target, shared):
    return through_memory(grad, source=target, target=source, shared=shared)


@function(name="as_strided")
def as_strided_function(input: Tensor, size, stride, storage_offset: int | None = None):
    """A view of input's memory: element (i, j, …) is the one at storage_offset + i·stride[0] + j·stride[1] + …

    size, stride     of each dimension, the strides in elements; where places overlap their gradients add up
    storage_offset   None: where input begins

    Raises RuntimeError for negative numbers, and where memory ends before the last element.
    >>> minitorch.arange(5).as_strided((3, 2), (1, 2))
    tensor([[0, 2],
            [1, 3],
            [2, 4]])
    """
    for own, given in (("size", size), ("stride", stride)):
        if not isinstance(given, list | tuple):
            raise TypeError(f"as_strided(): argument '{own}' must be tuple of ints, not {type(given).__name__}.")
    of, most = geometry(input.array)
    start = of[2] if storage_offset is None else storage_offset + sum(
        [shift for memory, shift in samples.get() if memory is owner_of(input.array)])
    to = sizes((size,)), sizes((stride,), "stride"), start
    if len(to[0]) != len(to[1]):
        raise RuntimeError(f"as_strided: mismatch in length of strides and shape: {to[1]} and {to[0]}.")
    if min(*to[0], *to[1], to[2], 0) < 0:
        raise RuntimeError(f"as_strided: Negative sizes, strides and offsets are not supported, got {to}.")
    if last_position(*to) >= most:
        raise RuntimeError(f"as_strided: sizes {list(to[0])}, strides {list(to[1])}, storage offset {to[2]} are out of "
                           f"bounds for storage of {most} elements: they require {1 + last_position(*to)}.")
    return as_strided.function(input, to=to, of=of)
