"""Layers around layers."""

from ...functions import arrays
from ..core.configured import deserialize_keras_object, serialize_keras_object
from ..core.layer import Layer
from .arguments import arguments


@arguments("layer")
class TimeDistributed(Layer):
    """A layer on each step of (N, T, …) by itself. Raises ValueError for an argument that is no layer."""

    passes_masks = True

    def _prepare(self):
        if not isinstance(self.layer, Layer):
            raise ValueError("Please initialize `TimeDistributed` layer with a `keras.layers.Layer` instance. "
                             f"Received: {self.layer}")

    def build(self, input_shape):
        """Build the layer for one step of inputs of the shape input_shape, (N, T, …)."""
        if not self.layer.built:
            self.layer.build((input_shape[0], *input_shape[2:]))

    def call(self, inputs, training=None, mask=None):
        n, steps = inputs.shape[:2]
        y = self.layer(arrays.reshape(inputs, [n * steps, *inputs.shape[2:]]))
        return arrays.reshape(y, [n, steps, *y.shape[1:]])


@arguments("layer", merge_mode="concat", weights=None, backward_layer=None)
class Bidirectional(Layer):
    """A recurrent layer forward, and a copy of it backward; both results joined.

    layer            the layer
    merge_mode       "concat", "sum", "mul", "ave"; None: a list of both
    backward_layer   the one for backward; None: a copy

    Raises ValueError for another merge_mode.
    """

    passes_masks = True

    def _prepare(self):
        layer, merge_mode, backward_layer = self.layer, self.merge_mode, self.backward_layer
        del self.layer, self.backward_layer              # weights are found in the order of attributes
        if merge_mode not in ("sum", "mul", "ave", "concat", None):
            raise ValueError(f"Invalid merge mode. Received: {merge_mode}. Merge mode should be one of {{\"sum\", "
                             "\"mul\", \"ave\", \"concat\", None}")
        config = serialize_keras_object(layer)
        self.forward_layer = layer
        if backward_layer is None:
            config["config"]["go_backwards"] = not layer.go_backwards
            config["config"]["name"] = f"backward_{layer.name}"
            backward_layer = deserialize_keras_object(config)
        layer._name = f"forward_{layer.name}"
        self.backward_layer = backward_layer
        self.return_sequences, self.return_state = layer.return_sequences, layer.return_state

    def build(self, sequences_shape, initial_state_shape=None):
        """Build both layers, for sequences of the shape sequences_shape, (N, T, features).

        initial_state_shape    taken, without effect
        """
        for layer in (self.forward_layer, self.backward_layer):
            if not layer.built:
                layer.build(sequences_shape)

    def compute_mask(self, inputs, mask=None):
        return mask if self.return_sequences else None

    def call(self, sequences, initial_state=None, mask=None, training=None):
        """Join both results; initial_state: those of the forward layer, then those of the backward one."""
        half = None if initial_state is None else len(initial_state) // 2
        states = (None, None) if half is None else (initial_state[:half], initial_state[half:])
        y, back = (layer(sequences, initial_state=own, mask=mask) for layer, own in zip(
            (self.forward_layer, self.backward_layer), states))
        kept = []
        if self.return_state:
            kept, y, back = [*y[1:], *back[1:]], y[0], back[0]
        if self.return_sequences:
            back = arrays.reverse(back, [1])
        if self.merge_mode is None:
            return [y, back, *kept]
        y = {"concat": lambda: arrays.concat([y, back], -1), "sum": lambda: y + back, "mul": lambda: y * back,
             "ave": lambda: (y + back) / 2}[self.merge_mode]()
        return [y, *kept] if self.return_state else y
