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


PROGRAMS = {name: own for name, own in list(globals().items())
            if callable(own) and getattr(own, "__module__", "") == __name__}
