"""What inputs are brought to before an op runs: one dtype, by PyTorch's rule, and one device."""

import numpy as np

from .. import backend, dtypes
from ..engine.apply import calling, converting
from ..engine.node import tensor_types
from ..engine.op import declaring

NUMBERS = dtypes.number_types
FITS = {float: "fc", int: "fciu", bool: "fciub", complex: "c"}   # number -> kinds of dtype that it does not change


def declare(op, promotes=True, floats=False, **others):
    """Note which inputs of an op are brought to one dtype: True for all, or one bool for each."""
    promotes = promotes.split() if isinstance(promotes, str) else promotes
    op.promotes = promotes if isinstance(promotes, bool) else tuple(own in promotes for own in op.inputs)
    op.floats = floats


def promote(op, arrays):
    """Bring the arrays that count to one dtype by PyTorch's rule; numbers stay numbers."""
    if not op.promotes:
        return arrays
    found = {getattr(x, "dtype", type(x)) for x in arrays}
    if len(found) == 1 and not found <= NUMBERS and (not op.floats or next(iter(found)).kind in "fc"):
        return arrays
    counted = [i for i, x in enumerate(arrays) if x is not None and (op.promotes is True or op.promotes[i])]
    kind = dtypes.result_type([arrays[i] for i in counted]) if counted else None
    if kind is None:
        return arrays
    target = (dtypes.default if op.floats and kind.rank < 2 else kind).numpy
    if not any(hasattr(x, "dtype") for x in arrays):     # add(2, 3): a tensor of no dimensions
        return [np.asarray(x, target) if i in counted else x for i, x in enumerate(arrays)]
    return [x.astype(target) if i in counted and hasattr(x, "dtype") and x.dtype != target else x
            for i, x in enumerate(arrays)]


def together(op, inputs):
    """The inputs, 0-d tensors on the CPU moved to the GPU of the others."""
    if len(backend.ARRAYS) == 1:                         # there is no GPU in use
        return inputs
    arrays = [x.array if type(x) in tensor_types else x for x in inputs]
    place = next((backend.device_of(a) for a in arrays if backend.library_of(a) is not np), None)
    if place is None:
        return inputs
    return tuple([x.to(place) if type(a) is np.ndarray and not a.ndim and type(x) in tensor_types else x
                  for x, a in zip(inputs, arrays)])


declaring.append(declare)
converting.append(promote)
calling.append(together)
