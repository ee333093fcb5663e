"""Whole modules: the name of a class and its plain state out; back in without running any of the class's code.

A class is free to do anything in __init__, __new__, __setstate__, __setattr__, in properties and metaclasses. So
a loaded module is made by `object.__new__`, its state is written into its `__dict__`, and both are reached through
`type` and `object` themselves, not through the class.
"""

import sys
from types import ModuleType

from ..runtime.hooks import Hooks
from . import registry
from .limits import short
from .reading import LoadError, bare

HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
ancestors = type.__dict__["__mro__"].__get__                   # (cls) -> its classes, whatever a metaclass says
namespace = type.__dict__["__dict__"].__get__                  # (cls) -> its own names, nothing being looked up
path_of = type.__dict__["__qualname__"].__get__                # (cls) -> "Outer.Inner"


def state_of(module, place):
    """([module, class] by name, its state as (name, value) pairs); hooks are code, and stay behind."""
    cls = type(module)
    if "plain_class" in namespace(cls):
        raise TypeError(f"save cannot keep {place}: it is parametrized, and its class was made for it alone. Save its "
                        "state_dict(), or call remove_parametrizations first.")
    if any(namespace(c).get("__slots__") for c in ancestors(cls)):
        raise TypeError(f"save cannot keep {place}: {cls.__name__} has __slots__, which a module's state does not see.")
    state = dict_of(module)
    for name in state:
        if name not in HOOKS and hides_code(cls, name):
            raise TypeError(f"save cannot keep {place}: its {name} stands before the method {cls.__name__}.{name}, and "
                            "a file may not replace a method.")
    if any(state.get(name) for name in HOOKS):
        from warnings import warn
        warn(f"hooks are code, and files hold none: those of {place} ({cls.__name__}) are not saved. "
             "Register them again after loading.", UserWarning, stacklevel=2)
    return name_of(cls), [(name, value) for name, value in state.items() if name not in HOOKS]


def name_of(cls):
    """[module, class]; the layers of nn by the name that users know."""
    public = vars(sys.modules["minitorch.nn"]) if cls.__module__.startswith("minitorch.nn.") else {}
    return [cls.__module__, cls.__qualname__] if public.get(cls.__name__) is not cls else ["minitorch.nn", cls.__name__]


def dict_of(module):
    """A module's __dict__, whatever its class says about attributes."""
    holder = next(c for c in reversed(ancestors(type(module))) if "__dict__" in namespace(c))
    return namespace(holder)["__dict__"].__get__(module)


def descends(cls, base):
    return any(c is base for c in ancestors(cls))               # not `in`: a metaclass may have its own ==


def is_module_class(found):
    return descends(type(found), type) and descends(found, registry.modules[0])


def checked(classes):
    """The Module classes that a caller passes: one, or several."""
    classes = (classes,) if descends(type(classes), type) else tuple(classes)
    for cls in classes:
        if not is_module_class(cls):
            what = path_of(cls) if descends(type(cls), type) else f"a {path_of(type(cls))}"
            raise TypeError(f"classes=[...] takes Module classes, not {what}: write the name of a class that derives "
                            "from Module, without brackets.")
    return classes


def find_class(name, classes, file):
    """The Module class that a file names: among `classes`, or among what is already imported."""
    if type(name) is not list or len(name) != 2 or not all(type(part) is str and part for part in name):
        raise LoadError(f"{file} is damaged: {short(name)} names no class.")
    module, path = name
    last = path.rpartition(".")[2]
    for fits in (lambda c: [namespace(c).get("__module__"), path_of(c)] == name,
                 lambda c: path_of(c).rpartition(".")[2] == last):
        found = [cls for cls in classes if fits(cls)]
        if len(found) > 1:
            raise LoadError(f"{file} holds a {last} of {module}, and several of classes=[...] have that name.")
        if found:
            return found[0]
    found = sys.modules.get(module)
    for step in path.split("."):
        if found is None:
            break
        found = names_in(found).get(step)
    if found is None:
        raise LoadError(f"{file} holds a {bare(last)} (class {bare(path)} of module {bare(module)}), which this "
                        f"program has not imported. Define or import the class, and pass it: "
                        f"load(..., classes=[{bare(last)}]).")
    if not is_module_class(found):
        raise LoadError(f"{file} asks for {bare(module)}.{bare(path)}, which is no Module class: nothing else is "
                        "built from a file.")
    return found


def names_in(holder):
    """What a Python module or a class holds, without asking it (a module's __getattr__ could import)."""
    if descends(type(holder), ModuleType):
        return object.__getattribute__(holder, "__dict__")
    return namespace(holder) if descends(type(holder), type) else {}


def shell(name, classes, file):
    """A module of that class with nothing in it yet."""
    cls = find_class(name, classes, file)
    try:
        return object.__new__(cls)
    except TypeError:
        raise LoadError(f"{file} holds a {cls.__name__}, which is not made as plain objects are.") from None


def fill(module, state, file):
    """Write a checked state into a shell."""
    cls = type(module)
    own = dict(state)
    tensor, parameter, base = registry.tensors["Tensor"], registry.tensors["Parameter"], registry.modules[0]
    wanted = {"training": (bool, None), "_parameters": (dict, parameter), "_buffers": (dict, tensor),
              "_modules": (dict, base), "_non_persistent_buffers_set": (set, None)}
    for name, (kind, inner) in wanted.items():
        value = own.get(name)
        if type(value) is not kind or inner and not all(
                type(key) is str and key and "." not in key and (held is None or descends(type(held), inner))
                for key, held in value.items()):
            raise LoadError(f"{file} is damaged: {cls.__name__}.{name} is not what a module has there.")
    for name in own:
        if type(name) is not str or not name.isidentifier() or name.startswith("__") or name in HOOKS:
            raise LoadError(f"{file} is damaged: {cls.__name__} has no attribute {short(name)}.")
        if name not in wanted and hides_code(cls, name):
            raise LoadError(f"{file} would replace the method {cls.__name__}.{name}: a file holds no code.")
    dict_of(module).update(own, **{name: Hooks() for name in HOOKS})


def hides_code(cls, name):
    """Whether the class has a method or property of that name, which an attribute would stand before.

    A cached_property keeps its value there on purpose.
    """
    held = next((namespace(c)[name] for c in ancestors(cls) if name in namespace(c)), None)
    kinds = ancestors(type(held))
    return callable(held) or any("__get__" in namespace(c) for c in kinds) and kinds[0].__name__ != "cached_property"
