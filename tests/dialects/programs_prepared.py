"""Programs that prepare data as Keras' tutorials do: words, categories, pictures, series."""

import numpy as np
from dialects.programs_keras import filled, numbers

TEXTS = ["The cat sat, on the mat.", "A dog! The dog ran", "cat & dog; mat"]


def texts_as_numbers(tf):
    layer = tf.keras.layers.TextVectorization(max_tokens=8, output_sequence_length=4)
    layer.adapt(np.array(TEXTS))
    return [layer(np.array(["the dog sat", "unknown"])), layer.get_vocabulary(), layer.vocabulary_size()]


def texts_as_rows(tf):
    found = []
    for mode in ("multi_hot", "count", "tf_idf"):
        layer = tf.keras.layers.TextVectorization(output_mode=mode)
        layer.adapt(TEXTS)
        found.append(layer(TEXTS))
    return found


def ngrams_of_a_dataset(tf):
    layer = tf.keras.layers.TextVectorization(ngrams=2, standardize="lower")
    layer.adapt(tf.data.Dataset.from_tensor_slices(TEXTS).batch(2))
    return [layer.get_vocabulary(), layer(tf.constant(TEXTS))]


def words_of_a_vocabulary(tf):
    layers = tf.keras.layers
    there = layers.StringLookup(vocabulary=["a", "b", "c"])
    back = layers.StringLookup(vocabulary=there.get_vocabulary(), invert=True)
    masked = layers.StringLookup(vocabulary=["a", "b"], mask_token="")
    hot = layers.StringLookup(vocabulary=["a", "b"], output_mode="one_hot")
    numbers_ = there(tf.constant([["c", "a"], ["z", "b"]]))
    return [numbers_, back(numbers_), masked(tf.constant(["", "b", "x"])), hot(tf.constant(["b", "q"])),
            masked.get_vocabulary(), there.vocabulary_size()]


def words_by_frequency(tf):
    layer = tf.keras.layers.StringLookup()
    layer.adapt(np.array(["b", "c", "a", "c", "d"]))
    return [layer.get_vocabulary(), layer(np.array(["c", "a"]))]


def whole_numbers_of_a_vocabulary(tf):
    layers = tf.keras.layers
    layer = layers.IntegerLookup(vocabulary=[12, 36, 1138])
    hot = layers.IntegerLookup(output_mode="multi_hot", vocabulary=[5, 7])
    return [layer(np.array([[12, 1138], [42, 36]])), hot(np.array([[7, 7], [5, 1]])), layer.get_vocabulary()]


def categories(tf):
    layer = tf.keras.layers.CategoryEncoding
    pairs = np.array([[0, 1], [3, 3]])
    return [layer(num_tokens=4, output_mode="one_hot")(np.array([3, 2, 0])), layer(num_tokens=4)(pairs),
            layer(num_tokens=4, output_mode="count")(pairs)]


def numbers_of_one_scale(tf):
    layer, data = tf.keras.layers.Normalization(), numbers((20, 3), 1) * 4 + 2
    layer.adapt(data)
    whole = tf.keras.layers.Normalization(axis=None)
    whole.adapt(data)
    return [layer(data), layer.mean, layer.variance, whole(data[:2]), whole.mean,
            tf.keras.layers.Normalization(mean=3.0, variance=4.0)(data[:2])]


def pictures_of_one_size(tf):
    layers, x = tf.keras.layers, np.abs(numbers((2, 6, 9, 3), 2))
    return [layers.Resizing(4, 5)(x), layers.Resizing(3, 3, interpolation="nearest")(x), layers.CenterCrop(4, 5)(x),
            layers.Resizing(4, 4, crop_to_aspect_ratio=True)(x), layers.Rescaling(1 / 255, 0.5)(x)]


def augmentation_that_does_nothing_outside_of_training(tf):
    layers, x = tf.keras.layers, np.abs(numbers((2, 6, 6, 3), 3))
    model = tf.keras.Sequential([layers.RandomFlip("horizontal"), layers.RandomRotation(0.1), layers.RandomZoom(0.2),
                                 layers.RandomTranslation(0.1, 0.1), layers.RandomContrast(0.2)])
    return model(x, training=False)


def a_separable_network(tf):
    layers = tf.keras.layers
    model = filled(tf.keras.Sequential([
        tf.keras.Input((8, 8, 3)), layers.SeparableConv2D(4, 3, padding="same", activation="relu"),
        layers.SeparableConv2D(5, 3, strides=2, depth_multiplier=2), layers.DepthwiseConv2D(2, use_bias=False),
        layers.GlobalAveragePooling2D(), layers.Dense(2)]))
    return [model(numbers((2, 8, 8, 3), 4)), model.count_params(), [w.shape for w in model.weights]]


def windows_of_a_series(tf):
    make, data = tf.keras.utils.timeseries_dataset_from_array, np.arange(30, dtype="float32").reshape(15, 2)
    return [list(make(data, data[5:, 0], 5, batch_size=4).as_numpy_iterator()),
            list(make(data, None, 3, sequence_stride=2, sampling_rate=2, batch_size=3).as_numpy_iterator()),
            list(make(data, None, 3, start_index=4, end_index=12).as_numpy_iterator())]


def functions_in_a_model(tf):
    keras = tf.keras
    x = keras.Input((4, 3))
    y = keras.ops.relu(keras.layers.Dense(5)(x)) + keras.ops.mean(x, axis=-1, keepdims=True)
    model = filled(keras.Model(x, keras.ops.concatenate([y, keras.ops.softmax(y, axis=1)], axis=-1)))
    return [model(numbers((2, 4, 3), 6)), model.output_shape]


def texts_through_a_model(tf):
    keras, layers = tf.keras, tf.keras.layers

    def standard(text):
        plain = tf.strings.regex_replace(tf.strings.lower(text), "<br />", " ")
        return tf.strings.regex_replace(plain, "[.,!?;&]", "")
    texts, labels = ["Great!<br />I loved it.", "Terrible plot, awful", "great plot", "awful, I hated it"], [1, 0, 1, 0]
    raw = tf.data.Dataset.from_tensor_slices((texts, labels)).batch(2)
    words = layers.TextVectorization(standardize=standard, max_tokens=12, output_sequence_length=5)
    words.adapt(raw.map(lambda text, label: text))
    data = raw.map(lambda text, label: (words(tf.expand_dims(text, -1)), label)).cache()
    model = keras.Sequential([layers.Embedding(12, 4), layers.GlobalAveragePooling1D(), layers.Dense(1, "sigmoid")])
    model.build((None, 5))
    filled(model)
    model.compile(keras.optimizers.SGD(0.5), "binary_crossentropy", metrics=["accuracy"])
    history = model.fit(data, epochs=3, verbose=0)
    whole = keras.Sequential([words, model])
    whole.compile(loss="binary_crossentropy", metrics=["accuracy"])
    found = [np.array(history.history["loss"]), np.array(whole.evaluate(raw, verbose=0))]
    found += [whole.predict(tf.constant(["great", "awful plot"]), verbose=0), whole.output_shape]
    text = keras.Input((1,), dtype="string")
    again = keras.Model(text, model(words(text)))
    return [*found, again.predict(tf.constant([["loved it"], ["hated"]]), verbose=0), again.output_shape]


def texts_moved(tf):
    x, y = tf.constant([["b", "a"], ["d", "c"]]), tf.constant(["z", "b"])
    found = [tf.expand_dims(y, -1), tf.squeeze(tf.expand_dims(y, 0)), tf.transpose(x), tf.concat([x, [y]], 0),
             tf.stack([y, y], 1), tf.unstack(x, axis=1), tf.gather(x, [1, 0, 1]), tf.reverse(x, [1]), tf.tile(y, [2]),
             tf.reshape(x, [-1]), tf.where([True, False], y, "none"), tf.boolean_mask(x, [False, True]),
             tf.split(x, 2, 1), tf.equal(x, "a"), tf.gather_nd(x, [[1, 1], [0, 0]]), tf.repeat(y, 2)]
    return found


PROGRAMS = {name: own for name, own in list(globals().items())
            if callable(own) and getattr(own, "__module__", "") == __name__}
