"""Models of Keras and their trainings: what each returns is held to what Keras returns for it.

Weights are set and nothing is shuffled, so that all numbers are the same.
"""

import numpy as np
from dialects.programs_keras import filled, numbers

X, LABELS = numbers((40, 6), 1), np.random.default_rng(2).integers(0, 3, 40)
Y, IMAGES, WORDS = numbers((40, 2), 3), numbers((24, 8, 8, 1), 4), np.random.default_rng(5).integers(1, 12, (24, 5))


def ended(model, history):
    """What a training comes to."""
    measured = {name: np.array(values) for name, values in history.history.items()}
    return [measured, history.epoch, model.get_weights(), model.optimizer.iterations]


def mlp(keras):
    layers = [keras.Input((6,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(3, "softmax")]
    return filled(keras.Sequential(layers))


def a_classifier(tf):
    model = mlp(tf.keras)
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    history = model.fit(X, LABELS, batch_size=8, epochs=3, shuffle=False, verbose=0, validation_split=0.25)
    return [*ended(model, history), np.array(model.evaluate(X, LABELS, verbose=0)), model.predict(X, verbose=0),
            model.predict_on_batch(X[:3])]


def a_regression_with_weights_and_two_metrics(tf):
    keras = tf.keras
    x = keras.Input((6,), name="x")
    hidden = keras.layers.Dense(5, "tanh", kernel_regularizer="l2")(x)
    model = filled(keras.Model(x, keras.layers.Dense(2)(keras.layers.Add()([hidden, hidden * 0.5]))))
    model.compile(keras.optimizers.SGD(0.05, momentum=0.9), "mse", metrics=["mae"], weighted_metrics=["mse"])
    history = model.fit(X, Y, batch_size=16, epochs=4, shuffle=False, verbose=0, sample_weight=np.linspace(0, 2, 40))
    return [*ended(model, history), [np.array(v) for v in model.evaluate(X, Y, verbose=0, return_dict=True).values()]]


def a_convolutional_network(tf):
    layers = tf.keras.layers
    model = filled(tf.keras.Sequential([
        tf.keras.Input((8, 8, 1)), layers.Conv2D(4, 3, padding="same", activation="relu"), layers.MaxPooling2D(),
        layers.BatchNormalization(), layers.Flatten(), layers.Dense(3)]))
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(tf.keras.optimizers.RMSprop(0.01), loss, metrics=["accuracy"])
    data = tf.data.Dataset.from_tensor_slices((IMAGES, LABELS[:24])).batch(8)
    history = model.fit(data, epochs=3, verbose=0, validation_data=data)
    return [*ended(model, history), np.array(model.evaluate(data, verbose=0))]


def several_outputs(tf):
    keras = tf.keras
    x = keras.Input((6,))
    hidden = keras.layers.Dense(4, "relu", name="hidden")(x)
    outputs = [keras.layers.Dense(3, "softmax", name="which")(hidden), keras.layers.Dense(2, name="much")(hidden)]
    model = filled(keras.Model(x, outputs))
    model.compile("sgd", {"which": "sparse_categorical_crossentropy", "much": "mse"}, {"which": 1.0, "much": 0.3},
                  {"which": ["accuracy"], "much": ["mae"]})
    history = model.fit(X, {"which": LABELS, "much": Y}, batch_size=20, epochs=2, shuffle=False, verbose=0)
    return [*ended(model, history), model.predict(X[:2], verbose=0), model.output_names]


def class_weights(tf):
    model = mlp(tf.keras)
    model.compile("sgd", "sparse_categorical_crossentropy")
    return ended(model, model.fit(X, LABELS, epochs=2, shuffle=False, verbose=0, class_weight={0: 1.0, 1: 3.0, 2: 0.0}))


def batch_by_batch(tf):
    model = mlp(tf.keras)
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return [[np.array(model.train_on_batch(X[i:i + 8], LABELS[i:i + 8])) for i in range(0, 40, 8)],
            np.array(model.test_on_batch(X, LABELS)), model.get_weights()]


def steps_of_a_generator(tf):
    def batches():
        while True:
            for i in range(0, 40, 10):
                yield X[i:i + 10], LABELS[i:i + 10]
    model = mlp(tf.keras)
    model.compile("sgd", "sparse_categorical_crossentropy")
    history = model.fit(batches(), steps_per_epoch=3, epochs=3, verbose=0, validation_data=(X, LABELS))
    return [*ended(model, history), np.array(model.evaluate(batches(), steps=2, verbose=0))]


def steps_of_arrays(tf):
    model = mlp(tf.keras)
    model.compile("sgd", "sparse_categorical_crossentropy")
    return ended(model, model.fit(X, LABELS, batch_size=10, steps_per_epoch=2, epochs=3, shuffle=False, verbose=0))


def a_loop_of_ones_own(tf):
    keras = tf.keras
    model = filled(keras.Sequential([keras.Input((6,)), keras.layers.Dense(4, "relu"), keras.layers.Dense(2)]))
    optimizer, loss_of, mean = keras.optimizers.Adam(0.01), keras.losses.MeanSquaredError(), keras.metrics.Mean()
    for _ in range(5):
        with tf.GradientTape() as tape:
            loss = loss_of(Y, model(X, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        mean(loss)
    return mean.result(), model.get_weights()


def layers_that_are_not_trainable(tf):
    model = mlp(tf.keras)
    model.layers[0].trainable = False
    model.compile("sgd", "sparse_categorical_crossentropy")
    model.fit(X, LABELS, epochs=2, shuffle=False, verbose=0)
    return [model.get_weights(), len(model.trainable_weights), len(model.non_trainable_weights), model.count_params()]


def shapes_and_names(tf):
    keras = tf.keras
    a, b = keras.Input((4, 4, 3), name="a"), keras.Input((7,), name="b", dtype="int32")
    left = keras.layers.GlobalAveragePooling2D(name="pool")(keras.layers.Conv2D(5, 2, name="conv")(a))
    right = keras.layers.Flatten(name="flat")(keras.layers.Embedding(10, 2, name="words")(b))
    both = keras.layers.Dense(3, name="end")(keras.layers.Concatenate(name="both")([left, right]))
    model = keras.Model([a, b], both, name="pair")
    middle = keras.Model(model.inputs, model.get_layer("both").output)
    return [[layer.name for layer in model.layers], [w.path for w in model.weights], str(model.output_shape),
            str(middle.output_shape), str([tuple(w.shape) for w in model.weights]), str(model.input_shape)]


def two_dimensional_answers(tf):
    model = filled(tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(1, "sigmoid")]))
    model.compile("sgd", "binary_crossentropy", metrics=["accuracy", tf.keras.metrics.AUC(name="auc")])
    yes = (LABELS > 0).astype(int)
    return ended(model, model.fit(X, yes, epochs=2, shuffle=False, verbose=0))


def not_compiled(tf):
    mlp(tf.keras).fit(X, LABELS)


def a_wrong_shape(tf):
    tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(1)])(X[:, :5])


def unequal_lengths(tf):
    model = mlp(tf.keras)
    model.compile("sgd", "mse")
    model.fit(X, LABELS[:10])


def numbers_of_a_rate_at_the_end(tf):
    found = []
    model = mlp(tf.keras)
    model.compile("sgd", "sparse_categorical_crossentropy")
    model.fit(X, LABELS, epochs=2, verbose=0, callbacks=[
        tf.keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate / 2),
        tf.keras.callbacks.LambdaCallback(on_train_end=lambda logs: found.append(sorted(logs)),
                                          on_epoch_end=lambda epoch, logs: found.append(sorted(logs)))])
    return found


def names_of_cells(tf):
    layers = tf.keras.layers
    made = [layers.LSTM(2), layers.LSTM(2), layers.Bidirectional(layers.GRU(2)), layers.SimpleRNN(2)]
    for layer in made:
        layer.build((None, 4, 3))
    return [[w.path.split("/", 1)[1] for w in layer.weights] for layer in made[:2] + made[3:]] + [
        [w.path.split("/")[-2] for w in made[2].weights]]


def tables_of_models(tf):
    keras, layers, lines = tf.keras, tf.keras.layers, []
    keras.backend.clear_session()
    chain = keras.Sequential([
        keras.Input((8, 8, 3)), layers.Conv2DTranspose(4, 3, strides=2, use_bias=False), layers.BatchNormalization(),
        layers.GlobalAveragePooling2D(), layers.Dense(3, name="a_name_that_is_too_long_for_its_column")], name="chain")
    one, two = keras.Input((4,), name="one"), keras.Input((4,), name="two")
    shared = layers.Dense(3, name="shared")
    x = layers.concatenate([shared(one), shared(two), layers.Dense(20000)(one)])
    model = keras.Model([one, two], [x, layers.Dense(2)(x)], name="tree")
    chain.layers[0].trainable = False
    for m, how in ((chain, {}), (model, {}), (chain, {"show_trainable": True}), (model, {"show_trainable": True}),
                   (chain, {"line_length": 60}), (model, {"line_length": 78, "positions": [0.4, 0.6, 0.75, 1.0]})):
        m.summary(print_fn=lines.append, **{"line_length": 76, **how})
    whole = keras.Sequential([keras.Input((8, 8, 3)), chain, layers.Dense(1)], name="whole")
    whole.compile("adam", "mse")
    whole.fit(np.zeros((2, 8, 8, 3), "float32"), np.zeros((2, 1)), verbose=0)
    whole.summary(76, print_fn=lines.append, expand_nested=True)
    return [line for text in lines for line in text.rstrip("\n").split("\n")] + [
        v.path.split("/")[1] for v in whole.optimizer.variables]


def words_of_a_checkpoint(tf):
    import contextlib
    import io
    import tempfile
    model, told = mlp(tf.keras), io.StringIO()
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(told):
        for mode in ("min", "max"):
            check = tf.keras.callbacks.ModelCheckpoint(folder + "/best.keras", "loss", 1, True, mode=mode)
            model.fit(X, LABELS, epochs=3, shuffle=False, verbose=0, callbacks=[check])
    return [line.split(folder)[0] for line in told.getvalue().splitlines()]


PROGRAMS = {name: own for name, own in list(globals().items())
            if callable(own) and getattr(own, "__module__", "") == __name__ and name not in ("ended", "mlp")}
