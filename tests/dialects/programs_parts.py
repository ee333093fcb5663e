"""Parts of Keras that few programs need: their numbers, weights set, are held to Keras'."""

import numpy as np
from dialects.programs_keras import filled, numbers


def scores_of_regressions(tf):
    metric = tf.keras.metrics.R2Score()
    metric.update_state(numbers((5, 2), 1), numbers((5, 2), 2))
    metric.update_state(numbers((4, 2), 3), numbers((4, 2), 4), sample_weight=np.array([1.0, 0.5, 2.0, 1.0]))
    return metric.result()


def a_score_of_vectors(tf):
    return tf.keras.metrics.R2Score()(numbers((5,), 1), numbers((5,), 2))


def convolutions_of_signals_channel_by_channel(tf):
    layers, signal = tf.keras.layers, numbers((2, 9, 3), 1)
    found = []
    for layer in (layers.SeparableConv1D(4, 3, padding="same"),
                  layers.SeparableConv1D(2, 3, strides=2, depth_multiplier=2, activation="tanh")):
        model = filled(tf.keras.Sequential([tf.keras.Input((9, 3)), layer]))
        found += [model(signal), model.output_shape, [w.name for w in layer.weights], layer.count_params()]
    return found


def recurrent_convolutions(tf):
    layers, found = tf.keras.layers, []
    for layer, shape in ((layers.ConvLSTM2D(3, 2, padding="same", return_sequences=True), (4, 5, 6, 2)),
                         (layers.ConvLSTM2D(2, (3, 2), strides=2, recurrent_activation="hard_sigmoid"), (3, 7, 6, 2)),
                         (layers.ConvLSTM2D(3, 3, dilation_rate=2, go_backwards=True, use_bias=False), (3, 7, 7, 2))):
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
             random.shuffle(np.arange(6), seed=6)]
    found = [[tuple(x.shape), str(np.asarray(x).dtype)] for x in drawn]
    same = [np.array_equal(random.normal((4,), seed=s), random.normal((4,), seed=s)) for s in (3, None)]
    one, two = random.SeedGenerator(5), random.SeedGenerator(5)
    rows = [[np.asarray(random.normal((3,), seed=g)) for _ in range(2)] for g in (one, two)]
    return [str(found), str(same), np.array_equal(rows[0], rows[1]), np.array_equal(rows[0][0], rows[0][1]),
            np.all(np.asarray(drawn[1]) >= 2.0), one.get_config()["seed"]]


PROGRAMS = {name: own for name, own in list(globals().items())
            if callable(own) and getattr(own, "__module__", "") == __name__}
