"""Initialisers under TensorFlow 1's names: tf.zeros_initializer(), tf.constant_initializer(0.1)."""

from ..core.dtypes import float32
from ..keras import initializers


def zeros_initializer(dtype=float32):
    """Zeros."""
    return initializers.Zeros()


def ones_initializer(dtype=float32):
    """Ones."""
    return initializers.Ones()


def constant_initializer(value=0, dtype=float32, verify_shape=False):
    """One number everywhere, or the numbers of an array."""
    return initializers.Constant(value)


def glorot_uniform_initializer(seed=None, dtype=float32):
    """Uniform up to √(6 / (inputs + outputs)). Glorot & Bengio (2010)."""
    return initializers.GlorotUniform(seed)


def glorot_normal_initializer(seed=None, dtype=float32):
    """Normal, cut at two standard deviations of √(2 / (inputs + outputs)). Glorot & Bengio (2010)."""
    return initializers.GlorotNormal(seed)


def random_normal_initializer(mean=0.0, stddev=1.0, seed=None, dtype=float32):
    """Normal numbers; the standard deviation is 1 unless given."""
    return initializers.RandomNormal(mean, stddev, seed)


def truncated_normal_initializer(mean=0.0, stddev=1.0, seed=None, dtype=float32):
    """Normal numbers without those beyond two standard deviations."""
    return initializers.TruncatedNormal(mean, stddev, seed)


def random_uniform_initializer(minval=0.0, maxval=None, seed=None, dtype=float32):
    """Numbers from minval up to maxval, 1 unless given, all alike."""
    return initializers.RandomUniform(minval, 1.0 if maxval is None else maxval, seed)
