"""Sequential: one layer after the other."""

from ...core.recording import sketching
from ...core.tensor import StringTensor
from ..core.configured import deserialize_keras_object, serialize_keras_object
from ..core.layer import Layer
from ..core.naming import name_scope
from ..core.shapes import shapes_of
from ..core.symbolic import KerasTensor
from ..layers.input import InputLayer
from .model import Model


class Sequential(Model):
    """A chain of layers, each on the result of the one before it.

    layers    a list; Input(shape) first, or a first layer with an input_shape; else it is built for the first data

    >>> from minitorch.dialects import keras
    >>> model = keras.Sequential([keras.Input(shape=(4,)), keras.layers.Dense(3), keras.layers.Dense(2)])
    >>> [tuple(w.shape) for w in model.weights]
    [(4, 3), (3,), (3, 2), (2,)]
    """

    def __init__(self, layers=None, trainable=True, name=None):
        super().__init__(trainable=trainable, name=name)
        self._chain: list = []
        for layer in layers or []:
            self.add(layer, rebuild=False)
        self._connect()

    def add(self, layer, rebuild=True):
        """Put a layer at the end; `Input(shape)` first, or a first layer with an input_shape.

        rebuild    whether the layers are connected at once

        Raises ValueError for what is no layer, a name that is taken, and a second input.
        """
        if isinstance(layer, KerasTensor):
            layer = layer.node.operation
        if callable(layer) and not isinstance(layer, Layer):
            from ..layers.core import Lambda
            layer = Lambda(layer) if hasattr(layer, "__name__") else layer
        if not isinstance(layer, Layer):
            raise ValueError(f"Only instances of `keras.Layer` can be added to a Sequential model. Received: {layer} "
                             f"(of type {type(layer)})")
        if any(own.name == layer.name for own in self._chain):
            raise ValueError("All layers added to a Sequential model should have unique names. Name "
                             f"'{layer.name}' is already the name of a layer in this model. Update the `name` argument "
                             "to pass a unique name.")
        if isinstance(layer, InputLayer) and self._chain:
            raise ValueError(f"Sequential model '{self.name}' has already been configured to use input shape "
                             f"{self._chain[0].name}. You cannot add a different Input layer to it.")
        if not self._chain and getattr(layer, "_first_shape", None) is not None and not isinstance(layer, InputLayer):
            self._chain.append(InputLayer(batch_shape=layer._first_shape))
        self._chain.append(layer)
        if rebuild:
            self._connect()

    def pop(self, rebuild=True):
        """Remove the last layer, and return it; rebuild is taken: the others are connected."""
        layer = self._chain.pop()
        self._graph, self.built = None, False
        self._connect()
        return layer

    def _connect(self):
        """Build the layers, where the shape of the input is known."""
        if not self._chain:
            return
        first = self._chain[0]
        if isinstance(first, InputLayer):
            self._set_chain(first.output, self._chain[1:])
        elif isinstance(first, Model) and first._graph is not None:
            self._set_chain(first._graph_or_error().inputs, self._chain)

    def _set_chain(self, start, layers):
        """Connect layers, from a symbolic tensor `start`."""
        x = start
        with name_scope(self.name, caller=self):
            for layer in layers:
                x = layer(x)
        if layers:
            self._set_graph(start, x)

    def build(self, input_shape):
        """Build the layers for inputs of the shape input_shape, None for the batch."""
        if not self._chain or isinstance(self._chain[0], InputLayer):
            return
        self._chain.insert(0, InputLayer(batch_shape=tuple(input_shape)))
        self._connect()

    def _build_for(self, args, kwargs):
        shape = shapes_of(args[0])
        if not isinstance(shape, tuple):
            raise ValueError(f"a Sequential model takes one input, not {len(shape)}.")
        if self._chain and not isinstance(self._chain[0], InputLayer):
            with sketching(False):
                kind = args[0].dtype if isinstance(args[0], StringTensor) else self._chain[0].dtype
                self._chain.insert(0, InputLayer(batch_shape=(None, *shape[1:]), dtype=kind))
                self._connect()
        self.built = True

    def call(self, inputs, training=None, mask=None):
        """Compute the result of the last layer."""
        if self._graph is not None:
            return self._graph.run(inputs)
        x = inputs
        for layer in self.layers:
            x = layer(x)
        return x

    @property
    def layers(self):
        """The layers without the input."""
        return [layer for layer in self._chain if not isinstance(layer, InputLayer)]

    def get_config(self):
        return {"name": self.name, "trainable": self.trainable, "dtype": self.dtype,
                "layers": [serialize_keras_object(layer) for layer in self._chain],
                "build_input_shape": list(self.input_shape) if self._graph is not None else None}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """Make a model of the same layers, with new weights."""
        made = cls(name=config["name"], trainable=config.get("trainable", True))
        for layer in config["layers"]:
            made.add(deserialize_keras_object(layer, custom_objects))
        return made
