"""Initialisers under TensorFlow 1's names: tf.zeros_initializer(), tf.initializers.constant(0.1), rows over Keras'.

Each gives a function of a shape and an element type, for `initializer` of tf.get_variable.

Arguments that mean the same wherever they occur:

    seed     an integer: the same numbers each time; None: others
    dtype    taken: the variable says which
"""

from ..core.dtypes import float32
from ..functions import creation
from ..keras import initializers
from .scopes import makers
from .renamed import signed
from .variables import global_variables_initializer, local_variables_initializer, variables_initializer

OTHERS = {"maxval": {None: 1.0}, "distribution": {"normal": "truncated_normal"}}     # values that mean others in Keras


def row(name, kind, text, also=""):
    """Return a function that makes one of Keras' initialisers, with TensorFlow 1's arguments.

    also    what its docstring says besides the class's
    """
    def body(given):
        settings = {key: OTHERS.get(key, {}).get(value, value) for key, value in given.items() if key != "dtype"}
        return kind(**settings)
    made = signed(f"{name}({text})", body, "\n\n".join(part for part in (kind.__doc__, also) if part))
    if "dtype" in text:                                      # these TensorFlow takes uncalled too
        makers.append(made)
    return made


zeros = row("zeros_initializer", initializers.Zeros, "dtype=float32")
ones = row("ones_initializer", initializers.Ones, "dtype=float32")
glorot_normal = row("glorot_normal_initializer", initializers.GlorotNormal, "seed=None, dtype=float32")
glorot_uniform = row("glorot_uniform_initializer", initializers.GlorotUniform, "seed=None, dtype=float32")
identity = row("identity", initializers.Identity, "gain=1.0, dtype=float32")
orthogonal = row("orthogonal_initializer", initializers.Orthogonal, "gain=1.0, seed=None, dtype=float32")
random_normal = row("random_normal_initializer", initializers.RandomNormal,
                    "mean=0.0, stddev=1.0, seed=None, dtype=float32")
random_uniform = row("random_uniform_initializer", initializers.RandomUniform,
                     "minval=0.0, maxval=None, seed=None, dtype=float32", "maxval=None is 1.")
truncated_normal = row("truncated_normal_initializer", initializers.TruncatedNormal,
                       "mean=0.0, stddev=1.0, seed=None, dtype=float32")
variance_scaling = row("variance_scaling_initializer", initializers.VarianceScaling,
                       "scale=1.0, mode='fan_in', distribution='truncated_normal', seed=None, dtype=float32",
                       'distribution="normal" is "truncated_normal".')
he_normal, he_uniform, lecun_normal, lecun_uniform = [row(name, kind, "seed=None") for name, kind in (
    ("he_normal", initializers.HeNormal), ("he_uniform", initializers.HeUniform),
    ("lecun_normal", initializers.LecunNormal), ("lecun_uniform", initializers.LecunUniform))]


def constant(value=0, dtype=float32, verify_shape=False):
    """Return an initialiser of one number everywhere, or of an array's numbers, laid into the shape in order: value."""
    def initializer(shape, dtype=dtype, partition_info=None):
        return creation.constant(value, dtype, shape)
    return initializer


makers.append(constant)
global_variables, local_variables = global_variables_initializer, local_variables_initializer
variables = variables_initializer
