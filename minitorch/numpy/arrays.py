"""What NumPy's functions take as tensors of the engine, and NumPy's element types among ours."""

from types import SimpleNamespace

import numpy as np

from .. import dtypes
from ..engine import registry, tensor_types
from ..runtime import functions
from ..tensors import from_numpy

mt = SimpleNamespace(**{name: op.function for name, op in registry.items()})
vars(mt).update(functions)               # the engine's functions, by name: all that is computed with here

NUMBERS = {int, float, complex}          # NumPy lets an array beside one of these keep its own type, where it can


def element_type(dtype):
    """NumPy's element type for ours, NumPy's, a name, or Python's bool, int, float or complex; None for None."""
    return None if dtype is None else dtype.numpy if type(dtype) is dtypes.dtype else np.dtype(dtype)


def holds_tensors(data):
    """Whether a nested list has a tensor in it."""
    return type(data) in tensor_types or isinstance(data, list | tuple) and any(map(holds_tensors, data))


def as_tensor(data):
    """A tensor, or what NumPy makes of data as one: Python's floats are float64. Lists of tensors are stacked.

    Raises TypeError for element types that there are not, such as text or uint64.
    """
    if type(data) in tensor_types:
        return data
    if isinstance(data, list | tuple) and holds_tensors(data):
        return mt.stack(together(*data))
    return from_numpy(np.asarray(data))


def cast(x, kind):
    """A tensor in one of NumPy's element types; itself where that is its own."""
    return x if kind is None or x.array.dtype == kind else x.to(dtypes.BY_NUMPY[kind])


def type_of(x):
    """What NumPy asks to find a result's type: an element type, or a number of Python's, which gives way."""
    return x.array.dtype if type(x) in tensor_types else x


def numbers_or_tensors(values):
    """Values as tensors, but Python's numbers as they are, unless nothing else is there."""
    found = [x if type(x) in NUMBERS else as_tensor(x) for x in values]
    return found if any(type(x) in tensor_types for x in found) else [as_tensor(x) for x in found]


def together(*values, dtype=None):
    """Values as tensors of the one element type that NumPy gives them, or of dtype."""
    found = numbers_or_tensors(values)
    kind = np.result_type(*map(type_of, found)) if dtype is None else element_type(dtype)
    return [cast(as_tensor(x), kind) for x in found]


def floating(x):
    """A tensor, integers and bools as float64."""
    x = as_tensor(x)
    return x if x.array.dtype.kind in "fc" else cast(x, np.dtype("float64"))


def written(result, out):
    """The result; where out is given it is written there, and out is returned."""
    return result if out is None else out.copy_(result)


def axis_of(axis, ndim):
    """An axis counted from 0. Raises numpy.exceptions.AxisError for one that is not there."""
    if not -ndim <= axis < ndim:
        raise np.exceptions.AxisError(axis, ndim)
    return axis % ndim


def axes_of(axis, ndim):
    """The axes that None (all), a number or several numbers mean, counted from 0."""
    given = range(ndim) if axis is None else axis if isinstance(axis, list | tuple) else [axis]
    return tuple(axis_of(int(one), ndim) for one in given)
