"""Other shapes: dimensions moved, stacked, turned and resized, all composed of ops."""

import numpy as np

from ..backend import move
from ..graph import apply, function, wrap
from . import shape
from .copies import cat_function as cat
from .index import getitem
from .shape import sizes


@function(method=False)
def broadcast_tensors(*tensors):
    """The tensors expanded to the one shape they broadcast to. Views."""
    size = np.broadcast_shapes(*[tuple(x.shape) for x in tensors])
    return tuple(x.expand(size) for x in tensors)


@function
def broadcast_to(input, size):
    """The tensor expanded to `size`. A view."""
    return input.expand(size)


@function
def movedim(input, source, destination):
    """Dimensions moved to new places, the others keeping their order. A view."""
    moved = [source] if isinstance(source, int) else list(source)
    places = [destination] if isinstance(destination, int) else list(destination)
    moved, places = [d % input.ndim for d in moved], [d % input.ndim for d in places]
    rest = iter(d for d in range(input.ndim) if d not in moved)
    return input.permute([moved[places.index(i)] if i in places else next(rest) for i in range(input.ndim)])


@function
def unflatten(input, dim, sizes):
    """One dimension as several. A view."""
    dim = dim % input.ndim
    return input.reshape(*input.shape[:dim], *sizes, *input.shape[dim + 1:])


@function
def ravel(input):
    """The elements as a vector; a view where the memory allows."""
    return input.reshape(-1)


@function
def expand_as(input, other):
    """Expanded to the shape of `other`. A view."""
    return input.expand(other.shape)


@function
def view_as(input, other):
    """Viewed in the shape of `other`."""
    return input.view(other.shape)


@function
def reshape_as(input, other):
    """Reshaped to the shape of `other`."""
    return input.reshape(other.shape)


@function
def unfold(input, dimension, size, step):
    """Windows of `size` along a dimension, every `step`, put last: (…, windows, …, size)."""
    dim = dimension % input.ndim
    starts = range(0, input.shape[dim] - size + 1, step)
    places = np.array([[s + i for i in range(size)] for s in starts], np.int64).reshape(-1)
    places = wrap(move(places, input.device))
    out = input.index_select(dim, places)
    return movedim(out.unflatten(dim, (len(starts), size)), dim + 1, -1)


@function
def rot90(input, k=1, dims=(0, 1)):
    """Turned by 90° k times, from the first of `dims` towards the second."""
    first, second = dims
    return [lambda: input.clone(), lambda: input.flip([second]).transpose(first, second),
            lambda: input.flip([first, second]), lambda: input.transpose(first, second).flip([second])][k % 4]()


@function
def fliplr(input):
    """The second dimension reversed."""
    return input.flip([1])


@function
def flipud(input):
    """The first dimension reversed."""
    return input.flip([0])


def at_least(n):
    """atleast_1d and its kind: as many dimensions, new ones of size 1."""
    def widen(*tensors):
        def one(x):
            if x.ndim >= n:
                return x
            return x.reshape({1: (1,), 2: (1, x.numel()), 3: (1, x.numel(), 1)}[n]) if x.ndim < 2 else x.unsqueeze(-1)
        out = tuple(one(x) for x in (tensors[0] if isinstance(tensors[0], list | tuple) else tensors))
        return out if len(out) > 1 or isinstance(tensors[0], list | tuple) else out[0]
    widen.__name__ = widen.__qualname__ = f"atleast_{n}d"
    widen.__module__ = __name__
    widen.__doc__ = f"Each tensor with at least {n} dimensions. Views."
    return function(widen, method=False)


atleast_1d, atleast_2d, atleast_3d = map(at_least, (1, 2, 3))


@function(method=False)
def hstack(tensors):
    """Joined side by side: along the second dimension, vectors along the first."""
    tensors = atleast_1d(list(tensors))
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


@function(method=False)
def vstack(tensors):
    """Joined one below the other: along the first dimension, vectors as rows."""
    return cat(atleast_2d(list(tensors)), 0)


@function(method=False)
def dstack(tensors):
    """Joined in depth: along the third dimension."""
    return cat(atleast_3d(list(tensors)), 2)


@function(method=False)
def column_stack(tensors):
    """Vectors as the columns of a matrix."""
    return hstack([x.reshape(-1, 1) if x.ndim < 2 else x for x in tensors])


@function(method=False)
def combinations(input, r=2, with_replacement=False):
    """Every choice of r elements of a vector, in order: (choices, r)."""
    from itertools import combinations as plain, combinations_with_replacement as repeated
    choices = list((repeated if with_replacement else plain)(range(input.numel()), r))
    return input[np.array(choices, np.int64).reshape(-1, r)]


def resized(self, op, **settings):
    """An in-place change of shape: the tensor becomes a view of what it was."""
    out = apply(op, (self,), settings)
    self.array, self._node, self._view = out.array, out._node, out._view
    return self


@function
def unsqueeze_(input, dim):
    """A new dimension of size 1 at `dim`, in place."""
    return resized(input, shape.unsqueeze, dim=dim)


@function
def squeeze_(input, dim=None):
    """Dimensions of size 1 dropped, in place."""
    return resized(input, shape.squeeze, dim=dim)


@function
def transpose_(input, dim0, dim1):
    """Two dimensions change places, in place."""
    return resized(input, shape.transpose, dim0=dim0, dim1=dim1)


@function
def t_(input):
    """A matrix transposed, in place."""
    return resized(input, shape.transpose, dim0=0, dim1=1) if input.ndim == 2 else input


@function
def resize_(input, *size):
    """The first elements in another shape, in place; more elements than there are is refused."""
    size = sizes(size)
    wanted = 1
    for n in size:
        wanted *= n
    flat = apply(getitem, (input.detach().reshape(-1),), {"index": ((0, wanted, None),)})
    if flat.numel() < wanted:
        flat = cat([flat, flat.new_zeros(wanted - flat.numel())])
    input.array = flat.array.reshape(size)
    input._view = None
    return input
