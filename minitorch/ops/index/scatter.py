"""Scatter: writing, adding or reducing at the positions in an index tensor along one dimension."""

from ...dtypes import fitting
from ...engine import derivative_of, dispatch, op, registry
from ...runtime import Dim, Tensor, Value, function, in_place
from ..kernels.scatter_add import add_flat
from .gather import check_index, flat_index, gather


@op(symbol="scatter", promotes="x source", keeps="index", hidden=True)
def scatter_op(xp, x, index, source, *, dim, add):
    """Return a copy of x with `source` written (or added) at the positions in `index` along `dim`."""
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


def check_source(name, input, dim, index, source):
    """Check all arguments; return the part of `source` that `index` covers, or `source` if it is a number."""
    if source is None:
        raise TypeError(f"{name}() needs src or value=, but got neither.")
    if not hasattr(source, "array"):
        check_index(name, index, dim, input)
        return fitting(source, input.array.dtype)
    if source.ndim == 1 < index.ndim and source.numel():
        raise IndexError(f"{name}(): Dimension out of range: src {tuple(source.shape)} must have as many dimensions as "
                         f"index {tuple(index.shape)}.")
    check_index(name, index, dim, input, source)
    whole = tuple(source.shape) == tuple(index.shape)
    return source if whole else source[tuple(slice(n) for n in index.shape)]


def run_scatter(run, name, input, dim, index, source, reduce=None):
    """Run scatter or scatter_: `run` is out_of_place or in_place."""
    source = check_source(name, input, dim, index, source)
    if not input.ndim:                                   # convert 0-d tensors to vectors
        out = run_scatter(run, name, *vectors(input, dim, index, source), reduce)
        return input if run is in_place else out.reshape(())
    if reduce == "multiply":
        source = source if hasattr(source, "array") else input.new_full(tuple(index.shape), source)
        return run(registry["scatter_reduce_op"], input, index, source, dim=dim, reduce="prod")
    if reduce not in (None, "add"):
        raise RuntimeError(f"{name}: reduce argument must be either add or multiply, not {reduce!r}.")
    return run(scatter_op, input, index, source, dim=dim, add=reduce == "add")


def vectors(input, dim, index, source):
    """Return 0-d tensors as vectors of one element."""
    return input.view(1), dim, index.view(-1), source.reshape(-1) if hasattr(source, "array") else source


def out_of_place(op, *inputs, **settings):
    return dispatch(op, inputs, settings)


@function(same="input src", out=True, one_node=True)
def scatter(input: Tensor, dim: Dim, index: Tensor, src: Value = None, *, value=None, reduce: str | None = None,
            out=None):
    """Return a copy with src (or one value) at out[index[i][j]][j] for dim 0, and so on for other dimensions."""
    return run_scatter(out_of_place, "scatter", input, dim, index, src if value is None else value, reduce)


@function(same="input src")
def scatter_(input: Tensor, dim: Dim, index: Tensor, src: Value = None, *, value=None, reduce: str | None = None):
    """Write src (or one value) at the positions in `index` along `dim`, in place."""
    return run_scatter(in_place, "scatter_", input, dim, index, src if value is None else value, reduce)


@function(same="input src", out=True)
def scatter_add(input: Tensor, dim: Dim, index: Tensor, src: Tensor):
    """Return a copy with src added at the positions in `index` along `dim`; repeated indices add up."""
    return run_scatter(out_of_place, "scatter_add", input, dim, index, src, "add")


@function(same="input src")
def scatter_add_(input: Tensor, dim: Dim, index: Tensor, src: Tensor):
    """Add src at the positions in `index` along `dim`, in place."""
    return run_scatter(in_place, "scatter_add_", input, dim, index, src, "add")
