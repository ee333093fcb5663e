"""keras.backend: numbers that all of Keras shares; and functions of tensors, as tf.keras.backend has them.

Most of these are keras.ops' own. Arguments that mean the same wherever they occur:

    x       a tensor, an array or a number
    axis    from 0 on, or from −1 back
"""

from contextlib import nullcontext as _nullcontext

from ..core.dtypes import as_dtype as _as_dtype
from ..functions.table import named as _named
from .core.naming import settings as _settings, uids as _uids
from .core.symbolic import KerasTensor as _KerasTensor
from .core.variable import Variable as _Variable
from .ops import _table as _ops
from .random import _table as _drawn


def clear_session(free_memory=True):
    """Start the numbers in names of layers again; free_memory is taken, without effect."""
    _uids.clear()


def set_epsilon(value):
    """Set the small number that keeps divisions finite to `value`."""
    _settings["epsilon"] = float(value)


def set_floatx(value):
    """Set the element type of weights to `value`: "float16", "float32", "float64" or "bfloat16".

    Raises ValueError for another.
    """
    if value not in ("float16", "float32", "float64", "bfloat16"):
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of float16, bfloat16, float32, float64")
    _settings["floatx"] = _as_dtype(value).name


def set_image_data_format(data_format):
    """Accept data_format "channels_last" alone: a layer may have another. Raises ValueError for another."""
    if data_format != "channels_last":
        raise ValueError("the data format is channels_last here; give a layer data_format=\"channels_first\".")


def constant(value, dtype=None, shape=None, name=None):
    """Make a tensor of `value`, in floatx() unless dtype is given, of `shape`; one number fills it."""
    made = _ops["convert_to_tensor"](value, dtype or _settings["floatx"])
    if shape is None:
        return made
    return _ops["broadcast_to" if made.ndim == 0 else "reshape"](made, shape)


def variable(value, dtype=None, name=None, constraint=None):
    """Make a variable of first value `value`, in floatx() unless dtype is given.

    constraint   None; a layer's add_weight takes one

    Raises ValueError for a constraint.
    """
    if constraint is not None:
        raise ValueError("keras.backend.variable: constraint is not taken here; give it to the add_weight of a layer.")
    dtype = dtype or _settings["floatx"]
    return _Variable(_ops["convert_to_tensor"](value, dtype), dtype=dtype, name=name)


_SHARED = {
    "backend": (lambda: "tensorflow", 'Return the name of the backend, which is "tensorflow".'),
    "epsilon": (lambda: _settings["epsilon"], "Return the small number that keeps divisions finite: 1e-7 unless set."),
    "floatx": (lambda: _settings["floatx"], 'Return the element type of weights: "float32" unless set.'),
    "image_data_format": (lambda: _settings["image_data_format"], 'Return which axis has channels: "channels_last".'),
    "is_keras_tensor": (lambda x: isinstance(x, _KerasTensor), "Return whether x is a symbolic tensor, as of Input."),
}
_OWN = {                         # where tf.keras.backend's arguments or defaults are others than those of keras.ops
    "argmax": (lambda x, axis=-1: _ops["cast"](_ops["argmax"](x, axis), "int64"), "Find the largest along an axis."),
    "argmin": (lambda x, axis=-1: _ops["cast"](_ops["argmin"](x, axis), "int64"), "Find the smallest along an axis."),
    "concatenate": (lambda tensors, axis=-1: _ops["concatenate"](tensors, axis), "Join a list of tensors."),
    "expand_dims": (lambda x, axis=-1: _ops["expand_dims"](x, axis), "Add a new axis of size 1."),
    "gather": (lambda reference, indices: _ops["take"](reference, indices, 0), "Take rows of `reference` at indices."),
    "int_shape": (lambda x: tuple(x.shape), "Return the sizes of x, a tuple; None for one that is not known."),
    "get_value": (lambda x: x.numpy(), "Return the value of a tensor or a variable x as an array."),
    "eval": (lambda x: x.numpy(), "Return the value of a tensor or a variable x as an array."),
    "set_value": (lambda x, value: x.assign(value), "Assign a value to a variable x."),
    "name_scope": (lambda name: _nullcontext(f"{name}/"), "Open a scope of names, which Keras' variables do not use."),
}
_SAME = """abs all any arange binary_crossentropy cast categorical_crossentropy clip cos dot elu equal exp eye
    greater less log max maximum mean min minimum ndim not_equal ones ones_like prod reshape round shape
    sigmoid sign sin softmax softplus sparse_categorical_crossentropy sqrt square squeeze stack std
    stop_gradient sum tanh tile transpose var zeros zeros_like""".split()
_table = {name: _named(own, name, text) for name, (own, text) in (_SHARED | _OWN).items()}
_table |= {name: _ops[name] for name in _SAME} | {
    "flatten": _ops["ravel"], "permute_dimensions": _ops["transpose"], "pow": _ops["power"],
    "random_normal": _drawn["normal"], "random_uniform": _drawn["uniform"],
    "truncated_normal": _drawn["truncated_normal"]}
_OLDER = {"constant", "variable", *_table} - {*_SHARED}             # names of tf.keras.backend, not of Keras 3's
globals().update(_table)
__all__ = ["clear_session", "constant", "set_epsilon", "set_floatx", "set_image_data_format",
           "variable"] + list(_table)
