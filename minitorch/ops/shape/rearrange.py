"""Changes of shape composed of ops: unflatten, ravel, the shape of another tensor, and changes in place."""

from ...engine import dispatch
from ...engine.grad_mode import recording
from ...engine.node import Leaf
from ...runtime import Dim, Dims, NewDim, Tensor, bump, check_writable, function
from ...runtime.views import hand_over
from . import views as shape
from .views import fit, required_sizes


@function
def broadcast_to(input: Tensor, size):
    """Return a view expanded to `size`. TypeError if size is not a tuple of ints."""
    if not isinstance(size, list | tuple):
        raise TypeError(f"broadcast_to(): argument 'size' must be tuple of ints, not {type(size).__name__}.")
    return input.expand(size)


@function
def unflatten(input: Tensor, dim: Dim, sizes):
    """Return a view with dimension `dim` split into several of `sizes`. TypeError unless sizes is a tuple or list."""
    if not isinstance(sizes, list | tuple):
        raise TypeError(f"unflatten(): argument 'sizes' must be tuple of ints, not {sizes!r}.")
    parts = required_sizes((sizes,), "unflatten")
    dim = dim % max(input.ndim, 1)
    if input.ndim == 0 or not parts:
        raise RuntimeError(f"unflatten: needs a dimension to split and at least one size, not {input.ndim}-D, {parts}.")
    return input.reshape(*input.shape[:dim], *fit(parts, input.shape[dim]), *input.shape[dim + 1:])


@function
def ravel(input: Tensor):
    """Return the elements as a vector; a view if the memory allows it."""
    return input.reshape(-1)


@function
def expand_as(input: Tensor, other: Tensor):
    """Return a view expanded to the shape of `other`."""
    return input.expand(other.shape)


@function
def view_as(input: Tensor, other: Tensor):
    """Return a view in the shape of `other`."""
    return input.view(other.shape)


def reshape_in_place(self, op, **settings):
    """Change the shape in place by the view op `op`; return the tensor, which is now a view of the old one."""
    check_writable(self, f"{op.name}_")
    view, leaf = self._view, self._node
    token = recording.set(True)                          # record this op under no_grad() too
    try:
        out, before = dispatch(op, (self,), settings), tuple(self.shape)
    finally:
        recording.reset(token)
    self.array = out.array
    if type(leaf) is Leaf:                               # a leaf remains a leaf, in a new shape
        leaf.shape = out.array.shape
    else:
        hand_over(self, self._node, out._node)
        self._node = out._node
    if view is not None:                                 # make a view of the same base, with one more step
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
