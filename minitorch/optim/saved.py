"""What an optimiser remembers of each parameter: as its rule sees it, and as a state_dict holds it."""

import numpy as np

from ..backend import library_of, move
from ..graph import tensor_types
from ..memory import on_a_line
from ..tensors.tensor import plain

COUNTS = {"step": np.float32, "mu_product": np.float64}   # Python numbers to a rule, 0-d tensors in a state_dict


def keep(state, name, value):
    """Put back into `state` what a rule left: arrays inside Tensors, numbers as they are."""
    if hasattr(value, "dtype"):
        array = library_of(value).asarray(value)
        value = plain(array if name in state else on_a_line(array))
    state[name] = value


def packed(values, optimizer):
    """One parameter's state for a state_dict, where PyTorch's rules have tensors for their counts."""
    counts = COUNTS if type(optimizer).rule is not None else {}
    return {name: plain(np.asarray(value, counts[name])) if name in counts and type(value) not in tensor_types
            else value for name, value in values.items()}


def fitted(name, value, param, optimizer):
    """A saved state on the parameter's device and, if it has its shape, in its dtype; counts are numbers."""
    if isinstance(value, list):
        return [fitted(name, one, param, optimizer) for one in value]
    if type(value) not in tensor_types:
        return value
    if name in COUNTS and type(optimizer).rule is not None:
        return int(value) if name == "step" else float(value)
    array = value.array
    if array.shape == param.array.shape:
        array = array.astype(param.array.dtype)
    moved = move(array, param.device)
    return plain(on_a_line(moved.copy() if moved is value.array else moved))


def as_number(value):
    """A setting given as a Tensor of one element, such as a learning rate, as the number it holds."""
    if type(value) in tensor_types:
        return value.item()
    return tuple(map(as_number, value)) if isinstance(value, tuple) else value
