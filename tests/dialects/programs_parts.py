"""Parts of Keras that few programs need: their numbers, weights set, are held to Keras'."""

import numpy as np
from dialects.programs_keras import filled, numbers

LABELS, SCORES = np.array([0, 0, 0, 1, 1, 1, 0, 1]), np.array([0.1, 0.4, 0.35, 0.8, 0.3, 0.7, 0.6, 0.95], "float32")


def shares_where_another_is_so_large(tf):
    metrics, found = tf.keras.metrics, []
    for kind, least in (("SensitivityAtSpecificity", 0.7), ("SpecificityAtSensitivity", 0.8),
                        ("PrecisionAtRecall", 0.6), ("RecallAtPrecision", 0.9)):
        for many in (200, 5, 1):
            metric = getattr(metrics, kind)(least, num_thresholds=many)
            metric.update_state(LABELS, SCORES)
            found.append(metric.result())
            metric.update_state(LABELS[:3], SCORES[3:6], sample_weight=[1.0, 2.0, 0.5])
            found.append(metric.result())
        metric.reset_state()
        config = metric.get_config()
        found += [metric.result(), sorted(config), config["num_thresholds"]]
    return found


def shares_out_of_range(tf):
    return tf.keras.metrics.PrecisionAtRecall(1.5)


def scores_of_regressions(tf):
    found = []
    for how in ("uniform_average", "variance_weighted_average", None):
        for regressors in (0, 2):
            metric = tf.keras.metrics.R2Score(how, regressors)
            metric.update_state(numbers((5, 2), 1), numbers((5, 2), 2))
            metric.update_state(numbers((4, 2), 3), numbers((4, 2), 4), sample_weight=np.array([1.0, 0.5, 2.0, 1.0]))
            found.append(metric.result())
    return found


def a_score_of_vectors(tf):
    return tf.keras.metrics.R2Score()(numbers((5,), 1), numbers((5,), 2))


def steps_of_whole_weights(tf):
    found = []
    for make in (lambda: tf.keras.optimizers.Lamb(0.1), lambda: tf.keras.optimizers.Adafactor(0.3),
                 lambda: tf.keras.optimizers.Lamb(0.01, beta_1=0.8, weight_decay=0.1),
                 lambda: tf.keras.optimizers.Adafactor(0.05, epsilon_2=0.1, clip_threshold=0.5)):
        optimizer = make()
        weights = [tf.Variable(numbers(shape, i)) for i, shape in enumerate([(3, 4), (4,), (2, 3, 4), (1,)])]
        for step in range(4):
            optimizer.apply_gradients([(tf.constant(numbers(w.shape, 7 + step + i)), w) for i, w in enumerate(weights)])
        found += [[w.numpy() for w in weights], sorted(set(optimizer.get_config()) - {"name"})[:3]]
    return found


def convolutions_of_signals_channel_by_channel(tf):
    layers, signal = tf.keras.layers, numbers((2, 9, 3), 1)
    found = []
    for layer in (layers.SeparableConv1D(4, 3, padding="same"), layers.DepthwiseConv1D(3, 2, depth_multiplier=2),
                  layers.SeparableConv1D(2, 3, strides=2, depth_multiplier=2, activation="tanh"),
                  layers.DepthwiseConv1D(2, padding="same", dilation_rate=2, use_bias=False)):
        model = filled(tf.keras.Sequential([tf.keras.Input((9, 3)), layer]))
        found += [model(signal), model.output_shape, [w.name for w in layer.weights], layer.count_params()]
    return found


def structures(tf):
    tree = tf.keras.tree
    one = {"b": [1, 2], "a": (3, {"c": 4})}
    found = [tree.flatten(one), tree.map_structure(lambda x: x * 2, one), tree.is_nested(one), tree.is_nested(3)]
    found += [tree.map_structure(lambda x, y: x - y, [1, (2, 3)], [3, (2, 1)]), tree.lists_to_tuples([1, [2, 3]])]
    found += [tree.pack_sequence_as([0, (0, 0)], [7, 8, 9]), tree.map_structure(str, [1, None])]
    return [repr(x) for x in found]


def recurrent_convolutions(tf):
    layers, found = tf.keras.layers, []
    for layer, shape in ((layers.ConvLSTM2D(3, 2, padding="same", return_sequences=True), (4, 5, 6, 2)),
                         (layers.ConvLSTM2D(2, (3, 2), strides=2, recurrent_activation="hard_sigmoid"), (3, 7, 6, 2)),
                         (layers.ConvLSTM1D(3, 3, dilation_rate=2, go_backwards=True, use_bias=False), (3, 7, 2)),
                         (layers.ConvLSTM3D(2, 2), (2, 4, 3, 3, 1))):
        x = tf.keras.Input(shape)
        model = filled(tf.keras.Model(x, layer(x)))
        found += [model(numbers((2, *shape), 1)), model.output_shape, [w.path.split("/", 1)[1] for w in layer.weights]]
    layer = layers.ConvLSTM2D(3, 2, return_state=True)
    layer.build((None, 3, 5, 5, 1))
    return [*found, layer.weights[2], [part.shape for part in layer(numbers((2, 3, 5, 5, 1), 2))]]


def states_of_cells_on_each_other(tf):
    layers, found = tf.keras.layers, []
    for cells in ([layers.LSTMCell(3), layers.LSTMCell(2)], [layers.GRUCell(3), layers.SimpleRNNCell(2)],
                  [layers.SimpleRNNCell(2), layers.LSTMCell(4)]):
        stacked = layers.StackedRNNCells(cells)
        x = tf.keras.Input((4, 2))
        model = filled(tf.keras.Model(x, layers.RNN(stacked, return_state=True)(x)))
        states = model(numbers((2, 4, 2), 3))
        start = layers.RNN(stacked)(numbers((2, 4, 2), 4), initial_state=states[1:])
        kinds = [[len(part.shape) for part in one] if isinstance(one, list) else 1 for one in states[1:]]
        found += [states, start, str(stacked.state_size), stacked.output_size, str(kinds)]
    return found


def normalisation_of_groups(tf):
    layers, found = tf.keras.layers, []
    for layer, shape in ((layers.GroupNormalization(2), (3, 4, 6)), (layers.GroupNormalization(-1, axis=1), (4, 3, 2)),
                         (layers.GroupNormalization(3, scale=False, epsilon=0.1), (6,)),
                         (layers.RMSNormalization(), (5,)), (layers.RMSNormalization(axis=(1, 2)), (3, 4))):
        model = filled(tf.keras.Sequential([tf.keras.Input(shape), layer]))
        x = tf.constant(numbers((2, *shape), 1))
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = model(x)
        found += [y, tape.gradient(y * y * y, x), [w.name for w in layer.weights]]
    return found


def groups_that_do_not_divide(tf):
    return tf.keras.layers.GroupNormalization(4)(numbers((2, 6), 1))


def numbers_in_bins(tf):
    layers, x = tf.keras.layers, np.array([[-1.5, 1.0, 3.4, 0.5], [0.0, 3.0, 1.3, 0.0]], "float32")
    found = [layers.Discretization(bin_boundaries=[0.0, 1.0, 2.0], output_mode=mode)(x) for mode in (
        "int", "multi_hot", "count")]
    found.append(layers.Discretization([0.0, 1.0], output_mode="one_hot")(x[:, 0]))
    for many, data in ((4, numbers((50,), 1)), (3, numbers((300, 2), 2)), (5, numbers((8,), 3))):
        layer = layers.Discretization(num_bins=many, epsilon=0.02)
        layer.adapt(data)
        found += [np.array(layer.bin_boundaries, "float32"), layer(x)]
    layer = layers.Discretization(num_bins=3)
    layer.adapt(tf.data.Dataset.from_tensor_slices(numbers((40,), 4)).batch(7))
    return [*found, np.array(layer.bin_boundaries, "float32")]


def random_numbers_of_a_seed(tf):
    """Theirs are others: what is compared is their shapes and types, and when they are the same."""
    random = tf.keras.random
    drawn = [random.normal((2, 3), seed=1), random.uniform((3,), 2.0, 3.0, seed=2), random.randint((4,), 0, 9, seed=3),
             random.truncated_normal((5,), stddev=0.1, seed=4), random.categorical(numbers((2, 5), 1), 3, seed=5),
             random.shuffle(np.arange(6), seed=6), random.dropout(numbers((3, 2), 2), 0.5, seed=7),
             random.gamma((2,), 0.5, seed=8), random.beta((2,), 1.0, 2.0, seed=9),
             random.binomial((2,), 5.0, 0.5, seed=1)]
    found = [[tuple(x.shape), str(np.asarray(x).dtype)] for x in drawn]
    same = [np.array_equal(random.normal((4,), seed=s), random.normal((4,), seed=s)) for s in (3, None)]
    one, two = random.SeedGenerator(5), random.SeedGenerator(5)
    rows = [[np.asarray(random.normal((3,), seed=g)) for _ in range(2)] for g in (one, two)]
    return [str(found), str(same), np.array_equal(rows[0], rows[1]), np.array_equal(rows[0][0], rows[0][1]),
            np.all(np.asarray(drawn[1]) >= 2.0), one.get_config()["seed"]]


PROGRAMS = {name: own for name, own in list(globals().items())
            if callable(own) and getattr(own, "__module__", "") == __name__}
