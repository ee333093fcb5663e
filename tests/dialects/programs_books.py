"""Programs as books and blog posts on TensorFlow 2 and Keras have them: data by number, own losses, functions."""

import numpy as np
from dialects.programs_tutorials import IMAGES, X, Y, settled


def data_by_number(tf):
    """A keras.utils.Sequence, which fit, evaluate and predict read, and a generator that measures."""
    class Batches(tf.keras.utils.Sequence):
        def __init__(self, size):
            super().__init__()
            self.size = size

        def __len__(self):
            return int(np.ceil(len(X) / self.size))

        def __getitem__(self, index):
            rows = slice(index * self.size, (index + 1) * self.size)
            return X[rows], np.eye(3)[Y[rows]]
    model = settled(tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(3, "softmax")]))
    model.compile("adagrad", "categorical_crossentropy", metrics=["accuracy"])
    history = model.fit(Batches(10), epochs=2, shuffle=False, verbose=0, validation_data=Batches(16))
    return [list(history.history), [np.float32(x) for x in history.history.values()], model.predict(
        Batches(10), verbose=0), np.float32(model.evaluate(Batches(10), verbose=0))]


def a_loss_of_two_ranks(tf):
    """A function of one's own gets true values of the predictions' rank."""
    def contrastive(y_true, y_pred):
        near = (1 - y_true) * tf.square(y_pred)
        return tf.reduce_mean(near + y_true * tf.square(tf.maximum(1 - y_pred, 0)))
    model = settled(tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1, "sigmoid")]))
    model.compile("rmsprop", contrastive)
    history = model.fit(X, (Y > 0).astype("float32"), epochs=2, batch_size=8, shuffle=False, verbose=0)
    return [np.float32(history.history["loss"]), model.predict(X[:3], verbose=0)]


def names_in_configurations(tf):
    class GapOfTwo(tf.keras.losses.Loss):
        def call(self, y_true, y_pred):
            return y_true - y_pred
    makers = tf.keras.optimizers
    return [makers.Adam(name="adam").get_config()["name"], makers.SGD(name="x").get_config()["name"],
            GapOfTwo().get_config()["name"], tf.keras.losses.MeanSquaredError().get_config()["name"],
            makers.Adam.from_config(makers.Adam(0.5, name="u").get_config()).name]


def parts_whose_ends_come_at_a_run(tf):
    shapes = []

    @tf.function
    def parts(x, n):
        made = [x[:n], x[n:], x[:, n:n + 1], x[..., :n], x[n], x[:n + 1, tf.newaxis], x[n:3]]
        shapes.extend(str(part.shape) for part in made)
        return made

    @tf.function
    def totals(x):
        found = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        for i in tf.range(tf.shape(x)[0]):
            found = found.write(i, tf.reduce_sum(x[:i + 1]))
        return found.stack()
    x = tf.constant(X[:3])
    return [parts(x, tf.constant(2)), parts(x, tf.constant(1)), shapes, totals(x), totals(tf.constant(X[:5]))]


def what_a_mask_leaves(tf):
    """How many elements there are hangs on a variable, and their type on what is masked."""
    x, limit = tf.range(6.0), tf.Variable(0.0)

    @tf.function
    def left():
        return tf.boolean_mask(x, x > limit) * 2, tf.where(x > limit) + 1, tf.boolean_mask(tf.range(6), x > limit) * 3
    found = []
    for _ in range(4):
        found.append(left())
        limit.assign_add(1.0)
    return found


def a_variable_through_a_model(tf):
    """Style transfer: the picture is a variable, which a function brings nearer to what a fixed network wants."""
    layers = tf.keras.layers
    inputs = tf.keras.Input((8, 8, 1))
    inner = layers.Conv2D(3, 3, padding="same", activation="relu")(inputs)
    outputs = layers.Conv2D(4, 3, padding="same")(layers.MaxPooling2D()(inner))
    model = settled(tf.keras.Model(inputs, [inner, outputs]))
    model.trainable = False

    def gram(x):
        sizes = tf.shape(x)
        return tf.linalg.einsum("bijc,bijd->bcd", x, x) / tf.cast(sizes[1] * sizes[2], tf.float32)
    wanted = [gram(x) for x in model(IMAGES[:1])]
    picture, optimizer = tf.Variable(IMAGES[1:2]), tf.keras.optimizers.SGD(0.1)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = tf.add_n([tf.reduce_mean((gram(x) - y) ** 2) for x, y in zip(model(picture), wanted)])
        optimizer.apply_gradients([(tape.gradient(loss, picture), picture)])
        picture.assign(tf.clip_by_value(picture, 0.0, 1.0))
        return loss
    return [[step() for _ in range(4)], picture]


def translation_with_attention(tf):
    """An encoder and a decoder of GRUs, stepped through by hand in a function."""
    layers = tf.keras.layers
    words, encoder = layers.Embedding(9, 4), layers.GRU(5, return_sequences=True, return_state=True)
    others, decoder, score = layers.Embedding(8, 4), layers.GRU(5, return_state=True), layers.Dense(8)

    def steps(source, target):
        outputs, state = encoder(words(source))
        loss = 0.0
        for t in range(1, target.shape[1]):
            weights = tf.nn.softmax(tf.einsum("ntd,nd->nt", outputs, state))
            context = tf.einsum("nt,ntd->nd", weights, outputs)
            x = tf.concat([context[:, tf.newaxis], others(target[:, t - 1:t])], axis=-1)
            made, state = decoder(x, initial_state=state)
            loss += tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(target[:, t], score(made)))
        return loss
    rng = np.random.default_rng(4)
    source, target = rng.integers(1, 9, (3, 4)), rng.integers(0, 8, (3, 4))
    steps(source, target)
    parts = [words, encoder, others, decoder, score]
    for part in parts:
        settled(part)
    weights, optimizer = [w for part in parts for w in part.trainable_variables], tf.keras.optimizers.SGD(0.5)

    @tf.function
    def train(source, target):
        with tf.GradientTape() as tape:
            loss = steps(source, target)
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return loss
    return [[train(source, target) for _ in range(4)], decoder.get_weights()]


def variables_of_the_first_call(tf):
    """A module whose variables are made in the first call of its tf.function, which knows the sizes then."""
    class Dense(tf.Module):
        def __init__(self, units, name=None):
            super().__init__(name=name)
            self.units, self.built = units, False

        def __call__(self, x):
            if not self.built:
                self.w = tf.Variable(tf.fill([x.shape[-1], self.units], 0.1), name="w")
                self.b = tf.Variable(tf.zeros([self.units]), name="b")
                self.built = True
            return x @ self.w + self.b

    class Net(tf.Module):
        def __init__(self):
            super().__init__()
            self.layers, self.runs = [Dense(3), Dense(2)], []

        @tf.function
        def __call__(self, x):
            self.runs.append(1)
            return self.layers[1](tf.tanh(self.layers[0](x)))
    net, x = Net(), tf.constant(X)
    first = net(x)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(net(x[:4]) ** 2)
    return [first, loss, tape.gradient(loss, net.trainable_variables), [v.name for v in net.variables], len(net.runs)]


def a_step_that_makes_its_variables(tf):
    """A variable whose first value is computed from an argument, and one that is trained in the call that makes it."""
    kept = []

    @tf.function
    def train(x):
        if not kept:
            start = tf.random_normal_initializer(stddev=0.0)
            kept.extend([tf.Variable(tf.reduce_mean(x, 0)), tf.Variable(start(shape=[4, 2]) + 0.5)])
        mean, w = kept
        mean.assign(0.9 * mean + 0.1 * tf.reduce_mean(x, 0))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(((x - mean) @ w) ** 2)
        w.assign_sub(0.1 * tape.gradient(loss, w))
        return loss
    return [train(tf.constant(X[i:i + 4])) for i in (0, 4, 8, 12)], kept


def a_variable_in_each_call(tf):
    tf.function(lambda x: tf.Variable(1.0) * x)(tf.constant(2.0))


def initialisers_at_the_top(tf):
    start = tf.random_uniform_initializer(1.0, 1.0)
    return [tf.zeros_initializer()([2]), tf.ones_initializer()(shape=(2, 1), dtype=tf.int32), start([2, 2]),
            tf.constant_initializer(3.0)([2]), tf.constant_initializer([1, 2, 3, 4])([2, 2], dtype=tf.float32),
            tf.random_normal_initializer(2.0, 0.0)(shape=[3], dtype=tf.float64), sorted(start.get_config()),
            tf.keras.layers.Dense(1, kernel_initializer=tf.constant_initializer(0.5))(tf.ones([1, 4]))]


def numbers_that_do_not_fill_a_shape(tf):
    tf.constant_initializer([1, 2, 3])([2, 2])


PROGRAMS = {name: value for name, value in list(globals().items()) if getattr(value, "__module__", "") == __name__}
