"""Parts of tensors: indexing, gathering, scattering, sorting, choosing by a condition."""

from collections import namedtuple

import numpy as np

from ..core.convert import engine_tensor, plain
from ..core.dtypes import as_dtype, bool as bool_type, int32
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function, wrapped
from ..core.recording import state
from ..core.tensor import StringTensor

TopK = namedtuple("TopKV2", "values indices")
Slice = namedtuple("Slice", "start stop step")          # a slice whose bounds may be tensors of a graph


def getitem(x, index):
    """x[index]: numbers, slices, `...`, tf.newaxis; a mask of bools alone."""
    graph = state.tracing or getattr(x, "symbolic_owner", None)
    if graph is not None:
        parts = tuple(index) if isinstance(index, list | tuple) else (index,)
        parts = tuple([Slice(p.start, p.stop, p.step) if isinstance(p, slice) else p for p in parts])
        return graph.apply(getitem, (x, parts), {})
    if isinstance(x, StringTensor):
        return StringTensor(np.asarray(x.tensor[index], object))
    parts = tuple(index) if isinstance(index, list | tuple) else (index,)
    if len(parts) == 1 and getattr(parts[0], "dtype", None) is not None and as_dtype(parts[0].dtype).is_bool:
        return boolean_mask(x, parts[0])
    tensor, parts = engine_tensor(x), tuple([slice(*p) if isinstance(p, Slice) else p for p in parts])
    parts = tuple([slice(*map(plain, (p.start, p.stop, p.step))) if isinstance(p, slice) else plain(p) for p in parts])
    for p in parts:
        if isinstance(p, list):
            raise TypeError(f"Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
                            f"tf.int32/tf.int64 tensors are valid indices, got {p}: tf.gather(x, indices)")
    try:
        return wrapped(sliced(tensor, parts))
    except IndexError:
        place = next((i for i, p in enumerate(parts) if isinstance(p, int)), 0)
        raise InvalidArgumentError(f"slice index {parts[place]} of dimension {place} out of bounds. "
                                   f"[Op:StridedSlice] shape {tuple(tensor.shape)}") from None


def sliced(tensor, parts):
    """tensor[parts], where slices may also go backwards."""
    if not any(isinstance(p, slice) and p.step is not None and p.step < 0 for p in parts):
        return tensor[parts]
    rest = tensor.ndim - sum(p is not None and p is not Ellipsis for p in parts)
    axis, turned, forwards = 0, [], []
    for p in parts:
        if isinstance(p, slice) and p.step is not None and p.step < 0:
            start, stop, step = p.indices(tensor.shape[axis])
            last = tensor.shape[axis] - 1                # counted from the other end
            turned.append(axis)
            p = slice(last - start, last - stop, -step)
        forwards.append(p)
        axis += rest if p is Ellipsis else p is not None
    return mt.flip(tensor, tuple(turned))[tuple(forwards)]


@function("input_")
def slice_(input_, begin, size, name=None):
    """The part that begins there and has this size; -1: up to the end."""
    return input_[tuple([slice(b, None if n == -1 else b + n) for b, n in zip(begin, size)])]


@function("input_")
def strided_slice(input_, begin, end, strides=None, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                  shrink_axis_mask=0, var=None, name=None):
    """input_[begin:end:strides] along each axis; a bit of a mask leaves its begin or end out."""
    strides = strides or [1] * len(begin)
    return sliced(input_, tuple([b if shrink_axis_mask >> i & 1 else slice(None if begin_mask >> i & 1 else b,
                                                                  None if end_mask >> i & 1 else e, s)
                         for i, (b, e, s) in enumerate(zip(begin, end, strides))]))


def check_indices(indices, limit):
    """Raise InvalidArgumentError for an index outside of the axis."""
    if indices.device.type != "meta" and indices.numel() and (int(indices.min()) < 0 or int(indices.max()) >= limit):
        flat = indices.reshape(-1).tolist()
        bad = next(i for i in flat if not 0 <= i < limit)
        raise InvalidArgumentError(f"indices[{flat.index(bad)}] = {bad} is not in [0, {limit}) [Op:GatherV2]")


@function("params | indices")
def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    """The slices of `params` at `indices` along an axis: batch_dims axes of both go together."""
    axis = (batch_dims if axis is None else axis) % params.ndim
    batch_dims = 0 if axis == 0 else batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    indices = indices.long()
    check_indices(indices, params.shape[axis])
    if batch_dims:
        rows = [gather.function.body(p, i, None, axis - 1, batch_dims - 1)
                for p, i in zip(params.unbind(0), indices.unbind(0))]
        return mt.stack(rows)
    taken = mt.index_select(params, axis, indices.reshape(-1))
    return taken.reshape((*params.shape[:axis], *indices.shape, *params.shape[axis + 1:]))


@function("params | indices")
def gather_nd(params, indices, batch_dims=0, name=None, bad_indices_policy=""):
    """The slices of `params` at the indices in the last axis of `indices`."""
    if batch_dims:
        return mt.stack([gather_nd.function.body(p, i, batch_dims - 1)
                         for p, i in zip(params.unbind(0), indices.unbind(0))])
    return params[tuple(indices.long().unbind(-1))] if indices.shape[-1] else params


@function("indices | updates")
def scatter_nd(indices, updates, shape, bad_indices_policy="", name=None):
    """Zeros of this shape, with updates added at the indices."""
    made = mt.zeros(tuple(shape), dtype=updates.dtype)
    return mt.index_put(made, tuple(indices.long().unbind(-1)), updates, accumulate=True)


@function("tensor updates | indices")
def tensor_scatter_nd_update(tensor, indices, updates, name=None):
    """The tensor with updates in the place of what stands at the indices."""
    return mt.index_put(tensor, tuple(indices.long().unbind(-1)), updates)


@function("tensor updates | indices")
def tensor_scatter_nd_add(tensor, indices, updates, bad_indices_policy="", name=None):
    return mt.index_put(tensor, tuple(indices.long().unbind(-1)), updates, accumulate=True)


@function("tensor updates | indices")
def tensor_scatter_nd_sub(tensor, indices, updates, bad_indices_policy="", name=None):
    return mt.index_put(tensor, tuple(indices.long().unbind(-1)), -updates, accumulate=True)


@function("tensor | mask")
def boolean_mask(tensor, mask, axis=None, name="boolean_mask"):
    """The elements, or slices, where the mask is true."""
    before = (slice(None),) * (axis or 0)
    return tensor[(*before, mask)]


@function("condition | x y")
def where(condition, x=None, y=None, name=None):
    """x where the condition holds, else y; with the condition alone, the indices where it holds."""
    if x is None and y is None:
        return mt.nonzero(condition)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return mt.where(condition, x, y)


@function("indices | on_value off_value")
def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    """1 at the index and 0 elsewhere along a new axis of `depth`, the last unless given."""
    kind = as_dtype(dtype or (on_value.dtype if on_value is not None else "float32")).kind
    hot = indices.unsqueeze(-1) == mt.arange(depth)
    if on_value is None and off_value is None:
        made = hot.to(kind)
    else:
        on, off = (mt.tensor(d, dtype=kind) if v is None else v.to(kind) for v, d in ((on_value, 1), (off_value, 0)))
        made = mt.where(hot, on, off)
    return made if axis is None or axis == -1 else mt.movedim(made, -1, axis)


@function("values")
def sort(values, axis=-1, direction="ASCENDING", name=None):
    return mt.sort(values, axis, direction == "DESCENDING")[0]


@function("values")
def argsort(values, axis=-1, direction="ASCENDING", stable=False, name=None):
    """The order of the elements along an axis: the first of equal ones first."""
    return mt.sort(values, dim=axis, descending=direction == "DESCENDING", stable=True)[1].int()


@function("input")
def top_k(input, k=1, sorted=True, index_type=int32, name=None):
    """The k largest along the last axis, and where they stand."""
    values, indices = mt.sort(input, dim=-1, descending=True, stable=True)
    return TopK(values[..., :k], indices[..., :k].to(as_dtype(index_type).kind))


@function("lengths")
def sequence_mask(lengths, maxlen=None, dtype=bool_type, name=None):
    """True for the first `lengths` of `maxlen` places along a new last axis."""
    most = int(lengths.max()) if maxlen is None else maxlen
    return (mt.arange(most) < lengths.unsqueeze(-1)).to(as_dtype(dtype).kind)


@function("input | seq_lengths")
def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None):
    """The first seq_lengths[i] steps of each sample turned round."""
    x = mt.movedim(input, (batch_axis or 0, seq_axis), (0, 1))
    steps = mt.arange(x.shape[1])
    lengths = seq_lengths.long().unsqueeze(1)
    index = mt.where(steps < lengths, lengths - 1 - steps, steps)
    rows = mt.arange(x.shape[0]).unsqueeze(1)
    return mt.movedim(x[rows, index], (0, 1), (batch_axis or 0, seq_axis))


@function("data | partitions")
def dynamic_partition(data, partitions, num_partitions, name=None):
    """The rows of each partition, in a list."""
    return [data[partitions == i] for i in range(num_partitions)]
