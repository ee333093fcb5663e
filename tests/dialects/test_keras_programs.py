"""Programs in Keras as tutorials have them: steps and layers of one's own, symbolic shapes, files."""

import numpy as np
import pytest

from minitorch.dialects import keras, tf2 as tf

X = np.random.default_rng(1).standard_normal((20, 3))


def test_a_loss_and_a_metric_of_one_name_are_both_found_again(tmp_path):
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
    loss, metric = keras.losses.BinaryCrossentropy(from_logits=True), keras.metrics.BinaryCrossentropy()
    model.compile("adam", loss, metrics=[metric])
    model.save(tmp_path / "m.keras")
    same = keras.models.load_model(tmp_path / "m.keras")
    assert isinstance(same.loss, keras.losses.BinaryCrossentropy) and same.loss.fn_kwargs["from_logits"]


def test_a_layer_may_ask_for_the_shape_of_a_symbolic_tensor():
    class Noisy(keras.layers.Layer):
        def call(self, x):
            return x + tf.random.normal(tf.shape(x)) + tf.cast(tf.range(tf.shape(x)[-1]), tf.float32)
    x = keras.Input((3,))
    model = keras.Model(x, Noisy()(x))
    assert model.output_shape == (None, 3) and model(np.zeros((2, 3))).shape == (2, 3)


def test_a_step_of_ones_own_gets_the_inputs_alone():
    class Own(keras.Model):
        def train_step(self, data):
            return {"size": float(data.shape[0])}
    model = Own()
    model.compile()
    assert model.fit(X, batch_size=20, verbose=0).history == {"size": [20.0]}
    assert model.fit(tf.data.Dataset.from_tensor_slices(X).batch(20), verbose=0).history == {"size": [20.0]}


def test_training_and_a_mask_may_be_given_by_their_place():
    class Inner(keras.layers.Layer):
        def call(self, x, training=None, mask=None):
            return x * (2 if training else 1) if mask is None else x * tf.cast(mask, x.dtype)[:, :, None]

    class Outer(keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = Inner()

        def call(self, x, training=None):
            return self.inner(x, training) + self.inner(x)
    x = np.ones((1, 2, 1), "float32")
    outer, inner = Outer(), Inner()
    assert float(tf.reduce_sum(outer(x, True))) == 8.0 and float(tf.reduce_sum(outer(x, False))) == 4.0
    assert float(tf.reduce_sum(inner(x, False, np.array([[True, False]])))) == 1.0
    symbol = keras.Input((2, 1))
    assert float(tf.reduce_sum(keras.Model(symbol, outer(symbol, True))(x))) == 8.0
    with pytest.raises(TypeError, match="multiple values"):
        inner(x, True, training=True)


def test_functions_of_the_backend_that_layers_use():
    k = tf.keras.backend
    v = k.variable([[1, 2], [3, 4]], name="v")
    assert v.dtype == "float32" and k.ndim(v) == 2 and k.eval(k.gather(v, [1])).tolist() == [[3, 4]]
    assert k.eval(k.constant(2, shape=(3,))).tolist() == [2, 2, 2] and k.constant(2, "int32").dtype == tf.int32
    assert k.eval(k.constant([1, 2, 3, 4], shape=(2, 2))).tolist() == [[1, 2], [3, 4]]
    with k.name_scope("block"):
        assert keras.Variable([1.0], name="w").path == "w"              # as in Keras
    with pytest.raises(ValueError, match="give it to the add_weight"):
        k.variable([1.0], constraint="non_neg")


def test_a_layer_that_computes_masks_passes_them_on():
    class Halves(keras.layers.Layer):
        def call(self, x):
            return keras.ops.split(x, 2, axis=1)

        def compute_mask(self, x, mask=None):
            return None if mask is None else keras.ops.split(mask, 2, axis=1)
    first, second = Halves()(keras.layers.Embedding(5, 2, mask_zero=True)(np.array([[3, 2, 1, 0]])))
    assert first._keras_mask.numpy().tolist() == [[True, True]]
    assert second._keras_mask.numpy().tolist() == [[True, False]]
    assert Halves().supports_masking and not keras.layers.Layer().supports_masking


def test_two_networks_against_each_other():
    layers = keras.layers
    judge = keras.Sequential([keras.Input((3,)), layers.Dense(8), layers.LeakyReLU(), layers.Dense(1)])
    maker = keras.Sequential([keras.Input((2,)), layers.Dense(8, "relu"), layers.Dense(3)])

    class Adversarial(keras.Model):
        def __init__(self):
            super().__init__()
            self.judge, self.maker = judge, maker

        def compile(self, optimizers, loss_of):
            super().compile()
            self.optimizers, self.loss_of = optimizers, loss_of

        def train_step(self, real):
            n = tf.shape(real)[0]
            labels = tf.concat([tf.ones((n, 1)), tf.zeros((n, 1))], axis=0)
            with tf.GradientTape() as tape:
                both = tf.concat([self.maker(tf.random.normal((n, 2))), real], axis=0)
                judged = self.loss_of(labels, self.judge(both))
            weights = self.judge.trainable_weights
            self.optimizers[0].apply_gradients(zip(tape.gradient(judged, weights), weights))
            with tf.GradientTape() as tape:
                made = self.loss_of(tf.zeros((n, 1)), self.judge(self.maker(tf.random.normal((n, 2)))))
            weights = self.maker.trainable_weights
            self.optimizers[1].apply_gradients(zip(tape.gradient(made, weights), weights))
            return {"judged": judged, "made": made}
    model = Adversarial()
    model.compile([keras.optimizers.Adam(), keras.optimizers.Adam()], keras.losses.BinaryCrossentropy(from_logits=True))
    data = tf.data.Dataset.from_tensor_slices(X.astype("float32")).shuffle(20).batch(10)
    history = model.fit(data, epochs=2, verbose=0).history
    assert set(history) == {"judged", "made"} and np.isfinite(history["made"]).all()


def test_a_part_that_is_not_trained_stays_as_it_is(tmp_path):
    layers = keras.layers
    base = keras.Sequential([keras.Input((8, 8, 3)), layers.Conv2D(4, 3), layers.BatchNormalization(),
                             layers.GlobalAveragePooling2D()], name="base")
    base.trainable = False
    x = keras.Input((8, 8, 3))
    y = layers.Dense(1)(layers.Dropout(0.2)(base(layers.Rescaling(1 / 255)(x), training=False)))
    model = keras.Model(x, y)
    model.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True), metrics=["accuracy"])
    before, images = base.get_weights(), np.random.default_rng(3).random((16, 8, 8, 3)) * 255
    model.fit(images, np.arange(16) % 2, verbose=0)
    assert all(np.array_equal(a, b) for a, b in zip(before, base.get_weights())) and len(model.trainable_weights) == 2
    model.save(tmp_path / "m.keras")
    same = keras.models.load_model(tmp_path / "m.keras")
    assert np.allclose(same.predict(images, verbose=0), model.predict(images, verbose=0), atol=1e-6)
    assert not same.get_layer("base").trainable


def test_a_model_may_begin_at_a_tensor_with_a_mask():
    layers, words = keras.layers, keras.Input((4,), dtype="int32")
    x = layers.Embedding(6, 4, mask_zero=True)(words)
    y = layers.LSTM(3)(layers.Dropout(0.2)(x))
    first, second, ids = keras.Model(words, x), keras.Model(x, y), np.array([[1, 2, 0, 0]])
    np.testing.assert_allclose(second(first(ids)), keras.Model(words, y)(ids), rtol=1e-6)
    assert second(np.ones((1, 4, 4))).shape == (1, 3)


def test_pictures_change_in_training_each_its_own_way():
    x = np.random.default_rng(0).random((6, 8, 8, 3), "float32")
    layers = keras.layers
    for layer in (layers.RandomFlip(), layers.RandomRotation(0.2), layers.RandomZoom(0.3),
                  layers.RandomTranslation(0.2, 0.3), layers.RandomContrast(0.5, (0, 1))):
        keras.utils.set_random_seed(3)
        found = layer(x, training=True).numpy()
        changed = np.abs(found - x).reshape(6, -1).max(1) > 1e-4
        assert found.shape == x.shape and changed.any() and found.min() >= -1e-5 and found.max() <= 1 + 1e-5
        assert layer(x[0], training=True).shape == (8, 8, 3)
    quarter = layers.RandomRotation((0.25, 0.25))(x, training=True)
    np.testing.assert_allclose(quarter, np.rot90(x, 1, (1, 2)), atol=1e-4)
    pushed = layers.RandomTranslation((0.25, 0.25), (-0.5, -0.5), fill_mode="constant")(x, training=True).numpy()
    np.testing.assert_allclose(pushed[:, 2:, :4], x[:, :6, 4:], atol=1e-4)
    half = layers.RandomZoom((-0.5, -0.5))(x, training=True).numpy()
    np.testing.assert_allclose(half.mean(), x[:, 2:6, 2:6].mean(), atol=0.05)
    with pytest.raises(NotImplementedError, match="fill_mode is reflect"):
        layers.RandomRotation(0.1, fill_mode="wrap")


def test_what_was_found_in_data_goes_into_files(tmp_path):
    layers = keras.layers
    scale = layers.Normalization()
    scale.adapt(X * 3 + 1)
    model = keras.Sequential([keras.Input((3,)), scale, layers.Dense(2)])
    model.save(tmp_path / "m.keras")
    same = keras.models.load_model(tmp_path / "m.keras")
    np.testing.assert_allclose(same(X), model(X), rtol=1e-6)
    words = layers.TextVectorization(output_mode="tf_idf")
    words.adapt(["a b a", "b c"])
    again = layers.TextVectorization.from_config(words.get_config())
    assert again.get_vocabulary() == words.get_vocabulary()
    np.testing.assert_allclose(again(["c a d"]), words(["c a d"]))
    numbers = layers.IntegerLookup(vocabulary=[5, 7])
    assert layers.IntegerLookup.from_config(numbers.get_config())([7, 1]).numpy().tolist() == [2, 0]


@pytest.mark.parametrize("call, words", [
    (lambda layers: layers.StringLookup()(["a"]), "StringLookup has no vocabulary"),
    (lambda layers: layers.StringLookup(vocabulary=["a"], num_oov_indices=0)(["b"]), "'b' is not in the vocabulary"),
    (lambda layers: layers.StringLookup(vocabulary=["a", "a"]), "repeated term"),
    (lambda layers: layers.CategoryEncoding(), "needs num_tokens"),
    (lambda layers: layers.CategoryEncoding(2)([3]), "0 <= values < num_tokens"),
    (lambda layers: layers.RandomFlip("up"), "mode is horizontal"),
    (lambda layers: keras.utils.timeseries_dataset_from_array([1, 2], None, 3), "no window of 3 steps"),
    (lambda layers: layers.Discretization(), "either `num_bins` or"),
    (lambda layers: layers.Discretization(num_bins=3)([1.0]), "call `adapt"),
    (lambda layers: layers.Discretization([1.0]).adapt([1.0]), "Cannot adapt"),
    (lambda layers: layers.ConvLSTM2D(2, 2)(keras.Input((3, None, 4, 1))), "static input shapes"),
    (lambda layers: keras.random.SeedGenerator("a"), "must be an integer"),
    (lambda layers: keras.ops.split(np.arange(5), 2), "not divided into 2 equal parts")])
def test_wrong_preparation_is_told(call, words):
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError), match=words):
        call(keras.layers)


def test_the_losses_of_several_outputs_are_means_of_batches():
    """Keras on TensorFlow knows no batch's size, so a short last batch counts as much as the others."""
    x = keras.Input((3,))
    model = keras.Model(x, [keras.layers.Dense(1, name="a")(x), keras.layers.Dense(2, name="b")(x)])
    model.compile(keras.optimizers.SGD(0.0), loss={"a": "mse", "b": "mae"})
    targets = {"a": X[:, :1], "b": X[:, :2]}
    found = model.fit(X, targets, batch_size=16, shuffle=False, verbose=0).history
    a, b = (np.asarray(part) for part in model(X))
    by_sample = ((a - X[:, :1]) ** 2).mean(1), np.abs(b - X[:, :2]).mean(1)
    for name, losses in zip("ab", by_sample):
        assert found[f"{name}_loss"][0] == pytest.approx((losses[:16].mean() + losses[16:].mean()) / 2, rel=1e-5)
    assert found["loss"][0] == pytest.approx(sum(by_sample).mean(), rel=1e-5)


LABELS = np.array([[0.5, 0.2, 0.9], [0.1, 0.2, 0.3]], "float32")     # rows that do not sum to 1
SCORES = np.array([[1.0, -2.0, 0.5], [0.0, 3.0, 1.0]], "float32")


@pytest.mark.parametrize("loss", [
    lambda x: tf.nn.softmax_cross_entropy_with_logits(LABELS, x),
    lambda x: keras.losses.categorical_crossentropy(LABELS, x, from_logits=True),
    lambda x: keras.ops.categorical_crossentropy(tf.constant(LABELS), x, from_logits=True),
    lambda x: keras.losses.categorical_crossentropy(LABELS, keras.activations.softmax(x)),
    tf.function(lambda x: keras.losses.CategoricalCrossentropy(reduction=None)(LABELS, keras.activations.softmax(x))),
    tf.function(lambda x: keras.losses.CategoricalCrossentropy(reduction=None)(LABELS, tf.nn.softmax(x)))],
    ids=["tf.nn", "losses", "ops", "softmax", "function", "tf.nn.softmax"])
def test_the_gradient_of_cross_entropy_is_tensorflows(loss):
    """TensorFlow's is softmax − labels; the formula's own would be softmax · Σ labels − labels."""
    x = tf.constant(SCORES)
    with tf.GradientTape() as tape:
        tape.watch(x)
        found = loss(x)
    softmax = np.exp(SCORES) / np.exp(SCORES).sum(1, keepdims=True)
    assert found.numpy() == pytest.approx(-(LABELS * np.log(softmax)).sum(1), rel=1e-5)
    assert tape.gradient(found, x).numpy() == pytest.approx(softmax - LABELS, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("activation, loss, targets", [
    (tf.nn.softmax, keras.losses.SparseCategoricalCrossentropy(from_logits=True), np.arange(20) % 3),
    (tf.nn.softmax, keras.losses.CategoricalCrossentropy(from_logits=True), np.eye(3)[np.arange(20) % 3]),
    (tf.sigmoid, keras.losses.BinaryCrossentropy(from_logits=True), np.eye(3)[np.arange(20) % 3])],
    ids=["sparse", "categorical", "binary"])
@pytest.mark.filterwarnings("ignore:.*from_logits", "ignore:.*as after softmax")
def test_a_compiled_model_finds_the_scores_behind_an_activation(activation, loss, targets):
    """As in TensorFlow, where training is a graph: there a second softmax is left out; in a loop of one's own, not."""
    inputs = keras.Input((3,))
    scores = keras.layers.Dense(3)(inputs)
    model = keras.Model(inputs, keras.layers.Activation(activation)(scores))
    model.compile("sgd", loss)
    right, twice = float(loss(targets, keras.Model(inputs, scores)(X))), float(loss(targets, model(X)))
    assert model.evaluate(X, targets, verbose=0) == pytest.approx(right, rel=1e-5)
    assert float(tf.function(lambda x: loss(targets, model(x)))(X)) == pytest.approx(right, rel=1e-5)
    assert model.fit(X, targets, batch_size=20, verbose=0).history["loss"][0] == pytest.approx(right, rel=1e-5)
    assert abs(twice - right) > 1e-3
