"""The parts of objects: which slots of them a function may read, by their kinds."""

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
from .names import ALL, PASSED
from .outside import TRUSTED, check_called
from .refusals import refuse
from .slots import MISSING, absent, attribute, content, emptied, item, keys, kind_of, numbers, public, state_of

SEQUENCES = list, deque, tuple
CACHED = type(functools.lru_cache(len))
SETS = set, frozenset
ENVIRON = type(os.environ)
DATA = *SEQUENCES, *SETS, dict, ModuleType, ENVIRON
PROTOCOL = ("training", "_parameters", "_buffers", "_modules", "_forward_hooks", "_forward_pre_hooks",
            "_backward_hooks", "_backward_pre_hooks")                # what calling a module reads of it
OF_ALL = hooks.FORWARD, hooks.PRE, hooks.BACKWARD, hooks.BACKWARD_PRE
QUIET = {"re", "decimal", "fractions", "datetime", "pathlib", "uuid", "numpy"}   # theirs stay as they are
WRAPPERS = staticmethod, classmethod
EMPTY = {"object", "property", "cell", "ellipsis", "code", "method_descriptor", "wrapper_descriptor",
         "getset_descriptor"}
OWN = {__package__.partition(".")[0], "builtins", "collections", *TRUSTED}
LARGEST = 1 << 16                      # bytes of a NumPy array whose values are compared at each call


class Wrapper:
    """Something called that calls a `function` in its place, and changes nothing that it does."""


def parts_of(reads, value, path, names):
    """[(part, its path)] of an object, after its slots have been noted in `reads`.

    names   of the attributes that may be read, or ALL
    """
    kind = type(value)
    if kind in tensor_types:
        unset(reads, vars(value), path, names)
        return fields(reads, value, vars(value), path, names)
    if type(value) is ENVIRON:
        value = value._data
    if isinstance(value, dict | MappingProxyType):
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
    if kind is CACHED:
        reads.slot(emptied, value, None, path)
        return [(value.__wrapped__, path)]
    if kind is functools.partial:
        if type(value.func) is BuiltinFunctionType:          # Python does not tell when a partial calls it
            check_called(value.func)
        return [(value.func, path), (value.args, path), (value.keywords, path)]
    if isinstance(value, type):
        return class_parts(reads, value, path, names) + (
            [] if is_own(kind) else class_parts(reads, kind, f"type({path})", names))
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


def unset(reads, attributes, path, names):
    """Note that a dict of attributes has none of those that the code names besides those that it has."""
    if names is ALL:
        reads.slot(public, attributes, None, f"{path}.__dict__")
    else:
        lacks = [name for name in names if name not in attributes and not name.startswith(PASSED)]
        reads.slot(absent, attributes, tuple(sorted(lacks)), f"{path}.__dict__")


def dict_parts(reads, value, path):
    reads.slot(keys, value, None, path)
    for key in value:
        reads.slot(item, value, key, f"{path}[{key!r}]")
    return [(part, f"{path}[{key!r}]") for key, part in value.items()]


def class_parts(reads, cls, path, names):
    """What a class of the user's and its bases hold; their functions become known."""
    found = []
    if not is_own(cls):
        reads.slot(attribute, cls, "__mro__", f"{cls.__name__}.__mro__")
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
                if name == "forward" or names is ALL or name in names:
                    reads.slot(item, attributes, name, f"{own.__name__}.{name}")
                    found.append((function, f"{own.__name__}.{name}"))
            unset(reads, attributes, own.__name__, names)
    return found


def module_names(reads, module, path, names):
    """What code names of a Python module; what is installed, such as NumPy, stays as it is."""
    file = (getattr(module, "__file__", None) or "").replace("\\", "/")
    own, library = errors.own[file], module.__name__.partition(".")[0] in sys.stdlib_module_names
    if "/site-packages/" in file and not own or names is ALL and own:
        return []
    found = [] if names is ALL and library else fields(reads, module, vars(module), path, names)
    if module is sys and any(x is sys.modules for x, _ in found):
        refuse("`sys.modules` is read", "Import the module by its name.")
    if module is os and (names is ALL or "getenv" in names):
        found.append((os.environ, "os.environ"))
    if not own and not library:
        unset(reads, vars(module), path, names)
    passed = [f"{path}.{name.removeprefix(PASSED)}" for name in names or () if name.startswith(PASSED)]
    kinds = (*DATA, BuiltinFunctionType) if library else object                # of Python's own: what may be other data
    return [(x, place) for x, place in found
            if isinstance(x, kinds) and (type(x) is not BuiltinFunctionType or place in passed)]


def layer_parts(reads, module, path, names):
    """What calling a module reads: of minitorch's own layers all there is, of the user's what their code names."""
    attributes, kind = vars(module), type(module)
    unset(reads, attributes, path, names)
    reads.slot(kind_of, module, None, path)
    found = [part for own in OF_ALL for part in dict_parts(reads, own, "the hooks of all modules")]
    if any(is_own(own) and "forward" in vars(own) and own not in (Module, ModuleBase) for own in kind.__mro__):
        names = ALL
    else:
        for name in PROTOCOL:
            if name in attributes and names is not ALL and name not in names:
                reads.slot(item, attributes, name, f"{path}.{name}")
    reads.slot(item, attributes, "forward", f"{path}.forward")
    found += [*fields(reads, module, attributes, path, names), *class_parts(reads, kind, path, names)]
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
    for hooks_of_it in optimizer.before_step, optimizer.after_step:
        reads.slot(keys, hooks_of_it, None, f"the hooks of {path}")
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
    if isinstance(value, our_random.Generator | BuiltinFunctionType | np.generic | np.ufunc) \
            or kind.__module__.partition(".")[0] in QUIET and not kind.__module__.startswith("numpy.random"):
        return []
    if kind is FunctionType:
        return []
    if isinstance(value, ReferenceType):
        refuse(f"`{path}` is a weak reference", "Use it outside of the function.")
    if isinstance(value, random.Random):
        reads.slot(state_of, value, None, path, False)
    if kind is attrgetter or kind is methodcaller:
        refuse(f"`{path}` is an {kind.__name__}, which names attributes by text", "Write them as `x.name`.")
    slotted = {name for own in kind.__mro__ for name in slots_of(own)}
    if type(attributes) is not dict and not slotted:
        if kind.__module__ == "builtins" and kind.__name__ in EMPTY:
            return []
        refuse(f"`{path}` is a {kind.__name__}, which cannot be guarded", "Use it outside of the function.")
    if isinstance(value, Enum) and names is not ALL:
        names |= {"_value_"}
    asked, names = names, ALL if is_own(kind) else names
    reads.slot(kind_of, value, None, path)
    found = []
    if type(attributes) is dict:
        found += fields(reads, value, attributes, path, names)
        unset(reads, attributes, path, asked)
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
