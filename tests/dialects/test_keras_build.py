"""`build` of Keras' layers: the weights are made once."""

import numpy as np
import pytest

from minitorch.dialects import keras

BUILT = {
    "dense": (lambda: keras.layers.Dense(3), (None, 4), 2),
    "conv": (lambda: keras.layers.Conv2D(2, 3), (None, 5, 5, 1), 2),
    "norm": (lambda: keras.layers.BatchNormalization(), (None, 4), 4),
    "lstm": (lambda: keras.layers.LSTM(2), (None, 3, 4), 3),
    "both ways": (lambda: keras.layers.Bidirectional(keras.layers.GRU(2)), (None, 3, 4), 6),
    "each step": (lambda: keras.layers.TimeDistributed(keras.layers.Dense(3)), (None, 3, 4), 2),
    "first values": (lambda: keras.layers.Dense(1, weights=[np.ones((4, 1)), np.zeros(1)]), (None, 4), 2),
    "own": (lambda: Own(), (None, 4), 2)}


class Own(keras.layers.Dense):
    def __init__(self):
        super().__init__(2)

    def build(self, input_shape):
        super().build(input_shape)


@pytest.mark.parametrize("name", BUILT)
def test_a_layer_that_was_built_is_not_built_again(name):
    make, shape, weights = BUILT[name]
    layer = make()
    layer.build(shape)
    made = [id(w) for w in layer.weights]
    assert layer.built and len(made) == weights and all(w.path.startswith(layer.name) for w in layer.weights)
    found = layer(np.ones((2, *shape[1:])))
    assert [id(w) for w in layer.weights] == made
    if name == "first values":
        assert found.numpy().tolist() == [[4.0], [4.0]]


def test_layers_of_a_graph_are_in_keras_order():
    """The furthest from the outputs first; of equally far ones, that which the outputs lead to first."""
    title, tags = keras.Input((7,), name="title"), keras.Input((3,), name="tags")
    body = keras.Input((None,), dtype="int32", name="body")
    words = keras.layers.LSTM(5, name="lstm")(keras.layers.Embedding(20, 4, name="embedding")(body))
    x = keras.layers.concatenate([keras.layers.Dense(4, name="dense")(title), words, tags], name="join")
    model = keras.Model([title, body, tags], {"second": keras.layers.Dense(1, name="one")(x),
                                              "first": keras.layers.Dense(2, name="two")(x)})
    assert [layer.name for layer in model.layers] == [
        "body", "title", "embedding", "dense", "lstm", "tags", "join", "two", "one"]
