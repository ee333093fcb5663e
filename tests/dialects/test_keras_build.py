"""`build` of Keras' layers: the weights are made once; and what `summary` shows of built layers."""

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


class Images(keras.Model):
    """A model in which a layer is called `own` and one is never called."""

    def __init__(self):
        super().__init__()
        layers = keras.layers
        self.conv, self.pool, self.flat = layers.Conv2D(2, 3), layers.MaxPooling2D(), layers.Flatten()
        self.own, self.spare = keras.Sequential([layers.Dense(4, "relu"), layers.Dropout(0.5), layers.Dense(3)]), \
            layers.Dense(7)

    def call(self, x, training=False):
        return self.own(self.flat(self.pool(self.conv(x))), training=training)


@pytest.mark.parametrize("batch, run", [
    (3, lambda model, x: model(x)), (None, lambda model, x: model.compile("sgd", "mse") or model.fit(
        x, np.ones((len(x), 3)), batch_size=2, verbose=0)), (3, lambda model, x: model.predict(x, 3, verbose=0))])
def test_the_table_of_a_subclass_has_the_shapes_of_its_first_call(batch, run, capsys):
    """As Keras 3.15: `?` where a layer makes nothing for a shape, and None where batches of a run differ in size."""
    model = Images()
    run(model, np.ones((3, 6, 6, 1), "float32"))
    model.summary(line_length=88)
    rows = [line.split("│")[1:4] for line in capsys.readouterr().out.splitlines() if line.count("│") == 4]
    assert [[part.strip() for part in row[1:]] for row in rows] == [
        [f"({batch}, 4, 4, 2)", "20"], ["?", "0"], [f"({batch}, 8)", "0"], [f"({batch}, 3)", "51"],
        ["?", "0 (unbuilt)"]]


def test_the_table_may_begin_and_end_at_layers(capsys):
    layers, x = keras.layers, keras.Input((3,), name="x")
    hidden = layers.Dense(4, name="hidden")(x)
    model = keras.Model(x, layers.Add(name="sum")([hidden, layers.Dense(4, name="again")(hidden)]))
    model.summary(layer_range=["hid", "again"])
    shown = capsys.readouterr().out
    assert "hidden (Dense)" in shown and "again (Dense)" in shown and "sum (Add)" not in shown
    with pytest.raises(ValueError, match="Layers: x, hidden, again, sum"):
        model.summary(layer_range=["hidden", "nothing"])
    with pytest.raises(ValueError, match="no longer supported"):
        keras.utils.plot_model(model, layer_range=["hidden", "again"])
