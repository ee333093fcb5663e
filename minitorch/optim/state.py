"""An optimiser's state of each parameter: as its rule sees it, and as a state_dict holds it."""

from collections import defaultdict
from itertools import islice

import numpy as np

from ..backend import library_of, move
from ..engine import tensor_types
from ..memory import on_a_line
from ..tensors.tensor import plain

# Python numbers to a rule, 0-d tensors in a state_dict
COUNTS = {"step": np.float32, "mu_product": np.float64, "eta": np.float64, "mu": np.float64}


class State(dict):
    """What a rule keeps of one parameter. Who looks at a count finds the 0-d tensor that PyTorch has.

    It stays there from then on: a step reads the count out of it and writes the next one into it. dict's own methods
    show a count as it is kept.
    """

    lent = False                                         # whether a count lies in a tensor that a program has seen

    def __getitem__(self, name):
        value = dict.__getitem__(self, name)
        if name in COUNTS and type(value) in (int, float):
            self[name] = value = count_tensor(name, value)
            self.lent = True
        return value

    def __iter__(self):                                  # one of its own, so that dict(state) asks __getitem__
        return dict.__iter__(self)

    def get(self, name, default=None):
        return self[name] if name in self else default

    def items(self):
        return dict(self).items()

    def values(self):
        return dict(self).values()

    def pop(self, name, *default):
        if name in self:
            default = self[name], *default[1:]
        dict.pop(self, name, None)
        if not default:
            raise KeyError(name)
        return default[0]

    def setdefault(self, name, default=None):
        dict.setdefault(self, name, default)
        return self[name]

    def copy(self):
        return dict(self)

    def __eq__(self, other):
        return dict(self) == other

    __hash__ = None

    def __reduce__(self):
        return State, (numbers_of(self),)

    def __repr__(self):
        return repr(packed(self))


def count_tensor(name, value):
    return plain(np.asarray(value, COUNTS[name]))


def numbers_of(state):
    """What a rule keeps of one parameter, counts that were lent as numbers again."""
    return {name: count_of(name, value.array) if name in COUNTS and is_lent(value) else value
            for name, value in dict.items(state)}


def is_lent(value):
    return type(value) in tensor_types and type(value.array) is np.ndarray and value.array.size == 1


def count_of(name, array):
    """The number in the array of a count."""
    number = array.item()
    return int(number) if name == "step" and number == number // 1 else number


def returned(state, arrays):
    """Write the counts that a step left into the tensors that programs have seen."""
    for name in COUNTS:
        if name in arrays and is_lent(dict.get(state, name)) and type(arrays[name]) in (int, float):
            dict.get(state, name).array[...] = arrays.pop(name)


def no_state(optimizer):
    """The state before the first step; what a subclass with a step of its own keeps is read as it is."""
    return defaultdict(dict if type(optimizer).rule is None else State)


def keep(state, name, value):
    """Put back into `state` what a rule left: arrays inside Tensors, numbers as they are."""
    if hasattr(value, "dtype"):
        array = library_of(value).asarray(value)
        value = plain(array if name in state else on_a_line(array))
    state[name] = value


def packed(values):
    """One parameter's state for a state_dict, where PyTorch's rules have tensors for their counts."""
    return {name: count_tensor(name, value) if name in COUNTS and type(value) in (int, float) else value
            for name, value in dict.items(values)}


def fitted(name, value, param, optimizer):
    """A saved state on the parameter's device and, if it has its shape, in its dtype; counts are numbers."""
    if isinstance(value, list):
        if any(isinstance(one, list) for one in value):
            raise ValueError(f"the saved state {name!r} of a parameter is a list of lists; no optimizer has that.")
        return [fitted(name, one, param, optimizer) for one in value]
    if type(value) not in tensor_types:
        return value
    array = value.array
    if name in COUNTS and type(optimizer).rule is not None:
        if array.size != 1 or array.dtype.kind == "c" or not library_of(array).isfinite(array).all():
            raise ValueError(f"the saved count {name!r} of a parameter is not one finite number.")
        return int(value) if name == "step" else float(value)
    if array.shape == param.array.shape:
        array = array.astype(param.array.dtype)
    moved = move(array, param.device)
    return plain(on_a_line(moved.copy() if moved is value.array else moved))


def checked(state_dict):
    """Raise for what is no optimizer's state_dict: {"state": {number: {...}}, "param_groups": [{"params": [...]}]}."""
    if not isinstance(state_dict, dict) or "param_groups" not in state_dict:
        raise ValueError("an optimizer's state_dict is a dict with state and param_groups, not "
                         + (f"one with {', '.join(map(repr, islice(state_dict, 5)))}" if isinstance(state_dict, dict)
                            else f"a {type(state_dict).__name__}") + ". Was it saved from a model?")
    state, groups = state_dict.get("state", {}), state_dict["param_groups"]
    if not isinstance(groups, list | tuple) or not all(
            isinstance(group, dict) and isinstance(group.get("params"), list | tuple) for group in groups):
        raise ValueError("the param_groups of an optimizer's state_dict are a list of dicts, each with its params.")
    if not isinstance(state, dict) or not all(isinstance(values, dict) for values in state.values()):
        raise ValueError("the state of an optimizer's state_dict is a dict {number of a parameter: {name: value}}.")


def settings_of(group, names):
    """Those settings of a parameter group that a rule takes."""
    settings = {name: group[name] for name in names if name in group}
    if tensor_types.isdisjoint(map(type, settings.values())):
        return settings
    return {name: as_number(value) for name, value in settings.items()}


def as_number(value):
    """A setting given as a Tensor of one element, such as a rate, as the number it holds; on a GPU, its array."""
    if type(value) in tensor_types:
        return value.item() if type(value.array) is np.ndarray else value.array.reshape(())
    return tuple(map(as_number, value)) if type(value) is tuple else value


def set_rate(group, lr):
    """Set the rate of a parameter group; one that is a Tensor keeps its place, as in PyTorch."""
    if type(group["lr"]) in tensor_types:
        group["lr"].fill_(lr)
    else:
        group["lr"] = lr


def copied(value):
    """A rate that later ones do not change."""
    return value.clone() if type(value) in tensor_types else value
