"""Gradients of tables as tf.IndexedSlices: programs of TensorFlow 2, and of its Keras."""

import numpy as np

TABLE, BATCHES = np.arange(8, dtype="float32").reshape(4, 2) / 10, ([1, 1, 3], [0, 1, 1], [2, 2, 0], [3, 0, 1], [1, 1, 1])


def parts(slices):
    """The kind of a gradient, and what is in it."""
    if not hasattr(slices, "indices"):
        return "tensor", slices
    return "slices", slices.values, slices.indices, slices.dense_shape, slices.shape.as_list(), slices.dtype.name


def which_gradients_are_slices(tf):
    v = tf.Variable(TABLE)
    with tf.GradientTape(persistent=True) as tape:
        a, b = tf.gather(v, [[1, 1], [2, 0]]), tf.nn.embedding_lookup(v, [3])
        of = [tf.reduce_sum(a * a) + tf.reduce_sum(b) * 5, tf.reduce_sum(a * a) + tf.reduce_sum(v),
              tf.reduce_sum(tf.gather(v, [1, 0], axis=1) ** 2), tf.reduce_sum(tf.gather(v * 1.0, [1, 1])),
              tf.reduce_sum(tf.gather(v, [[0], [1], [1], [0]], batch_dims=1)), tf.reduce_sum(v[1]),
              tf.reduce_sum(tf.gather(v, 2) ** 2), tf.reduce_sum(tf.gather(v, tf.constant([1], tf.int64)))]
    return [parts(tape.gradient(y, v)) for y in of]


def slices(tf):
    v = tf.Variable(TABLE)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.gather(v, [[1, 1], [2, 0]]) ** 2)
    return tape.gradient(y, v)


def what_functions_make_of_slices(tf):
    g = slices(tf)
    (clipped, none), before = tf.clip_by_global_norm([g, None], 0.1)
    return [parts(x) for x in (-g, tf.clip_by_norm(g, 1.0), tf.clip_by_value(g, 0.0, 0.5), tf.identity(g), clipped)] + [
        none, before, tf.linalg.global_norm([g, g]), tf.convert_to_tensor(g), tf.norm(g), tf.square(g),
        tf.reduce_sum(g), tf.add_n([g, g]), tf.shape(g), tf.multiply(g, 2.0), str(g).replace("\n", "")]


def slices_of_ones_own(tf):
    g = tf.IndexedSlices(tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([2, 2]), tf.constant([3, 2]))
    return tf.convert_to_tensor(g), g.values, g.indices, str(tf.IndexedSlices(tf.constant([1.0]), tf.constant([1])))


def product_of_slices(tf):
    return slices(tf) * 2.0


def slices_without_a_shape(tf):
    return tf.convert_to_tensor(tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0])))


def in_a_function(tf):
    v, optimizer = tf.Variable(TABLE), tf.keras.optimizers.Adam(0.1)

    @tf.function
    def step(ids):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((tf.nn.embedding_lookup(v, ids) - 0.25) ** 2)
        grad = tape.gradient(loss, v)
        optimizer.apply_gradients([(grad, v)])
        return parts(grad), tf.clip_by_global_norm([grad], 0.1)[1]
    return [step(tf.constant(ids)) for ids in BATCHES], v


def trained(name, **settings):
    """A table after steps of an optimiser of Keras on rows that are taken several times."""
    def program(tf):
        v, w = tf.Variable(TABLE), tf.Variable([0.5, 0.5])
        optimizer = getattr(tf.keras.optimizers, name)(0.1, **settings)
        for ids in BATCHES:
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum((tf.gather(v, ids) - w) ** 2 * [[1.0, -2.0]])
            optimizer.apply_gradients(zip(tape.gradient(loss, [v, w]), [v, w]))
        return v, w
    return program


def fit_of_a_classifier_of_words(tf):
    tf.keras.utils.set_random_seed(1)
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 12, (24, 5)), rng.integers(0, 2, 24)
    model = tf.keras.Sequential([tf.keras.layers.Embedding(12, 4), tf.keras.layers.GlobalAveragePooling1D(),
                                 tf.keras.layers.Dense(1)])
    model.build((None, 5))
    model.set_weights([np.cos(np.arange(w.size)).reshape(w.shape) for w in model.get_weights()])
    model.compile(tf.keras.optimizers.Adam(0.05), tf.keras.losses.BinaryCrossentropy(from_logits=True))
    history = model.fit(x, y, epochs=4, batch_size=8, shuffle=False, verbose=0)
    return [np.float32(loss) for loss in history.history["loss"]], model.get_weights()


OPTIMIZERS = {"SGD": {}, "SGD ": {"momentum": 0.9}, "SGD  ": {"momentum": 0.9, "nesterov": True}, "Adam": {},
              "Adam ": {"amsgrad": True}, "AdamW": {}, "RMSprop": {}, "RMSprop ": {"momentum": 0.9},
              "RMSprop  ": {"centered": True}, "Adagrad": {}, "Adadelta": {}, "Adamax": {}, "Nadam": {}, "Ftrl": {},
              "SGD   ": {"clipnorm": 0.3}, "SGD    ": {"global_clipnorm": 0.3},
              "SGD     ": {"clipvalue": 0.05}}
PROGRAMS = {name: value for name, value in list(globals().items()) if getattr(value, "__module__", "") == __name__
            and not isinstance(value, type) and name not in ("parts", "slices", "trained")}
PROGRAMS |= {f"{name.strip()} {settings}": trained(name.strip(), **settings) for name, settings in OPTIMIZERS.items()}
