"""What inputs are brought to before an op runs: one dtype, by PyTorch's rule, and one device."""

import numpy as np

from .. import backend, dtypes
from ..engine.apply import converting, moving

NUMBERS = dtypes.number_types
FITS = {float: "fc", int: "fciu", bool: "fciub", complex: "c"}   # number -> kinds of dtype that it does not change


def promote(op, arrays):
    """Bring the arrays that count to one dtype by PyTorch's rule; numbers stay numbers."""
    if not op.promotes:
        return arrays
    found = {getattr(x, "dtype", type(x)) for x in arrays}
    if not op.floats and len(found) == 1 and not found <= NUMBERS:
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


def together(inputs, arrays):
    """The inputs with 0-d tensors on the CPU moved to the GPU of the others; None where nothing has to move."""
    place = next((backend.device_of(a) for a in arrays if backend.library_of(a) is not np), None)
    small = [type(a) is np.ndarray and not a.ndim for a in arrays]
    if place is None or True not in small:
        return None
    return tuple([x.to(place) if alone else x for x, alone in zip(inputs, small)])


converting.append(promote)
moving.append(together)
