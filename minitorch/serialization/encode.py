"""Describe values as JSON; arrays are stored separately.

Plain JSON values stay as they are; other values become an object with their kind as its first key: {"tuple": [1, 2]}.
Lists, dicts, tensors and modules are numbered in the order of their first use; a second use is {"same": its number}.
"""

from base64 import b64encode
from collections import OrderedDict

import numpy as np

from .. import backend, dtypes
from ..engine import tensor_types
from ..tensors import Size
from . import registry
from .limits import DEEPEST
from .modules import state_of
from .shared_storages import SharedStorages

SIMPLE = (type(None), bool, int, str)


class Encoder:
    """An encoder for one value and its arrays."""

    def __init__(self):
        self.storages, self.seen, self.alive = SharedStorages(), {}, []

    def result(self, obj):
        """Return (JSON value, arrays)."""
        tree = self.value(obj, "", 0)
        return tree, self.storages.join_overlapping()

    def value(self, x, path, depth):
        """Return x as JSON; `path` leads to x, such as `["layers"][0]`, for error messages."""
        kind = type(x)
        if kind in SIMPLE or kind is float and -float("inf") < x < float("inf"):
            return x
        if depth > DEEPEST:
            raise ValueError(f"save cannot keep {path[:40]}…: it is nested more than {DEEPEST} deep.")
        if kind is tuple or kind is Size:
            return {"tuple" if kind is tuple else "size": self.row(x, path, depth)}
        if kind in PLAIN:
            return PLAIN[kind](x)
        if kind is set or kind is frozenset:
            return {kind.__name__: [self.key(k, path) for k in x]}
        if isinstance(x, np.ndarray | np.generic):
            return self.storages.put("array" if isinstance(x, np.ndarray) else "number", np.asarray(x), path)
        if id(x) in self.seen:
            return {"same": self.seen[id(x)]}
        if kind in tensor_types or isinstance(x, list | dict) or isinstance(x, registry.Module):
            self.seen[id(x)] = len(self.seen)
            self.alive.append(x)                    # keep x alive, so that no other object can get its id
            return self.shared(x, path, depth)
        return self.function(x, path)

    def shared(self, x, path, depth):
        """Return the JSON for the first use of a value that may be used again: a list, a dict, a tensor, a module."""
        kind = type(x)
        if kind in tensor_types:
            return self.tensor(x, path)
        if kind is list:
            return {"list": self.row(x, path, depth)}
        if isinstance(x, dict):
            return {"ordered" if kind is OrderedDict else "dict":
                    [[self.key(key, path), self.value(inner, f"{path}[{key!r}]", depth + 1)]
                     for key, inner in x.items()]}
        if isinstance(x, registry.Module):
            name, state = state_of(x, path or "the model")
            return {"module": name, "state": [[key, self.value(inner, f"{path}.{key}" if path else key, depth + 1)]
                                              for key, inner in state]}
        return self.function(x, path)

    def row(self, values, path, depth):
        return [self.value(inner, f"{path}[{i}]", depth + 1) for i, inner in enumerate(values)]

    def tensor(self, x, path):
        if type(x) in registry.uninitialized.values():
            return {"late": type(x).__name__, "dtype": x.dtype.name, "requires_grad": x.requires_grad}
        entry = self.storages.put("tensor", x.array, path)
        kind = next((name for name, cls in registry.tensors.items() if name != "Tensor" and isinstance(x, cls)), None)
        if kind:
            entry["kind"] = kind
        if x.requires_grad:
            entry["requires_grad"] = True
        where = str(backend.device_of(x.array))
        if where != "cpu":
            entry["device"] = where
        return entry

    def key(self, key, path, depth=0):
        """Return a key of a dict, or a member of a set, as JSON; TypeError unless it is an immutable plain value."""
        if type(key) is tuple and depth < 3:
            return {"tuple": [self.key(part, path, depth + 1) for part in key]}
        if type(key) in SIMPLE or type(key) is float or type(key) in PLAIN and type(key) is not bytearray:
            return self.value(key, path, 0)
        raise TypeError(f"save cannot keep {path or 'this'}: its key {key!r} is a {type(key).__name__}; keys and "
                        "members of sets must be numbers, strings, bytes, dtypes, devices, or tuples of them.")

    def function(self, x, path):
        """Return one of minitorch's own functions, such as relu, by name; raise TypeError for other functions."""
        where = f"{path or 'this'}: a {type(x).__name__}"
        if callable(x) and not isinstance(x, type):
            name = next((name for name, f in registry.functions_by_name().items() if f is x), None)
            if name is not None:
                return {"function": name}
            raise TypeError(f"save cannot keep {where}. Files hold no code: define the function in the class, or save "
                            "its name and look the function up after loading.")
        if hasattr(x, "state_dict"):
            raise TypeError(f"save cannot keep {where}. Save its state_dict(), and pass that to load_state_dict later.")
        raise TypeError(f"save cannot keep {where}. It keeps numbers, strings, None, tensors, modules, and dicts, "
                        "lists, tuples and sets of them; for an object save its attributes, vars(x).")


def to_base64(x):
    return {type(x).__name__: b64encode(x).decode()}


PLAIN = {float: lambda x: {"float": str(x)}, complex: lambda x: {"complex": [str(x.real), str(x.imag)]},
         bytes: to_base64, bytearray: to_base64,
         dtypes.dtype: lambda x: {"dtype": x.name}, backend.device: lambda x: {"device": str(x)}}
