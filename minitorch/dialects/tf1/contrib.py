"""tf.contrib of TensorFlow 1: initialisers under the names that old programs use.

Arguments that mean the same wherever they occur:

    seed     an integer: the same numbers each time; None: others
    dtype    taken: the variable says which
"""

from types import SimpleNamespace

from ..core.missing import public as _public
from ..functions import losses
from ..keras import initializers
from . import rnn_cell
from .graph import graphed
from .layers import flatten
from .rnn import static_bidirectional_rnn, static_rnn


def xavier_initializer(uniform=True, seed=None, dtype="float32"):
    """Return Glorot's initialiser: uniform, or normal.

    Source: TensorFlow 1.15, contrib/layers/python/layers/initializers.py.
    """
    return (initializers.GlorotUniform if uniform else initializers.GlorotNormal)(seed=seed)


def variance_scaling_initializer(factor=2.0, mode="FAN_IN", uniform=False, seed=None, dtype="float32"):
    """Return numbers of variance factor / n, He's initialiser unless told otherwise. Source: the same file.

    mode       what n counts: "FAN_IN", "FAN_OUT" or "FAN_AVG"
    uniform    whether they are uniform, else normal, cut at two standard deviations
    """
    return initializers.VarianceScaling(factor, mode.lower(), "uniform" if uniform else "truncated_normal", seed)


def l2_regularizer(scale, scope=None):
    """Return scale · Σ weight² / 2, for get_variable's regularizer; scope is taken, without effect.

    Source: TensorFlow 1.15, contrib/layers/python/layers/regularizers.py.
    """
    return lambda weights: graphed(losses.l2_loss)(weights) * scale


layers = SimpleNamespace(l2_regularizer=l2_regularizer, xavier_initializer=xavier_initializer,
                         xavier_initializer_conv2d=xavier_initializer,
                         variance_scaling_initializer=variance_scaling_initializer, flatten=flatten)
rnn = SimpleNamespace(static_rnn=static_rnn, static_bidirectional_rnn=static_bidirectional_rnn,
                      **{name: getattr(rnn_cell, name) for name in _public(vars(rnn_cell))})
