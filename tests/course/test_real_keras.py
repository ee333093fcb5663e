"""Lesson 12's last cell: what Keras itself reaches on this engine, where it is installed, and what stands for it."""

import importlib.util

import numpy as np
import pytest

from minitorch.course import real_keras
from minitorch.dialects import keras

START = """
import numpy as np
from minitorch.vision.datasets import Digits
digits, rng = Digits(), np.random.default_rng(0)
x, labels = digits.data.reshape(-1, 64).numpy() / np.float32(16), np.eye(10, dtype="float32")[digits.targets.numpy()]
start = [rng.standard_normal((64, 32), "float32") / 8, rng.standard_normal((32, 10), "float32") / 6]
"""                                      # the first cells of the lesson


@pytest.fixture(scope="module")
def given():
    space: dict = {}
    exec(START, space)
    return space["start"], space["x"], space["labels"]


def test_the_dialect_reaches_the_losses_that_were_recorded(given):
    start, x, labels = given
    model = keras.Sequential([keras.Input((64,)), keras.layers.Dense(32, activation="relu", use_bias=False),
                              keras.layers.Dense(10, use_bias=False)])
    model.set_weights(start)
    model.compile(optimizer=keras.optimizers.SGD(0.5), loss="mse")
    losses = model.fit(x, labels, batch_size=32, epochs=10, shuffle=False, verbose=0).history["loss"]
    assert np.allclose(losses, real_keras.RECORDED, atol=1e-5)


def test_where_keras_is_not_installed_the_recorded_losses_come(given, monkeypatch, capsys):
    monkeypatch.setattr(real_keras, "find_spec", lambda name: None)
    start, x, labels = given
    assert real_keras.real_keras(start, x, labels) == (real_keras.RECORDED, {})
    assert not capsys.readouterr().out


def test_a_keras_that_does_not_run_is_reported_and_the_recorded_losses_come(given, monkeypatch, capsys, tmp_path):
    (tmp_path / "keras.py").write_text("raise ImportError('no luck')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(real_keras, "find_spec", importlib.util.find_spec)
    monkeypatch.syspath_prepend(tmp_path)
    start, x, labels = given
    assert real_keras.real_keras(start, x, labels) == (real_keras.RECORDED, {})
    assert "Keras is installed, and did not run here (ImportError: no luck)" in capsys.readouterr().out
