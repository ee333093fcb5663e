"""Split along fixed dimensions, block matrices, copies with a new slice, Vandermonde matrices, areas under curves."""

import numpy as np

from .... import dtypes
from ....backend import move
from ....engine import dispatch, wrap
from ....ops.elementwise.arithmetic import unfreed
from ....ops.index.getitem import narrow as narrow_view
from ....ops.index.masks import nonzero_function
from ....ops.shape.chunks import split_op, whole_number
from ....ops.shape.copies import stack_function
from ....ops.shape.split import mark_views_of_one_op, normalised_dim, put_diagonal
from ....ops.shape.views import required_sizes, sizes
from ....runtime import Dim, Free, NewDim, Tensor, check_dims, function, tensors_of


def split_along(name, axis, least):
    """Declare hsplit, vsplit or dsplit: tensor_split along one axis."""
    def cut(input: Tensor, indices_or_sections) -> tuple:
        if input.ndim < least:
            raise RuntimeError(f"{name} requires a tensor with at least {least} dimension, but got {input.ndim}.")
        along = 0 if name == "hsplit" and input.ndim == 1 else axis
        size, n = input.shape[along], indices_or_sections
        if not isinstance(n, list | tuple) and (whole_number(n, name) <= 0 or size % n):
            raise RuntimeError(f"{name} attempted to split along dimension {along}, but its size {size} is not "
                               f"divisible by the split_size {n}.")
        return tensor_split(input, n, along)
    cut.__doc__ = (f"Split along {'the first dimension' if axis == 0 else f'dimension {axis}'} into views: into "
                   "indices_or_sections equal pieces, or before these indices. RuntimeError if that is impossible.")
    return function(cut, name=name)


vsplit, hsplit, dsplit = split_along("vsplit", 0, 2), split_along("hsplit", 1, 1), split_along("dsplit", 2, 3)


@function
def split_with_sizes(input: Tensor, split_sizes, dim: Dim = 0) -> tuple:
    """Return views: pieces of the tensor along `dim`, with the sizes split_sizes."""
    return input.split(list(split_sizes), dim)


@function
def diagflat(input: Tensor, offset: int = 0):
    """Return a matrix with the elements on the diagonal that is `offset` above the main one."""
    return input.reshape(-1).diag(offset)


@function(method=False, one_node=True)
def block_diag(*tensors: Tensor):
    """Arrange matrices one after the other along the diagonal of a larger matrix, with zeros elsewhere.

    Raises RuntimeError for more than two dimensions.
    """
    blocks = [x.reshape(1, -1) if x.ndim < 2 else x for x in tensors_of("block_diag", tensors)]
    if any(x.ndim > 2 for x in blocks):
        raise RuntimeError("block_diag: Input tensors must have 2 or fewer dimensions.")
    dtype = dtypes.result_type([x.array for x in blocks])
    out = blocks[0].new_zeros(sum(x.shape[0] for x in blocks), sum(x.shape[1] for x in blocks), dtype=dtype)
    row = column = 0
    for x in blocks:
        out[row:row + x.shape[0], column:column + x.shape[1]] = x
        row, column = row + x.shape[0], column + x.shape[1]
    return out


@function
def argwhere(input: Tensor):
    """Return the indices of the n elements that are not zero: (n, dimensions)."""
    return nonzero_function(input)


@function(method=False)
def unravel_index(indices: Tensor, shape) -> tuple:
    """Convert positions in a flattened tensor of the shape `shape` to one index for each dimension.

    Raises TypeError unless the indices are integers.
    """
    if indices.dtype.rank != 1:
        raise TypeError(f"unravel_index: expected 'indices' to be integer dtype, but got {indices.dtype}.")
    if min(sizes((shape,)), default=0) < 0:
        raise ValueError(f"unravel_index: 'shape' cannot have negative values, but got {shape}.")
    rest, found = indices.long(), []
    for size in reversed(sizes((shape,))):
        found.append(rest % size)
        rest = rest // size
    return tuple(reversed(found))


def copy_with_part(name, input, src, part):
    """Return a copy of `input` in which `part(copy)`, a view, is overwritten with `src`."""
    out = input.clone()
    view = part(out)
    if view.shape != src.shape:
        raise RuntimeError(f"{name}: expected src to have a size equal to the part of self: {tuple(src.shape)} and "
                           f"{tuple(view.shape)}.")
    view.copy_(src)
    return out


@function(one_node=True)
def select_scatter(input: Tensor, src: Tensor, dim: int, index: int):
    """Return a copy with `src` in place of the slice at `index` of dimension `dim`."""
    return copy_with_part("select_scatter", input, src, lambda x: x.select(dim, index))


@function(out=True, one_node=True)
def slice_scatter(input: Tensor, src: Tensor, dim: Free = 0, start: Free = None, end: Free = None, step: Free = 1):
    """Return a copy with `src` in place of indices start to end, by step, of dimension `dim`.

    Raises IndexError for a 0-d tensor.
    """
    if not input.ndim:
        raise IndexError("slice_scatter: slice() cannot be applied to a 0-dim tensor.")
    check_dims("slice_scatter", whole_number(dim, "slice_scatter"), input.ndim)
    bounds = [b if b is None else whole_number(b, "slice_scatter") for b in (start, end, step)]
    return copy_with_part("slice_scatter", input, src,
                    lambda x: x[(slice(None),) * (dim % x.ndim) + (slice(*bounds),)])


@function(one_node=True)
def diagonal_scatter(input: Tensor, src: Tensor, offset: int = 0, dim1: Dim = 0, dim2: Dim = 1):
    """Return a copy with the tensor `src` in place of the diagonal that `diagonal` returns for offset, dim1, dim2."""
    return copy_with_part("diagonal_scatter", input, src, lambda x: x.diagonal(offset, dim1, dim2))


@function
def sum_to_size(input: Tensor, *size: int):
    """Sum to the shape `size`, over the dimensions that broadcasting adds or repeats; RuntimeError if impossible."""
    size = required_sizes(size, "sum_to_size")
    extra = input.ndim - len(size)
    if extra < 0 or any(s not in (1, n) for s, n in zip(size, input.shape[extra:])):
        raise RuntimeError(f"sum_to_size: size {size} is not expandable to size {tuple(input.shape)}.")
    dims = [*range(extra), *(i + extra for i, s in enumerate(size) if s == 1 and input.shape[i + extra] != 1)]
    return (input.sum(dims) if dims or not size else input).reshape(size)


@function(method=False)
def vander(x: Tensor, N: int | None = None, increasing: bool = False):
    """Return N powers of a vector x (None: len(x)) as columns, from xᴺ⁻¹ to x⁰; increasing=True: from x⁰ to xᴺ⁻¹.

    Raises RuntimeError unless x is a vector.
    """
    if x.ndim != 1:
        raise RuntimeError(f"vander: x must be a one-dimensional tensor, not {x.ndim}-dimensional.")
    x = x if x.dtype.rank > 1 else x.long()
    count = x.shape[0] if N is None else N
    if count < 0:
        raise RuntimeError(f"vander: N must be non-negative, not {N}.")
    powers = range(count) if increasing else range(count - 1, -1, -1)
    return stack_function([x ** n for n in powers], 1) if count else x.new_empty((x.shape[0], 0))


def pair_indices(n, device="cpu"):
    """Return the pairs i < j below n, as two vectors."""
    i, j = np.triu_indices(n, 1)
    return wrap(move(i, device)), wrap(move(j, device))


@function(method=False, takes="f", one_node=True)
def pdist(input: Tensor, p: float = 2.0):
    """Return the p-norm between every two rows: (n, d) -> (n·(n − 1)/2,). Raises RuntimeError unless it is a matrix."""
    if input.dtype.itemsize < 4:
        raise NotImplementedError(f'"pdist" not implemented for {input.dtype}: convert first, as in x.float().')
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if not p >= 0:
        raise RuntimeError(f"pdist only supports non-negative p values, not {p}.")
    i, j = pair_indices(input.shape[0], input.device)
    return (input[i] - input[j]).norm(p, -1)


def trapezoid_areas(y, x, dim):
    """Return twice the area under the curve between neighbours along `dim`, in y's dtype, in which uint8 overflows."""
    if y.dtype.rank == 0 or x is not None and x.dtype.rank == 0:
        raise RuntimeError("trapezoid: received a bool input, but bool is not supported: convert first, as in x.int().")
    count = max(y.shape[dim] - 1, 0)
    after, before = (y.narrow(dim, min(start, y.shape[dim]), count) for start in (1, 0))
    if x is None:
        return after + before
    if x.ndim == 1:
        width = x.diff().reshape([-1 if d == dim % y.ndim else 1 for d in range(y.ndim)])
    else:
        width = x.diff(dim=dim)
    return width * (after + before)


@function(method=False, aliases="trapz")
def trapezoid(y: Tensor, x: Tensor = None, *, dx: float = 1, dim: Dim = -1):
    """Return the area under the line through heights y along `dim`, at the positions x, or dx apart."""
    if x is None and y.ndim and y.shape[dim] and y.dtype.rank:
        return unfreed((y.sum(dim) - unfreed((y.select(dim, 0) + y.select(dim, -1)) * 0.5)) * dx)
    return unfreed(trapezoid_areas(y, x, dim).sum(dim) * (dx / 2 if x is None else 0.5))


@function(method=False)
def cumulative_trapezoid(y: Tensor, x: Tensor = None, *, dx: float = 1, dim: Dim = -1):
    """Return the cumulative area under the line through heights y along `dim`, at the positions x, or dx apart."""
    return unfreed(trapezoid_areas(y, x, dim).cumsum(dim) * (dx / 2 if x is None else 0.5))


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
        if sorted(cuts) != cuts:                         # if the indices are out of order, pieces may overlap
            return mark_views_of_one_op([narrow_view(input, dim, a, max(0, b - a)) for a, b in zip(cuts, cuts[1:])])
        lengths = [max(0, b - a) for a, b in zip(cuts, cuts[1:])]
    pieces = dispatch(split_op, (input,), {"parts": tuple(lengths), "dim": dim})
    return tuple(pieces)                                 # return separate views, because users may write to each


@function
def diag_embed(input: Tensor, offset: int = 0, dim1: NewDim = -2, dim2: NewDim = -1):
    """Put the last dimension on a diagonal of two new dimensions, dim1 and dim2, `offset` above the main diagonal."""
    ndim = input.ndim + 1
    check_dims("diag_embed", (dim1, dim2), ndim)
    size = input.shape[-1] + abs(offset)
    dims = (dim1 % ndim, dim2 % ndim)
    rest = iter(input.shape[:-1])
    shape = tuple(size if i in dims else next(rest) for i in range(ndim))
    return put_diagonal.function(input, shape=shape, offset=offset, dim1=dim1, dim2=dim2)
