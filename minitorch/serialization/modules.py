"""Whole modules: save the name of a class and its plain state; load it without running the class's code.

A class may run any code in __init__, __new__, __setstate__, __setattr__, in properties and metaclasses. So
a loaded module is made by `object.__new__`, and its state is written into its `__dict__`, by the methods of `type`
and `object`, not of the class.
"""

import sys
from types import ModuleType

from .. import nn
from ..paths import MOVED, renamed
from ..runtime.hooks import Hooks
from . import registry
from .limits import short
from .reading import LoadError, quoted

HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
ancestors = type.__dict__["__mro__"].__get__                   # ancestors(cls) returns cls.__mro__; runs no metaclass
namespace = type.__dict__["__dict__"].__get__                # namespace(cls) returns its own names; runs no code of cls
path_of = type.__dict__["__qualname__"].__get__                # path_of(cls) returns "Outer.Inner"


def state_of(module, place):
    """Return ([module name, class name], the state as (name, value) pairs), without hooks, because they are code."""
    cls = type(module)
    if "plain_class" in namespace(cls):
        raise TypeError(f"save cannot keep {place}: it is parametrized, so its class exists only for it. Save its "
                        "state_dict(), or call remove_parametrizations first.")
    if any(namespace(c).get("__slots__") for c in ancestors(cls)):
        raise TypeError(f"save cannot keep {place}: {cls.__name__} has __slots__, but only its __dict__ can be saved.")
    state = dict_of(module)
    for name in state:
        if name not in HOOKS and hides_code(cls, name):
            raise TypeError(f"save cannot keep {place}: its attribute {name} hides the method {cls.__name__}.{name}, "
                            "and a file may not replace a method.")
    if any(state.get(name) for name in HOOKS):
        from warnings import warn
        warn(f"hooks are code, so those of {place} ({cls.__name__}) are not saved. "
             "Register them again after loading.", UserWarning, stacklevel=2)
    return name_of(cls), [(name, value) for name, value in state.items() if name not in HOOKS]


def name_of(cls):
    """Return [module name, class name]; layers of nn have their public names, such as minitorch.nn and Linear."""
    known = cls.__module__.startswith("minitorch.") and find_nn_layer(cls.__name__) is cls
    return ["minitorch.nn", cls.__name__] if known else [cls.__module__, cls.__qualname__]


def find_nn_layer(name):
    """Return the layer of minitorch.nn with this name; None if minitorch.nn has no such layer."""
    return getattr(nn, name) if name in nn.__all__ else None


def dict_of(module):
    """Return a module's __dict__, even if its class overrides the access to attributes."""
    holder = next(c for c in reversed(ancestors(type(module))) if "__dict__" in namespace(c))
    return namespace(holder)["__dict__"].__get__(module)


def is_subclass(cls, base):
    return any(c is base for c in ancestors(cls))              # `is` instead of `in`, because a metaclass may define ==


def is_module_class(found):
    return is_subclass(type(found), type) and is_subclass(found, registry.Module)


def check_classes(classes):
    """Return the Module classes that a caller passes, one or several, as a tuple; raise TypeError for other values."""
    classes = (classes,) if is_subclass(type(classes), type) else tuple(classes)
    for cls in classes:
        if not is_module_class(cls):
            what = path_of(cls) if is_subclass(type(cls), type) else f"a {path_of(type(cls))}"
            raise TypeError(f"classes=[...] takes Module classes, not {what}: write the name of a subclass of Module, "
                            "without parentheses.")
    return classes


def find_class(name, classes, file):
    """Return the Module class that a file names, from `classes` or from imported modules."""
    if type(name) is not list or len(name) != 2 or not all(type(part) is str and part for part in name):
        raise LoadError(f"{file} is damaged: {short(name)} is not the name of a class.")
    module, path = name
    last = path.rpartition(".")[2]
    for fits in (lambda c: [namespace(c).get("__module__"), path_of(c)] == name,
                 lambda c: path_of(c).rpartition(".")[2] == last):
        found = [cls for cls in classes if fits(cls)]
        if len(found) > 1:
            raise LoadError(f"{file} holds a {last} of {module}, but several of classes=[...] have that name.")
        if found:
            return found[0]
    found = sys.modules.get(module) or sys.modules.get(f"minitorch.{renamed(module[10:], MOVED)}")
    if module == "minitorch.nn":
        find_nn_layer(path)                                   # import the file of nn that defines the layer
    for step in path.split("."):
        if found is None:
            break
        found = names_in(found).get(step)
    if found is None:
        raise LoadError(f"{file} holds a {quoted(last)} (class {quoted(path)} of module {quoted(module)}), which this "
                        f"program has not imported. Define or import the class, and pass it: "
                        f"load(..., classes=[{quoted(last)}]).")
    if not is_module_class(found):
        raise LoadError(f"{file} asks for {quoted(module)}.{quoted(path)}, which is not a Module class: only Module "
                        "classes are built from a file.")
    return found


def names_in(holder):
    """Return {name: value} of a Python module or a class, without running its code, such as a module's __getattr__."""
    if is_subclass(type(holder), ModuleType):
        return object.__getattribute__(holder, "__dict__")
    return namespace(holder) if is_subclass(type(holder), type) else {}


def empty_module(name, classes, file):
    """Return an empty module of the class with that name."""
    cls = find_class(name, classes, file)
    try:
        return object.__new__(cls)
    except TypeError:
        raise LoadError(f"{file} holds a {cls.__name__}, which object.__new__ cannot create.") from None


def fill(module, state, file):
    """Write a checked state into an empty module."""
    cls = type(module)
    own = dict(state)
    tensor, parameter, base = registry.tensors["Tensor"], registry.tensors["Parameter"], registry.Module
    wanted = {"training": (bool, None), "_parameters": (dict, parameter), "_buffers": (dict, tensor),
              "_modules": (dict, base), "_non_persistent_buffers_set": (set, None)}
    for name, (kind, inner) in wanted.items():
        value = own.get(name)
        if type(value) is not kind or inner and not all(
                type(key) is str and key and "." not in key and (held is None or is_subclass(type(held), inner))
                for key, held in value.items()):
            raise LoadError(f"{file} is damaged: {cls.__name__}.{name} does not have the type that a module needs.")
    for name in own:
        if type(name) is not str or not name.isidentifier() or name.startswith("__") or name in HOOKS:
            raise LoadError(f"{file} is damaged: {cls.__name__} has no attribute {short(name)}.")
        if name not in wanted and hides_code(cls, name):
            raise LoadError(f"{file} would replace the method {cls.__name__}.{name}: a file holds no code.")
    dict_of(module).update(own, **{name: Hooks() for name in HOOKS})


def hides_code(cls, name):
    """Return True if the class has a method or property of that name, which an attribute would hide.

    A cached_property stores its value there on purpose.
    """
    held = next((namespace(c)[name] for c in ancestors(cls) if name in namespace(c)), None)
    kinds = ancestors(type(held))
    return callable(held) or any("__get__" in namespace(c) for c in kinds) and kinds[0].__name__ != "cached_property"
