"""Random numbers of public programs, the same with TensorFlow and with a dialect: first weights, draws, dropout."""

import zlib

import numpy as np


class Draws:
    """Random numbers by shape: the n-th draw of a shape is the same on both sides.

    one    whether all first weights of a shape are the same: a session may draw them in any order
    """

    def __init__(self, one):
        self.counts, self.one = {}, one

    def normal(self, shape, kind="draw"):
        """Return the next normal numbers of a shape, cut off at 2."""
        shape = tuple(int(n) for n in shape)
        count = self.counts[kind, shape] = self.counts.get((kind, shape), 0) + 1
        rng = np.random.default_rng([zlib.crc32(repr((kind, shape)).encode()), count])
        return np.clip(rng.standard_normal(shape), -2, 2)

    def weights(self, shape):
        """Return first weights of a shape: normal, scaled by the number of inputs."""
        fan = int(np.prod([int(n) for n in shape][:-1])) or 1
        if self.one:
            self.counts.pop(("weights", tuple(int(n) for n in shape)), None)
        return self.normal(shape, "weights") / np.sqrt(fan)


def static(shape):
    """Return a shape as a list of integers, or None where it is known in the run only."""
    try:
        return [int(n) for n in np.asarray(shape.as_list() if hasattr(shape, "as_list") else shape).reshape(-1)]
    except Exception:
        return None


def set_everywhere(modules, name, value):
    """Replace a name in all modules that have it."""
    for module in modules:
        if getattr(module, name, None) is not None:
            setattr(module, name, value)


def pattern(tf, shape):
    """Return fixed numbers between -1 and 1 of a shape that is known in the run only."""
    return tf.reshape(tf.sin(tf.cast(tf.range(tf.reduce_prod(shape)), tf.float32) * 1.7), shape)


def replace_random(tf, modules, draws):
    """Let TensorFlow's random functions draw from NumPy."""
    def values(shape, dtype, place):
        sizes = static(shape)
        if sizes is not None:
            return tf.constant(place(draws.normal(sizes)), dtype)
        return tf.cast(place(pattern(tf, shape)), dtype)

    def normal(shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None):
        return values(shape, dtype, lambda x: x * stddev + mean)

    def uniform(shape, minval=0, maxval=None, dtype=tf.float32, seed=None, name=None):
        top = 1 if maxval is None else maxval
        return values(shape, dtype, lambda x: (x / 2.001 + 1) / 2 * (top - minval) + minval)

    for name in ("random_normal", "normal", "truncated_normal"):
        set_everywhere(modules, name, normal)
    for name in ("random_uniform", "uniform"):
        set_everywhere(modules, name, uniform)
    set_everywhere(modules, "random_shuffle", lambda value, *_, **__: value)
    set_everywhere([tf.random], "shuffle", lambda value, *_, **__: value)


def replace_initializers(tf, classes, tensor, draws):
    """Let initializers draw first weights from NumPy; one initializer gives the same weights in each call."""
    def call(self, shape, dtype=None, *_, **__):
        sizes = static(shape)
        if sizes is None:
            return pattern(tf, shape)
        known = self.__dict__.setdefault("public_draws", {})
        if (values := known.get(tuple(sizes))) is None:
            values = known[tuple(sizes)] = draws.weights(sizes)
        return tensor(values, dtype or "float32")

    for one in classes:
        one.__call__ = call


def replace_dropout(tf, layers):
    """Give dropout a mask that depends on the shape only."""
    def masked(x, rate):
        x = tf.convert_to_tensor(x)
        steps = tf.cast(tf.range(tf.size(x)), tf.float32) * 0.6180339887
        kept = tf.cast(steps - tf.floor(steps) >= tf.cast(rate, tf.float32), x.dtype)
        return x * tf.reshape(kept, tf.shape(x)) / tf.cast(1 - rate, x.dtype)

    def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
        return masked(x, 1 - keep_prob if rate is None else rate)

    def dropout_2(x, rate, noise_shape=None, seed=None, name=None):
        return masked(x, rate)

    tf.nn.dropout = dropout if hasattr(tf, "placeholder") else dropout_2
    for layer in layers:
        layer.call = lambda self, inputs, training=False: masked(inputs, self.rate) if training else inputs
