"""What a tensor is to be, without its numbers; and lists of tensors that grow in loops."""

import numpy as np

from ..core.dtypes import as_dtype, float32
from ..core.engine import mt
from ..core.lift import wrapped
from ..core.convert import engine_tensor
from ..core.shapes import TensorShape
from ..functions.arrays import unstack
from ..functions.creation import convert_to_tensor


class TensorSpec:
    """A shape and an element type: what a tensor is to be, without its numbers.

    shape    sizes, None for one that is not known
    dtype    tf.float32 unless given
    """

    def __init__(self, shape, dtype=float32, name=None):
        self.shape, self.dtype, self.name = TensorShape(shape), as_dtype(dtype), name

    @classmethod
    def from_tensor(cls, tensor, name=None):
        """The shape and element type of a tensor."""
        return cls(tensor.shape, tensor.dtype, name)

    from_spec = from_tensor

    def is_compatible_with(self, value):
        """Whether `value`, a tensor, could be this: of its element type, and of a shape that is compatible."""
        return self.dtype == value.dtype and self.shape.is_compatible_with(value.shape)

    def __eq__(self, other):
        return isinstance(other, TensorSpec) and (self.shape, self.dtype, self.name) == (
            other.shape, other.dtype, other.name)

    def __hash__(self):
        return hash((self.shape, self.dtype))

    def __repr__(self):
        return f"TensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r})"


def get_static_value(tensor, partial=False):
    """The value of a tensor as an array; partial is taken, since all of it is known."""
    return np.asarray(tensor)


class TensorArray:
    """A list of tensors by number, for loops: each write gives the list with it.

    dtype    their element type
    size     how many places it begins with; it grows where it is written beyond
    dynamic_size, clear_after_read, tensor_array_name, handle, flow, element_shape, colocate_with_first_write_call
             taken as TensorFlow does, without effect
    """

    def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, handle=None,
                 flow=None, infer_shape=True, element_shape=None, colocate_with_first_write_call=True, name=None):
        self.dtype, self.items = as_dtype(dtype), [None] * int(size or 0)

    def write(self, index, value, name=None):
        """Put `value` at number `index`; returns the list."""
        index = int(index)
        self.items += [None] * (index + 1 - len(self.items))
        self.items[index] = convert_to_tensor(value, self.dtype)
        return self

    def read(self, index, name=None):
        """The tensor at number `index`. Raises IndexError beyond the last."""
        return self.items[int(index)]

    def stack(self, name=None):
        """All items as one tensor (n, …); zeros where nothing was written."""
        known = next((x for x in self.items if x is not None), None)
        if known is None:
            return wrapped(mt.zeros(0, dtype=self.dtype.kind))
        return wrapped(mt.stack([mt.zeros_like(known.tensor) if x is None else engine_tensor(x) for x in self.items]))

    def concat(self, name=None):
        """All items, joined along their first axis."""
        return wrapped(mt.cat([engine_tensor(x) for x in self.items], 0))

    def unstack(self, value, name=None):
        """Take the rows of `value` (n, …) as its items; returns the list."""
        self.items = unstack(value)
        return self

    def gather(self, indices, name=None):
        """The items at `indices`, a vector, as one tensor."""
        rows = np.asarray(indices).tolist()
        return wrapped(mt.stack([engine_tensor(self.items[i]) for i in rows]))

    def size(self, name=None):
        """How many places it has, as a tensor ()."""
        return convert_to_tensor(len(self.items))

    def __len__(self):
        return len(self.items)


