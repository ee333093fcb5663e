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
