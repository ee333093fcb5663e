"""Convert data that users pass, such as numbers and nested lists, to one array."""

import numpy as np

from .. import backend, dtypes
from ..engine import tensor_types


def uneven(data, dim=1):
    """Return PyTorch's error text for nested lists of unequal lengths; "" if the lengths are equal."""
    if not all(isinstance(row, list | tuple) for row in data):
        return ""
    for row in data:
        if len(row) != len(data[0]):
            return f"expected sequence of length {len(data[0])} at dim {dim} (got {len(row)})."
    return next(filter(None, (uneven(row, dim + 1) for row in data)), "")


PYTHONS = {float, int, bool, complex}


def to_array(data, dtype=None):
    """Return one array of numbers or nested lists, which may contain tensors; its dtype follows PyTorch's rules.

    dtype   a NumPy dtype for Python's floats, which are otherwise rounded to the default dtype
    """
    if type(data) in tensor_types:
        return data.array
    if isinstance(data, np.ndarray | np.generic):
        return np.asarray(data)
    if type(data) in backend.ARRAYS:
        return data
    if isinstance(data, list | tuple) and any(type(x) in tensor_types for x in data):
        data = [x.tolist() if type(x) in tensor_types else x for x in data]
    try:
        array = np.asarray(data)
    except ValueError as error:
        raise ValueError(f"tensor() needs rows of equal length: {uneven(data) or error}") from None
    return in_default_dtype(array, data, dtype)


def in_default_dtype(array, data, dtype):
    """Return `array`, made by NumPy from `data`, in the dtype that PyTorch uses; raise if data are not numbers."""
    if array.dtype == np.uint64 or array.dtype.kind == "O" and type(data) is int:
        if np.dtype(dtype or "int64").kind in "iu":
            raise ValueError(f"Overflow when unpacking long long: {data} is larger than int64's numbers, which end at "
                             "2**63 - 1.")
        array = array.astype(float)
    if array.dtype.kind == "f":
        if dtype is not None and dtype.kind in "iu":
            return array                                 # converted later, if all numbers fit
        return array.astype(numpy_floats(data) or dtype or dtypes.default.numpy, copy=False)
    if array.dtype.kind == "c" and dtype is None and not has_numpy(data):
        return array.astype(dtypes.default_complex().numpy)
    if array.dtype.kind not in "biufc":
        if isinstance(data, list | tuple) and not len(data):
            return np.zeros(0, dtypes.default.numpy)
        raise no_numbers(data)
    return array


def legacy_array(data, kind):
    """Return the array for an old constructor: zeros of the given sizes, or the given data, shared if possible."""
    sizes = data[0] if len(data) == 1 and hasattr(data[0], "numel") else data        # data[0] is a Size
    if sizes is data and len(data) == 1 and not isinstance(data[0], int | np.integer):
        return to_array(data[0]).astype(kind, copy=False)
    return np.zeros(sizes if data else 0, kind)


def no_numbers(data):
    """Return the error for data other than numbers: as in PyTorch, TypeError for text, else RuntimeError."""
    text = f"tensor() needs numbers or nested lists of numbers, not {type(data).__name__}"
    text += f" holding {type(data[0]).__name__}." if isinstance(data, list) and data else "."
    for one in leaves(data):
        if not isinstance(one, int | float | complex | str | bytes | np.ndarray | np.generic):
            return RuntimeError(f"Could not infer dtype of {type(one).__name__}: {text}")
    return TypeError(text)


def has_numpy(data):
    """Return whether nested lists contain a NumPy array or NumPy number."""
    if not isinstance(data, list | tuple):
        return isinstance(data, np.ndarray | np.generic)
    kinds = set(map(type, data))
    return not kinds <= PYTHONS and any(map(has_numpy, data))


def numpy_floats(data):
    """Return the floating dtype that nested lists with NumPy numbers promote to; None for other lists."""
    if not has_numpy(data):
        return None
    kinds = {getattr(one, "dtype", dtypes.default.numpy if isinstance(one, float) else None) for one in leaves(data)}
    return np.result_type(*[kind for kind in kinds if kind is not None and kind.kind == "f"] or [dtypes.default.numpy])


def leaves(data):
    """Return the elements of nested lists, one after another."""
    return (leaf for one in data for leaf in leaves(one)) if isinstance(data, list | tuple) else (data,)
