"""Ops that copy into new memory: copies, joins, repeats, triangles, casts."""

from ...engine import derivative_of, op
from ...runtime import Dim, NewDim, Tensor, Tensors, check_dims, check_memory, function
from ..index.getitem import select_dim
from ..reduce.reductions import sum
from .chunks import split_op
from .views import reshape


@op(symbol="clone")
def clone(xp, input: Tensor):
    """Return a copy with its own memory that is still part of the graph.

    input (*) -> (*)

    >>> x = minitorch.ones(2); y = x.clone(); y[0] = 5; x
    tensor([1., 1.])
    """
    return input.copy()


@derivative_of(clone)
def clone_derivative(grad, out, x):
    return grad


@op(symbol="contiguous", hidden=True)
def contiguous(xp, x):
    """Return a copy whose elements are in row order in memory."""
    return x.copy()


derivative_of(contiguous)(clone_derivative.library)


@op(symbol="cat", hidden=True, shapes=True)
def cat(xp, *arrays, dim=0):
    """Join arrays along an existing dimension."""
    if not arrays:
        raise RuntimeError("cat(): expected a non-empty list of Tensors")
    arrays = [a for a in arrays if a.shape != (0,)] or arrays[:1]     # PyTorch skips shape (0,)
    try:
        out = xp.concatenate(arrays, axis=dim)           # if all arrays are transposed, NumPy transposes the result
        kept = out.flags.c_contiguous or out.ndim > 3 and xp.moveaxis(out, 1, -1).flags.c_contiguous    # channels last
        return out if kept else xp.ascontiguousarray(out)
    except Exception as error:
        refused = error
    check_cat_shapes(arrays, dim)
    raise refused


def check_cat_shapes(arrays, dim):
    """Raise an error that says why these arrays cannot be concatenated along `dim`."""
    for a in arrays:
        if a.ndim == 0:
            raise RuntimeError("cat(): zero-dimensional tensor cannot be concatenated; use stack")
    check_dims("cat", dim, arrays[0].ndim)
    for a in arrays:
        if a.ndim != arrays[0].ndim:
            raise RuntimeError("cat(): Tensors must have same number of dimensions: got "
                               f"{arrays[0].ndim} and {a.ndim}, of {', '.join(str(b.shape) for b in arrays)}.")
    for number, a in enumerate(arrays):
        for i, (size, first) in enumerate(zip(a.shape, arrays[0].shape)):
            if size != first and i != dim % a.ndim:
                raise RuntimeError(f"cat(): Sizes of tensors must match except in dimension {dim}: "
                                   f"{', '.join(str(b.shape) for b in arrays)}. The first that differs is {a.shape}. "
                                   f"Expected size {first} but got size {size} for tensor number {number} in the list.")


@derivative_of(cat)
def cat_derivative(grad, out, *arrays, dim):
    there = [tuple(a.shape) != (0,) or len(grad.shape) == 1 for a in arrays]
    pieces = iter(split_op(grad, parts=tuple([a.shape[dim] for a, here in zip(arrays, there) if here]), dim=dim))
    return tuple([next(pieces) if here else None for here in there])


@function(method=False, name="cat", aliases="concat concatenate")
def cat_function(tensors: Tensors, dim: Dim = 0, *, out=None):
    """Join tensors along an existing dimension; their other sizes must be equal.

    (.., n, ..), (.., m, ..) -> (.., n + m, ..)

    Raises RuntimeError if the other sizes differ, or no tensor is given.

    >>> minitorch.cat([minitorch.zeros(1, 2), minitorch.ones(2, 2)]).shape
    minitorch.Size([3, 2])
    """
    if out is not None:
        check_memory("cat", tensors, out)
    return cat.function(*tensors, dim=dim, out=out)


@op(symbol="stack", hidden=True)
def stack(xp, *arrays, dim: NewDim = 0):
    """Join arrays along a new dimension."""
    if not arrays:
        raise RuntimeError("stack expects a non-empty list of Tensors")
    check_dims("stack", dim, arrays[0].ndim + 1)
    for number, a in enumerate(arrays):
        if a.shape != arrays[0].shape:
            raise RuntimeError("stack expects each tensor to be equal size, but got "
                               f"{list(arrays[0].shape)} at entry 0 and {list(a.shape)} at entry {number}. "
                               "Use cat to join tensors that differ in one size.")
    return xp.ascontiguousarray(xp.stack(arrays, axis=dim))


@derivative_of(stack)
def stack_derivative(grad, out, *arrays, dim):
    return tuple(select_dim(grad, dim=dim, index=i) for i in range(len(arrays)))


@function(method=False, name="stack")
def stack_function(tensors: Tensors, dim: NewDim = 0, *, out=None):
    """Join tensors of one shape along a new dimension `dim`.

    k tensors (*) -> (*, k, *), with k at `dim`

    Raises RuntimeError if the shapes differ, or no tensor is given.

    >>> minitorch.stack([minitorch.zeros(3), minitorch.ones(3)]).shape
    minitorch.Size([2, 3])
    """
    return stack.function(*tensors, dim=dim, out=out)


@op(symbol="tile", hidden=True)
def repeat(xp, x, *, sizes):
    """Return a copy with the whole tensor repeated along each dimension, `sizes` times."""
    if len(sizes) < x.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of "
                           f"dimensions of tensor: {sizes} for {x.shape}")
    if min(sizes, default=0) < 0:
        raise RuntimeError(f"repeat: a tensor cannot be repeated a negative number of times: {sizes} for {x.shape}")
    return xp.tile(x, sizes)


@derivative_of(repeat)
def repeat_derivative(grad, out, x, *, sizes):
    extra = len(sizes) - len(x.shape)
    shape = (1,) * extra + tuple(x.shape)
    parts = tuple(n for pair in zip(sizes, shape) for n in pair)
    folded = sum(reshape(grad, shape=parts), dim=tuple(range(0, len(parts), 2))) if parts else grad
    return reshape(folded, shape=tuple(x.shape))


def repeat_slices(x, count, dim):
    """Return a Tensor with each slice along `dim` repeated `count` times, in new memory: see repeat_interleave."""
    shape = (*x.shape[:dim + 1], count, *x.shape[dim + 1:])
    return x.unsqueeze(dim + 1).expand(shape).clone().flatten(dim, dim + 1)


def at_least_matrix(x, name):
    if x.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions, not {x.ndim}.")
    return x


@op(symbol="tril", inplace=True)
def tril(xp, input: Tensor, *, diagonal: int = 0):
    """Return the lower triangle of the last two dimensions: zeros above the diagonal numbered `diagonal` (0: main)."""
    return xp.tril(at_least_matrix(input, "tril"), diagonal)


@derivative_of(tril)
def tril_derivative(grad, out, x, *, diagonal):
    return tril(grad, diagonal=diagonal)


@op(symbol="triu", inplace=True)
def triu(xp, input: Tensor, *, diagonal: int = 0):
    """Return the upper triangle of the last two dimensions: zeros below the diagonal numbered `diagonal` (0: main).

    (*, n, m) -> (*, n, m)

    Raises RuntimeError for fewer than two dimensions.

    >>> minitorch.ones(2, 2).triu(1)
    tensor([[0., 1.],
            [0., 0.]])
    """
    return xp.triu(at_least_matrix(input, "triu"), diagonal)


@derivative_of(triu)
def triu_derivative(grad, out, x, *, diagonal):
    return triu(grad, diagonal=diagonal)


@op(hidden=True)
def real_part(xp, x):
    """Return the real part of complex numbers."""
    return x.real.copy()


@derivative_of(real_part)
def real_part_derivative(grad, out, x):
    return grad                                          # the graph converts it to complex numbers


@op(symbol="cast", hidden=True)
def cast(xp, x, *, dtype):
    """Convert to another dtype."""
    return x.astype(dtype)


@derivative_of(cast)
def cast_derivative(grad, out, x, *, dtype):
    return grad                                          # the graph converts it to the input's dtype
