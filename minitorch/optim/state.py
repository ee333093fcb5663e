"""An optimiser's state of each parameter: in the form that its rule uses, and in that of a state_dict."""

from collections import defaultdict
from collections.abc import MutableMapping
from itertools import islice

import numpy as np

from ..backend import library_of, move
from ..backend.memory import on_a_line
from ..engine import tensor_types
from ..tensors.tensor import tensor_of

# Counts, which are Python numbers for a rule and 0-d tensors in a state_dict: {name: dtype}
COUNTS = {"step": np.float32, "mu_product": np.float64, "eta": np.float64, "mu": np.float64}


class State(MutableMapping, dict):           # type: ignore[misc, metaclass]    # update, pop … go through __getitem__
    """The state that a rule stores for one parameter. Reading a count returns the 0-d tensor that PyTorch has.

    A step reads the count from that tensor, in which the program may have written, and writes the next one into it.
    dict's own methods store and return a count as a number.

    lent      {name: the tensor that a program has read}
    any_lent  whether any State of the process has lent a tensor
    """

    lent: dict = {}
    any_lent = False
    __len__, __contains__ = dict.__len__, dict.__contains__

    def __getitem__(self, name):
        value = dict.__getitem__(self, name)
        if name not in COUNTS or type(value) not in (int, float):
            return value
        if name not in self.lent:
            self.lend(name, count_tensor(name, value))
        return self.lent[name]

    def __setitem__(self, name, value):
        self.lent.pop(name, None)
        if name in COUNTS and is_count(value):
            self.lend(name, value)
            value = count_of(name, value.array)
        dict.__setitem__(self, name, value)

    def lend(self, name, tensor):
        """Let a program read and write this tensor of a count."""
        State.any_lent, self.lent = True, {**self.lent, name: tensor}

    def __delitem__(self, name):
        dict.__delitem__(self, name)
        self.lent.pop(name, None)

    def __iter__(self):                                  # because of this method, dict(state) calls __getitem__
        return dict.__iter__(self)

    def copy(self):
        return dict(self)

    @staticmethod
    def read_counts(states):
        """Read counts before a step from the tensors that programs have read, and may have changed."""
        for state, name, tensor in lent_counts(states):
            count = count_of(name, tensor.array)
            if count != dict.get(state, name):
                dict.__setitem__(state, name, count)

    @staticmethod
    def write_counts(states):
        """Write the counts after a step into the tensors that programs have read."""
        for state, name, tensor in lent_counts(states):
            tensor.array[...] = dict.get(state, name)

    def __reduce__(self):
        return State, (dict(dict.items(self)),)

    def __repr__(self):
        return repr(packed(self))


def count_tensor(name, value):
    return tensor_of(np.asarray(value, COUNTS[name]))


def is_count(value):
    """Return whether a value is a Tensor of one element on the CPU."""
    return type(value) in tensor_types and type(value.array) is np.ndarray and value.array.size == 1


def count_of(name, array):
    """Return the count in an array as a number; "step" as an int."""
    number = array.item()
    return int(number) if name == "step" and number == number // 1 else number


def lent_counts(states):
    """Yield (state, name of a count, the tensor that a program has read) for an optimiser's states."""
    for state in states.values():
        for name, tensor in getattr(state, "lent", {}).items():
            if type(dict.get(state, name)) in (int, float):
                yield state, name, tensor


def no_state(optimizer):
    """Return an empty state; for a subclass with its own step, of plain dicts."""
    return defaultdict(dict if type(optimizer).rule is None else State)


def keep(state, name, value):
    """Store in `state` a value that an update rule produced: an array as a Tensor, a number unchanged."""
    if hasattr(value, "dtype"):
        array = library_of(value).asarray(value)
        value = tensor_of(array if name in state else on_a_line(array))
    dict.__setitem__(state, name, value)


def packed(values):
    """Return one parameter's state for a state_dict, with counts as tensors if PyTorch has tensors."""
    lent = getattr(values, "lent", {})
    return {name: lent[name] if name in lent else count_tensor(name, value)
            if name in COUNTS and type(value) in (int, float) else value for name, value in dict.items(values)}


def convert_saved_value(name, value, param, optimizer):
    """Return a saved value on the parameter's device and, if shapes are equal, in its dtype; a count as a number."""
    if isinstance(value, list):
        if any(isinstance(one, list) for one in value):
            raise ValueError(f"the saved state {name!r} of a parameter is a list of lists, which no optimizer saves.")
        return [convert_saved_value(name, one, param, optimizer) for one in value]
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
    return tensor_of(on_a_line(moved.copy() if moved is value.array else moved))


def checked(state_dict):
    """Raise unless it is an optimizer's state_dict: {"state": {number: {...}}, "param_groups": [{"params": [...]}]}."""
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


def settings_of(group, rule):
    """Return those settings of a parameter group that a rule takes: its keyword-only arguments."""
    code = getattr(rule, "__wrapped__", rule).__code__
    names = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    settings = {name: group[name] for name in names if name in group}
    if tensor_types.isdisjoint(map(type, settings.values())):
        return settings
    return {name: as_number(value) for name, value in settings.items()}


def as_number(value):
    """Convert a setting, such as a learning rate, from a Tensor of one element to a number; on a GPU, to an array."""
    if type(value) in tensor_types:
        return value.item() if type(value.array) is np.ndarray else value.array.reshape(())
    return tuple(map(as_number, value)) if type(value) is tuple else value


def set_rate(group, lr):
    """Set the rate of a parameter group; a rate that is a Tensor is changed in place, as in PyTorch."""
    if type(group["lr"]) in tensor_types:
        group["lr"].fill_(lr)
    else:
        group["lr"] = lr


def copied(value):
    """Return a copy of a rate, so that later changes do not affect it."""
    return value.clone() if type(value) in tensor_types else value
