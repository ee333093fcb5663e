"""Converting what a user passes, numbers, lists, arrays and tensors, to the engine's tensors."""

import numpy as np

from ...dtypes import promote_types
from ...engine import tensor_types
from ...engine.apply import wrap
from ...static.origins import SOURCES
from .dtypes import as_dtype, bool as bool_type, described_kinds, float32, int32, int64, string
from .engine import mt
from .errors import InvalidArgumentError
from .indexed_slices import IndexedSlices
from .recording import recorded, state
from .shapes import TensorShape
from .tensor import StringTensor, Tensor

CONVOLUTIONS = {"convolution", "convolution_transposed", "depthwise"}      # Keras promotes in all functions but these


class Symbolic(Exception):
    """A tensor without a value was met: `owner.apply(function, args, settings)` knows what to do."""

    def __init__(self, owner):
        super().__init__(owner)
        self.owner = owner


def common_dtype(given, name):
    """Return the element type that a group of arguments comes to; None where none of them has one.

    Raises InvalidArgumentError where two tensors differ; TypeError for a division, as in TensorFlow.
    """
    found, loose = None, None
    for place, x in enumerate(given):
        if isinstance(x, np.ndarray | np.generic):
            loose = loose or as_dtype(x.dtype)
        elif hasattr(x, "dtype") and (kind := as_dtype(x.dtype)) is not found:
            if found is not None and state.promoting and name not in CONVOLUTIONS:
                kind = as_dtype(promote_types(found.kind, kind.kind))
            elif found is not None and name == "divide":
                raise TypeError(f"`x` and `y` must have the same dtype, got tf.{found.name} != tf.{kind.name}: "
                                f"tf.cast(x, tf.{found.name})")
            elif found is not None:
                raise InvalidArgumentError(
                    f"cannot compute {name} as input #{place}(zero-based) was expected to be a "
                    f"{described_kinds(found)} tensor but is a {described_kinds(kind)} tensor [Op:{name}]: "
                    f"tf.cast(x, tf.{found.name})")
            found = kind
    if state.promoting and found is not None and not found.is_floating and float in map(type, given):
        return float32
    return found or loose


def promoted_to(x, dtype):
    """Return a value as the engine's tensor, of an element type as Keras' layers have it; None: of its own."""
    tensor = engine_tensor(x, dtype)
    return tensor if dtype is None or type(tensor) not in tensor_types else tensor.to(dtype.kind)


def passes(x, dtype, name):
    """Return whether a Python number goes with an element type as it is.

    Raises TypeError for a float among integers, of which `add` alone says InvalidArgumentError, as in TensorFlow.
    """
    if type(x) is float and dtype.is_integer:
        if name == "add":
            raise InvalidArgumentError(f"cannot compute {name} as input #1(zero-based) was expected to be a "
                                       f"{described_kinds(dtype)} tensor but is a float tensor [Op:{name}]")
        raise TypeError(f"Cannot convert {x!r} to EagerTensor of dtype {dtype.name}: tf.cast(x, tf.float32)")
    return type(x) is not bool and not dtype.is_bool


def engine_tensor(x, dtype=None):
    """Return the engine's tensor for what a user passes as one.

    dtype   the element type that it is to have; None: its own
    """
    if type(x) is Tensor:
        return recorded(x.tensor)
    if type(x) in tensor_types:
        return x
    if hasattr(x, "read"):                               # a Variable
        return x.read()
    if isinstance(x, StringTensor):
        return x.tensor
    if isinstance(x, Tensor):                            # of a class of its own: a part of a variable
        return recorded(x.tensor)
    if isinstance(x, IndexedSlices):
        return x.added(engine_tensor(x.values))
    if hasattr(x, "symbolic_owner"):
        raise Symbolic(x.symbolic_owner)
    return from_data(x, dtype)


def from_data(x, dtype=None):
    """Return the engine's tensor of numbers, nested lists of them and of tensors, or arrays.

    Raises TypeError for None and other things that are no numbers, ValueError for rows of unequal length.
    """
    if isinstance(x, np.ndarray | np.generic):
        return from_array(np.asarray(x), dtype)
    if isinstance(x, list | tuple) and not isinstance(x, TensorShape) and has_tensor(x):
        dtype = dtype or dtype_in(x)
        if dtype is string:
            return np.stack([engine_tensor(part) for part in x])
        return mt.stack([engine_tensor(part, dtype) for part in x]).to(dtype.kind)
    if x is None or isinstance(x, dict | set) or isinstance(x, TensorShape) and not x.is_fully_defined():
        raise ValueError(f"Attempt to convert a value ({x!r}) with an unsupported type ({type(x)}) to a Tensor.")
    try:
        array = np.asarray(list(x) if isinstance(x, TensorShape | range) else x)
    except ValueError as error:
        raise ValueError(f"Can't convert non-rectangular Python sequence to Tensor: {error}") from None
    if array.dtype.kind in "SU" or dtype is string and not array.size:
        return strings(array)
    if array.dtype.kind == "O":
        if hasattr(x, "__array__"):
            return from_data(np.asarray(x.__array__()), dtype)
        raise ValueError(f"Failed to convert a NumPy array to a Tensor (Unsupported object type {first_odd(x)}).")
    return wrap(fitted(array, dtype or first_kind(x), x))


def from_array(array, dtype):
    """Return the engine's tensor of an array, in an element type (None: its own); of texts, an array of bytes."""
    if array.dtype.kind in "SU" or array.dtype.kind == "O" and all(isinstance(x, str | bytes) for x in array.flat):
        return strings(array)
    kind = as_dtype(array.dtype) if dtype is None else dtype
    return wrap(array.astype(kind.kind.numpy, copy=bool(state.tapes)))


SOURCES[from_data.__code__] = "x"                        # what it makes of numbers is a constant of a program


def fitted(array, dtype, x):
    """Return Python's numbers in an element type: float32 and int32 unless it is given, int64 where they need it."""
    kind = array.dtype.kind
    if dtype is None:
        if kind == "f" or array.size == 0:
            dtype = float32
        elif kind in "iu":
            large = array.size and (array.max() > 2**31 - 1 or array.min() < -2**31)
            dtype = int64 if large else int32
        else:
            dtype = as_dtype(array.dtype)
    if array.size and (kind == "f" and dtype.is_integer or kind == "c" and not dtype.is_complex
                       or kind != "b" and dtype is bool_type):
        raise TypeError(f"Cannot convert {x!r} to EagerTensor of dtype {dtype.name}")
    return array.astype(dtype.kind.numpy)


def first_kind(x):
    """Return the element type that the first part of a nested list decides: that of NumPy's floats; None for others."""
    while type(x) in (list, tuple) and x:
        x = x[0]
    return as_dtype(x.dtype) if isinstance(x, np.ndarray | np.floating) and x.dtype.kind == "f" else None


def has_tensor(x):
    """Return whether a nested list holds a tensor, so that its parts are to be stacked."""
    return any(has_tensor(part) if isinstance(part, list | tuple) else hasattr(part, "dtype") and not isinstance(
        part, np.ndarray | np.generic) for part in x)


def dtype_in(x):
    """Return the element type of the first tensor in a nested list."""
    for part in x:
        found = dtype_in(part) if isinstance(part, list | tuple) else getattr(part, "dtype", None)
        if found is not None:
            return as_dtype(found)
    return None


def first_odd(x):
    """Return the type of the first part of a nested list that is no number."""
    while isinstance(x, list | tuple) and x:
        x = next((part for part in x if not isinstance(part, int | float | list | tuple)), x[0])
    return type(x).__name__


def strings(array):
    """Return an array of byte strings."""
    flat = [part.encode() if isinstance(part, str) else bytes(part) for part in array.reshape(-1).tolist()]
    made = np.empty(array.shape, object)
    made.reshape(-1)[:] = flat
    return made


def plain(x):
    """Return an argument that is no tensor: sizes, axes and the like, though they were given as tensors."""
    if type(x) is Tensor or hasattr(x, "read"):
        return x.numpy().tolist()
    if type(x) in (list, tuple):
        return type(x)([plain(part) for part in x])
    if hasattr(x, "symbolic_owner"):
        raise Symbolic(x.symbolic_owner)
    return x.tolist() if isinstance(x, np.ndarray) else x


def engine_of(x, like):
    """Return the engine's tensor for a value, in the element type of another of the engine's tensors."""
    return engine_tensor(x, as_dtype(like.dtype))
