"""From what users pass as data to one array."""

import numpy as np

from .. import backend, dtypes
from ..engine import tensor_types


def uneven(data, dim=1):
    """What is wrong with nested lists that are no array, in PyTorch's words; "" where lengths are not."""
    if not all(isinstance(row, list | tuple) for row in data):
        return ""
    for row in data:
        if len(row) != len(data[0]):
            return f"expected sequence of length {len(data[0])} at dim {dim} (got {len(row)})."
    return next(filter(None, (uneven(row, dim + 1) for row in data)), "")


def to_array(data, dtype=None):
    """Numbers, nested lists, tensors among them: one array, its dtype by PyTorch's rules.

    dtype   NumPy's, for Python's floats, which would be rounded to the default one else
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
    if array.dtype == np.uint64 or array.dtype.kind == "O" and type(data) is int:
        if np.dtype(dtype or "int64").kind in "iu":
            raise ValueError(f"Overflow when unpacking long long: {data} is larger than int64's numbers, which end at "
                             "2**63 - 1.")
        array = array.astype(float)
    if array.dtype.kind == "f" and not isinstance(data, np.ndarray):
        kept = has_numpy_floats(data) or dtype is not None and dtype.kind in "iu"    # whole numbers only once all fit
        return array if kept else array.astype(dtype or dtypes.default.numpy)
    if array.dtype.kind == "c" and dtype is None and not isinstance(data, np.ndarray) and not has_numpy_floats(data):
        return array.astype(dtypes.default_complex().numpy)
    if array.dtype.kind not in "biufc":
        if isinstance(data, list | tuple) and not len(data):
            return np.zeros(0, dtypes.default.numpy)
        raise TypeError(f"tensor() needs numbers or nested lists of numbers, not {type(data).__name__}"
                        f"{' holding ' + type(data[0]).__name__ if isinstance(data, list) and data else ''}.")
    return array.astype(dtypes.default.numpy) if array.size == 0 and array.dtype.kind == "f" else array


def has_numpy_floats(data):
    """Whether a nested list is made of NumPy arrays, whose dtype then holds."""
    while isinstance(data, list | tuple) and data:
        data = data[0]
    return isinstance(data, np.ndarray | np.generic)
