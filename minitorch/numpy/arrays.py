"""Convert arguments of NumPy's functions to tensors, and NumPy's element types to minitorch's."""

from types import SimpleNamespace

import numpy as np

from .. import dtypes
from ..engine import registry, tensor_types
from ..runtime import functions
from ..tensors import from_numpy

mt = SimpleNamespace(**{name: op.function for name, op in registry.items()})
vars(mt).update(functions)               # add the engine's functions

NUMBERS = {int, float, complex}          # plain numbers: array + number keeps the array's type, if possible


def element_type(dtype):
    """Return NumPy's element type for minitorch's, NumPy's, a name, or a Python type such as int; None for None."""
    return None if dtype is None else dtype.numpy if type(dtype) is dtypes.dtype else np.dtype(dtype)


def holds_tensors(data):
    """Return True if a nested list has a tensor in it."""
    return type(data) in tensor_types or isinstance(data, list | tuple) and any(map(holds_tensors, data))


def as_tensor(data):
    """Return data as a tensor, by NumPy's rules: Python's floats are float64. Lists of tensors are stacked.

    Raises TypeError for unsupported element types, such as text or uint64.
    """
    if type(data) in tensor_types:
        return data
    if isinstance(data, list | tuple) and holds_tensors(data):
        return mt.stack(in_common_type(*data))
    return from_numpy(np.asarray(data))


def cast(x, kind):
    """Return a tensor in one of NumPy's element types; the tensor itself if it has that type."""
    return x if kind is None or x.array.dtype == kind else x.to(dtypes.BY_NUMPY[kind])


def type_of(x):
    """Return a value's element type for NumPy's promotion; for a Python number, which has a weak type, the number."""
    return x.array.dtype if type(x) in tensor_types else x


def numbers_or_tensors(values):
    """Return values as tensors; Python's numbers stay numbers, unless all values are numbers."""
    found = [x if type(x) in NUMBERS else as_tensor(x) for x in values]
    return found if any(type(x) in tensor_types for x in found) else [as_tensor(x) for x in found]


def in_common_type(*values, dtype=None):
    """Return values as tensors with NumPy's common element type, or with dtype."""
    found = numbers_or_tensors(values)
    kind = np.result_type(*map(type_of, found)) if dtype is None else element_type(dtype)
    return [cast(as_tensor(x), kind) for x in found]


def as_floating(x):
    """Convert integers and bools to float64; return floating and complex tensors unchanged."""
    x = as_tensor(x)
    return x if x.array.dtype.kind in "fc" else cast(x, np.dtype("float64"))


def to_out(result, out):
    """Return the result; if out is given, write the result into out and return out."""
    return result if out is None else out.copy_(result)


def axis_of(axis, ndim):
    """Return an axis counted from 0. Raises numpy.exceptions.AxisError if it does not exist."""
    if not -ndim <= axis < ndim:
        raise np.exceptions.AxisError(axis, ndim)
    return axis % ndim


def axes_of(axis, ndim):
    """Return axes counted from 0, for None (all), a number or several numbers."""
    given = range(ndim) if axis is None else axis if isinstance(axis, list | tuple) else [axis]
    return tuple(axis_of(int(one), ndim) for one in given)
