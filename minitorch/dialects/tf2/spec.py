"""What a tensor is to be, without its numbers."""

from ..core.dtypes import as_dtype, float32
from ..core.shapes import TensorShape


class TensorSpec:
    """A shape and an element type: what a tensor is to be, without its numbers.

    shape    sizes, None for one that is not known
    dtype    tf.float32 unless given
    """

    def __init__(self, shape, dtype=float32, name=None):
        self.shape, self.dtype, self.name = TensorShape(shape), as_dtype(dtype), name

    @classmethod
    def from_tensor(cls, tensor, name=None):
        """Return the shape and element type of a tensor."""
        return cls(tensor.shape, tensor.dtype, name)

    from_spec = from_tensor

    def is_compatible_with(self, value):
        """Return whether `value`, a tensor, could be this: of its element type, and of a shape that is compatible."""
        return self.dtype == value.dtype and self.shape.is_compatible_with(value.shape)

    def __eq__(self, other):
        return isinstance(other, TensorSpec) and (self.shape, self.dtype, self.name) == (
            other.shape, other.dtype, other.name)

    def __hash__(self):
        return hash((self.shape, self.dtype))

    def __repr__(self):
        return f"TensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r})"

