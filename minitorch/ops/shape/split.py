"""Splitting into views whose gradients accumulate in one array; also roll, diagonals and repeats."""

import numpy as np

from ...backend import move
from ...engine import derivative_of, dispatch, op, wrap
from ...runtime import Dim, Free, Tensor, Value, check_dims, function
from ...runtime.views import SEVERAL
from ..index.getitem import narrow as narrow_view, select_dim
from .chunks import split_op, whole_number
from .copies import repeat, repeat_slices
from .views import required_sizes, sizes


def normalised_dim(dim, input, name, kind=RuntimeError):
    """Return a dimension counted from the front; raise for a 0-d tensor, which has none."""
    if input.ndim == 0:
        raise kind(f"{name}() expects at least a 1-dimensional tensor; a 0-dim tensor cannot be split.")
    return dim % input.ndim


@function
def split(tensor: Tensor, split_size_or_sections, dim: Dim = 0) -> tuple:
    """Return views along `dim`, of size split_size_or_sections or the sizes in it; RuntimeError if they do not fit."""
    size = tensor.shape[normalised_dim(dim, tensor, "split")]
    parts = split_size_or_sections
    if not isinstance(parts, list | tuple):
        parts = whole_number(parts, "split")
        if parts < 0 or parts == 0 and size:
            raise RuntimeError(f"split expects split_size be positive, but got split_size={parts}")
        parts = [min(parts, size - start) for start in range(0, size, parts or 1)] or [0]
    if sum(parts) != size or min(parts, default=0) < 0:
        raise RuntimeError(f"split_with_sizes expects split_sizes, none below 0, to sum exactly to {size} (input "
                           f"tensor's size at dimension {dim}), but got split_sizes={list(parts)}")
    return mark_views_of_one_op(dispatch(split_op, (tensor,), {"parts": tuple(parts), "dim": dim}))


def mark_views_of_one_op(views):
    """Mark views made by one op: PyTorch forbids in-place writes to them if gradients are recorded."""
    for view in views:
        if view._view is not None:
            view._view.closed = SEVERAL
    return tuple(views)


@function
def chunk(input: Tensor, chunks: int, dim: Dim = 0) -> tuple:
    """Split along `dim` into at most `chunks` views; the last may be smaller. RuntimeError for chunks < 1."""
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    size = input.shape[normalised_dim(dim, input, "chunk")]
    return split(input, max(1, -(-size // chunks)), dim) if size else split(input, [0] * chunks, dim)


@function(one_node=True)
def unbind(input: Tensor, dim: Dim = 0) -> tuple:
    """Return views of the slices along `dim`, without that dimension."""
    dim = normalised_dim(dim, input, "unbind", IndexError)
    return mark_views_of_one_op([select_dim(input, dim, i) for i in range(input.shape[dim])])


@function
def narrow(input: Tensor, dim: int, start: int, length: int):
    """Return a view of `length` elements along `dim`, from `start` on. RuntimeError if the dimension is shorter."""
    if input.ndim:
        check_dims("narrow", dim, input.ndim)
    dim = normalised_dim(dim, input, "narrow")
    size = input.shape[dim]
    if not -size <= start <= size:
        raise IndexError(f"narrow: start out of range (expected to be in range of [{-size}, {size}], but got {start})")
    start = int(start) + size if start < 0 else int(start)
    if length < 0 or start + length > size:
        raise RuntimeError(f"narrow: start ({start}) + length ({length}) exceeds dimension size ({size}), or the "
                           "length is negative.")
    return narrow_view(input, dim, start, length)


@function
def select(input: Tensor, dim: Dim, index: int):
    """Return a view of the slice at `index` of dimension `dim`, without that dimension. IndexError if there is none."""
    dim = normalised_dim(dim, input, "select", IndexError)
    if not -input.shape[dim] <= index < input.shape[dim]:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(input.shape)} "
                         f"at dimension {dim}")
    return select_dim(input, dim, int(index))


@function(name="repeat")
def repeat_method(input: Tensor, *repeats: int):
    """Return a copy with the whole tensor repeated along each dimension, `repeats` times."""
    return repeat.function(input, sizes=required_sizes(repeats, "repeat"))


@function
def tile(input: Tensor, *dims: int):
    """Repeat the whole tensor `dims` times along each dimension; a copy. Missing dims in front count as 1."""
    dims = required_sizes(dims, "tile")
    return repeat.function(input, sizes=(1,) * (input.ndim - len(dims)) + dims)


@op(symbol="roll", hidden=True)
def roll_op(xp, x, *, shifts, dims):
    """Shift elements along dimensions; elements shifted beyond the end return at the start."""
    return xp.roll(x, shifts, dims)


@derivative_of(roll_op)
def roll_derivative(grad, out, x, *, shifts, dims):
    back = -shifts if isinstance(shifts, int) else tuple(-s for s in shifts)
    return roll_op(grad, shifts=back, dims=dims)


@function
def roll(input: Tensor, shifts, dims: Free = ()):
    """Shift elements by shifts along dims (or flattened), wrapping around; RuntimeError if their numbers differ."""
    shifts = sizes((shifts,), "roll(): shifts")
    dims = sizes((() if dims is None else dims,), "roll(): dims")
    if len(shifts) != max(1, len(dims)):
        raise RuntimeError(f"roll: shifts and dimensions must align: {len(shifts)} shifts {shifts} for dims {dims}.")
    for d in dims if input.numel() else ():
        check_dims("roll", d, input.ndim)
    dims = dims if dims and input.numel() else None
    shifts = shifts if dims else shifts[0]
    return roll_op.function(input, shifts=shifts, dims=dims)


@op(symbol="diagonal", view=True)
def diagonal(xp, input: Tensor, *, offset: int = 0, dim1: Dim = 0, dim2: Dim = 1):
    """Return a view: the diagonal of dim1 and dim2 as the last dimension, `offset` elements above the main diagonal."""
    check_dims("diagonal", (dim1, dim2), input.ndim)
    return writable(xp.diagonal(input, offset, dim1, dim2))


diagonal_of = diagonal.function


@derivative_of(diagonal)
def diagonal_derivative(grad, out, x, *, offset, dim1, dim2):
    return put_diagonal(grad, shape=tuple(x.shape), offset=offset, dim1=dim1, dim2=dim2)


@op(symbol="place", hidden=True)
def put_diagonal(xp, x, *, shape, offset, dim1, dim2):
    """Return zeros of `shape` with x on the diagonal of two dimensions."""
    out = xp.zeros(shape, x.dtype)
    writable(xp.diagonal(out, offset, dim1, dim2))[...] = x
    return out


def writable(view):
    """Make a NumPy diagonal writable: NumPy marks it read-only, though it is a plain view."""
    if isinstance(view, np.ndarray):
        view.flags.writeable = True
    return view


@derivative_of(put_diagonal)
def put_diagonal_derivative(grad, out, x, *, shape, offset, dim1, dim2):
    return diagonal(grad, offset=offset, dim1=dim1, dim2=dim2)


@function(out=True)
def diag(input: Tensor, diagonal: int = 0):
    """Return a matrix with a vector on its diagonal, or a matrix's diagonal as a vector; RuntimeError for others."""
    if input.ndim == 1:
        size = input.shape[0] + abs(diagonal)
        return put_diagonal.function(input, shape=(size, size), offset=diagonal, dim1=0, dim2=1)
    if input.ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    return diagonal_of(input, diagonal, 0, 1).clone()


@function(one_node=True)
def trace(input: Tensor):
    """Return the sum of a matrix's diagonal. Raises RuntimeError unless it is a matrix."""
    if not input.dtype.rank:
        raise NotImplementedError('"trace" not implemented for minitorch.bool: count with diag(x).sum().')
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return diag(input).sum()


@function
def repeat_interleave(input: Tensor, repeats: Value = None, dim: Dim = None, *, output_size: int | None = None):
    """Return a copy with each element (or slice along `dim`) repeated: [1, 2] with repeats 2 gives [1, 1, 2, 2].

    With repeats only, the index of each number is repeated: [1, 2] gives [0, 1, 1].
    Raises RuntimeError for negative repeats, and if the result's size is not output_size.
    """
    if output_size is not None:
        out = repeat_interleave(input, repeats, dim)
        size = out.shape[0 if repeats is None or dim is None else dim]
        if output_size != size:
            raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {size} but got {output_size}.")
        return out
    if repeats is None:
        if input.dtype.rank != 1:
            raise NotImplementedError(f'"repeat_interleave" not implemented for repeats of {input.dtype}: use '
                                      'repeats.long().')
        return wrap(np.repeat(np.arange(input.numel()), move(input.array, "cpu")))
    if dim is None:
        input, dim = input.flatten(), 0
    counts = move(repeats.array, "cpu") if hasattr(repeats, "array") else whole_number(repeats, "repeat_interleave")
    if np.any(np.less(counts, 0)):
        raise RuntimeError(f"repeat_interleave: repeats must be non-negative, not {repeats}.")
    if np.ndim(counts) > 1 or np.size(counts) not in (1, input.shape[dim]) or np.asarray(counts).dtype.kind != "i" or \
            np.asarray(counts).itemsize < 4:
        raise RuntimeError("repeat_interleave: repeats must be an int, or a vector of integers with one for each of "
                           f"the {input.shape[dim]} slices along dim {dim}, not {repeats}.")
    if type(counts) is int:
        return repeat_slices(input, counts, dim % input.ndim)
    index = np.repeat(np.arange(input.shape[dim]), counts)
    return input.index_select(dim, wrap(move(index, input.device)))
