"""tf.saved_model: functions in a folder, which run elsewhere without the code that built them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minitorch import static
from minitorch.dialects import keras, tf2 as tf
from minitorch.static import run

X = np.random.default_rng(0).random((3, 4), "float32")


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.w, self.calls = tf.Variable(tf.ones([4, 2]) * 0.5), tf.Variable(0)

    @tf.function(input_signature=[tf.TensorSpec([3, 4], tf.float32, name="x")])
    def __call__(self, x):
        return {"scores": tf.nn.relu(tf.matmul(x, self.w)), "both": (tf.reduce_sum(x), [x])}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def twice(self, x):
        return 2.0 * x


def test_functions_run_after_a_load(tmp_path):
    net = Net()
    net.w.assign_add(tf.ones([4, 2]))
    tf.saved_model.save(net, tmp_path / "net", signatures=net.__call__.get_concrete_function())
    wanted = net(X)
    net.w.assign(tf.zeros([4, 2]))
    found = tf.saved_model.load(tmp_path / "net")
    scores = found(X)["scores"]
    np.testing.assert_array_equal(scores, wanted["scores"])
    total, (x,) = found(x=X)["both"]
    assert isinstance(found(X)["both"][1], list) and total == wanted["both"][0] and (x.numpy() == X).all()
    assert found.twice([1.0, 2.0]).numpy().tolist() == [2, 4] and found.twice(tf.ones([5])).shape == [5]
    np.testing.assert_array_equal(found.signatures["serving_default"](x=X)["scores"], wanted["scores"])
    with pytest.raises(ValueError, match=r"twice was saved for .*\[None\], and got float32\[3, 1\]"):
        found.twice(tf.ones([3, 1]))
    with pytest.raises(ValueError, match="int32"):
        found.twice(tf.ones([2], tf.int32))
    tf.train.Checkpoint(net).read(str(tmp_path / "net/variables/variables"))
    assert net.w.numpy().tolist() == [[1.5, 1.5]] * 4


def test_the_programs_run_on_numpy_alone(tmp_path):
    net = Net()
    tf.saved_model.save(net, tmp_path / "net")
    described = json.loads((tmp_path / "net/saved_model.json").read_text())["functions"]["__call__"]["forms"][0]
    np.save(tmp_path / "x.npy", X)
    script = (tmp_path / "run.py")
    script.write_bytes(Path(run.__file__).read_bytes())
    done = subprocess.run([sys.executable, "-I", script, tmp_path / "net" / described["file"], "--input",
                           tmp_path / "x.npy"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "w" in static.load(tmp_path / "net" / described["file"]).program.weights


def test_a_keras_model_serves_any_number_of_rows(tmp_path):
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(5, "relu"), keras.layers.BatchNormalization(),
                              keras.layers.Dropout(0.5), keras.layers.Dense(3, "softmax")])
    tf.saved_model.save(model, tmp_path / "model")
    tf.saved_model.save(model, tmp_path / "model")               # again, over what is there
    found = tf.saved_model.load(tmp_path / "model")
    np.testing.assert_allclose(found(X, training=False), model.predict(X, verbose=0), rtol=1e-5)
    (scores,) = found.signatures["serving_default"](X[:1]).values()
    np.testing.assert_allclose(scores, model.predict(X[:1], verbose=0), rtol=1e-5)
    centred = keras.Sequential([keras.Input((4,)), keras.layers.Lambda(lambda x: x - tf.reduce_mean(x, axis=0))])
    tf.saved_model.save(centred, tmp_path / "centred")
    np.testing.assert_allclose(tf.saved_model.load(tmp_path / "centred")(X), X - X.mean(0), atol=1e-6)


def text_model():
    ids = keras.Input((None,), dtype="int32")
    x = keras.layers.Embedding(20, 8)(ids)
    x = keras.layers.MultiHeadAttention(2, 4)(x, x) + x
    x = keras.layers.GlobalAveragePooling1D()(keras.layers.LayerNormalization()(x))
    return keras.Model(ids, keras.layers.Dense(2)(x)), lambda rng, n: rng.integers(0, 20, (n + 1, 2 * n + 1), "int32")


def image_model():
    image = keras.Input((None, None, 3))
    x = keras.layers.Conv2D(4, 3, activation="relu", padding="same")(image)
    x = keras.layers.MaxPooling2D()(keras.layers.BatchNormalization()(x))
    x = keras.layers.GlobalMaxPooling2D()(keras.layers.Conv2D(4, 3, strides=2)(x))
    return keras.Model(image, x), lambda rng, n: rng.random((n, 16 + 5 * n, 31 - 2 * n, 3), "float32")


def recurrent_model():
    first = keras.layers.Bidirectional(keras.layers.LSTM(4, return_sequences=True))
    return keras.Sequential([keras.Input((4, 3)), first, keras.layers.GRU(3)]), lambda rng, n: rng.random(
        (n, 4, 3), "float32")


@pytest.mark.parametrize("make", [text_model, image_model, recurrent_model])
def test_keras_models_serve_any_batch_and_length(make, tmp_path):
    model, given = make()
    tf.saved_model.save(model, tmp_path / "model")
    found, rng = tf.saved_model.load(tmp_path / "model"), np.random.default_rng(1)
    for n in (1, 2, 5):
        x = given(rng, n)
        np.testing.assert_allclose(found(x), model(x), rtol=1e-4, atol=1e-5)


def test_a_length_that_decides_how_often_a_cell_runs_is_kept_where_it_was_called(tmp_path):
    model = keras.Sequential([keras.Input((None, 3)), keras.layers.LSTM(4)])
    holder = tf.Module()
    holder.f = tf.function(lambda x: model(x), input_signature=[tf.TensorSpec([None, None, 3])])
    with pytest.raises(static.NotSaved, match="call it once for each set of sizes"):
        tf.saved_model.save(holder, tmp_path / "m")
    x = np.random.default_rng(0).random((2, 5, 3), "float32")
    wanted = holder.f(x)
    tf.saved_model.save(holder, tmp_path / "m")
    f = tf.saved_model.load(tmp_path / "m").f
    np.testing.assert_allclose(f(x), wanted, rtol=1e-5)
    np.testing.assert_allclose(f(x[:1]), wanted[:1], rtol=1e-5)
    with pytest.raises(ValueError, match=r"f was saved for .*: float32\[None, 5, 3\]"):
        f(x[:, :4])


def test_inputs_that_have_to_be_as_long_share_their_size(tmp_path):
    holder = tf.Module()
    holder.f = tf.function(lambda x, y: x + 2 * y, input_signature=[tf.TensorSpec([None, 2])] * 2)
    tf.saved_model.save(holder, tmp_path / "m")
    f = tf.saved_model.load(tmp_path / "m").f
    assert f(tf.ones([3, 2]), tf.ones([3, 2])).numpy().tolist() == [[3, 3]] * 3
    with pytest.raises(ValueError, match=r"input b must be float32\[3, 2\], not float32\[4, 2\]"):
        f(tf.ones([3, 2]), tf.ones([4, 2]))


def test_what_cannot_be_saved_is_said_and_leaves_nothing(tmp_path):
    class Counter(tf.Module):
        def __init__(self):
            super().__init__()
            self.n = tf.Variable(1.0)

        @tf.function(input_signature=[])
        def count(self):
            return self.n.assign_add(1.0)
    counter = Counter()
    with pytest.raises(static.NotSaved):
        tf.saved_model.save(counter, tmp_path / "counter")
    assert float(counter.n) == 1 and not list(tmp_path.iterdir())
    with pytest.raises(ValueError, match="nothing to save"):
        tf.saved_model.save(tf.Module(), tmp_path / "none")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/file").write_text("kept")
    with pytest.raises(FileExistsError, match="something else"):
        tf.saved_model.save(Net(), tmp_path / "other")
    with pytest.raises(OSError, match="does not exist"):
        tf.saved_model.load(tmp_path / "other")
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


@pytest.mark.parametrize("change", [
    lambda one: one.update(format="other"), lambda one: one.update(functions=3),
    lambda one: one["functions"]["f"]["forms"][0].update(file="../0.program"),
    lambda one: one["functions"]["f"].pop("forms")])
def test_a_manifest_that_was_changed_is_refused(tmp_path, change):
    holder = tf.Module()
    holder.f = tf.function(lambda x: x + 1, input_signature=[tf.TensorSpec([1])])
    tf.saved_model.save(holder, tmp_path / "m")
    path = tmp_path / "m/saved_model.json"
    described = json.loads(path.read_text())
    change(described)
    path.write_text(json.dumps(described))
    with pytest.raises(ValueError, match="describes no saved model"):
        tf.saved_model.load(tmp_path / "m")
