"""as_strided: view a tensor's storage with given sizes, strides and offset."""

from ....backend import META_LIBRARY
from ....backend.memory import address
from ....engine import derivative_of, op
from ....ops.index.gather import samples
from ....ops.kernels.scatter_add import add_flat
from ....ops.shape.views import sizes
from ....runtime import Tensor, forward_for, function


def owner_of(x):
    """Return the array that owns x's memory."""
    found = x
    while (x := getattr(x, "base", None)) is not None:
        found = x if hasattr(x, "ravel") else found
    return found


def geometry(x):
    """Return an array's geometry (sizes, strides, offset in its storage), and the storage's number of elements."""
    owner = owner_of(x)
    steps, offset = tuple([s // x.dtype.itemsize for s in x.strides]), (address(x) - address(owner)) // x.dtype.itemsize
    return (tuple(x.shape), steps, offset), owner.size * owner.dtype.itemsize // x.dtype.itemsize


def positions(xp, sizes, strides, offset):
    """Return the position of each element in the storage."""
    out = xp.full(sizes, offset, "int64")
    for dim, (size, stride) in enumerate(zip(sizes, strides)):
        out = out + (xp.arange(size) * stride).reshape((-1, *(1,) * (len(sizes) - dim - 1)))
    return out


def last_position(sizes, strides, offset):
    return offset + sum([(size - 1) * max(stride, 0) for size, stride in zip(sizes, strides)]) if 0 not in sizes else -1


@op(symbol="as_strided", view=True, hidden=True)
def as_strided(xp, x, *, to, of):
    """Return the elements of x's storage at the geometry `to`; a view if x still has the geometry `of`."""
    now = geometry(x)[0]
    if now == of:
        memory = owner_of(x).ravel("K").view(x.dtype)
    else:                                           # x is a copy with another layout, so the result is read-only
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
    """Add x's elements to a storage of zeros, with the geometry `source`; read the result with the geometry `target`.

    shared   a geometry: the sum at a position is divided by how many elements of this geometry share the position
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
    """View input's storage: element (i, j, …) is at storage_offset + i·stride[0] + j·stride[1] + …

    size, stride     one number for each dimension, strides in elements; gradients of equal positions add up
    storage_offset   None: input's own offset

    Raises RuntimeError for negative numbers, and if the storage ends before the last element.
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
