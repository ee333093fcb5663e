"""keras.utils.plot_model: the layers of a model, in the order of their calls."""

import re

import pytest

from minitorch.dialects import keras


def branches():
    x = keras.Input((4,), name="numbers")
    a = keras.layers.Dense(3, "relu", name="left")(x)
    b = keras.layers.Dense(3, name="right")(x)
    return keras.Model(x, keras.layers.Add(name="both")([a, b]))


def arrows(picture):
    """{(from, to)} by the first words of the boxes."""
    titles = dict(re.findall(r'(layer_\d+) \[label="(\w+)', picture.dot))
    return {(titles[a], titles[b]) for a, b in re.findall(r"(layer_\d+) -> (layer_\d+)", picture.dot)}


def test_arrows_lead_from_each_layer_to_those_that_take_its_results(tmp_path):
    picture = keras.utils.plot_model(branches(), tmp_path / "model.dot", show_shapes=True, show_layer_names=True,
                                     show_layer_activations=True, show_dtype=True, show_trainable=True, rankdir="LR")
    assert arrows(picture) == {("numbers", "left"), ("numbers", "right"), ("left", "both"), ("right", "both")}
    text = (tmp_path / "model.dot").read_text()
    assert text == picture.dot and 'rankdir="LR"' in text
    assert "left (Dense), activation: relu, float32, trainable" in text and "(None, 4) -> (None, 3)" in text
    assert "None" not in keras.utils.model_to_dot(branches()).dot


def test_models_within_are_folded_or_expanded(tmp_path):
    inner = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2, name="first"),
                              keras.layers.Dense(2, name="second")], name="inner")
    model = keras.Sequential([keras.Input((4,), name="numbers"), inner, keras.layers.Dense(1, name="last")])
    assert arrows(keras.utils.model_to_dot(model)) == {("numbers", "inner"), ("inner", "last")}
    assert arrows(keras.utils.model_to_dot(model, expand_nested=True)) == {
        ("numbers", "first"), ("first", "second"), ("second", "last")}


@pytest.mark.needs("dot")
def test_it_is_drawn(tmp_path):
    picture = keras.utils.plot_model(branches(), tmp_path / "model.png")
    assert (tmp_path / "model.png").read_bytes().startswith(b"\x89PNG") and "<svg" in picture.svg()
    assert float(re.search(r'viewBox="0(?:.00)? 0(?:.00)? ([\d.]+)', picture.svg())[1]) < 400   # in points


def test_what_has_no_graph_is_refused(tmp_path):
    with pytest.raises(ValueError, match="not yet been built"):
        keras.utils.plot_model(keras.Sequential([keras.layers.Dense(2)]), tmp_path / "model.png")
    with pytest.raises(ValueError, match="rankdir"):
        keras.utils.model_to_dot(branches(), rankdir="down")
    assert not list(tmp_path.iterdir())
