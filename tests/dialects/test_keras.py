"""Keras where Keras' own numbers are no oracle: files, callbacks, tables, errors."""

import json
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

import minitorch as mt
from minitorch.dialects import keras, tf2 as tf


@pytest.fixture(autouse=True)
def _seed():
    tf.random.set_seed(0)
    np.random.seed(0)
    keras.backend.clear_session()


def small(loss="mse", **settings):
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, "relu"), keras.layers.Dense(2)])
    model.compile("adam", loss, **settings)
    return model


X, Y = np.random.default_rng(1).standard_normal((20, 3)), np.random.default_rng(2).standard_normal((20, 2))


def test_the_table_of_a_model(capsys):
    small().summary()
    out = capsys.readouterr().out
    assert 'Model: "sequential"' in out and "│ dense (Dense)" in out and "(None, 4)" in out
    assert "Total params: 26 (104.00 B)" in out and "Non-trainable params: 0 (0.00 B)" in out


def test_the_progress_line(capsys):
    small(metrics=["mae"]).fit(X, Y, epochs=2, batch_size=5, validation_data=(X, Y))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Epoch 1/2" and re.fullmatch(
        r"4/4 ━{20} \d+s \d+(s|ms|us)/step - loss: \d\.\d{4} - mae: \d\.\d{4} - val_loss: \d\.\d{4} "
        r"- val_mae: \d\.\d{4}", lines[1])
    small().fit(X, Y, verbose=2)
    assert re.fullmatch(r"1/1 - \d+s - \d+(s|ms|us)/step - loss: \d\.\d{4}\n", capsys.readouterr().out)


def test_a_model_in_a_file_goes_on_where_it_stopped(tmp_path):
    model = small()
    model.fit(X, Y, epochs=2, shuffle=False, verbose=0)
    model.save(tmp_path / "model.keras")
    same = keras.models.load_model(tmp_path / "model.keras")
    losses = [one.fit(X, Y, epochs=2, shuffle=False, verbose=0).history["loss"] for one in (model, same)]
    assert losses[0] == losses[1] and same.name == model.name
    assert type(same.optimizer) is keras.optimizers.Adam and int(same.optimizer.iterations) == 4


def branches():
    x = keras.Input((3,), name="x")
    hidden = keras.layers.Dense(4, "relu", kernel_regularizer=keras.regularizers.L2(0.1), name="hidden")(x)
    again = keras.layers.Dense(4, name="again")(hidden)
    return keras.Model(x, keras.layers.Add(name="sum")([hidden, again]), name="branches")


def test_graphs_are_saved_too_and_cloned(tmp_path):
    model = branches()
    model.save(tmp_path / "graph.keras")
    same = keras.models.load_model(tmp_path / "graph.keras")
    assert np.array_equal(same.predict(X, verbose=0), model.predict(X, verbose=0))
    assert [layer.name for layer in same.layers] == ["x", "hidden", "again", "sum"]
    assert same.get_layer("hidden").kernel_regularizer.l2 == 0.1
    other = keras.models.clone_model(model)
    assert other.get_config() == model.get_config() and not np.array_equal(other.get_weights()[0],
                                                                           model.get_weights()[0])
    assert json.loads(model.to_json())["class_name"] == "Functional"


def test_weights_alone_are_saved(tmp_path):
    model, other = small(), small()
    model.save_weights(tmp_path / "w.weights.h5")
    other.load_weights(tmp_path / "w.weights.h5")
    assert all(np.array_equal(a, b) for a, b in zip(model.get_weights(), other.get_weights()))


@keras.saving.register_keras_serializable("tests")
class Twice(keras.layers.Layer):
    def __init__(self, factor=2.0, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, x):
        return x * self.factor


def test_layers_of_ones_own_are_found_by_their_registered_name(tmp_path):
    model = keras.Sequential([keras.Input((3,)), Twice(3.0)])
    model.save(tmp_path / "own.keras")
    assert keras.models.load_model(tmp_path / "own.keras").layers[0].factor == 3.0


def test_a_file_never_runs_code(tmp_path):
    model = keras.Sequential([keras.Input((3,)), keras.layers.Lambda(lambda x: x)])
    with pytest.raises(ValueError, match="lambda"):
        model.save(tmp_path / "lambda.keras")
    assert not list(tmp_path.iterdir())
    (tmp_path / "bad.keras").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="no model"):
        keras.models.load_model(tmp_path / "bad.keras")


def test_callbacks_are_called_in_order(tmp_path):
    calls = []

    callback = keras.callbacks.Callback()
    for name in dir(callback):
        if name.startswith("on_") and not name.startswith("on_batch"):
            setattr(callback, name, lambda *args, name=name, **settings: calls.append(name))
    small().fit(X, Y, batch_size=20, verbose=0, callbacks=[callback], validation_data=(X, Y))
    assert calls == ["on_train_begin", "on_epoch_begin", "on_train_batch_begin", "on_train_batch_end", "on_test_begin",
                     "on_test_batch_begin", "on_test_batch_end", "on_test_end", "on_epoch_end", "on_train_end"]
    assert callback.params == {"epochs": 1, "steps": 1, "verbose": 0}


def test_checkpoints_and_logs(tmp_path):
    saved = keras.callbacks.ModelCheckpoint(tmp_path / "m-{epoch:02d}.keras", "loss", save_best_only=True)
    log = keras.callbacks.CSVLogger(tmp_path / "log.csv")
    seen = []
    told = keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append((epoch, sorted(logs))))
    small().fit(X, Y, epochs=2, verbose=0, callbacks=[saved, log, told])
    assert (tmp_path / "m-02.keras").exists() and seen == [(0, ["loss"]), (1, ["loss"])]
    lines = (tmp_path / "log.csv").read_text().splitlines()
    assert lines[0] == "epoch,loss,val_loss" and len(lines) == 3 and lines[1].endswith(",NA")
    assert keras.models.load_model(tmp_path / "m-02.keras").count_params() == 26
    small().fit(X, Y, verbose=0, callbacks=[keras.callbacks.ModelCheckpoint(tmp_path / "m-{epoch}.h5")])
    assert keras.models.load_model(tmp_path / "m-1.h5").count_params() == 26
    with pytest.raises(ValueError, match="must end in `.keras`"):
        keras.callbacks.ModelCheckpoint("m.weights")


def test_a_callback_stops_the_training():
    class Stop(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            self.model.stop_training = batch == 1
    model = small()
    model.fit(X, Y, batch_size=4, epochs=3, verbose=0, callbacks=[Stop()])
    assert int(model.optimizer.iterations) == 2
    model = small(loss=lambda y, p: tf.reduce_mean(y - p) * float("nan"))
    model.fit(X, Y, batch_size=4, verbose=0, callbacks=[keras.callbacks.TerminateOnNaN()])
    assert int(model.optimizer.iterations) == 1


@pytest.mark.needs("tensorboard")
def test_tensorboard_reads_what_is_written(tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    small().fit(X, Y, epochs=2, verbose=0, validation_data=(X, Y), callbacks=[
        keras.callbacks.TensorBoard(tmp_path, histogram_freq=1, update_freq="batch")])
    for part in ("train", "validation"):
        found = EventAccumulator(str(tmp_path / part)).Reload()
        assert len(found.Scalars("epoch_loss")) == 2


def test_shuffling_follows_the_seed():
    histories = []
    for _ in range(2):
        keras.utils.set_random_seed(3)
        histories.append(small().fit(X, Y, batch_size=4, epochs=2, verbose=0).history["loss"])
    assert histories[0] == histories[1]


def test_initial_values_have_their_spread():
    for name, wanted in [("glorot_uniform", (2 / 900) ** 0.5), ("he_normal", (2 / 400) ** 0.5),
                         ("lecun_normal", (1 / 400) ** 0.5), ("random_normal", 0.05),
                         ("truncated_normal", 0.05 * 0.8796)]:
        drawn = keras.initializers.get(name)((400, 500)).numpy()
        assert drawn.std() == pytest.approx(wanted, rel=0.02) and abs(drawn.mean()) < 0.002, name
    w = keras.initializers.Orthogonal(gain=2.0)((6, 4)).numpy()
    assert w.T @ w == pytest.approx(4 * np.eye(4), abs=1e-5)
    seeded = keras.initializers.HeUniform(seed=5)
    assert np.array_equal(seeded((3, 4)), seeded((3, 4)))
    assert keras.initializers.compute_fans((3, 3, 8, 16)) == (72, 144)


def test_dropout_drops_in_training_only():
    x = np.ones((200, 50), "float32")
    layer = keras.layers.Dropout(0.25)
    assert np.array_equal(layer(x), x) and np.array_equal(layer(x, training=False), x)
    dropped = layer(x, training=True).numpy()
    assert abs((dropped == 0).mean() - 0.25) < 0.03 and set(np.unique(dropped.round(4))) == {0, np.float32(1.3333)}
    noisy = keras.layers.GaussianNoise(2.0)(x, training=True).numpy()
    assert abs(noisy.std() - 2) < 0.1 and keras.layers.SpatialDropout1D(0.5)(x[:, :, None]).shape == (200, 50, 1)


def test_losses_that_layers_add_are_of_the_last_call():
    layer = keras.layers.Dense(2, activity_regularizer="l2", kernel_regularizer="l2")
    for _ in range(3):
        layer(np.ones((2, 3)))
    assert len(layer.losses) == 2


@pytest.mark.parametrize("run, words", [
    (lambda: keras.layers.Dense(0), "units"), (lambda: keras.layers.Dense(2, colour="red"), "colour"),
    (lambda: keras.layers.Dense(2, activation="relux"), "relu"),
    (lambda: keras.layers.Conv2D(2, 3, padding="full"), "full"),
    (lambda: keras.layers.Dense(2)(np.ones(3)), "min_ndim=2"), (lambda: small().fit(X, Y[:5]), "cardinality"),
    (lambda: keras.Sequential([keras.layers.Dense(2)]).fit(X, Y), "compile"), (lambda: small(loss="msee"), "mse"),
    (lambda: small().get_layer("nothing"), "dense"), (lambda: keras.losses.SparseCategoricalCrossentropy()(
        np.ones((3, 2)), np.ones((3, 2))), "categorical_crossentropy"), (lambda: keras.Model(
            keras.Input((3,)), keras.Input((3,))), "not connected"), (lambda: small().set_weights([]), "length 0"),
    (lambda: keras.layers.SpectralNormalization, "as_torch.only"), (lambda: keras.layers.Dens, "Dense"),
    (lambda: small().save("model.txt"), "keras"), (lambda: bool(keras.Input((3,))), "symbolic"),
    (lambda: np.asarray(keras.Input((3,))), "symbolic"), (lambda: keras.optimizers.SGD(0.1, colour=1), "colour")])
def test_errors_say_what_is_wrong(run, words):
    with pytest.raises(Exception, match=words):
        model = run()
        model.fit(X, Y, verbose=0) if isinstance(model, keras.Model) else None


def test_a_layer_without_super_init_is_told():
    class Bad(keras.layers.Layer):
        def __init__(self):
            self.w = 1
    with pytest.raises(RuntimeError, match="forgot to call"):
        Bad()(np.ones((2, 2)))


def test_missing_gradients_are_told():
    v, w = keras.Variable([1.0]), keras.Variable([2.0])
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        keras.optimizers.SGD(1.0).apply([tf.constant([1.0]), None], [v, w])
    assert "do not exist" in str(told[0].message) and v.numpy() == 0 and w.numpy() == 2


def test_its_variables_are_the_engines():
    layer = keras.layers.Dense(2)
    layer.build((None, 3))
    assert isinstance(layer.kernel.tensor, mt.nn.Parameter) and layer.kernel.path == "dense/kernel"
    assert [w.name for w in layer.weights] == ["kernel", "bias"] and "path=dense/bias" in repr(layer.bias)


def test_tensorflows_path_leads_to_the_same_modules():
    from minitorch.dialects.tf2.keras.layers import Dense
    assert Dense is keras.layers.Dense and tf.keras is keras and tf.losses is keras.losses


def test_keras_alone_has_the_operators_of_tensors():
    program = """import minitorch.dialects.keras as keras
print((keras.layers.Dense(2)([[1.0, 2.0]]) * 2.0 + 1.0).shape)"""
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert told == "(1, 2)\n"


def test_a_layer_keeps_its_arguments_as_keras_does():
    layers = keras.layers
    conv = layers.Conv2D(4, 3, padding="SAME", kernel_initializer="ones", bias_regularizer="l2", name="own")
    assert (conv.filters, conv.kernel_size, conv.strides, conv.padding, conv.name) == (4, (3, 3), (1, 1), "same", "own")
    assert type(conv.kernel_initializer) is keras.initializers.Ones and conv.bias_regularizer.l2 == 0.01
    lstm = layers.LSTM(3, dropout=0.2, dtype="float64")
    assert (lstm.units, lstm.dropout, lstm.activation.__name__, lstm.cell.dtype) == (3, 0.2, "tanh", "float64")
    assert layers.Bidirectional(layers.GRU(2)).forward_layer.units == 2
    for layer in (conv, lstm, layers.Permute((2, 1)), layers.LayerNormalization(axis=[1, 2]), layers.PReLU()):
        assert type(layer).from_config(layer.get_config()).get_config() == layer.get_config()
    with pytest.raises(TypeError, match="units"):
        layers.Dense()
    with pytest.raises(ValueError, match="colour"):
        layers.Dense(3, colour="red")
