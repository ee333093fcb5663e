"""Writing to chosen places: masks, scatter, index_add and their kind, out of place and in place."""

import numpy as np

from ..graph import apply, derivative_of, function, in_place, op
from .adding import add_at
from .compare import select
from .index import SLOT, along, along_key, check_index, check_places, gather, getitem, index_select, put_region, setitem


@function
def masked_fill(input, mask, value):
    """`value` where the mask is True, `input` elsewhere; broadcast."""
    check_mask(mask, "masked_fill")
    if not hasattr(value, "array") and input.dtype.is_floating_point:
        value = float(value)
    return keep_dtype(apply(select, (mask, value, input)), input)


def check_mask(mask, name):
    if mask.array.dtype != bool:
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype {mask.dtype}: "
                           "compare first, as in x == 0, or use mask.bool().")


def keep_dtype(result, input):
    return result if result.dtype is input.dtype else result.to(input.dtype)


@function
def masked_fill_(input, mask, value):
    """Write `value` where the mask is True."""
    check_mask(mask, "masked_fill_")
    input[mask.expand(input.shape)] = value
    return input


@function
def masked_select(input, mask, *, out=None):
    """The elements where the mask is True, as a vector; a copy."""
    check_mask(mask, "masked_select")
    shape = np.broadcast_shapes(tuple(input.shape), tuple(mask.shape))
    return input.expand(shape)[mask.expand(shape)]


@function
def masked_scatter(input, mask, source):
    """Elements of `source`, in order, where the mask is True."""
    mask = mask.expand(input.shape)
    out = input.clone()
    out[mask] = source.reshape(-1)[:int(mask.sum())]
    return out


@function
def take(input, index):
    """Elements by their place in the flattened input."""
    return input.reshape(-1)[index]


@function
def take_along_dim(input, indices, dim=None):
    """Elements by their index along `dim` (of the flattened input when None); broadcast."""
    if dim is None:
        return input.reshape(-1)[indices.reshape(-1)]
    wide = [max(a, b) if i != dim % input.ndim else None for i, (a, b) in enumerate(zip(input.shape, indices.shape))]
    size = [w if w is not None else input.shape[dim] for w in wide]
    places = [w if w is not None else indices.shape[dim] for w in wide]
    return apply(gather, (input.expand(size), indices.expand(places)), {"dim": dim})


@op(symbol="scatter", promotes="x source", keeps="index", hidden=True)
def scatter_op(xp, x, index, source, *, dim, add):
    """A copy of x with `source` written (or added) at the places `index` names along `dim`."""
    out = x.copy()
    if not out.ndim:
        return out + source if add else xp.broadcast_to(source, out.shape).astype(out.dtype)
    key = along_key(xp, index, dim)
    if not isinstance(source, (int, float)):
        source = source[tuple(slice(n) for n in index.shape)]
    if add:
        add_at(out, key, source)
    else:
        out[key] = source
    return out


@derivative_of(scatter_op)
def scatter_derivative(grad, out, x, index, source, needs, *, dim, add):
    grad_source = None
    if needs[2]:
        grad_source = gather(grad, index, dim=dim)
        if tuple(source.shape) != tuple(index.shape):     # only a corner of the source was used
            for d, (size, used) in enumerate(zip(source.shape, index.shape)):
                grad_source = widen(grad_source, d, size - used)
    kept = grad if add or not needs[0] else scatter_op(grad, index, 0, dim=dim, add=False)
    return kept, None, grad_source


def widen(x, dim, extra):
    """x with `extra` zeros behind it along `dim`."""
    if not extra:
        return x
    shape = tuple(s + extra if d == dim else s for d, s in enumerate(x.shape))
    steps = ((getitem, (("index", along(len(x.shape), dim, (0, x.shape[dim], None))),), None),)
    return put_region(x, shape=shape, steps=steps)


def as_source(input, dim, index, src, value=None, alpha=1):
    """What is to be written: one value for all places, or `src`; the places are checked where CuPy would not."""
    check_index(index, input, dim)
    source = src if value is None else value
    return source if alpha == 1 else source * alpha


@function
def scatter(input, dim, index, src=None, *, value=None, reduce=None, out=None):
    """A copy with src (or one value) written at out[index[i][j]][j] for dim 0, and likewise for others."""
    source = as_source(input, dim, index, src, value)
    if reduce == "multiply":
        return scatter_reduce(input, dim, index, source, "prod")
    return scatter_op.function(input, index, source, dim=dim, add=reduce == "add")


@function
def scatter_add(input, dim, index, src):
    """A copy with src added at the places `index` names along `dim`; repeated places add up."""
    return scatter_op.function(input, index, as_source(input, dim, index, src), dim=dim, add=True)


@function
def scatter_(input, dim, index, src=None, *, value=None, reduce=None):
    """Write src (or one value) at the places `index` names along `dim`, in place."""
    return in_place(scatter_op, input, index, as_source(input, dim, index, src, value), dim=dim, add=reduce == "add")


@function
def scatter_add_(input, dim, index, src):
    """Add src at the places `index` names along `dim`, in place."""
    return in_place(scatter_op, input, index, as_source(input, dim, index, src), dim=dim, add=True)


@function
def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """A copy reduced with src at the places `index` names: "sum", "mean", "prod", "amax" or "amin".

    Gradients are kept for sum and mean; the others are for evaluation.
    """
    kinds = {"prod": np.multiply, "amax": np.maximum, "amin": np.minimum}
    if reduce in ("sum", "mean"):
        base = input if include_self else scatter(input, dim, index, value=0)
        total = scatter_add(base, dim, index, src)
        if reduce == "sum":
            return total
        ones = src.new_ones(index.shape)
        start = input.new_ones(input.shape)
        start = start if include_self else scatter(start, dim, index, value=0)
        return total / scatter_add(start, dim, index, ones).clamp(min=1)
    if reduce not in kinds:
        raise RuntimeError(f"scatter_reduce: reduce is 'sum', 'mean', 'prod', 'amax' or 'amin', not {reduce!r}.")
    out = input.detach().cpu().clone()
    start = {"prod": 1, "amax": -np.inf, "amin": np.inf}[reduce]
    if not include_self:
        out = scatter(out, dim, index.cpu(), value=start)
    kinds[reduce].at(out.array, along_key(np, index.cpu().array, dim), src.detach().cpu().array)
    return out.to(input.device)


@function
def index_fill(input, dim, index, value):
    """A copy with one value in the slices along `dim` that `index` names."""
    return index_copy(input, dim, index, getattr(value, "item", lambda: value)())


@function
def index_copy(input, dim, index, source):
    """A copy with the slices along `dim` that `index` names taken from `source`."""
    check_index(index, input, dim)
    return apply(setitem, (input, source, index), {"index": along(input.ndim, dim, SLOT)})


@op(symbol="+=", keeps="index", promotes="x source", hidden=True)
def index_add_op(xp, x, index, source, *, dim):
    """A copy of x with slices of `source` added to the slices along `dim` that `index` names."""
    out = x.copy()
    add_at(out, (slice(None),) * (dim % x.ndim) + (index,), source)
    return out


@derivative_of(index_add_op)
def index_add_derivative(grad, out, x, index, source, needs, *, dim):
    return grad, None, index_select(grad, index, dim=dim) if needs[2] else None


@function
def index_add(input, dim, index, source, *, alpha=1):
    """A copy with slices of alpha·source added to those along `dim` that `index` names; repeats add up."""
    return index_add_op.function(input, index, as_source(input, dim, index, source, alpha=alpha), dim=dim)


@function
def index_add_(input, dim, index, source, *, alpha=1):
    """Add slices of alpha·source to those along `dim` that `index` names, in place."""
    return in_place(index_add_op, input, index, as_source(input, dim, index, source, alpha=alpha), dim=dim)


@function
def index_fill_(input, dim, index, value):
    """Write one value into the slices along `dim` that `index` names."""
    input[(slice(None),) * (dim % input.ndim) + (index,)] = value
    return input


@function
def index_copy_(input, dim, index, source):
    """Write slices of `source` over those along `dim` that `index` names."""
    input[(slice(None),) * (dim % input.ndim) + (index,)] = source
    return input


@function
def index_put(input, indices, values, accumulate=False):
    """A copy with `values` written (or added) at the places a tuple of index tensors names."""
    return index_put_(input.clone(), indices, values, accumulate)


@function
def index_put_(input, indices, values, accumulate=False):
    """Write (or add) `values` at the places a tuple of index tensors names."""
    if not accumulate:
        input[tuple(indices)] = values
        return input
    flat = 0
    for index, size in zip(indices, input.shape, strict=True):
        check_places(index.array, size, 0)
        flat = flat * size + index % size
    added = index_add(input.reshape(-1), 0, flat.reshape(-1), values.expand(flat.shape).reshape(-1))
    input[...] = added.reshape(input.shape)
    return input


@function
def fill_diagonal_(input, fill_value):
    """Write one value along the main diagonal."""
    input.diagonal()[...] = fill_value
    return input
