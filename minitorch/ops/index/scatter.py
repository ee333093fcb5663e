"""Scatter: writing, adding or reducing where an index tensor points along one dimension."""

import numpy as np

from ...backend import move
from ...dtypes import fitting
from ...engine import derivative_of, dispatch, op
from ...runtime import Dim, Tensor, Value, function, in_place
from ..elementwise.comparison import select
from ..kernels.scatter_add import add_flat
from .gather import check_index, check_inside, flat_index, gather


@op(symbol="scatter", promotes="x source", keeps="index", hidden=True)
def scatter_op(xp, x, index, source, *, dim, add):
    """A copy of x with `source` written (or added) where `index` points along `dim`."""
    out = x.copy("C")
    if not index.size:
        return out
    flat = flat_index(xp, index, x.shape, dim)
    if add:
        add_flat(out, flat, source if hasattr(source, "dtype") else xp.full(index.shape, source, x.dtype))
    else:
        out.reshape(-1)[flat] = source
    return out


@derivative_of(scatter_op)
def scatter_derivative(grad, out, x, index, source, needs, *, dim, add):
    kept = None if not needs[0] else grad if add else scatter_op(grad, index, 0, dim=dim, add=False)
    return kept, None, gather(grad, index, dim=dim) if needs[2] else None


REDUCTIONS = {"prod": ("multiply", 1), "amax": ("maximum", -np.inf), "amin": ("minimum", np.inf)}


@op(symbol="scatter", promotes="x source", keeps="x index source out", hidden=True)
def scatter_reduce_op(xp, x, index, source, *, dim, reduce):
    """A copy of x, multiplied with (or compared with) `source` where `index` points along `dim`."""
    if xp.__name__ == "cupy":                            # which has no multiply.at
        return xp.asarray(scatter_reduce_op.forward(np, *[move(each, "cpu") for each in (x, index, source)], dim=dim,
                                                    reduce=reduce))
    out = x.copy("C")
    if index.size:
        getattr(xp, REDUCTIONS[reduce][0]).at(out.reshape(-1), flat_index(xp, index, x.shape, dim), source)
    return out


@derivative_of(scatter_reduce_op)
def scatter_reduce_derivative(grad, out, x, index, source, needs, *, dim, reduce):
    # For each element of the result: the gradient by x, and by the elements of `source` that were run_scatter to it.
    if reduce == "prod":
        there, here = factors(x, index, source, dim)
        return grad * there if needs[0] else None, None, gather(grad, index, dim=dim) * here if needs[2] else None
    here, there = x == out, source == gather(out, index, dim=dim)
    share = grad / scatter_op(here * 1, index, there * 1, dim=dim, add=True)       # ties share evenly
    return (select(here, share, 0.0) if needs[0] else None, None,
            select(there, gather(share, index, dim=dim), 0.0) if needs[2] else None)


def factors(x, index, source, dim):
    """For each element the product of the others with its index: of those that are not 0, times those that are."""
    one_x, one_source = select(x == 0, 1.0, x), select(source == 0, 1.0, source)
    zero_x, zero_source = select(x == 0, x, 0.0), select(source == 0, source, 0.0)
    product = scatter_reduce_op(one_x, index, one_source, dim=dim, reduce="prod")
    zeros = scatter_op((x == 0) * 1, index, (source == 0) * 1, dim=dim, add=True)
    last = scatter_op(zero_x, index, zero_source, dim=dim, add=True)       # the one zero: 0, but with a derivative

    def others(product, one, zeros, last):
        return product / one * select(zeros == 0, 1.0, select(zeros == 1, last, 0.0))
    return (others(product, one_x, zeros - (x == 0) * 1, last - zero_x),
            others(gather(product, index, dim=dim), one_source, gather(zeros, index, dim=dim) - (source == 0) * 1,
                   gather(last, index, dim=dim) - zero_source))


def check_source(name, input, dim, index, source):
    """Check everything; return the part of `source` that `index` covers, or the number that it is."""
    if source is None:
        raise TypeError(f"{name}() takes src, or value=; both are missing.")
    if not hasattr(source, "array"):
        check_index(name, index, dim, input)
        return fitting(source, input.array.dtype)
    if source.ndim == 1 < index.ndim and source.numel():
        raise IndexError(f"{name}(): Dimension out of range: src of {tuple(source.shape)} has one dimension, the "
                         f"index of {tuple(index.shape)} more.")
    check_index(name, index, dim, input, source)
    whole = tuple(source.shape) == tuple(index.shape)
    return source if whole else source[tuple(slice(n) for n in index.shape)]


def run_scatter(run, name, input, dim, index, source, reduce=None):
    """scatter and scatter_: `run` is out_of_place or in_place."""
    source = check_source(name, input, dim, index, source)
    if not input.ndim:                                   # 0-d: as a vector of one
        out = run_scatter(run, name, *vectors(input, dim, index, source), reduce)
        return input if run is in_place else out.reshape(())
    if reduce == "multiply":
        source = source if hasattr(source, "array") else input.new_full(tuple(index.shape), source)
        return run(scatter_reduce_op, input, index, source, dim=dim, reduce="prod")
    if reduce not in (None, "add"):
        raise RuntimeError(f"{name}: reduce argument must be either add or multiply, not {reduce!r}.")
    return run(scatter_op, input, index, source, dim=dim, add=reduce == "add")


def vectors(input, dim, index, source):
    """0-d tensors as vectors of one element."""
    return input.view(1), dim, index.view(-1), source.reshape(-1) if hasattr(source, "array") else source


def out_of_place(op, *inputs, **settings):
    return dispatch(op, inputs, settings)


@function(same="input src", out=True, one_node=True)
def scatter(input: Tensor, dim: Dim, index: Tensor, src: Value = None, *, value=None, reduce: str | None = None,
            out=None):
    """A copy with src (or one value) written at out[index[i][j]][j] for dim 0, and likewise for other dimensions."""
    return run_scatter(out_of_place, "scatter", input, dim, index, src if value is None else value, reduce)


@function(same="input src")
def scatter_(input: Tensor, dim: Dim, index: Tensor, src: Value = None, *, value=None, reduce: str | None = None):
    """Write src (or one value) where `index` points along `dim`, in place."""
    return run_scatter(in_place, "scatter_", input, dim, index, src if value is None else value, reduce)


@function(same="input src", out=True)
def scatter_add(input: Tensor, dim: Dim, index: Tensor, src: Tensor):
    """A copy with src added where `index` points along `dim`; repeated indices add up."""
    return run_scatter(out_of_place, "scatter_add", input, dim, index, src, "add")


@function(same="input src")
def scatter_add_(input: Tensor, dim: Dim, index: Tensor, src: Tensor):
    """Add src where `index` points along `dim`, in place."""
    return run_scatter(in_place, "scatter_add_", input, dim, index, src, "add")


@function(same="input source", inplace=True, out=True, one_node=True)
def index_reduce(input: Tensor, dim: Dim, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True):
    """A copy whose slices along `dim` are reduced with those of `source`: "prod", "mean", "amax" or "amin".

    index          (n,), which slice each of the n slices of source goes to
    include_self   whether the elements that are there take part

    Raises RuntimeError for another reduce and for other sizes, IndexError for an index that is no vector or names no
    slice, and NotImplementedError for complex numbers, but for what takes part with them by "prod" and "mean".
    """
    if reduce not in ("mean", *REDUCTIONS):
        raise RuntimeError(f"index_reduce(): reduce is 'prod', 'mean', 'amax' or 'amin', not {reduce!r}.")
    if input.dtype.is_complex and (reduce in ("amax", "amin") or not include_self):
        raise NotImplementedError(f'"index_reduce" not implemented for {input.dtype}: its numbers are real ones.')
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
    """A copy reduced with src where `index` points: "sum", "mean", "prod", "amax" or "amin", else RuntimeError.

    dim            the dimension that indices count along; index is no larger than src
    include_self   whether the elements that are there take part
    """
    if reduce not in ("sum", "mean", *REDUCTIONS):
        raise RuntimeError(f"scatter_reduce: reduce is 'sum', 'mean', 'prod', 'amax' or 'amin', not {reduce!r}.")
    src = check_source("scatter_reduce", input, dim, index, src)
    if not input.ndim:
        return scatter_reduce(*vectors(input, dim, index, src), reduce, include_self=include_self).reshape(())
    if not include_self:                                 # the identity of the reduction
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
