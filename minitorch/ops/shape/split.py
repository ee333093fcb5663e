"""Splitting: pieces that are views, whose gradients accumulate into one array."""

import numpy as np

from ...backend import move
from ...engine import derivative_of, dispatch, op, wrap
from ...runtime import Dim, Free, NewDim, Tensor, Value, check_dims, function
from ...runtime.views import SEVERAL
from ..index.getitem import narrow as narrow_view, select_dim
from .chunks import split_op, whole_number
from .copies import each_repeated, repeat
from .views import required_sizes, sizes


def normalised_dim(dim, input, name, kind=RuntimeError):
    """Return a dimension counted from the front; raise for a 0-d tensor, which has none."""
    if input.ndim == 0:
        raise kind(f"{name}() expects at least a 1-dimensional tensor; a 0-dim tensor has nothing to take apart.")
    return dim % input.ndim


@function
def split(tensor: Tensor, split_size_or_sections, dim: Dim = 0) -> tuple:
    """Pieces along `dim`, views: of one size split_size_or_sections, or of a list of sizes; RuntimeError for others."""
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
    """Mark views made by one op: PyTorch forbids in-place writes to them where gradients are recorded."""
    for view in views:
        if view._view is not None:
            view._view.closed = SEVERAL
    return tuple(views)


@function
def chunk(input: Tensor, chunks: int, dim: Dim = 0) -> tuple:
    """At most `chunks` pieces along `dim`, of equal size but for the last. Views. RuntimeError for chunks below 1."""
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    size = input.shape[normalised_dim(dim, input, "chunk")]
    return split(input, max(1, -(-size // chunks)), dim) if size else split(input, [0] * chunks, dim)


@function(one_node=True)
def tensor_split(input: Tensor, indices_or_sections, dim: Dim = 0) -> tuple:
    """Split along `dim`: into indices_or_sections nearly equal pieces, or before these indices. Views.

    Raises RuntimeError for 0.
    """
    size = input.shape[normalised_dim(dim, input, "tensor_split")]
    if hasattr(indices_or_sections, "array"):
        if indices_or_sections.ndim > 1 or indices_or_sections.dtype.name != "int64":
            raise RuntimeError("tensor_split expected tensor_indices_or_sections to be of int64, with one dimension or "
                               f"none, not {indices_or_sections.dtype} of {tuple(indices_or_sections.shape)}.")
        indices_or_sections = indices_or_sections.tolist()
    if not isinstance(indices_or_sections, list | tuple):
        n = whole_number(indices_or_sections, "tensor_split")
        if n <= 0:
            raise RuntimeError(f"tensor_split: number of sections must be larger than 0, got {n}")
        lengths = [size // n + (i < size % n) for i in range(n)]
    else:
        cuts = [0, *[min(max(c if c >= 0 else c + size, 0), size) for c in indices_or_sections], size]
        if sorted(cuts) != cuts:                         # then pieces overlap
            return mark_views_of_one_op([narrow_view(input, dim, a, max(0, b - a)) for a, b in zip(cuts, cuts[1:])])
        lengths = [max(0, b - a) for a, b in zip(cuts, cuts[1:])]
    pieces = dispatch(split_op, (input,), {"parts": tuple(lengths), "dim": dim})
    return tuple(pieces)                                 # slices in PyTorch, so that each may be written to


@function(one_node=True)
def unbind(input: Tensor, dim: Dim = 0) -> tuple:
    """The slices along `dim`, without it. Views."""
    dim = normalised_dim(dim, input, "unbind", IndexError)
    return mark_views_of_one_op([select_dim(input, dim, i) for i in range(input.shape[dim])])


@function
def narrow(input: Tensor, dim: int, start: int, length: int):
    """Return `length` elements from `start` on along `dim`. A view. RuntimeError where there are not that many."""
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
    """The slice at `index` of dimension `dim`, without it. A view. IndexError where there is none."""
    dim = normalised_dim(dim, input, "select", IndexError)
    if not -input.shape[dim] <= index < input.shape[dim]:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(input.shape)} "
                         f"at dimension {dim}")
    return select_dim(input, dim, int(index))


@function(name="repeat")
def repeat_method(input: Tensor, *repeats: int):
    """Repeat the whole tensor along each dimension; a copy."""
    return repeat.function(input, sizes=required_sizes(repeats, "repeat"))


@function
def tile(input: Tensor, *dims: int):
    """Like `repeat`; missing repeats in front count as 1."""
    dims = required_sizes(dims, "tile")
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
def roll(input: Tensor, shifts, dims: Free = ()):
    """Elements moved by as many shifts as dims (or through the flattened tensor), wrapping round; else RuntimeError."""
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
    """The diagonal of dimensions dim1 and dim2, put last; offset: so far above the main one. A view."""
    check_dims("diagonal", (dim1, dim2), input.ndim)
    return writable(xp.diagonal(input, offset, dim1, dim2))


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


@function(out=True)
def diag(input: Tensor, diagonal: int = 0):
    """A vector as the diagonal of a matrix, or a matrix's diagonal as a vector; a copy. RuntimeError for others."""
    if input.ndim == 1:
        size = input.shape[0] + abs(diagonal)
        return put_diagonal.function(input, shape=(size, size), offset=diagonal, dim1=0, dim2=1)
    if input.ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    return diagonal_of(input, diagonal, 0, 1).clone()


@function
def diag_embed(input: Tensor, offset: int = 0, dim1: NewDim = -2, dim2: NewDim = -1):
    """The last dimension spread on the diagonal of two new ones, dim1 and dim2; offset: so far above the main one."""
    ndim = input.ndim + 1
    check_dims("diag_embed", (dim1, dim2), ndim)
    size = input.shape[-1] + abs(offset)
    dims = (dim1 % ndim, dim2 % ndim)
    rest = iter(input.shape[:-1])
    shape = tuple(size if i in dims else next(rest) for i in range(ndim))
    return put_diagonal.function(input, shape=shape, offset=offset, dim1=dim1, dim2=dim2)


@function(one_node=True)
def trace(input: Tensor):
    """The sum of a matrix's diagonal. Raises RuntimeError for what is no matrix."""
    if not input.dtype.rank:
        raise NotImplementedError('"trace" not implemented for minitorch.bool: count with diag(x).sum().')
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return diag(input).sum()


@function
def repeat_interleave(input: Tensor, repeats: Value = None, dim: Dim = None, *, output_size: int | None = None):
    """Each element (or slice along `dim`) repeated in place: [1, 2] by 2 gives [1, 1, 2, 2].

    Called with repeats only, it repeats their indices: [1, 2] gives [0, 1, 1].
    Raises RuntimeError for negative repeats, and where output_size is not the size that comes out.
    """
    if output_size is not None:
        out = repeat_interleave(input, repeats, dim)
        size = out.shape[0 if repeats is None or dim is None else dim]
        if output_size != size:
            raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {size} but got {output_size}.")
        return out
    if repeats is None:
        if input.dtype.rank != 1:
            raise NotImplementedError(f'"repeat_interleave" not implemented for {input.dtype}: repeats are integers.')
        return wrap(np.repeat(np.arange(input.numel()), move(input.array, "cpu")))
    if dim is None:
        input, dim = input.flatten(), 0
    counts = move(repeats.array, "cpu") if hasattr(repeats, "array") else whole_number(repeats, "repeat_interleave")
    if np.any(np.less(counts, 0)):
        raise RuntimeError(f"repeat_interleave: repeats must be non-negative, not {repeats}.")
    if np.ndim(counts) > 1 or np.size(counts) not in (1, input.shape[dim]) or np.asarray(counts).dtype.kind != "i" or \
            np.asarray(counts).itemsize < 4:
        raise RuntimeError("repeat_interleave: repeats is an integer, or a vector of integers as long as the input "
                           f"along dim {dim} ({input.shape[dim]}), not {repeats}.")
    if type(counts) is int:
        return each_repeated(input, counts, dim % input.ndim)
    index = np.repeat(np.arange(input.shape[dim]), counts)
    return input.index_select(dim, wrap(move(index, input.device)))
