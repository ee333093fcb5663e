"""tf.contrib of TensorFlow 1: initialisers under the names that old programs use."""

from types import SimpleNamespace

from ..keras import initializers


def xavier_initializer(uniform=True, seed=None, dtype="float32"):
    """Glorot's initialiser: uniform, or normal.

    Source: TensorFlow 1.15, contrib/layers/python/layers/initializers.py.
    """
    return (initializers.GlorotUniform if uniform else initializers.GlorotNormal)(seed=seed)


def variance_scaling_initializer(factor=2.0, mode="FAN_IN", uniform=False, seed=None, dtype="float32"):
    """He's initialiser unless told otherwise. Source: the same file."""
    return initializers.VarianceScaling(factor, mode.lower(), "uniform" if uniform else "truncated_normal", seed)


layers = SimpleNamespace(xavier_initializer=xavier_initializer, xavier_initializer_conv2d=xavier_initializer,
                         variance_scaling_initializer=variance_scaling_initializer)
