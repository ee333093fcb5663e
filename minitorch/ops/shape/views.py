"""Changes of shape: most return views, which share memory with their input."""

from math import prod

from numpy import broadcast_shapes, ndarray

from ... import paths
from ...dtypes import size_types
from ...engine import derivative_of, op
from ...runtime import Dim, Dims, NewDim, Tensor, check_dims, function, whole


def fit(shape, size):
    """Return `shape`, with −1 replaced by the size that gives `size` elements; raise if no size does."""
    if -1 not in shape and prod(shape) == size:
        return shape
    known = prod(s for s in shape if s != -1)
    if shape.count(-1) == 1 and known and size % known == 0:
        shape = tuple(size // known if s == -1 else s for s in shape)
    if shape.count(-1) > 1:
        raise RuntimeError(f"only one dimension can be inferred, not two as in {shape}")
    if prod(shape) != size or -1 in shape:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {size}: "
                           f"its sizes multiply to {known}{' times the size for -1' if -1 in shape else ''}.")
    return shape


@op(symbol="reshape", view=True, hidden=True)
def reshape(xp, x, *, shape):
    """Return the same elements in the same order, in another shape; one size may be −1."""
    return x.reshape(fit(shape, x.size))


@derivative_of(reshape)
def reshape_derivative(grad, out, x, *, shape):
    return reshape(grad, shape=tuple(x.shape))


def sizes(args, name="size"):
    """Return sizes as a tuple of ints: view(2, 3), view((2, 3)) and view([2, 3]) mean the same."""
    if len(args) == 1 and isinstance(args[0], list | tuple):
        args = args[0]
    if type(args) is tuple and size_types.issuperset(map(type, args)):
        return args
    for size in args:
        if not whole(size):
            raise TypeError(f"{name} must be int or tuple of ints, not {type(size).__name__}: {size!r}. "
                            "Use n // 2, an int, instead of n / 2.")
    return tuple([size if type(size) in size_types else int(size) for size in args])


def required_sizes(args, name):
    """Return `sizes(args)`; raise TypeError if there is no argument: view(()) is allowed, view() is not."""
    if not args:
        raise TypeError(f"{name}() needs at least one size.")
    return sizes(args, f"{name}(): the sizes")


def broadcast_shape(name, *tensors):
    """Return the shape that tensors broadcast to; raise RuntimeError with the two sizes that differ."""
    shapes = [tuple(x.shape) for x in tensors]
    try:
        return broadcast_shapes(*shapes)
    except ValueError:
        from ...runtime.errors import location
        text = paths.module("explain.refusals").shapes_text(name, shapes)
        raise RuntimeError(f"{text}\n{location()}") from None


@function(name="reshape")
def reshape_function(input: Tensor, *shape: int):
    """Return the same elements in another shape; a view if the memory allows it, else a copy.

    shape   sizes, one of which may be −1
    """
    return reshape.function(input, shape=required_sizes(shape, "reshape"))


@op(symbol="permute", view=True, hidden=True)
def permute(xp, x, *, dims):
    """Return a view with the dimensions in the order `dims`."""
    if len(dims) != x.ndim:
        raise RuntimeError(f"permute: dims {dims} must name each of the {x.ndim} dimensions once.")
    check_dims("permute", dims, x.ndim)
    return x.transpose(dims)


@derivative_of(permute)
def permute_derivative(grad, out, x, *, dims):
    back = [0] * len(dims)
    for place, d in enumerate(dims):
        back[d] = place
    return permute(grad, dims=tuple(back))


@function(name="permute")
def permute_function(input: Tensor, *dims: int):
    """Return a view with the dimensions in the order `dims`.

    (a, b, c) by dims (2, 0, 1) -> (c, a, b)

    Raises RuntimeError unless each dimension is named once.

    >>> minitorch.ones(2, 3, 4).permute(2, 0, 1).shape
    minitorch.Size([4, 2, 3])
    """
    return permute.function(input, dims=required_sizes(dims, "permute"))


@op(symbol="transpose", view=True, aliases="swapaxes swapdims")
def transpose(xp, input: Tensor, *, dim0: Dim, dim1: Dim):
    """Swap two dimensions; a view.

    (*, n, *, m, *) -> (*, m, *, n, *)

    Raises IndexError for a dimension that the tensor does not have.

    >>> minitorch.ones(2, 3).transpose(0, 1).shape
    minitorch.Size([3, 2])
    """
    return input.swapaxes(dim0, dim1) if input.ndim else input[...]


@derivative_of(transpose)
def transpose_derivative(grad, out, x, *, dim0, dim1):
    return transpose(grad, dim0=dim0, dim1=dim1)


@op(symbol="expand", view=True, hidden=True)
def expand(xp, x, *, size):
    """Repeat sizes of 1 (and new dimensions in front) without copying; −1 keeps a size."""
    if not x.ndim and type(x) is ndarray and -1 not in size:     # x is a 0-d array, as in the backward pass of sum()
        return ndarray(size, x.dtype, x, 0, (0,) * len(size))
    extra = len(size) - x.ndim
    if extra < 0:
        raise RuntimeError(f"expand({size}): the number of sizes provided ({len(size)}) must be greater or "
                           f"equal to the number of dimensions in the tensor ({x.ndim})")
    if -1 in size[:extra]:
        raise RuntimeError(f"expand({size}): -1 keeps a size, but a new dimension in front has no size to keep.")
    if -1 in size:
        size = tuple([x.shape[i - extra] if s == -1 else s for i, s in enumerate(size)])
    return xp.broadcast_to(x, size)


@derivative_of(expand)
def expand_derivative(grad, out, x, *, size):
    return grad                                          # the graph sums it to the input's shape


@function(name="expand")
def expand_function(input: Tensor, *size: int):
    """Return a view with sizes of 1 repeated up to `size`; −1 keeps a size.

    (1, n) to size (m, n) -> (m, n)

    Raises RuntimeError if a size other than 1 would change.

    >>> minitorch.ones(1, 3).expand(2, -1).shape
    minitorch.Size([2, 3])
    """
    return expand.function(input, size=required_sizes(size, "expand"))


@op(symbol="squeeze", view=True)
def squeeze(xp, input: Tensor, *, dim: Dims = None):
    """Remove dimensions of size 1 (all, or those in `dim`); a view.

    (1, n, 1) -> (n,)

    Raises IndexError for a dimension that the tensor does not have.

    >>> minitorch.ones(1, 3, 1).squeeze().shape
    minitorch.Size([3])
    """
    if dim is None:
        return input.reshape(tuple(s for s in input.shape if s != 1))
    dims = (dim,) if isinstance(dim, int) else dim
    if input.ndim == 0:
        return input[...]
    for d in dims:
        if not -input.ndim <= d < input.ndim:
            raise IndexError(f"squeeze: Dimension out of range (expected to be in range of "
                             f"[{-input.ndim}, {input.ndim - 1}], but got {d})")
    return xp.squeeze(input, tuple(d for d in dims if input.shape[d] == 1))


@op(symbol="unsqueeze", view=True)
def unsqueeze(xp, input: Tensor, *, dim: NewDim):
    """Insert a new dimension of size 1 at `dim`; a view.

    (n, m) at dim 1 -> (n, 1, m)

    Raises IndexError for a dimension outside the result.

    >>> minitorch.ones(2, 3).unsqueeze(0).shape
    minitorch.Size([1, 2, 3])
    """
    return xp.expand_dims(input, dim)


def restore_shape(grad, out, x, **settings):
    return reshape(grad, shape=tuple(x.shape))


derivative_of(squeeze)(restore_shape)
derivative_of(unsqueeze)(restore_shape)


@op(symbol="flatten", view=True)
def flatten(xp, input: Tensor, *, start_dim: Dim = 0, end_dim: Dim = -1):
    """Join the dimensions from start_dim to end_dim into one.

    (n, c, h, w) from start_dim 1 -> (n, c·h·w)

    Raises RuntimeError if start_dim comes after end_dim.

    >>> minitorch.ones(2, 3, 4).flatten(1).shape
    minitorch.Size([2, 12])
    """
    if input.ndim == 0:
        return input.reshape(1)
    first, last = start_dim % input.ndim, end_dim % input.ndim
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    return input.reshape((*input.shape[:first], prod(input.shape[first:last + 1]), *input.shape[last + 1:]))


derivative_of(flatten)(restore_shape)


@op(symbol="alias", view=True, hidden=True)
def alias(xp, x):
    """Return a view of the whole tensor, with a node of its own."""
    return x[...]


@derivative_of(alias)
def alias_derivative(grad, out, x):
    return grad


@op(symbol="flip", hidden=True)
def flip(xp, x, *, dims):
    """Reverse the order along `dims`; a copy."""
    return xp.flip(x, dims).copy() if x.ndim else x.copy()


@derivative_of(flip)
def flip_derivative(grad, out, x, *, dims):
    return flip(grad, dims=dims)


@function(name="flip")
def flip_function(input: Tensor, *dims: int):
    """Reverse the order along `dims`; a copy."""
    dims = required_sizes(dims, "flip")
    check_dims("flip", dims, input.ndim)
    return flip.function(input, dims=dims)
