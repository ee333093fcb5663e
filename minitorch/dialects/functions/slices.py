"""Parts of tensors: indexing, gathering, scattering, sorting, choosing by a condition."""

from collections import namedtuple

import numpy as np

from ...meta.calls import NoDataError
from ..core.convert import engine_tensor, plain
from ..core.dtypes import as_dtype, bool as bool_type, int32
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import wrapped
from ..core.recording import state
from ..core.tensor import StringTensor
from .table import made, op

TopK = namedtuple("TopKV2", "values indices")
Slice = namedtuple("Slice", "start stop step")          # a slice whose bounds may be tensors of a graph


def getitem(x, index):
    """Take x[index]: numbers, slices, `...`, tf.newaxis; a mask of bools alone."""
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
    parts = tuple([slice(*map(plain, (p.start, p.stop, p.step))) if isinstance(p, slice) else indexed(p)
                   for p in parts])
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


def indexed(p):
    """Return a number, of a tensor's value; on shapes alone the first place: all give the same shape."""
    try:
        return plain(p)
    except NoDataError:
        if state.sketching and not p.shape.rank:
            return 0
        raise


def sliced(tensor, parts):
    """Take tensor[parts], where slices may also go backwards."""
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


@op("input_")
def slice_(input_, begin, size, name=None):
    """Take the part of input_, of any shape, that begins there and has this size.

    begin    where it begins along each axis: a list of numbers
    size     how long it is along each axis; −1: up to the end
    """
    return input_[tuple([slice(b, None if n == -1 else b + n) for b, n in zip(begin, size)])]


@op("input_")
def strided_slice(input_, begin, end, strides=None, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                  shrink_axis_mask=0, var=None, name=None):
    """Take input_[begin:end:strides] along each axis, as Python's slices do.

    input_                  any shape
    begin, end, strides     a number for each axis from the first on; strides None: 1
    begin_mask, end_mask    bit i says that axis i begins at its first element, or goes up to its last
    shrink_axis_mask        bit i says that axis i is indexed by begin[i] and goes away
    ellipsis_mask, new_axis_mask, var    taken, without effect
    """
    strides = strides or [1] * len(begin)
    return sliced(input_, tuple([b if shrink_axis_mask >> i & 1 else slice(None if begin_mask >> i & 1 else b,
                                                                  None if end_mask >> i & 1 else e, s)
                         for i, (b, e, s) in enumerate(zip(begin, end, strides))]))


@op("tensor | mask", v1="boolean_mask(tensor, mask, name='boolean_mask', axis=None)")
def boolean_mask(tensor, mask, axis=None, name="boolean_mask"):
    """Take the elements, or slices, where the mask is true.

    tensor    any shape
    mask      bools, of the shape of the axes of the tensor from `axis` on; None: from the first

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.boolean_mask([1, 2, 3], [True, False, True]).numpy()
    array([1, 3], dtype=int32)
    """
    return tensor[(*(slice(None),) * (axis or 0), mask)]


@op("condition | x y")
def where(condition, x=None, y=None, name=None):
    """Take x where the condition holds, else y; of the condition alone, tell the indices where it holds.

    condition    bools
    x, y         of one element type; the three shapes broadcast
    returns      the common shape; or (n, axes)  int64, one row for each true element

    Raises ValueError for x without y.
    """
    if x is None and y is None:
        return mt.nonzero(condition)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return mt.where(condition, x, y)


@op("indices | on_value off_value", keras="one_hot(x, num_classes, axis=-1, dtype=None, sparse=False)")
def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    """Put 1 at the index and 0 elsewhere along a new axis of `depth`.

    indices                (…)  integers; one outside of [0, depth) gives zeros alone
    on_value, off_value    other numbers for 1 and 0
    axis                   where the new axis will be; None or −1: last
    dtype                  None: that of on_value, else tf.float32
    returns                (…, depth)

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.one_hot([0, 2], depth=3).numpy()
    array([[1., 0., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    kind = as_dtype(dtype or (on_value.dtype if on_value is not None else "float32")).kind
    hot = indices.unsqueeze(-1) == mt.arange(depth)
    if on_value is None and off_value is None:
        made = hot.to(kind)
    else:
        on, off = (mt.tensor(d, dtype=kind) if v is None else v.to(kind) for v, d in ((on_value, 1), (off_value, 0)))
        made = mt.where(hot, on, off)
    return made if axis is None or axis == -1 else mt.movedim(made, -1, axis)


def ordered(x, axis, direction):
    """Return the elements in order along an axis, of equal ones the first first, and where they stood."""
    return mt.sort(x, dim=axis, descending=direction == "DESCENDING", stable=True)


sort = made("sort(values, axis=-1, direction='ASCENDING', name=None)", lambda *given: ordered(*given)[0],
            "Put the elements of values, of any shape but (), in order along an axis, the last unless given: direction "
            'is "ASCENDING" or "DESCENDING".', keras="sort(x, axis=-1)")
argsort = made("argsort(values, axis=-1, direction='ASCENDING', stable=False, name=None)", lambda x, axis, direction, _:
               ordered(x, axis, direction)[1].int(), "Tell the order of the elements along an axis, as int32: "
               "values, axis, direction as sort's; stable: taken, it always is.", keras="argsort(x, axis=-1)")


@op("input")
def top_k(input, k=1, sorted=True, index_type=int32, name=None):
    """Find the k largest along the last axis, in descending order, and where they stand: (values, indices).

    input         (…, n)  numbers
    sorted        taken; they always are
    index_type    of the indices
    returns       (…, k) and (…, k)
    """
    values, indices = ordered(input, -1, "DESCENDING")
    return TopK(values[..., :k], indices[..., :k].to(as_dtype(index_type).kind))


@op("lengths")
def sequence_mask(lengths, maxlen=None, dtype=bool_type, name=None):
    """Make a mask, true for the first `lengths` of `maxlen` places along a new last axis.

    lengths    (…)  integers
    maxlen     None: the largest of them
    dtype      1 and 0 in this type; tf.bool unless given
    returns    (…, maxlen)
    """
    most = int(lengths.max()) if maxlen is None else maxlen
    return (mt.arange(most) < lengths.unsqueeze(-1)).to(as_dtype(dtype).kind)


@op("input | seq_lengths", v1="""reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None,
    seq_dim=seq_axis, batch_dim=batch_axis)""")
def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None):
    """Turn the first seq_lengths[i] steps of each sample round; later ones stay.

    input                   any shape with both axes
    seq_lengths             (N,)  integers, one a sample
    seq_axis, batch_axis    which axis is of the steps, and which of the samples; None for the samples': 0
    """
    x = mt.movedim(input, (batch_axis or 0, seq_axis), (0, 1))
    steps, lengths = mt.arange(x.shape[1]), seq_lengths.long().unsqueeze(1)
    index = mt.where(steps < lengths, lengths - 1 - steps, steps)
    rows = mt.arange(x.shape[0]).unsqueeze(1)
    return mt.movedim(x[rows, index], (0, 1), (batch_axis or 0, seq_axis))


@op("data | partitions")
def dynamic_partition(data, partitions, num_partitions, name=None):
    """Take the rows of each partition apart, in a list of num_partitions tensors.

    data          (n, …)
    partitions    (n,)  integers: to which one each row goes
    """
    return [data[partitions == i] for i in range(num_partitions)]
