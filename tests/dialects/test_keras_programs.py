"""Programs in Keras as tutorials have them: steps and layers of one's own, symbolic shapes, files."""

import numpy as np

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
