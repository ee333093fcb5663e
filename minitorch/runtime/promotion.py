"""Convert inputs before an op runs: to one dtype, by PyTorch's rule, and to one device."""

import numpy as np

from .. import backend, dtypes
from ..engine.node import tensor_types

NUMBERS = dtypes.number_types
FITS = {float: "fc", int: "fciu", bool: "fciub", complex: "c"}   # {number's type: dtypes that it leaves unchanged}


def declare(op, promotes=True, floats=False, **others):
    """Set which inputs of an op are converted to one dtype: True for all, or one bool for each."""
    promotes = promotes.split() if isinstance(promotes, str) else promotes
    op.promotes = promotes if isinstance(promotes, bool) else tuple(own in promotes for own in op.inputs)
    op.floats = floats


def promote(op, arrays):
    """Convert the op's promoted arrays to one dtype by PyTorch's rule; numbers stay numbers."""
    if not op.promotes:
        return arrays
    found = {getattr(x, "dtype", type(x)) for x in arrays}
    if len(found) == 1 and not found <= NUMBERS and (not op.floats or next(iter(found)).kind in "fc"):
        return arrays
    counted = [i for i, x in enumerate(arrays) if x is not None and (op.promotes is True or op.promotes[i])]
    kind = dtypes.result_type([arrays[i] for i in counted]) if counted else None
    if kind is None:
        return arrays
    return cast_counted(arrays, counted, (dtypes.default if op.floats and kind.rank < 2 else kind).numpy)


def cast_counted(arrays, counted, target):
    """Return the arrays, with those at the indices `counted` converted to dtype `target`."""
    if not any(hasattr(x, "dtype") for x in arrays):     # add(2, 3) returns a 0-d tensor
        return [np.asarray(x, target) if i in counted else x for i, x in enumerate(arrays)]
    return [x.astype(target) if i in counted and hasattr(x, "dtype") and x.dtype != target else x
            for i, x in enumerate(arrays)]


def to_one_device(op, inputs):
    """Return the inputs with 0-d tensors on the CPU moved to the GPU, or meta device, of the other inputs."""
    if len(backend.ARRAYS) == 1:                         # all arrays are NumPy's: no GPU is in use
        return inputs
    arrays = [x.array if type(x) in tensor_types else x for x in inputs]
    place = next((backend.device_of(a) for a in arrays if backend.library_of(a) is not np), None)
    if place is None:
        return inputs
    return tuple([x.to(place) if type(a) is np.ndarray and not a.ndim and type(x) in tensor_types else x
                  for x, a in zip(inputs, arrays)])
