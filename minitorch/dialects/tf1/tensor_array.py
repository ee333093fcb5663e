"""Lists of tensors that grow in loops; in a loop of a graph one tensor, whose rows they are."""

from copy import copy

import numpy as np

from ..core.convert import engine_tensor
from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.lift import wrapped
from ..functions.arrays import concat, expand_dims, reshape, shape, stack, unstack
from ..functions.creation import cast, convert_to_tensor, zeros
from ..functions.gathering import gather, tensor_scatter_nd_update
from .graph import Operation, Tensor as GraphTensor, get_default_graph, graphed


class TensorArray:
    """A list of tensors by number, for loops: each write gives the list with it.

    dtype    their element type
    size     how many places it begins with
    dynamic_size    whether it grows, also in a graph, where it is written beyond
    clear_after_read, tensor_array_name, handle, flow, element_shape, colocate_with_first_write_call
             taken as TensorFlow does, without effect
    """

    symbolic = False                 # whether it is one tensor of a graph from the beginning

    def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, handle=None,
                 flow=None, infer_shape=True, element_shape=None, colocate_with_first_write_call=True, name=None):
        self.dtype, self.count, self.buffer = as_dtype(dtype), 0 if size is None else size, None
        self.dynamic = bool(dynamic_size)
        self.items = [] if self.symbolic or isinstance(size, GraphTensor) else [None] * int(self.count)
        if self.symbolic:
            self.buffer = unwritten(self.count, self.dtype)

    def write(self, index, value, name=None):
        """Put `value` at number `index`; returns the list."""
        if isinstance(index, GraphTensor) or self.buffer is not None:
            value = graphed(cast)(value, self.dtype)
            places = all_places(self, value.shape.as_list())
            made = graphed(put)(places, index, value, self.dynamic)
            made.set_shape([None if self.dynamic or isinstance(self.count, GraphTensor) else self.count, *value.shape])
            return in_tensor(self, made)
        index = int(index)
        if isinstance(value, GraphTensor):               # each branch of a graph has a list of its own
            made = TensorArray(self.dtype, self.count, self.dynamic)
            made.items = [*self.items, *[None] * (index + 1 - len(self.items))]
            made.items[index] = graphed(cast)(value, self.dtype)
            return made
        self.items += [None] * (index + 1 - len(self.items))
        self.items[index] = convert_to_tensor(value, self.dtype)
        return self

    def read(self, index, name=None):
        """Return the tensor at number `index`. Raises IndexError beyond the last."""
        if self.buffer is not None:
            return graphed(gather)(self.buffer, index)
        return self.items[int(index)]

    def stack(self, name=None):
        """Return all items as one tensor (n, …); zeros where nothing was written."""
        if self.buffer is not None:
            return self.buffer
        known = next((x for x in self.items if x is not None), None)
        if known is None:
            return wrapped(mt.zeros(0, dtype=self.dtype.kind))
        if isinstance(known, GraphTensor):
            return all_places(self, known.shape.as_list())
        return wrapped(mt.stack([mt.zeros_like(known.tensor) if x is None else engine_tensor(x) for x in self.items]))

    def concat(self, name=None):
        """Return all items, joined along their first axis."""
        if any(isinstance(x, GraphTensor) for x in (self.buffer, *self.items)):
            rows = self.stack()
            return graphed(reshape)(rows, [-1, *rows.shape[2:]])
        return wrapped(mt.cat([engine_tensor(x) for x in self.items], 0))

    def unstack(self, value, name=None):
        """Take the rows of `value` (n, …) as its items; returns the list."""
        if self.symbolic or isinstance(value, GraphTensor):
            return in_tensor(self, graphed(cast)(value, self.dtype))
        self.items = unstack(value)
        return self

    def scatter(self, indices, value, name=None):
        """Put the rows of `value` (n, …) at the places that `indices`, n integers, name; returns the list."""
        made, rows = self, graphed(unstack)(value) if self.symbolic else unstack(value)
        for place, row in zip(np.asarray(indices).tolist(), rows):
            made = made.write(place, row)
        return made

    def gather(self, indices, name=None):
        """Return the items at `indices`, a vector, as one tensor."""
        if self.buffer is not None:
            return graphed(gather)(self.buffer, indices)
        rows = np.asarray(indices).tolist()
        return wrapped(mt.stack([engine_tensor(self.items[i]) for i in rows]))

    def size(self, name=None):
        """Return how many places it has, as a tensor ()."""
        if self.buffer is not None:
            return graphed(shape)(self.buffer)[0]
        return convert_to_tensor(len(self.items) or self.count)

    def __len__(self):
        return len(self.items)


class GraphTensorArray(TensorArray):
    __doc__, symbolic = TensorArray.__doc__, True


def unwritten(count, dtype):
    """Return a tensor of a graph that stands for so many rows, of a shape that the first one written has."""
    def TensorArray(count):
        return zeros([count], dtype)
    return Operation(get_default_graph(), TensorArray, (count,), {}, "TensorArray", [(None, dtype)]).outputs[0]


def in_tensor(array, buffer):
    """Return the list of a TensorArray's kind whose items are the rows of a tensor of the graph."""
    made = copy(array)
    made.items, made.buffer = [], buffer
    return made


def all_places(array, row):
    """Return all items of a TensorArray as one tensor of the graph; zeros of a row's shape if nothing was written."""
    if array.buffer is not None:
        return array.buffer
    if array.items:
        zero = graphed(zeros)(row, array.dtype)
        return graphed(stack)([zero if x is None else x for x in array.items])
    made = graphed(zeros)([array.count, *row], dtype=array.dtype)
    made.set_shape([None, *row])
    return made


def put(buffer, index, value, grows):
    """Return a tensor with another row at a number; beyond its last where it grows."""
    if buffer.ndim != value.ndim + 1:                        # nothing was written before
        buffer = zeros([buffer.shape[0], *value.shape], value.dtype)
    lacking = int(index) + 1 - buffer.shape[0]
    if grows and lacking > 0:
        buffer = concat([buffer, zeros([lacking, *buffer.shape[1:]], buffer.dtype)], 0)
    return tensor_scatter_nd_update(buffer, reshape(index, [1, 1]), expand_dims(value, 0))
