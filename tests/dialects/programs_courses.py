"""Programs of courses in Keras, as teaching code has them: what each comes to is held to what Keras comes to.

Weights are set and nothing is shuffled, so that all numbers are the same.
"""

import os
import tempfile

import numpy as np
from dialects.programs_fit import ended, mlp
from dialects.programs_keras import filled, numbers

RNG = np.random.default_rng(7)
X, LABELS, BYTES = numbers((48, 6), 1), RNG.integers(0, 3, 48), RNG.integers(0, 256, (24, 12, 12)).astype("uint8")
KINDS, WORDS, YES = RNG.integers(0, 4, 24), RNG.integers(0, 20, (24, 9)), RNG.integers(0, 2, 24)


def exclusive_or(tf):
    keras = tf.keras
    x, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([[0], [1], [1], [0]])
    model = keras.models.Sequential()
    model.add(keras.layers.Dense(8, input_dim=2, activation="tanh"))
    model.add(keras.layers.Dense(1, activation="sigmoid"))
    filled(model)
    model.compile(loss="binary_crossentropy", optimizer=keras.optimizers.SGD(learning_rate=0.5), metrics=["accuracy"])
    history = model.fit(x, y, batch_size=4, epochs=20, verbose=0, shuffle=False)
    return [*ended(model, history), model.predict(x, verbose=0), model(tf.constant(x) > 0), keras.__version__[:2]]


def layers_of_integers_and_bools(tf):
    layers, ones, found = tf.keras.layers, {"kernel_initializer": "ones", "recurrent_initializer": "ones"}, []
    makers = [
        (lambda: layers.Dense(2, kernel_initializer="ones"), (2, 6)), (lambda: layers.Flatten(), (2, 3, 2)),
        (lambda: layers.EinsumDense("ab,bc->ac", 3, kernel_initializer="ones"), (2, 6)),
        (lambda: layers.ReLU(), (2, 6)), (lambda: layers.Dropout(0.5), (2, 6)),
        (lambda: layers.Embedding(5, 2, embeddings_initializer="ones"), (2, 6)),
        (lambda: layers.Normalization(mean=1.0, variance=2.0), (2, 6)), (lambda: layers.BatchNormalization(), (2, 6)),
        (lambda: layers.GlobalAveragePooling1D(), (2, 5, 3)), (lambda: layers.MaxPooling2D(), (2, 4, 4, 3)),
        (lambda: layers.LSTM(2, **ones), (2, 5, 3)), (lambda: layers.Bidirectional(layers.GRU(2, **ones)), (2, 5, 3)),
        (lambda: layers.TimeDistributed(layers.Dense(2, kernel_initializer="ones")), (2, 5, 3)),
        (lambda: layers.Masking(), (2, 5, 3)), (lambda: layers.Resizing(3, 3), (2, 6, 6, 1)),
        (lambda: tf.keras.Sequential([layers.Flatten()]), (2, 3, 2)),
        (lambda: lambda x: layers.Add()([x, tf.cast(x, "float32")]), (2, 6)),
        (lambda: lambda x: layers.Concatenate()([x, tf.cast(x, "float32")]), (2, 6)),
        (lambda: lambda x: layers.MultiHeadAttention(2, 3, kernel_initializer="ones")(x, x), (2, 5, 3))]
    for make, shape in makers:
        values = np.random.default_rng(3).integers(0, 4, shape)
        for kind in ("int64", "int32", "bool"):
            layer = make()
            if kind != "bool" or type(layer).__name__ not in ("ReLU", "MaxPooling2D", "Resizing", "Masking"):
                found.append(layer(tf.constant(values.astype(kind))))
    return found


def next_letters(tf):
    layers = tf.keras.layers
    x, y = np.zeros((16, 7, 5), bool), np.eye(5, dtype=bool)[LABELS[:16]]
    x[np.arange(16)[:, None], np.arange(7), np.arange(112).reshape(16, 7) % 5] = 1
    model = filled(tf.keras.Sequential([tf.keras.Input((7, 5)), layers.LSTM(6), layers.Dense(5, activation="softmax")]))
    model.compile("rmsprop", "categorical_crossentropy", metrics=["accuracy"])
    return ended(model, model.fit(x, y, batch_size=8, epochs=2, verbose=0, shuffle=False))


def layers_of_ones_own_that_mask(tf):
    keras, layers, ops, seen = tf.keras, tf.keras.layers, tf.keras.ops, []

    class MaskedMean(layers.Layer):
        def call(self, x, mask=None):
            seen.append(mask is None)
            share = ops.cast(mask, "float32")[..., None]
            return ops.sum(x * share, axis=1) / ops.sum(share, axis=1)

    class Pair(layers.Layer):
        def call(self, left, right, left_mask=None, right_mask=None, mask=None):
            seen.append([left_mask is None, right_mask is None, mask is None])
            return left * 2.0 + right
    words = keras.Input((9,), dtype="int32")
    table = layers.Embedding(20, 4, mask_zero=True)
    x = table(words)
    hidden = layers.Dense(4)(layers.Dropout(0.5)(x))
    attended = layers.add([hidden, layers.MultiHeadAttention(2, 3)(hidden, hidden)])
    state = [layers.Dense(3)(MaskedMean()(hidden)) for _ in range(2)]
    outputs = [MaskedMean()(hidden), Pair()(hidden, attended), layers.LSTM(3)(layers.concatenate([x, hidden])),
               layers.LSTM(3)(x, mask=x._keras_mask), layers.LSTM(3)(layers.Dense(2)(x), initial_state=state),
               layers.GlobalAveragePooling1D()(layers.add([x, hidden])),
               layers.GRU(2)(x, mask=table.compute_mask(words))]
    model = filled(keras.Model(words, outputs))
    data = np.concatenate([np.ones((24, 1), int), WORDS], 1)[:, :9]
    return [seen[0], seen[-1], str(tuple(x._keras_mask.shape)), model.predict(data, verbose=0), table(data)._keras_mask]


def houses(tf):
    keras, layers = tf.keras, tf.keras.layers
    table = np.array([[i, i % 3, i * i % 7, 2 * i] for i in range(40)])
    target = table[:, 0] * 3 - table[:, 2]
    scale = layers.Normalization(axis=-1)
    scale.adapt(table[:30])
    model = keras.Sequential([
        scale, layers.Dense(6, activation="relu", kernel_constraint=keras.constraints.MaxNorm(2.0)),
        layers.Dense(6, "gelu", bias_regularizer=keras.regularizers.L1L2(1e-4, 1e-3)), layers.Dense(1)])
    model.build((None, 4))
    for i, layer in enumerate(model.layers[1:]):
        layer.set_weights([numbers(w.shape, i) * 0.3 for w in layer.get_weights()])
    lines = []
    model.summary(print_fn=lambda text, line_break=True: lines.append(text))
    model.compile(keras.optimizers.AdamW(1e-2, weight_decay=1e-3), "mse", metrics=["mae", keras.metrics.R2Score()])
    history = model.fit(table, target, validation_split=0.25, epochs=2, batch_size=10, verbose=0, shuffle=False)
    return [*ended(model, history), scale.mean, "Non-trainable params: 9" in lines[0], lines[0][-1:]]


def pictures_of_bytes(tf):
    keras, layers = tf.keras, tf.keras.layers
    model = filled(keras.Sequential([
        layers.Input((12, 12, 1)), layers.Rescaling(1 / 255), layers.Conv2D(4, (3, 3), activation="relu"),
        layers.MaxPooling2D((2, 2)), layers.Conv2D(6, 3, padding="same", use_bias=False), layers.BatchNormalization(),
        layers.Activation("relu"), layers.GlobalAveragePooling2D(), layers.Dense(4, activation="softmax")]))
    top = keras.metrics.SparseTopKCategoricalAccuracy(2)
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy", top])
    return ended(model, model.fit(BYTES[..., None], KINDS, epochs=2, batch_size=8, verbose=0, shuffle=False))


def steps_that_return_metrics_by_name(tf):
    keras, layers = tf.keras, tf.keras.layers

    class Own(keras.Model):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                predicted = self(x, training=True)
                loss = self.compute_loss(y=y, y_pred=predicted)
            self.optimizer.apply(tape.gradient(loss, self.trainable_variables), self.trainable_variables)
            for metric in self.metrics:
                metric.update_state(*([loss] if metric.name == "loss" else [y, predicted]))
            return {metric.name: metric.result() for metric in self.metrics}
    x = keras.Input((6,))
    model = filled(Own(x, layers.Dense(1)(layers.Dense(4, activation="relu")(x))))
    model.compile(optimizer="adam", loss="mse", metrics=["mae"])
    history = model.fit(X, X[:, 0], epochs=2, batch_size=16, verbose=0, shuffle=False)
    return [*ended(model, history), list(history.history)]


def what_callbacks_see(tf):
    keras, seen = tf.keras, []

    class Listener(keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            seen.append((epoch, sorted(logs), round(float(self.model.optimizer.learning_rate), 6)))
            self.model.stop_training |= epoch == 7
    model = mlp(keras)
    model.compile(keras.optimizers.SGD(0.5), "sparse_categorical_crossentropy", metrics=["accuracy"])
    with tempfile.TemporaryDirectory() as folder:
        path, table = os.path.join(folder, "best.keras"), os.path.join(folder, "log.csv")
        called = [
            Listener(), keras.callbacks.ModelCheckpoint(path, save_best_only=True, monitor="val_loss"),
            keras.callbacks.EarlyStopping(patience=5, restore_best_weights=True), keras.callbacks.TerminateOnNaN(),
            keras.callbacks.ReduceLROnPlateau(factor=0.5, patience=1, min_lr=1e-4), keras.callbacks.CSVLogger(table),
            keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate if epoch < 4 else rate * 0.9)]
        history = model.fit(X, LABELS, epochs=12, batch_size=16, verbose=0, shuffle=False, validation_split=0.2,
                            callbacks=called)
        best = keras.models.load_model(path).get_weights()
        with open(table, encoding="utf-8") as file:
            return [*ended(model, history), repr(seen), best, file.readline().strip()]


def translation_letter_by_letter(tf):
    keras, layers = tf.keras, tf.keras.layers
    source, sink = keras.Input((None, 5)), keras.Input((None, 5))
    _, *states = layers.LSTM(4, return_state=True)(source)
    decoder, shares = layers.LSTM(4, return_sequences=True, return_state=True), layers.Dense(5, activation="softmax")
    model = filled(keras.Model([source, sink], shares(decoder(sink, initial_state=states)[0])))
    model.compile("rmsprop", "categorical_crossentropy", metrics=["accuracy"])
    a, b = np.eye(5, dtype="float32")[WORDS[:12, :6] % 5], np.eye(5, dtype="float32")[WORDS[12:, :7] % 5]
    history = model.fit([a, b[:, :-1]], b[:, 1:], batch_size=4, epochs=2, validation_split=0.25, verbose=0,
                        shuffle=False)
    encoder, given = keras.Model(source, states), [keras.Input((4,)), keras.Input((4,))]
    steps, *after = decoder(sink, initial_state=given)
    one = keras.Model([sink, *given], [shares(steps), *after])
    values, letter, spoken = encoder.predict(a[:1], verbose=0), 0, []
    for _ in range(4):
        found, *values = one.predict([np.eye(5)[None, None, letter], *values], verbose=0)
        letter = int(np.argmax(found[0, -1]))
        spoken.append(letter)
    return [*ended(model, history), np.array(spoken), found]


def a_critic_with_a_penalty(tf):
    keras, layers = tf.keras, tf.keras.layers
    noise, between = tf.constant(numbers((16, 2), 60)), tf.constant(np.abs(numbers((16, 1), 61)) % 1)

    class Adversarial(keras.Model):
        def __init__(self, critic, maker):
            super().__init__()
            self.critic, self.maker = critic, maker

        def compile(self, critics, makers):
            super().compile()
            self.critics, self.makers = critics, makers

        def penalty(self, real, fake):
            x = real + between * (fake - real)
            with tf.GradientTape() as tape:
                tape.watch(x)
                judged = self.critic(x, training=True)
            length = tf.sqrt(tf.reduce_sum(tf.square(tape.gradient(judged, [x])[0]), axis=[1]))
            return tf.reduce_mean((length - 1.0) ** 2)

        def train_step(self, real):
            for _ in range(2):
                with tf.GradientTape() as tape:
                    fake = self.maker(noise, training=True)
                    judged = tf.reduce_mean(self.critic(fake)) - tf.reduce_mean(self.critic(real))
                    loss = judged + self.penalty(real, fake) * 10.0
                weights = self.critic.trainable_variables
                self.critics.apply_gradients(zip(tape.gradient(loss, weights), weights))
            with tf.GradientTape() as tape:
                made = -tf.reduce_mean(self.critic(self.maker(noise, training=True)))
            weights = self.maker.trainable_variables
            self.makers.apply_gradients(zip(tape.gradient(made, weights), weights))
            return {"critic": loss, "maker": made}
    critic = filled(keras.Sequential([keras.Input((6,)), layers.Dense(8), layers.LeakyReLU(0.2), layers.Dense(1)]))
    maker = filled(keras.Sequential([keras.Input((2,)), layers.Dense(8, activation="relu"), layers.Dense(6)]))
    model = Adversarial(critic, maker)
    model.compile(*(keras.optimizers.Adam(2e-3, beta_1=0.5, beta_2=0.9) for _ in range(2)))
    history = model.fit(X, batch_size=16, epochs=2, verbose=0, shuffle=False)
    return [{name: np.array(values) for name, values in history.history.items()}, model.get_weights()]


def a_small_language_model(tf):
    keras, layers, ops = tf.keras, tf.keras.layers, tf.keras.ops

    def seen_by(batch, length):
        rows, columns = ops.arange(length)[:, None], ops.arange(length)
        mask = ops.reshape(ops.cast(rows >= columns, "bool"), [1, length, length])
        return tf.tile(mask, ops.concatenate([ops.expand_dims(batch, -1), ops.convert_to_tensor([1, 1])], 0))

    class Block(layers.Layer):
        def __init__(self):
            super().__init__()
            self.attention, self.norm = layers.MultiHeadAttention(2, 4), layers.LayerNormalization()

        def call(self, x):
            batch, length, _ = (tf.shape(x)[i] for i in range(3))
            return self.norm(x + self.attention(x, x, attention_mask=seen_by(batch, length)))
    words = layers.Input((9,), dtype="int32")
    x = Block()(layers.Embedding(20, 8)(words))
    model = filled(keras.Model(words, [layers.Dense(20)(x), x]))
    model.compile("adam", loss=[keras.losses.SparseCategoricalCrossentropy(from_logits=True), None])
    history = model.fit(WORDS, np.roll(WORDS, -1, 1), epochs=2, batch_size=8, verbose=0, shuffle=False)
    return [*ended(model, history), model.predict(WORDS[:2], verbose=0)]


def ops_by_their_modules(tf):
    ops, x = tf.keras.ops, tf.constant(X[:4])
    return [ops.nn.relu(x), ops.nn.softmax(x), ops.nn.one_hot(tf.constant(LABELS[:4]), 3), ops.numpy.mean(x, axis=0),
            ops.numpy.concatenate([x, x]), ops.numpy.where(x > 0, x, 0.0), ops.linalg.norm(x),
            ops.linalg.inv(np.eye(3, dtype="float32") * 2), ops.image.resize(BYTES[:1, ..., None], (4, 4)),
            ops.image.resize(tf.constant(BYTES[0, ..., None] / 255), (5, 4))]


def a_loss_of_backend_functions(tf):
    K, y, p = tf.keras.backend, tf.constant((X[:8] > 0).astype("float32")), tf.sigmoid(X[8:16] * 3)
    right = K.sum(K.round(K.clip(y * p, 0, 1)))
    score = 2 * right / (K.sum(K.round(p)) + K.sum(y) + K.epsilon())
    same = K.mean(K.cast(K.equal(K.argmax(y), K.argmax(p, axis=-1)), K.floatx()))
    spread = -0.5 * K.sum(1 + K.log(p) - K.square(p) - K.exp(K.pow(y, 2)), axis=-1)
    parts = K.concatenate([K.expand_dims(spread), K.max(K.abs(p), axis=1, keepdims=True)])
    rate = tf.Variable(0.25)
    K.set_value(rate, K.get_value(rate) * 2)
    return [score, same, parts, K.mean(K.binary_crossentropy(y, p)), K.flatten(K.permute_dimensions(p, (1, 0))),
            K.argmin(p), K.get_value(rate), list(K.int_shape(p))]


PROGRAMS = {name: own for name, own in list(globals().items())
            if callable(own) and getattr(own, "__module__", "") == __name__}
