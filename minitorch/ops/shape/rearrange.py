"""Other shapes: movedim, unflatten, rot90, stacking, and changes of shape in place; all composed of ops."""

from math import prod

import numpy as np

from ...engine import dispatch
from ...engine.grad_mode import recording
from ...engine.node import Leaf
from ...runtime import Dim, Dims, Ints, NewDim, Tensor, Tensors, bump, check_dims, check_writable, function, tensors_of
from ...runtime.views import hand_over
from ..index.getitem import getitem
from . import views as shape
from .copies import cat_function as cat
from .views import broadcast_shape, fit, required_sizes, sizes


@function(method=False)
def broadcast_tensors(*tensors: Tensor) -> tuple:
    """The tensors expanded to the one shape they broadcast to: views, or a tensor itself that has the shape."""
    tensors = tensors_of("broadcast_tensors", tensors)
    size = broadcast_shape("broadcast_tensors", *tensors)
    return tuple(x if x.shape == size else x.expand(size) for x in tensors)


@function
def broadcast_to(input: Tensor, size):
    """The tensor expanded to `size`. A view. TypeError for a size that is no tuple of ints."""
    if not isinstance(size, list | tuple):
        raise TypeError(f"broadcast_to(): argument 'size' must be tuple of ints, not {type(size).__name__}.")
    return input.expand(size)


@function(aliases="moveaxis")
def movedim(input: Tensor, source: Ints, destination: Ints):
    """Move dimensions from source to destination, the others in order. A view. RuntimeError for unequal numbers."""
    moved = list(source) if isinstance(source, list | tuple) else [source]
    targets = list(destination) if isinstance(destination, list | tuple) else [destination]
    if len(moved) != len(targets):
        raise (RuntimeError if type(source) is type(destination) else TypeError)(
            f"movedim: Invalid source or destination dims: {source} are not as many as {destination}.")
    check_dims("movedim", moved, input.ndim)
    check_dims("movedim", targets, input.ndim)
    moved, targets = [d % max(input.ndim, 1) for d in moved], [d % max(input.ndim, 1) for d in targets]
    if not input.ndim:
        return input.view(())
    rest = iter(d for d in range(input.ndim) if d not in moved)
    return input.permute([moved[targets.index(i)] if i in targets else next(rest) for i in range(input.ndim)])


@function
def unflatten(input: Tensor, dim: Dim, sizes):
    """One dimension as several, of the given sizes. A view. Raises TypeError unless sizes is a tuple or list."""
    if not isinstance(sizes, list | tuple):
        raise TypeError(f"unflatten(): argument 'sizes' must be tuple of ints, not {sizes!r}.")
    parts = required_sizes((sizes,), "unflatten")
    dim = dim % max(input.ndim, 1)
    if input.ndim == 0 or not parts:
        raise RuntimeError("unflatten: needs a dimension to take apart, and at least one size for its parts.")
    return input.reshape(*input.shape[:dim], *fit(parts, input.shape[dim]), *input.shape[dim + 1:])


@function
def ravel(input: Tensor):
    """The elements as a vector; a view where the memory allows."""
    return input.reshape(-1)


@function
def expand_as(input: Tensor, other: Tensor):
    """Expanded to the shape of `other`. A view."""
    return input.expand(other.shape)


@function
def view_as(input: Tensor, other: Tensor):
    """Viewed in the shape of `other`."""
    return input.view(other.shape)


@function
def reshape_as(input: Tensor, other: Tensor):
    """Reshaped to the shape of `other`."""
    return input.reshape(other.shape)


@function(one_node=True)
def rot90(input: Tensor, k: int = 1, dims: Dims = (0, 1)):
    """Turned by 90° k times, from the first of two dimensions `dims` to the second. RuntimeError if there are fewer."""
    if not isinstance(dims, tuple | list) or len(dims) != 2:
        raise RuntimeError(f"rot90: expected total rotation dims == 2, but got dims = {dims!r}")
    first, second = dims
    if input.ndim < 2:
        raise RuntimeError(f"rot90: expected total dims >= 2, but got total dims = {input.ndim}")
    return [lambda: input.clone(), lambda: input.flip([second]).transpose(first, second),
            lambda: input.flip([first, second]), lambda: input.transpose(first, second).flip([second])][k % 4]()


@function
def fliplr(input: Tensor):
    """The second dimension reversed. Raises RuntimeError where there is none."""
    if input.ndim < 2:
        raise RuntimeError("fliplr: Input must be >= 2-d.")
    return input.flip([1])


@function
def flipud(input: Tensor):
    """The first dimension reversed. Raises RuntimeError where there is none."""
    if input.ndim < 1:
        raise RuntimeError("flipud: Input must be >= 1-d.")
    return input.flip([0])


def atleast_factory(n):
    """atleast_1d and its kind: as many dimensions, new ones of size 1."""
    def widen(*tensors):
        def one(x):
            if x.ndim >= n:
                return x
            return x.reshape({1: (1,), 2: (1, x.numel()), 3: (1, x.numel(), 1)}[n]) if x.ndim < 2 else x.unsqueeze(-1)
        out = tuple(one(x) for x in tensors_of(f"atleast_{n}d", tensors))
        return out[0] if len(tensors) == 1 and not isinstance(tensors[0], list | tuple) else out
    widen.__doc__ = f"Each tensor with at least {n} dimensions. Views."
    return function(widen, name=f"atleast_{n}d", method=False)


atleast_1d, atleast_2d, atleast_3d = map(atleast_factory, (1, 2, 3))


@function(method=False, out=True)
def hstack(tensors: Tensors):
    """Joined side by side: along the second dimension, vectors along the first. RuntimeError for no tensors."""
    if not len(tensors):
        raise RuntimeError("hstack expects a non-empty list of Tensors.")
    tensors = atleast_1d(list(tensors))
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


@function(method=False, aliases="row_stack", out=True)
def vstack(tensors: Tensors):
    """Joined one below the other: along the first dimension, vectors as rows."""
    return cat(atleast_2d(list(tensors)), 0)


@function(method=False, out=True)
def dstack(tensors: Tensors):
    """Joined in depth: along the third dimension."""
    return cat(atleast_3d(list(tensors)), 2)


@function(method=False, out=True)
def column_stack(tensors: Tensors):
    """Vectors as the columns of a matrix."""
    return hstack([x.reshape(-1, 1) if x.ndim < 2 else x for x in tensors])


@function(method=False)
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False):
    """Every choice of r elements of a vector, repeated ones if with_replacement: (choices, r).

    Raises RuntimeError for others.
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


def reshape_in_place(self, op, **settings):
    """Change the shape in place: the tensor becomes a view of its former self."""
    check_writable(self, f"{op.name}_")
    view, leaf = self._view, self._node
    token = recording.set(True)                          # what no_grad() leaves out is no change of shape
    try:
        out, before = dispatch(op, (self,), settings), tuple(self.shape)
    finally:
        recording.reset(token)
    self.array = out.array
    if type(leaf) is Leaf:                               # under no_grad, or it had been refused
        leaf.shape = out.array.shape
    else:
        hand_over(self, self._node, out._node)
        self._node = out._node
    if view is not None:                                 # still a view of its base, some steps further
        self._view = out._view
    else:
        back = (op, settings, None) if op is shape.transpose else (shape.reshape, {"shape": before}, None)
        self._turns = (*self._turns, back)
    bump(self)
    return self


@function
def unsqueeze_(input: Tensor, dim: NewDim):
    """Insert a dimension of size 1 at `dim`, in place."""
    return reshape_in_place(input, shape.unsqueeze, dim=dim)


@function
def squeeze_(input: Tensor, dim: Dims = None):
    """Drop dimensions of size 1, in place."""
    return reshape_in_place(input, shape.squeeze, dim=dim)


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
    """Reshape the first elements, in place; zeros where they are too few. RuntimeError if it requires a gradient."""
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
