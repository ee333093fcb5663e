"""List the slots of an object that a function may read, by the type of the object."""

import functools
import os
import random
import sys
from collections import deque
from enum import Enum
from operator import attrgetter, methodcaller
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType
from weakref import ReferenceType

import numpy as np

from .. import random as our_random
from ..engine import tensor_types
from ..nn import Module, hooks
from ..nn.registration import ModuleBase
from ..optim import Optimizer
from ..runtime import errors
from .refusals import TRUSTED, check_called, refuse
from .slots import (
    ALL,
    MISSING,
    PASSED,
    read_added_names,
    read_array,
    read_attribute,
    read_cache_clears,
    read_class,
    read_elements,
    read_item,
    read_keys,
    read_public_names,
    read_random,
)

SEQUENCES = list, deque, tuple
CACHED = type(functools.lru_cache(len))
SETS = set, frozenset
ENVIRON = type(os.environ)
DATA = *SEQUENCES, *SETS, dict, ModuleType, ENVIRON
PROTOCOL = ("training", "_parameters", "_buffers", "_modules", "_forward_hooks", "_forward_pre_hooks",
            "_backward_hooks", "_backward_pre_hooks")                # a call of a module reads these attributes
OF_ALL = hooks.FORWARD, hooks.PRE, hooks.BACKWARD, hooks.BACKWARD_PRE
QUIET = {"re", "decimal", "fractions", "datetime", "pathlib", "uuid", "numpy"}  # objects of these modules need no check
WRAPPERS = staticmethod, classmethod
EMPTY = {"object", "property", "cell", "ellipsis", "code", "method_descriptor", "wrapper_descriptor",
         "getset_descriptor"}
OWN = {__package__.partition(".")[0], "builtins", "collections", *TRUSTED}
LARGEST = 1 << 16                      # maximum number of bytes of a NumPy array that guards compare in each call


class Wrapper:
    """A callable that passes its arguments unchanged to its `function`."""


def parts_of(reads, value, path, names):
    """Add an object's slots to `reads`; return [(value in it, its path)].

    names   names of the attributes that may be read, or ALL
    """
    kind = type(value)
    if kind in tensor_types:
        guard_missing(reads, vars(value), path, names)
        return guard_fields(reads, value, vars(value), path, names)
    if type(value) is ENVIRON:
        value = value._data
    if isinstance(value, dict | MappingProxyType):
        return dict_parts(reads, value, path)
    if isinstance(value, SEQUENCES):
        if not isinstance(value, tuple):
            reads.slot(read_elements, value, None, path)
        return [(part, f"{path}[{number}]") for number, part in enumerate(value)]
    if isinstance(value, SETS):
        reads.slot(read_elements, value, None, path)
        return [(part, path) for part in value]
    if kind is MethodType:
        return [(value.__self__, path), (value.__func__, path)]
    if kind is CACHED:
        reads.slot(read_cache_clears, value, None, path)
        return [(value.__wrapped__, path)]
    if kind is functools.partial:
        if type(value.func) is BuiltinFunctionType:          # the profiler does not see calls that partial makes
            check_called(value.func)
        return [(value.func, path), (value.args, path), (value.keywords, path)]
    if isinstance(value, type):
        return class_parts(reads, value, path, names) + (
            [] if is_own(kind) else class_parts(reads, kind, f"type({path})", names))
    if isinstance(value, Wrapper):
        reads.slot(read_item, vars(value), "function", path)
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


def guard_fields(reads, owner, attributes, path, names):
    """Add a slot for each attribute in an object's dict that `names` contains; return [(value, its path)]."""
    found = [name for name in attributes if not name.startswith("__") and (names is ALL or name in names)
             and not (type(owner) in tensor_types and name == "_grad")]
    for name in found:
        reads.slot(read_item, attributes, name, f"{path}.{name}")
    return [(attributes[name], f"{path}.{name}") for name in found]


def guard_missing(reads, attributes, path, names):
    """Add a slot for the names that the code uses and a dict lacks, so that a guard fails if one is added later."""
    if names is ALL:
        reads.slot(read_public_names, attributes, None, f"{path}.__dict__")
    else:
        lacks = [name for name in names if name not in attributes and not name.startswith(PASSED)]
        reads.slot(read_added_names, attributes, tuple(sorted(lacks)), f"{path}.__dict__")


def dict_parts(reads, value, path):
    reads.slot(read_keys, value, None, path)
    for key in value:
        reads.slot(read_item, value, key, f"{path}[{key!r}]")
    return [(part, f"{path}[{key!r}]") for key, part in value.items()]


def class_parts(reads, cls, path, names):
    """Add slots for attributes of a user's class and its bases, and store their functions; return [(value, path)]."""
    found = []
    if not is_own(cls):
        reads.slot(read_attribute, cls, "__mro__", f"{cls.__name__}.__mro__")
    for own in cls.__mro__:
        attributes = reads.classes.setdefault(own, vars(own))
        if is_own(own):
            if "forward" in attributes and own is not Module:
                reads.slot(read_item, attributes, "forward", f"{own.__name__}.forward")
                found.append((attributes["forward"], f"{own.__name__}.forward"))
        else:
            for name, value in attributes.items():
                function = value.__func__ if isinstance(value, WRAPPERS) else getattr(value, "fget", value)
                if type(function) is FunctionType:
                    reads.know(function)
                if name == "forward" or names is ALL or name in names:
                    reads.slot(read_item, attributes, name, f"{own.__name__}.{name}")
                    found.append((function, f"{own.__name__}.{name}"))
            guard_missing(reads, attributes, own.__name__, names)
    return found


def module_names(reads, module, path, names):
    """Add slots for the names of a module that the code uses; installed packages such as NumPy get none."""
    file = (getattr(module, "__file__", None) or "").replace("\\", "/")
    own, library = errors.own[file], module.__name__.partition(".")[0] in sys.stdlib_module_names
    if "/site-packages/" in file and not own or names is ALL and own:
        return []
    found = [] if names is ALL and library else guard_fields(reads, module, vars(module), path, names)
    if module is sys and any(x is sys.modules for x, _ in found):
        refuse("`sys.modules` is read, which cannot be guarded", "Import the module by its name.")
    if module is os and (names is ALL or "getenv" in names):
        found.append((os.environ, "os.environ"))
    if not own and not library:
        guard_missing(reads, vars(module), path, names)
    passed = [f"{path}.{name.removeprefix(PASSED)}" for name in names or () if name.startswith(PASSED)]
    kinds = (*DATA, BuiltinFunctionType) if library else object       # guard only data of the standard library
    return [(x, place) for x, place in found
            if isinstance(x, kinds) and (type(x) is not BuiltinFunctionType or place in passed)]


def layer_parts(reads, module, path, names):
    """Add slots for a module: all attributes of minitorch's layers; of the user's, those that the code names."""
    attributes, kind = vars(module), type(module)
    guard_missing(reads, attributes, path, names)
    reads.slot(read_class, module, None, path)
    found = [part for own in OF_ALL for part in dict_parts(reads, own, "the hooks of all modules")]
    if any(is_own(own) and "forward" in vars(own) and own not in (Module, ModuleBase) for own in kind.__mro__):
        names = ALL
    else:
        for name in PROTOCOL:
            if name in attributes and names is not ALL and name not in names:
                reads.slot(read_item, attributes, name, f"{path}.{name}")
    reads.slot(read_item, attributes, "forward", f"{path}.forward")
    found += [*guard_fields(reads, module, attributes, path, names), *class_parts(reads, kind, path, names)]
    found += [(attributes["forward"], f"{path}.forward")] if "forward" in attributes else []
    for name in PROTOCOL[1:]:
        for own, part in attributes.get(name, {}).items():
            found.append((part, f"{path}.{own}"))
        reads.slot(read_keys, attributes.get(name, {}), None, f"{path}.{name}")
        for own in attributes.get(name, {}):
            reads.slot(read_item, attributes[name], own, f"{path}.{own}")
    return found


def optimizer_parts(reads, optimizer, path, names):
    """Add slots for an optimiser's parameters; guard its options only if user code reads param_groups."""
    reads.slot(read_elements, optimizer.param_groups, None, f"{path}.param_groups")
    for hooks_of_it in optimizer.before_step, optimizer.after_step:
        reads.slot(read_keys, hooks_of_it, None, f"the hooks of {path}")
    settings = names is ALL or "param_groups" in names
    for number, group in enumerate(optimizer.param_groups):
        for name in group:
            reads.slot(read_item, group, name, f"{path}.param_groups[{number}][{name!r}]", settings or name == "params")
        reads.slot(read_elements, group["params"], None, f"{path}.param_groups[{number}]['params']")
    return [(p, f"{path}.param_groups[{number}]['params'][{i}]")
            for number, group in enumerate(optimizer.param_groups) for i, p in enumerate(group["params"])]


def array_parts(reads, value, path):
    if value.nbytes > LARGEST:
        refuse(f"`{path}` is a NumPy array of {value.nbytes:,} bytes, too large to be compared at each call",
               "Make a tensor of it outside, or pass it as an argument.")
    reads.slot(read_array, value, None, path)
    return []


def object_parts(reads, value, path, names):
    """Add slots for the attributes of an object of any other type; refuse if it cannot be guarded."""
    kind = type(value)
    attributes = getattr(value, "__dict__", None)
    if isinstance(value, our_random.Generator | BuiltinFunctionType | np.generic | np.ufunc) \
            or kind.__module__.partition(".")[0] in QUIET and not kind.__module__.startswith("numpy.random"):
        return []
    if kind is FunctionType:
        return []
    if isinstance(value, ReferenceType):
        refuse(f"`{path}` is a weak reference, which cannot be guarded", "Use it outside of the function.")
    if isinstance(value, random.Random):
        reads.slot(read_random, value, None, path, False)
    if kind is attrgetter or kind is methodcaller:
        refuse(f"`{path}` is an {kind.__name__}, which has the names of attributes as strings", "Write `x.name`.")
    slotted = {name for own in kind.__mro__ for name in slots_of(own)}
    if type(attributes) is not dict and not slotted:
        if kind.__module__ == "builtins" and kind.__name__ in EMPTY:
            return []
        refuse(f"`{path}` is a {kind.__name__}, which cannot be guarded", "Use it outside of the function.")
    if isinstance(value, Enum) and names is not ALL:
        names |= {"_value_"}
    asked, names = names, ALL if is_own(kind) else names
    reads.slot(read_class, value, None, path)
    found = []
    if type(attributes) is dict:
        found += guard_fields(reads, value, attributes, path, names)
        guard_missing(reads, attributes, path, asked)
    for name in slotted if names is ALL else slotted & names:
        reads.slot(read_attribute, value, name, f"{path}.{name}")
        part = read_attribute(value, name)
        if part is not MISSING:
            found.append((part, f"{path}.{name}"))
    return [*found, *class_parts(reads, kind, path, names)]


def slots_of(cls):
    """Return the names in a class's __slots__, without __dict__ and __weakref__."""
    own = vars(cls).get("__slots__", ())
    return {name for name in ((own,) if isinstance(own, str) else own) if name not in ("__dict__", "__weakref__")}


def is_own(cls):
    """Return whether a class is Python's or minitorch's."""
    place = cls.__module__.partition(".")[0]
    return place in OWN
