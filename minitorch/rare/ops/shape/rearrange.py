"""Rearrange elements: fliplr, rot90, movedim, hstack and similar, changes of shape in place; composed of ops."""

from math import prod

from ....engine import dispatch
from ....ops.index.getitem import getitem
from ....ops.shape import views as shape
from ....ops.shape.copies import cat_function as cat, clone
from ....ops.shape.rearrange import reshape_in_place
from ....ops.shape.views import broadcast_shape, sizes
from ....runtime import Dim, Dims, Ints, Tensor, Tensors, bump, check_dims, function, functions, tensors_of


@function(method=False)
def broadcast_tensors(*tensors: Tensor) -> tuple:
    """Expand tensors to their common broadcast shape: return views, or the tensor itself if it has this shape."""
    tensors = tensors_of("broadcast_tensors", tensors)
    size = broadcast_shape("broadcast_tensors", *tensors)
    return tuple(x if x.shape == size else x.expand(size) for x in tensors)


@function(aliases="moveaxis")
def movedim(input: Tensor, source: Ints, destination: Ints):
    """Move dimensions from source to destination; others keep their order. A view. RuntimeError for unequal lengths."""
    moved = list(source) if isinstance(source, list | tuple) else [source]
    targets = list(destination) if isinstance(destination, list | tuple) else [destination]
    if len(moved) != len(targets):
        raise (RuntimeError if type(source) is type(destination) else TypeError)(
            f"movedim: Invalid source or destination dims: {source} and {destination} must have the same length.")
    check_dims("movedim", moved, input.ndim)
    check_dims("movedim", targets, input.ndim)
    moved, targets = [d % max(input.ndim, 1) for d in moved], [d % max(input.ndim, 1) for d in targets]
    if not input.ndim:
        return input.view(())
    rest = iter(d for d in range(input.ndim) if d not in moved)
    return input.permute([moved[targets.index(i)] if i in targets else next(rest) for i in range(input.ndim)])


@function
def reshape_as(input: Tensor, other: Tensor):
    """Reshape to the shape of `other`."""
    return input.reshape(other.shape)


@function(one_node=True)
def rot90(input: Tensor, k: int = 1, dims: Dims = (0, 1)):
    """Rotate by 90° k times in the plane of two dimensions, from dims[0] to dims[1]. Raises RuntimeError for others."""
    if not isinstance(dims, tuple | list) or len(dims) != 2:
        raise RuntimeError(f"rot90: expected total rotation dims == 2, but got dims = {dims!r}")
    first, second = dims
    if input.ndim < 2:
        raise RuntimeError(f"rot90: expected total dims >= 2, but got total dims = {input.ndim}")
    return [lambda: input.clone(), lambda: input.flip([second]).transpose(first, second),
            lambda: input.flip([first, second]), lambda: input.transpose(first, second).flip([second])][k % 4]()


@function
def fliplr(input: Tensor):
    """Reverse the second dimension. Raises RuntimeError if the tensor has no second dimension."""
    if input.ndim < 2:
        raise RuntimeError("fliplr: Input must be >= 2-d.")
    return input.flip([1])


@function
def flipud(input: Tensor):
    """Reverse the first dimension. Raises RuntimeError if the tensor has no dimension."""
    if input.ndim < 1:
        raise RuntimeError("flipud: Input must be >= 1-d.")
    return input.flip([0])


def atleast_factory(n):
    """Declare atleast_1d, atleast_2d or atleast_3d, which add dimensions of size 1 until there are n."""
    def widen(*tensors):
        def one(x):
            if x.ndim >= n:
                return x
            return x.reshape({1: (1,), 2: (1, x.numel()), 3: (1, x.numel(), 1)}[n]) if x.ndim < 2 else x.unsqueeze(-1)
        out = tuple(one(x) for x in tensors_of(f"atleast_{n}d", tensors))
        return out[0] if len(tensors) == 1 and not isinstance(tensors[0], list | tuple) else out
    widen.__doc__ = f"Return views of the tensors, each with at least {n} dimensions."
    return function(widen, name=f"atleast_{n}d", method=False)


atleast_1d, atleast_2d, atleast_3d = map(atleast_factory, (1, 2, 3))


@function(method=False, out=True)
def hstack(tensors: Tensors):
    """Join along the second dimension, or vectors along the first. Raises RuntimeError for no tensors."""
    if not len(tensors):
        raise RuntimeError("hstack expects a non-empty list of Tensors.")
    tensors = atleast_1d(list(tensors))
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


@function(method=False, aliases="row_stack", out=True)
def vstack(tensors: Tensors):
    """Join along the first dimension, with vectors as rows."""
    return cat(atleast_2d(list(tensors)), 0)


@function(method=False, out=True)
def dstack(tensors: Tensors):
    """Join along the third dimension."""
    return cat(atleast_3d(list(tensors)), 2)


@function(method=False, out=True)
def column_stack(tensors: Tensors):
    """Join vectors as the columns of a matrix."""
    return hstack([x.reshape(-1, 1) if x.ndim < 2 else x for x in tensors])


@function
def transpose_(input: Tensor, dim0: Dim, dim1: Dim):
    """Swap two dimensions, in place."""
    return reshape_in_place(input, shape.transpose, dim0=dim0, dim1=dim1)


@function
def t_(input: Tensor):
    """Transpose a matrix, in place. Raises RuntimeError for more dimensions."""
    if input.ndim > 2:
        raise RuntimeError(f"t_() expects a tensor with at most 2 dimensions, but it has {input.ndim}.")
    if not input.ndim:
        return reshape_in_place(input, shape.alias)
    return reshape_in_place(input, shape.transpose, dim0=0, dim1=input.ndim - 1)


@function
def resize_(input: Tensor, *size: int):
    """Resize in place: keep the first elements, add zeros if needed. Raises RuntimeError if it requires grad."""
    size = sizes(size)
    if min(size, default=0) < 0:
        raise RuntimeError(f"resize_: every size must be 0 or more, not {size}.")
    if input.requires_grad:
        raise RuntimeError("resize_: cannot resize variables that require grad. Reshape, x.reshape(...), or resize "
                           "x.detach().")
    wanted = prod(size)
    flat = dispatch(getitem, (input.detach().reshape(-1),), {"index": ((0, wanted, None),)})
    if flat.numel() < wanted:
        flat = cat([flat, flat.new_zeros(wanted - flat.numel())])
    input.array = flat.array.reshape(size)
    input._view = None
    bump(input)
    return input


@function(one_node=True)
def narrow_copy(input: Tensor, dim: int, start: int, length: int):
    """Return a copy of `length` elements from `start` on along `dim`; RuntimeError if `dim` has fewer."""
    if dim >= input.ndim:
        raise RuntimeError(f"narrow_copy(): dim {dim} is out of range for a tensor with {input.ndim} dimensions.")
    return clone.function(functions["narrow"](input, dim, start, length))
