"""keras.backend: numbers that all of Keras shares; and functions of tensors, as tf.keras.backend has them.

Most of these are keras.ops' own. Arguments that mean the same wherever they occur:

    x       a tensor, an array or a number
    axis    from 0 on, or from −1 back
"""

from contextlib import contextmanager as _contextmanager

from ..core.dtypes import as_dtype as _as_dtype
from ..core.missing import speak_for as _speak_for
from . import random as _random
from .core.naming import settings as _settings, uids as _uids
from .core.symbolic import KerasTensor as _KerasTensor
from .core.variable import Variable as _Variable
from .ops import _table as _ops

_SAME = """abs all any arange binary_crossentropy cast categorical_crossentropy clip cos dot elu equal exp eye
    greater less log max maximum mean min minimum ndim not_equal ones ones_like prod reshape round shape
    sigmoid sign sin softmax softplus sparse_categorical_crossentropy sqrt square squeeze stack std
    stop_gradient sum tanh tile transpose var zeros zeros_like""".split()
_RENAMED = {"flatten": _ops["ravel"], "permute_dimensions": _ops["transpose"], "pow": _ops["power"],
            "random_normal": _random.normal, "random_uniform": _random.uniform,
            "truncated_normal": _random.truncated_normal}
_OLDER = [*_SAME, *_RENAMED, "argmax", "argmin", "concatenate", "constant", "eval", "expand_dims", "gather",
          "get_value", "int_shape", "name_scope", "set_value", "variable"]
globals().update({name: _ops[name] for name in _SAME} | _RENAMED)


def backend():
    """Return the name of the backend, which is "tensorflow"."""
    return "tensorflow"


def clear_session(free_memory=True):
    """Let the names of layers begin anew; free_memory is taken, without effect."""
    _uids.clear()


def epsilon():
    """Return the small number that keeps divisions finite: 1e-7 unless set."""
    return _settings["epsilon"]


def set_epsilon(value):
    """Set the small number that keeps divisions finite to `value`."""
    _settings["epsilon"] = float(value)


def floatx():
    """Return the element type of weights: "float32" unless set."""
    return _settings["floatx"]


def set_floatx(value):
    """Set the element type of weights to `value`: "float16", "float32", "float64" or "bfloat16".

    Raises ValueError for another.
    """
    if value not in ("float16", "float32", "float64", "bfloat16"):
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of float16, bfloat16, float32, float64")
    _settings["floatx"] = _as_dtype(value).name


def image_data_format():
    """Where channels stand: "channels_last"."""
    return _settings["image_data_format"]


def set_image_data_format(data_format):
    """Take data_format "channels_last" alone: a layer may be told otherwise. Raises ValueError for another."""
    if data_format != "channels_last":
        raise ValueError("the data format is channels_last here; give a layer data_format=\"channels_first\".")


def get_uid(prefix=""):
    """1, 2, 3 …, for each prefix."""
    _uids[prefix] += 1
    return _uids[prefix]


def is_keras_tensor(x):
    """Whether x is a symbolic tensor, such as Input gives."""
    return isinstance(x, _KerasTensor)


def argmax(x, axis=-1):
    """Where the largest number is along an axis."""
    return _ops["cast"](_ops["argmax"](x, axis), "int64")


def argmin(x, axis=-1):
    """Where the smallest number is along an axis."""
    return _ops["cast"](_ops["argmin"](x, axis), "int64")


def concatenate(tensors, axis=-1):
    """Join a list of tensors along an axis."""
    return _ops["concatenate"](tensors, axis)


def constant(value, dtype=None, shape=None, name=None):
    """Make a tensor of `value`, in floatx() unless said, of `shape`; one number fills it."""
    made = _ops["convert_to_tensor"](value, dtype or floatx())
    if shape is None:
        return made
    return _ops["broadcast_to" if made.ndim == 0 else "reshape"](made, shape)


def expand_dims(x, axis=-1):
    """x with a new axis of size 1."""
    return _ops["expand_dims"](x, axis)


def gather(reference, indices):
    """Take the rows of `reference` at `indices`."""
    return _ops["take"](reference, indices, 0)


def int_shape(x):
    """Return the sizes of x, a tuple; None for one that is not known."""
    return tuple(x.shape)


def get_value(x):
    """Return the value of a tensor or a variable x as an array."""
    return x.numpy()


eval = get_value


@_contextmanager
def name_scope(name):
    """Open a scope of TensorFlow's names, which Keras' variables do not take up."""
    yield f"{name}/"


def set_value(x, value):
    """Give a variable a value."""
    x.assign(value)


def variable(value, dtype=None, name=None, constraint=None):
    """Make a variable of first value `value`, in floatx() unless said.

    constraint   None; a layer's add_weight takes one

    Raises ValueError for a constraint.
    """
    if constraint is not None:
        raise ValueError("keras.backend.variable: constraint is not taken here; give it to the add_weight of a layer.")
    return _Variable(_ops["convert_to_tensor"](value, dtype or floatx()), dtype=dtype or floatx(), name=name)


__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "keras.backend")
