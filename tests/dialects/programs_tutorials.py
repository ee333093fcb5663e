"""Programs in the style of public tutorials of TensorFlow 2 and Keras 3, written anew around the names they use."""

import os
import tempfile

import numpy as np

rng = np.random.default_rng(0)
X, Y = rng.standard_normal((32, 4)).astype("float32"), rng.integers(0, 3, 32)
IMAGES = rng.uniform(0, 1, (8, 8, 8, 1)).astype("float32")


def settled(model, shape=None):
    """The model with weights that are the same everywhere."""
    if shape:
        model.build(shape)
    model.set_weights([0.3 * np.cos(np.arange(w.size)).reshape(w.shape).astype(w.dtype) for w in model.get_weights()])
    return model


def model_with_train_step(tf):
    class Custom(tf.keras.Model):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.loss_tracker = tf.keras.metrics.Mean(name="loss")
            self.mae = tf.keras.metrics.MeanAbsoluteError(name="mae")

        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                pred = self(x, training=True)
                loss = tf.keras.losses.MeanSquaredError()(y, pred)
            grads = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply(grads, self.trainable_variables)
            self.loss_tracker.update_state(loss)
            self.mae.update_state(y, pred)
            return {m.name: m.result() for m in self.metrics}

        @property
        def metrics(self):
            return [self.loss_tracker, self.mae]
    inputs = tf.keras.Input((4,))
    model = settled(Custom(inputs, tf.keras.layers.Dense(1)(inputs)))
    model.compile(optimizer="sgd")
    history = model.fit(X, X[:, :1] * 2, epochs=2, batch_size=8, shuffle=False, verbose=0)
    return [np.float32(history.history[key]) for key in ("loss", "mae")]


def moving_averages_of_weights(tf):
    model = settled(tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)]))
    model.compile(tf.keras.optimizers.SGD(0.1, use_ema=True, ema_momentum=0.9), "mse")
    model.fit(X, X[:, :1], epochs=2, batch_size=16, shuffle=False, verbose=0)
    return model.get_weights()


def moving_averages_that_overwrite(tf):
    v = tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.Adam(0.1, use_ema=True, ema_momentum=0.5, ema_overwrite_frequency=2)
    found = []
    for _ in range(5):
        optimizer.apply_gradients([(tf.constant([1.0, -2.0]), v)])
        found.append(v.numpy())
    optimizer.finalize_variable_values([v])
    return found, v


def configuration(tf):
    keras = tf.keras
    return (keras.config.floatx(), keras.config.epsilon(), keras.config.image_data_format(), keras.config.backend(),
            keras.backend.epsilon())


def backup_and_restore(tf):
    class Stop(tf.keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            if epoch == 2:
                raise RuntimeError("interrupted")

    def model():
        made = settled(tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)]))
        made.compile("sgd", "mse")
        return made
    with tempfile.TemporaryDirectory() as folder:
        backup = tf.keras.callbacks.BackupAndRestore(os.path.join(folder, "backup"))
        try:
            model().fit(X, X[:, :1], epochs=4, batch_size=16, shuffle=False, verbose=0, callbacks=[backup, Stop()])
        except RuntimeError as error:
            said = str(error)
        again = model()
        history = again.fit(X, X[:, :1], epochs=4, batch_size=16, shuffle=False, verbose=0,
                            callbacks=[tf.keras.callbacks.BackupAndRestore(os.path.join(folder, "backup"))])
        return said, history.epoch, again.get_weights(), os.path.exists(os.path.join(folder, "backup"))


def vae(tf):
    class Sampling(tf.keras.layers.Layer):
        def call(self, inputs):
            mean, log_var = inputs
            return mean + tf.exp(0.5 * log_var) * tf.ones_like(mean)
    inputs = tf.keras.Input((8, 8, 1))
    x = tf.keras.layers.Conv2D(4, 3, strides=2, padding="same", activation="relu")(inputs)
    x = tf.keras.layers.Flatten()(x)
    mean, log_var = tf.keras.layers.Dense(2, name="mean")(x), tf.keras.layers.Dense(2, name="log_var")(x)
    encoder = settled(tf.keras.Model(inputs, [mean, log_var, Sampling()([mean, log_var])], name="encoder"))
    z = tf.keras.Input((2,))
    y = tf.keras.layers.Reshape((4, 4, 4))(tf.keras.layers.Dense(64)(z))
    decoder = settled(tf.keras.Model(z, tf.keras.layers.Conv2DTranspose(1, 3, 2, "same", activation="sigmoid")(y)))
    optimizer, found = tf.keras.optimizers.Adam(0.01), []
    for _ in range(3):
        with tf.GradientTape() as tape:
            mean, log_var, code = encoder(IMAGES)
            made = decoder(code)
            rebuilt = tf.reduce_mean(tf.reduce_sum(tf.keras.losses.binary_crossentropy(IMAGES, made), axis=(1, 2)))
            kl = -0.5 * tf.reduce_mean(tf.reduce_sum(1 + log_var - tf.square(mean) - tf.exp(log_var), axis=1))
            loss = rebuilt + kl
        weights = encoder.trainable_weights + decoder.trainable_weights
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        found += [loss, kl]
    return found


def word2vec(tf):
    class Word2Vec(tf.keras.Model):
        def __init__(self, size, width):
            super().__init__()
            self.target = tf.keras.layers.Embedding(size, width, name="w2v_embedding")
            self.context = tf.keras.layers.Embedding(size, width)

        def call(self, pair):
            target, context = pair
            return tf.einsum("be,bce->bc", self.target(target), self.context(context))
    model = Word2Vec(9, 4)
    pairs = (np.arange(12) % 9, np.stack([np.arange(12) * 5 % 9, np.arange(12) * 2 % 9], 1))
    labels = np.stack([np.ones(12), np.zeros(12)], 1)
    model(pairs)
    settled(model)
    model.compile("adam", tf.keras.losses.CategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    history = model.fit(pairs, labels, batch_size=4, epochs=3, shuffle=False, verbose=0)
    return [np.float32(x) for x in history.history["loss"]], model.get_layer("w2v_embedding").get_weights()[0]


def transfer_learning(tf):
    layers = tf.keras.layers
    base = settled(tf.keras.Sequential([layers.Input((8, 8, 1)), layers.Conv2D(3, 3), layers.BatchNormalization()]))
    base.trainable = False
    inputs = tf.keras.Input((8, 8, 1))
    x = layers.GlobalAveragePooling2D()(base(inputs, training=False))
    model = settled(tf.keras.Model(inputs, layers.Dense(1)(x)))
    before = base.get_weights()
    model.compile(tf.keras.optimizers.Adam(1e-3), tf.keras.losses.BinaryCrossentropy(from_logits=True),
                  metrics=[tf.keras.metrics.BinaryAccuracy(threshold=0, name="accuracy")])
    frozen = len(model.trainable_variables)
    model.evaluate(IMAGES, np.arange(8) % 2, verbose=0)
    base.trainable = True
    for layer in base.layers[:1]:
        layer.trainable = False
    return frozen, len(model.trainable_variables), len(model.non_trainable_variables), [
        np.array_equal(a, b) for a, b in zip(before, base.get_weights())], model.predict(IMAGES, verbose=0)


def sequences_with_attention(tf):
    layers = tf.keras.layers
    query, value = tf.keras.Input((None,), dtype="int64"), tf.keras.Input((None,), dtype="int64")
    table = layers.Embedding(10, 4, mask_zero=True)
    attended = layers.Attention()([layers.LSTM(4, return_sequences=True)(table(query)), table(value)])
    heads = layers.MultiHeadAttention(2, 3)(attended, table(value))
    model = settled(tf.keras.Model([query, value], [layers.GlobalAveragePooling1D()(x) for x in (attended, heads)]))
    a, b = np.array([[1, 2, 0], [3, 0, 0]]), np.array([[4, 5, 6, 0], [7, 8, 0, 0]])
    return model([a, b]), model.predict([a, b], verbose=0)


def save_and_load(tf):
    model = settled(tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(2, activation="tanh")]))
    model.compile("adam", "mse")
    model.fit(X, X[:, :2], epochs=1, shuffle=False, verbose=0)
    with tempfile.TemporaryDirectory() as folder:
        model.save(os.path.join(folder, "m.keras"))
        again = tf.keras.models.load_model(os.path.join(folder, "m.keras"))
        model.save_weights(os.path.join(folder, "m.weights.h5"))
        other = tf.keras.models.clone_model(model)
        other.load_weights(os.path.join(folder, "m.weights.h5"))
        checkpoint = tf.train.Checkpoint(model=model, step=tf.Variable(3))
        manager = tf.train.CheckpointManager(checkpoint, os.path.join(folder, "c"), max_to_keep=2)
        path = manager.save()
        checkpoint.restore(manager.latest_checkpoint).expect_partial()
        return again(X[:2]) - model(X[:2]), other(X[:2]) - model(X[:2]), os.path.basename(path), (
            again.to_json() == model.to_json())


def class_weights_and_multiple_outputs(tf):
    layers = tf.keras.layers
    inputs = tf.keras.Input((4,), name="features")
    x = layers.Dense(4, activation="relu")(inputs)
    outputs = {"kind": layers.Dense(3, name="kind")(x), "size": layers.Dense(1, name="size")(x)}
    model = settled(tf.keras.Model(inputs, outputs))
    model.compile("sgd", {"kind": tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), "size": "mse"},
                  loss_weights={"kind": 1.0, "size": 0.5}, metrics={"kind": ["accuracy"]})
    history = model.fit({"features": X}, {"kind": Y, "size": X[:, 0]}, epochs=2, batch_size=8, shuffle=False, verbose=0)
    return sorted(history.history), [np.float32(history.history[key]) for key in sorted(history.history)]


PROGRAMS = {name: value for name, value in list(globals().items()) if getattr(value, "__module__", "") == __name__
            and not isinstance(value, type) and name != "settled"}
