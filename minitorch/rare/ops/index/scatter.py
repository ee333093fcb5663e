"""Scatter with products, means, maxima and minima: scatter_reduce and index_reduce."""

import numpy as np

from ....backend import move
from ....engine import derivative_of, dispatch, op
from ....ops.elementwise.comparison import select
from ....ops.index.gather import check_inside, flat_index, gather
from ....ops.index.scatter import check_source, out_of_place, scatter_op, vectors
from ....runtime import Dim, Tensor, function


@function(same="input source", inplace=True, out=True, one_node=True)
def index_reduce(input: Tensor, dim: Dim, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True):
    """Return a copy whose slices along `dim` are reduced with slices of `source`: "prod", "mean", "amax" or "amin".

    index          (n,)  for each of the n slices of source, the index of the input's slice
    include_self   whether input's own elements are included

    Raises RuntimeError for another reduce and for other sizes, IndexError for an index that is not a vector or is out
    of bounds, and NotImplementedError for complex numbers, except "prod" and "mean" with include_self.
    """
    if reduce not in ("mean", *REDUCTIONS):
        raise RuntimeError(f"index_reduce(): reduce must be 'prod', 'mean', 'amax' or 'amin', not {reduce!r}.")
    if input.dtype.is_complex and (reduce in ("amax", "amin") or not include_self):
        raise NotImplementedError(f'"index_reduce" not implemented for {input.dtype}: it takes real numbers only.')
    if input.ndim != source.ndim or input.ndim and [n for i, n in enumerate(input.shape) if i != dim % input.ndim] != [
            n for i, n in enumerate(source.shape) if i != dim % source.ndim]:
        kind = RuntimeError if source.ndim else IndexError
        raise kind(f"index_reduce(): the source {tuple(source.shape)} must have the shape of the tensor "
                   f"{tuple(input.shape)}, excluding dim {dim}.")
    if index.ndim > 1:
        raise IndexError(f"index_reduce(): Index is supposed to be a vector, but has the shape {tuple(index.shape)}.")
    if source.ndim and index.numel() != source.shape[dim]:
        raise RuntimeError(f"index_reduce(): the index {tuple(index.shape)} must have a number for each slice of the "
                           f"source {tuple(source.shape)} along dim {dim}.")
    check_inside("index_reduce", index, input.shape[dim] if input.ndim else 1, dim, IndexError)
    shape = [1] * source.ndim
    if source.ndim:
        shape[dim] = -1
    index = index.reshape(shape).expand(source.shape)
    return scatter_reduce(input, dim, index, source, reduce, include_self=include_self)


@function(same="input src", inplace=True, out=True, one_node=True)
def scatter_reduce(input: Tensor, dim: Dim, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True):
    """Return a copy in which src is combined with the elements at `index`: "sum", "mean", "prod", "amax" or "amin".

    dim            the dimension of the positions in index; index is no larger than src
    include_self   whether input's own elements are included; RuntimeError for another `reduce`
    """
    if reduce not in ("sum", "mean", *REDUCTIONS):
        raise RuntimeError(f"scatter_reduce: reduce must be 'sum', 'mean', 'prod', 'amax' or 'amin', not {reduce!r}.")
    src = check_source("scatter_reduce", input, dim, index, src)
    if not input.ndim:
        return scatter_reduce(*vectors(input, dim, index, src), reduce, include_self=include_self).reshape(())
    if not include_self:                                 # start from the neutral element: 0, 1 or ±inf
        start = REDUCTIONS[reduce][1] if reduce in REDUCTIONS else 0
        if abs(start) == np.inf and input.dtype.rank == 1:
            limits = np.iinfo(input.dtype.numpy)
            start = limits.min if start < 0 else limits.max
        start = start > 0 if input.dtype.name == "bool" else start
        input = out_of_place(scatter_op, input, index, start, dim=dim, add=False)
    if reduce in REDUCTIONS:
        return out_of_place(scatter_reduce_op, input, index, src, dim=dim, reduce=reduce)
    total = out_of_place(scatter_op, input, index, src, dim=dim, add=True)
    if reduce == "sum":
        return total
    count = input.new_ones(input.shape)
    count = count if include_self else out_of_place(scatter_op, count, index, 0, dim=dim, add=False)
    count = out_of_place(scatter_op, count, index, src.new_ones(index.shape), dim=dim, add=True)
    count = dispatch(select, (count == 0, 1, count))
    return total / count if input.dtype.rank > 1 else total // count


REDUCTIONS = {"prod": ("multiply", 1), "amax": ("maximum", -np.inf), "amin": ("minimum", np.inf)}


@op(symbol="scatter", promotes="x source", keeps="x index source out", hidden=True)
def scatter_reduce_op(xp, x, index, source, *, dim, reduce):
    """Return a copy of x, multiplied (or compared) with `source` at the positions in `index` along `dim`."""
    if xp.__name__ == "cupy":                            # CuPy has no multiply.at
        return xp.asarray(scatter_reduce_op.forward(np, *[move(each, "cpu") for each in (x, index, source)], dim=dim,
                                                    reduce=reduce))
    out = x.copy("C")
    if index.size:
        getattr(xp, REDUCTIONS[reduce][0]).at(out.reshape(-1), flat_index(xp, index, x.shape, dim), source)
    return out


@derivative_of(scatter_reduce_op)
def scatter_reduce_derivative(grad, out, x, index, source, needs, *, dim, reduce):
    # For each element of the result: the gradients of x and of the elements of `source` that were scattered to it.
    if reduce == "prod":
        there, here = factors(x, index, source, dim)
        return grad * there if needs[0] else None, None, gather(grad, index, dim=dim) * here if needs[2] else None
    here, there = x == out, source == gather(out, index, dim=dim)
    share = grad / scatter_op(here * 1, index, there * 1, dim=dim, add=True)       # equal extremes share a gradient
    return (select(here, share, 0.0) if needs[0] else None, None,
            select(there, gather(share, index, dim=dim), 0.0) if needs[2] else None)


def factors(x, index, source, dim):
    """Return for each element the product of all other elements with the same index."""
    one_x, one_source = select(x == 0, 1.0, x), select(source == 0, 1.0, source)
    zero_x, zero_source = select(x == 0, x, 0.0), select(source == 0, source, 0.0)
    product = scatter_reduce_op(one_x, index, one_source, dim=dim, reduce="prod")
    zeros = scatter_op((x == 0) * 1, index, (source == 0) * 1, dim=dim, add=True)
    last = scatter_op(zero_x, index, zero_source, dim=dim, add=True)  # it is 0, but has the derivative by the only zero

    def others(product, one, zeros, last):
        return product / one * select(zeros == 0, 1.0, select(zeros == 1, last, 0.0))
    return (others(product, one_x, zeros - (x == 0) * 1, last - zero_x),
            others(gather(product, index, dim=dim), one_source, gather(zeros, index, dim=dim) - (source == 0) * 1,
                   gather(last, index, dim=dim) - zero_source))
