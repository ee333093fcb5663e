"""Initialisers under TensorFlow 1's names: tf.zeros_initializer(), tf.initializers.constant(0.1).

Each gives a function of a shape and an element type, for `initializer` of tf.get_variable.

Arguments that mean the same wherever they occur:

    seed     an integer: the same numbers each time; None: others
    dtype    taken: the variable says which
"""

from ..core.dtypes import float32
from ..core.missing import speak_for as _speak_for
from ..functions import creation
from ..keras import initializers
from .drawing import makers
from .variables import global_variables_initializer, local_variables_initializer, variables_initializer

__all__ = ["constant", "global_variables", "glorot_normal", "glorot_uniform", "he_normal", "he_uniform", "identity",
           "lecun_normal", "lecun_uniform", "local_variables", "ones", "orthogonal", "random_normal", "random_uniform",
           "truncated_normal", "variables", "variance_scaling", "zeros"]


def zeros_initializer(dtype=float32):
    """Zeros."""
    return initializers.Zeros()


def ones_initializer(dtype=float32):
    """Ones."""
    return initializers.Ones()


def constant_initializer(value=0, dtype=float32, verify_shape=False):
    """One number everywhere, or the numbers of an array, laid into the shape in order: value."""
    def initializer(shape, dtype=dtype, partition_info=None):
        return creation.constant(value, dtype, shape)
    return initializer


def glorot_uniform_initializer(seed=None, dtype=float32):
    """Uniform up to √(6 / (inputs + outputs)). Glorot & Bengio (2010)."""
    return initializers.GlorotUniform(seed)


def glorot_normal_initializer(seed=None, dtype=float32):
    """Normal, cut at two standard deviations of √(2 / (inputs + outputs)). Glorot & Bengio (2010)."""
    return initializers.GlorotNormal(seed)


def random_normal_initializer(mean=0.0, stddev=1.0, seed=None, dtype=float32):
    """Normal numbers of this mean and standard deviation stddev."""
    return initializers.RandomNormal(mean, stddev, seed)


def truncated_normal_initializer(mean=0.0, stddev=1.0, seed=None, dtype=float32):
    """Normal numbers of this mean and standard deviation stddev, without those beyond two standard deviations."""
    return initializers.TruncatedNormal(mean, stddev, seed)


def random_uniform_initializer(minval=0.0, maxval=None, seed=None, dtype=float32):
    """Numbers from minval up to maxval, 1 unless given, all alike."""
    return initializers.RandomUniform(minval, 1.0 if maxval is None else maxval, seed)


def variance_scaling_initializer(scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None, dtype=float32):
    """Numbers of variance scale / n.

    mode           what n counts: a unit's inputs, "fan_in", outputs, "fan_out", or the mean of both, "fan_avg"
    distribution   "truncated_normal" (also "normal"), "untruncated_normal", "uniform"

    Source: He et al., Delving Deep into Rectifiers (2015).
    """
    kind = "truncated_normal" if distribution == "normal" else distribution
    return initializers.VarianceScaling(scale, mode, kind, seed)


def orthogonal_initializer(gain=1.0, seed=None, dtype=float32):
    """Matrices whose rows or columns are at right angles and of length `gain`. Saxe et al. (2014)."""
    return initializers.Orthogonal(gain, seed)


def identity(gain=1.0, dtype=float32):
    """The identity matrix times `gain`, for weights of two axes."""
    return initializers.Identity(gain)


def he_normal(seed=None):
    """Normal, cut at two standard deviations of √(2 / inputs), for layers with relu. He et al. (2015)."""
    return initializers.HeNormal(seed)


def he_uniform(seed=None):
    """Uniform up to √(6 / inputs), for layers with relu. He et al. (2015)."""
    return initializers.HeUniform(seed)


def lecun_normal(seed=None):
    """Normal, cut at two standard deviations of √(1 / inputs). LeCun et al., Efficient BackProp (1998)."""
    return initializers.LecunNormal(seed)


def lecun_uniform(seed=None):
    """Uniform up to √(3 / inputs). LeCun et al., Efficient BackProp (1998)."""
    return initializers.LecunUniform(seed)


makers += [zeros_initializer, ones_initializer, constant_initializer, glorot_uniform_initializer,
           glorot_normal_initializer, random_normal_initializer, truncated_normal_initializer,
           random_uniform_initializer, variance_scaling_initializer, orthogonal_initializer, identity]
constant, zeros, ones = constant_initializer, zeros_initializer, ones_initializer
random_normal, random_uniform, truncated_normal = (random_normal_initializer, random_uniform_initializer,
                                                   truncated_normal_initializer)
glorot_normal, glorot_uniform = glorot_normal_initializer, glorot_uniform_initializer
orthogonal, variance_scaling = orthogonal_initializer, variance_scaling_initializer
global_variables, local_variables = global_variables_initializer, local_variables_initializer
variables = variables_initializer
_speak_for(globals(), "tf.compat.v1.initializers")
