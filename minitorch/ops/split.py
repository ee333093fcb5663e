"""Taking a tensor apart: pieces that are views, so that their gradients meet again in one array."""

import numpy as np

from ..backend import move
from ..graph import derivative_of, function, op, wrap
from .copies import repeat
from .index import narrow as narrow_view, select_dim
from .shape import sizes


def checked(dim, input, name):
    """A dimension counted from the front, or IndexError."""
    ndim = max(input.ndim, 1)
    if not -ndim <= dim < ndim:
        raise IndexError(f"{name}: Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], "
                         f"but got {dim}) for shape {tuple(input.shape)}.")
    return dim % ndim


@function
def split(tensor, split_size_or_sections, dim=0):
    """Pieces along `dim`: of one size (the last may be smaller), or of the sizes in a list. Views."""
    size = tensor.shape[checked(dim, tensor, "split")]
    parts = split_size_or_sections
    if isinstance(parts, int):
        if parts <= 0:
            raise RuntimeError(f"split expects split_size be positive, but got split_size={parts}")
        parts = [min(parts, size - start) for start in range(0, size, parts)] or [0]
    if sum(parts) != size:
        raise RuntimeError(f"split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size "
                           f"at dimension {dim}), but got split_sizes={list(parts)}")
    starts = [sum(parts[:i]) for i in range(len(parts))]
    return tuple(narrow_view(tensor, dim, start, length) for start, length in zip(starts, parts))


@function
def chunk(input, chunks, dim=0):
    """At most `chunks` pieces along `dim`, of equal size but for the last. Views."""
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    size = input.shape[checked(dim, input, "chunk")]
    return split(input, max(1, -(-size // chunks)), dim)


@function
def tensor_split(input, indices_or_sections, dim=0):
    """Pieces along `dim`: so many of nearly equal size, or cut at the given places. Views."""
    size = input.shape[checked(dim, input, "tensor_split")]
    if isinstance(indices_or_sections, int):
        n = indices_or_sections
        lengths = [size // n + (i < size % n) for i in range(n)]
    else:
        cuts = [0, *[min(c if c >= 0 else c + size, size) for c in indices_or_sections], size]
        lengths = [max(0, b - a) for a, b in zip(cuts, cuts[1:])]
    return split(input, lengths, dim)


@function
def unbind(input, dim=0):
    """The slices along `dim`, without it. Views."""
    if input.ndim == 0:
        raise IndexError("unbind: Dimension specified as 0 but tensor has no dimensions")
    dim = checked(dim, input, "unbind")
    return tuple(select_dim(input, dim, i) for i in range(input.shape[dim]))


@function
def narrow(input, dim, start, length):
    """`length` places from `start` along `dim`. A view."""
    dim = checked(dim, input, "narrow")
    start = int(start) % input.shape[dim] if start < 0 else int(start)
    if start + length > input.shape[dim]:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({input.shape[dim]}).")
    return narrow_view(input, dim, start, length)


@function
def select(input, dim, index):
    """The slice at `index` of dimension `dim`, without it. A view."""
    dim = checked(dim, input, "select")
    if not -input.shape[dim] <= index < input.shape[dim]:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(input.shape)} "
                         f"at dimension {dim}")
    return select_dim(input, dim, int(index))


@function(name="repeat")
def repeat_method(input, *repeats):
    """The whole tensor so many times along each dimension; a copy."""
    return repeat.function(input, sizes=sizes(repeats))


@function
def tile(input, *dims):
    """Like `repeat`; missing repeats in front count as 1."""
    dims = sizes(dims)
    return repeat.function(input, sizes=(1,) * (input.ndim - len(dims)) + dims)


@op(symbol="roll", hidden=True)
def roll_op(xp, x, *, shifts, dims):
    """Elements moved along, those that fall off the end coming back at the start."""
    return xp.roll(x, shifts, dims)


@derivative_of(roll_op)
def roll_derivative(grad, out, x, *, shifts, dims):
    back = -shifts if isinstance(shifts, int) else tuple(-s for s in shifts)
    return roll_op(grad, shifts=back, dims=dims)


@function
def roll(input, shifts, dims=None):
    """Elements moved by `shifts` along `dims` (through the flattened tensor when None), wrapping round."""
    return roll_op.function(input, shifts=shifts, dims=dims)


@op(symbol="diagonal", view=True)
def diagonal(xp, x, *, offset=0, dim1=0, dim2=1):
    """The diagonal of two dimensions, put last. A view."""
    return writable(xp.diagonal(x, offset, dim1, dim2))


diagonal_of = diagonal.function


@derivative_of(diagonal)
def diagonal_derivative(grad, out, x, *, offset, dim1, dim2):
    return put_diagonal(grad, shape=tuple(x.shape), offset=offset, dim1=dim1, dim2=dim2)


@op(symbol="place", hidden=True)
def put_diagonal(xp, x, *, shape, offset, dim1, dim2):
    """Zeros of `shape` with x on the diagonal of two dimensions."""
    out = xp.zeros(shape, x.dtype)
    writable(xp.diagonal(out, offset, dim1, dim2))[...] = x
    return out


def writable(view):
    """NumPy marks its diagonals read-only, though they are plain views."""
    if isinstance(view, np.ndarray):
        view.flags.writeable = True
    return view


@derivative_of(put_diagonal)
def put_diagonal_derivative(grad, out, x, *, shape, offset, dim1, dim2):
    return diagonal(grad, offset=offset, dim1=dim1, dim2=dim2)


@function
def diag(input, diagonal=0):
    """A vector as the diagonal of a matrix, or a matrix's diagonal as a vector."""
    if input.ndim == 1:
        size = input.shape[0] + abs(diagonal)
        return put_diagonal.function(input, shape=(size, size), offset=diagonal, dim1=0, dim2=1)
    if input.ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    return diagonal_of(input, diagonal, 0, 1)


@function
def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """The last dimension spread on the diagonal of two new ones."""
    ndim = input.ndim + 1
    size = input.shape[-1] + abs(offset)
    places = (dim1 % ndim, dim2 % ndim)
    rest = iter(input.shape[:-1])
    shape = tuple(size if i in places else next(rest) for i in range(ndim))
    return put_diagonal.function(input, shape=shape, offset=offset, dim1=dim1, dim2=dim2)


@function
def trace(input):
    """The sum of a matrix's diagonal."""
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return diag(input).sum()


@function
def repeat_interleave(input, repeats, dim=None, *, output_size=None):
    """Each element (or slice along `dim`) repeated in place: [1, 2] by 2 gives [1, 1, 2, 2]."""
    if dim is None:
        input, dim = input.flatten(), 0
    counts = move(repeats.array, "cpu") if hasattr(repeats, "array") else repeats
    index = np.repeat(np.arange(input.shape[dim]), counts)
    return input.index_select(dim, wrap(move(index, input.device)))
