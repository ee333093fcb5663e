"""Initialisers at the top of TensorFlow 2: tf.random_normal_initializer(stddev=0.1)(shape, dtype)."""

from ..functions import creation
from ..keras.initializers import (Constant, Ones as ones_initializer, RandomNormal as random_normal_initializer,
                                  RandomUniform as random_uniform_initializer, Zeros as zeros_initializer)


class constant_initializer(Constant):
    """One number everywhere, or numbers that are laid into the shape in order: `value`, a number, list or array.

    support_partition is taken, without effect.

    A call raises TypeError where the numbers are not as many as the shape has places.
    """

    def __init__(self, value=0, support_partition=False):
        super().__init__(value)

    def __call__(self, shape, dtype=None):
        return creation.constant(self.value, dtype or "float32", shape)
