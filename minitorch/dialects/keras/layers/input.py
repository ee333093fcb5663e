"""Where data come into a model."""

from ..core.layer import Layer
from ..core.naming import auto_name, settings
from ..core.symbolic import KerasTensor, Node


class InputLayer(Layer):
    """A layer that gives the symbolic tensor of an input. `Input(shape)` returns that tensor.

    shape           of each sample, None for any size
    batch_size      how many samples; None: any number
    batch_shape     both in one: (batch_size, *shape)
    input_tensor    a tensor that gives shape and type
    sparse, ragged, optional    taken, without effect: tensors are dense

    Raises ValueError without a shape.
    """

    def __init__(self, shape=None, batch_size=None, dtype=None, sparse=None, ragged=None, batch_shape=None,
                 input_tensor=None, optional=False, name=None, **kwargs):
        super().__init__(name=name or auto_name("input_layer"))
        if input_tensor is not None:
            batch_shape, dtype = input_tensor.shape, dtype or input_tensor.dtype
        elif batch_shape is None:
            if shape is None:
                raise ValueError("You must pass a `shape` argument.")
            shape = (shape,) if isinstance(shape, int) else shape
            batch_shape = (batch_size, *shape)
        self.batch_shape, self.built = tuple(batch_shape), True
        made = KerasTensor(batch_shape, dtype or settings["floatx"], name=self.name)
        self._nodes.append(Node(self, (), {}, made))

    @property
    def input(self):
        return self._nodes[0].outputs

    output = input

    def call(self):
        """Raise NotImplementedError: it only has a shape."""
        raise NotImplementedError("an InputLayer only has a shape.")

    @property
    def dtype(self):
        """The element type of the input."""
        return self._nodes[0].outputs.dtype.name if self._nodes else settings["floatx"]

    def get_config(self):
        return {"batch_shape": list(self.batch_shape), "dtype": self.dtype, "name": self.name}


def Input(shape=None, batch_size=None, dtype=None, sparse=None, ragged=None, batch_shape=None, name=None, tensor=None,
          optional=False):
    """Return a symbolic tensor to call layers on, for a model's input.

    tensor      a tensor that gives shape and type
    shape, batch_size, batch_shape, sparse, ragged, optional    as InputLayer's, and so are the errors
    """
    return InputLayer(shape, batch_size, dtype, batch_shape=batch_shape, input_tensor=tensor, name=name).output
