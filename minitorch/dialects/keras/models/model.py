"""Model: layers that are trained together."""

from functools import partial

from ....rare.autograd.tree import leaves
from ..core.layer import Layer
from .files import Files
from .graph import Graph, in_order
from .summary import summarise
from .training import Training


class Model(Training, Files, Layer):
    """A network: of symbolic inputs and outputs, `Model(inputs, outputs)`, or a subclass with a `call`.

    args, kwargs    inputs, outputs: symbolic tensors, or lists or dicts of them; name; trainable

    >>> from minitorch.dialects import keras
    >>> x = keras.Input(shape=(4,))
    >>> y = keras.layers.Dense(2)(keras.layers.Dense(3, activation="relu")(x))
    >>> model = keras.Model(x, y)
    >>> model.count_params(), model.output_shape
    (23, (None, 2))
    """

    def __new__(cls, *args, **kwargs):
        functional = cls is Model and (len(args) > 1 or "outputs" in kwargs)
        return object.__new__(Functional if functional else cls)

    def __init__(self, *args, **kwargs):
        names = dict(zip(("inputs", "outputs", "name"), args))
        inputs, outputs = (names.pop(key, kwargs.pop(key, None)) for key in ("inputs", "outputs"))
        super().__init__(**names, **kwargs)
        self._begin_training()
        self._graph = None
        if outputs is not None:
            self._set_graph(inputs, outputs)

    def _set_graph(self, inputs, outputs):
        """Compute outputs from inputs, both symbolic."""
        self._graph = Graph(inputs, outputs)
        self._operations = self._graph.layers
        self.built = True

    def call(self, inputs, training=None, mask=None):
        """Compute the outputs for the inputs. Raises NotImplementedError for a subclass without a `call`."""
        if self._graph is None:
            raise NotImplementedError(f"Model {type(self).__name__} does not have a `call()` method implemented.")
        for x, own in zip(leaves(inputs), leaves(mask)) if mask is not None else ():
            x._keras_mask = own
        return self._graph.run(inputs)

    def _build_for(self, args, kwargs):
        """Build what is the model's own, if it defines `build`; its layers build themselves when they are called."""
        if type(self).build not in (Layer.build, Model.build):
            super()._build_for(args, kwargs)
        self.built = True

    def build(self, input_shape):
        """Make the weights for inputs of the shape input_shape, None for the batch, by a call on shapes alone."""
        from ..core.shapes import symbolic_of
        from ..core.symbolic import sketch
        self.built = True
        if self._graph is None and input_shape is not None:
            sketch(self._computed, (symbolic_of(input_shape, self.dtype),), {})

    @property
    def layers(self):
        """The layers, inputs among them; functions of a graph are none."""
        if self._graph is not None:
            return [layer for layer in self._graph.layers if isinstance(layer, Layer)]
        return [layer for layer in self._layers if isinstance(layer, Layer)]

    @property
    def operations(self):
        """The layers, and the functions between them."""
        return list(self._graph.layers) if self._graph is not None else self.layers

    def get_layer(self, name=None, index=None):
        """Return the layer of this name, or at the position `index`. Raises ValueError where there is none."""
        if index is not None:
            if index >= len(self.layers):
                raise ValueError(f"Was asked to retrieve layer at index {index} but model only has "
                                 f"{len(self.layers)} layers.")
            return self.layers[index]
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise ValueError(f"No such layer: {name}. Existing layers are: {[layer.name for layer in self.layers]}.")

    def _graph_or_error(self):
        """Return the graph. Raises AttributeError for a model that has none: a subclass with a `call`."""
        if self._graph is None:
            raise AttributeError(f"The model {self.name} is no graph of symbolic tensors" + (
                ": it is not built yet." if not self.built else ": its `call` is Python."))
        return self._graph

    @property
    def input(self):
        """The symbolic input, or the structure of several. Raises AttributeError for a model that is no graph."""
        return self._graph_or_error().inputs

    @property
    def output(self):
        """The symbolic output, or the structure of several. Raises AttributeError for a model that is no graph."""
        return self._graph_or_error().outputs

    @property
    def inputs(self):
        """The symbolic inputs, a list."""
        return leaves(self._graph_or_error().inputs)

    @property
    def outputs(self):
        """The symbolic outputs, a list."""
        return leaves(self._graph_or_error().outputs)

    @property
    def input_shape(self):
        """The shape of the input, None for the batch; a list of several."""
        shapes = [tuple(x.shape) for x in self.inputs]
        return shapes[0] if len(shapes) == 1 else shapes

    @property
    def output_shape(self):
        """The shape of the output, None for the batch; a list of several."""
        shapes = [tuple(x.shape) for x in self.outputs]
        return shapes[0] if len(shapes) == 1 else shapes

    @property
    def output_names(self):
        """The names of the outputs, by which losses and metrics are given: those of the layers that give them."""
        if self._graph is None:
            return None
        return [x.node.operation.name for x in in_order(self._graph.outputs)]

    def summary(self, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False,
                layer_range=None):
        """Print a table: each layer, the shape of its results, how many numbers it holds.

        line_length               how wide it is; None: as the screen, at most 88, or 108 where layers branch
        positions                 where columns end, as shares of it; None: Keras'
        print_fn                  a function that is called with the table, instead of print
        expand_nested             whether the layers of models that are layers are shown too
        show_trainable            whether a column says which learn
        layer_range               names of the first and the last layer to show, as regular expressions; None: all

        Raises ValueError for a layer_range that matches no layer.
        """
        (print_fn or partial(print, end=""))(
            summarise(self, line_length, show_trainable, expand_nested, positions, layer_range) + "\n")

    def get_config(self):
        if self._graph is not None:
            from .serialized import graph_config
            return graph_config(self)
        return super().get_config()

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """Make a model with this structure and new weights."""
        if "input_layers" in config:
            from .serialized import graph_from
            return graph_from(cls, config, custom_objects)
        return super().from_config(config)


class Functional(Model):
    """A model of symbolic inputs and outputs."""
