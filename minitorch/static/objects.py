"""The parts of objects: which slots of them a function may read, by their kinds."""

import functools
import os
import sys
from collections import deque
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType

import numpy as np

from .. import random
from ..engine import tensor_types
from ..nn import Module
from ..nn.registration import ModuleBase
from ..optim import Optimizer
from ..runtime import errors
from .names import ALL
from .refusals import refuse
from .slots import MISSING, attribute, content, item, keys, numbers

SEQUENCES = list, deque, tuple
SETS = set, frozenset
ENVIRON = type(os.environ)
DATA = *SEQUENCES, *SETS, dict, ModuleType, ENVIRON
PROTOCOL = ("training", "_parameters", "_buffers", "_modules", "_forward_hooks", "_forward_pre_hooks",
            "_backward_hooks", "_backward_pre_hooks")                # what calling a module reads of it
QUIET = {"re", "decimal", "fractions", "datetime", "pathlib", "uuid", "operator", "numpy"}   # theirs stay as they are
WRAPPERS = staticmethod, classmethod
EMPTY = {"object", "property", "cell", "ellipsis", "code", "method_descriptor", "wrapper_descriptor",
         "getset_descriptor"}
OWN = {__package__.partition(".")[0], "builtins", "collections", "typing", "abc", "enum", "types", "functools"}
LARGEST = 1 << 16                      # bytes of a NumPy array whose values are compared at each call


class Wrapper:
    """Something called that calls a `function` in its place, and changes nothing that it does."""


def parts_of(reads, value, path, names):
    """[(part, its path)] of an object, after its slots have been noted in `reads`.

    names   of the attributes that may be read, or ALL
    """
    kind = type(value)
    if kind in tensor_types:
        return fields(reads, value, vars(value), path, names)
    if type(value) is ENVIRON:
        value = value._data
    if isinstance(value, dict):
        return dict_parts(reads, value, path)
    if isinstance(value, SEQUENCES):
        if not isinstance(value, tuple):
            reads.slot(content, value, None, path)
        return [(part, f"{path}[{number}]") for number, part in enumerate(value)]
    if isinstance(value, SETS):
        reads.slot(content, value, None, path)
        return [(part, path) for part in value]
    if kind is MethodType:
        return [(value.__self__, path), (value.__func__, path)]
    if kind is functools.partial:
        if type(value.func) is BuiltinFunctionType:          # Python does not tell when a partial calls it
            reads.called(value.func)
        return [(value.func, path), (value.args, path), (value.keywords, path)]
    if isinstance(value, type):
        return class_parts(reads, value, path, names)
    if isinstance(value, Wrapper):
        reads.slot(item, vars(value), "function", path)
        return [(value.function, path)]
    if kind is ModuleType:
        return module_names(reads, value, path, names)
    if isinstance(value, Module):
        return layer_parts(reads, value, path, names)
    if isinstance(value, Optimizer):
        return optimizer_parts(reads, value, path, names)
    if kind is np.ndarray:
        return array_parts(reads, value, path)
    return object_parts(reads, value, path, names)


def fields(reads, owner, attributes, path, names):
    """The attributes in an object's dict."""
    found = [name for name in attributes if not name.startswith("__") and (names is ALL or name in names)
             and not (type(owner) in tensor_types and name == "_grad")]
    for name in found:
        reads.slot(item, attributes, name, f"{path}.{name}")
    return [(attributes[name], f"{path}.{name}") for name in found]


def of_class(reads, owner, attributes, path, names):
    """Note that an object has no attributes of its own where it reads those of its class."""
    for name in () if names is ALL else names:
        if name not in attributes and hasattr(type(owner), name):
            reads.slot(item, attributes, name, f"{path}.{name}")


def dict_parts(reads, value, path):
    reads.slot(keys, value, None, path)
    for key in value:
        reads.slot(item, value, key, f"{path}[{key!r}]")
    return [(part, f"{path}[{key!r}]") for key, part in value.items()]


def class_parts(reads, cls, path, names):
    """What a class of the user's and its bases hold; their functions become known."""
    found = []
    for own in cls.__mro__:
        attributes = reads.classes.setdefault(own, vars(own))
        if is_own(own):
            if "forward" in attributes and own is not Module:
                reads.slot(item, attributes, "forward", f"{own.__name__}.forward")
                found.append((attributes["forward"], f"{own.__name__}.forward"))
        else:
            for name, value in attributes.items():
                function = value.__func__ if isinstance(value, WRAPPERS) else getattr(value, "fget", value)
                if type(function) is FunctionType:
                    reads.know(function)
                if name == "forward" or names is not ALL and name in names:
                    reads.slot(item, attributes, name, f"{own.__name__}.{name}")
                    found.append((function, f"{own.__name__}.{name}"))
            for name in () if names is ALL else names:
                if name not in attributes and hasattr(cls, name):            # it is a base's, until there is one here
                    reads.slot(item, attributes, name, f"{own.__name__}.{name}")
    return found


def module_names(reads, module, path, names):
    """What code names of a Python module; what is installed, such as NumPy, stays as it is."""
    if names is ALL:
        return []
    file = (getattr(module, "__file__", None) or "/lib/python").replace("\\", "/")
    if "/site-packages/" in file and not errors.own[file]:
        return []
    found = fields(reads, module, vars(module), path, names)
    if module is os and "getenv" in names:
        found.append((os.environ, "os.environ"))
    if "/lib/python" in file and not errors.own[file]:       # of Python's own: what may be other data in another call
        return [(x, path) for x, path in found if isinstance(x, DATA) and x is not sys.modules]
    return found


def layer_parts(reads, module, path, names):
    """What calling a module reads: of minitorch's own layers all there is, of the user's what their code names."""
    attributes, kind = vars(module), type(module)
    if any(is_own(own) and "forward" in vars(own) and own not in (Module, ModuleBase) for own in kind.__mro__):
        names = ALL
    else:
        for name in PROTOCOL:
            if name in attributes and names is not ALL and name not in names:
                reads.slot(item, attributes, name, f"{path}.{name}")
    reads.slot(item, attributes, "forward", f"{path}.forward")
    of_class(reads, module, attributes, path, names)
    found = [*fields(reads, module, attributes, path, names), *class_parts(reads, kind, path, names)]
    found += [(attributes["forward"], f"{path}.forward")] if "forward" in attributes else []
    for name in PROTOCOL[1:]:
        for own, part in attributes.get(name, {}).items():
            found.append((part, f"{path}.{own}"))
        reads.slot(keys, attributes.get(name, {}), None, f"{path}.{name}")
        for own in attributes.get(name, {}):
            reads.slot(item, attributes[name], own, f"{path}.{own}")
    return found


def optimizer_parts(reads, optimizer, path, names):
    """The parameters of an optimiser; its settings are read anew by each step, unless user code reads them too."""
    reads.slot(content, optimizer.param_groups, None, f"{path}.param_groups")
    settings = names is ALL or "param_groups" in names
    for number, group in enumerate(optimizer.param_groups):
        for name in group:
            reads.slot(item, group, name, f"{path}.param_groups[{number}][{name!r}]", settings or name == "params")
        reads.slot(content, group["params"], None, f"{path}.param_groups[{number}]['params']")
    return [(p, f"{path}.param_groups[{number}]['params'][{i}]")
            for number, group in enumerate(optimizer.param_groups) for i, p in enumerate(group["params"])]


def array_parts(reads, value, path):
    if value.nbytes > LARGEST:
        refuse(f"`{path}` is a NumPy array of {value.nbytes:,} bytes, too large to be compared at each call",
               "Make a tensor of it outside, or pass it as an argument.")
    reads.slot(numbers, value, None, path)
    return []


def object_parts(reads, value, path, names):
    """The attributes of any other object."""
    kind = type(value)
    attributes = getattr(value, "__dict__", None)
    if isinstance(value, Enum | random.Generator | BuiltinFunctionType | MappingProxyType | np.generic | np.ufunc) \
            or kind.__module__.partition(".")[0] in QUIET and not kind.__module__.startswith("numpy.random"):
        return []
    if kind is FunctionType:
        return []
    slotted = {name for own in kind.__mro__ for name in slots_of(own)}
    if type(attributes) is not dict and not slotted:
        if kind.__module__ == "builtins" and kind.__name__ in EMPTY:
            return []
        refuse(f"`{path}` is a {kind.__name__}, which cannot be guarded", "Use it outside of the function.")
    names = ALL if is_own(kind) else names
    found = []
    if type(attributes) is dict:
        found += fields(reads, value, attributes, path, names)
        of_class(reads, value, attributes, path, names)
    for name in slotted if names is ALL else slotted & names:
        reads.slot(attribute, value, name, f"{path}.{name}")
        part = attribute(value, name)
        if part is not MISSING:
            found.append((part, f"{path}.{name}"))
    return [*found, *class_parts(reads, kind, path, names)]


def slots_of(cls):
    """The names in a class's __slots__ that hold values."""
    own = vars(cls).get("__slots__", ())
    return {name for name in ((own,) if isinstance(own, str) else own) if name not in ("__dict__", "__weakref__")}


def is_own(cls):
    """Whether a class is Python's or minitorch's."""
    place = cls.__module__.partition(".")[0]
    return place in OWN
