"""Settings: an object knows what it was made with, as plain values from which it can be made again."""

import inspect
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from ....explain.hints import nearest
from ...core.dtypes import DType

classes: dict = {}               # every class of the dialect by name
functions: dict = {}             # the activations by name
custom: dict = {}                # those of users, under their registered names
scope: ContextVar = ContextVar("scope", default={})          # noqa: B039 - those of custom_object_scope; never written to


def module_of(kind):
    """Return Keras' name of the module of a class: keras.layers."""
    parts = kind.__module__.split(".")
    return ".".join(["keras", *parts[3:4]])


class Configured(type):
    """The type of classes with objects that know their settings. `legacy` names Keras 1's keywords for present ones."""

    legacy: dict = {}

    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        if cls.__module__.startswith("minitorch.dialects."):
            classes.setdefault(name, cls)
            classes[f"{module_of(cls)}.{name}"] = cls    # a loss and a metric may have one name

    def __call__(cls, *args, **settings):
        for old, new in cls.legacy.items():
            if old in settings:
                settings.setdefault(new, settings.pop(old))
        made = super().__call__(*args, **settings)
        vars(made).setdefault("_given", arguments(type(made).__init__, made, args, settings))
        return made


def arguments(function, owner, args, settings):
    """Return {name: value} of a call, with the defaults."""
    try:
        bound = inspect.signature(function).bind(owner, *args, **settings)
    except TypeError:
        return dict(settings)
    bound.apply_defaults()
    found = {}
    for number, (name, value) in enumerate(bound.arguments.items()):
        kind = bound.signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_KEYWORD:
            found.update(value)
        elif number and kind is not inspect.Parameter.VAR_POSITIONAL:
            found[name] = value
    return found


class Described(metaclass=Configured):
    """Base of losses, metrics, initialisers and the like: `get_config` and `from_config`."""

    def get_config(self):
        """Return the settings it was made with, as plain values."""
        return {name: serialize_keras_object(value) for name, value in self._given.items()}

    @classmethod
    def from_config(cls, config):
        """Make an object with the settings of a config; the weights of a layer are new."""
        return cls(**{name: deserialize_keras_object(value) for name, value in config.items()})


def serialize_keras_object(obj):
    """Turn a value into what JSON can keep: objects by class and settings, functions by name.

    obj    a layer, a loss or another object with get_config; a function, an array, a number, or lists and dicts of them

    Raises ValueError for a function that has no name that leads back to it.
    """
    if hasattr(obj, "get_config") and not isinstance(obj, type):
        kind = type(obj)
        ours = classes.get(f"{module_of(kind)}.{kind.__name__}") is kind
        return {"module": module_of(kind) if ours else None, "class_name": kind.__name__, "config": obj.get_config(),
                "registered_name": None if ours else registered_name(kind)}
    if isinstance(obj, DType):
        return obj.name
    if isinstance(obj, np.generic):
        return obj.item()
    if isinstance(obj, np.ndarray):
        return {"class_name": "__numpy__", "config": {"value": obj.tolist(), "dtype": obj.dtype.name}}
    if isinstance(obj, dict):
        return {str(key): serialize_keras_object(value) for key, value in obj.items()}
    if isinstance(obj, tuple) and not hasattr(obj, "rank"):
        return {"class_name": "__tuple__", "items": [serialize_keras_object(part) for part in obj]}
    if isinstance(obj, list | tuple):
        return [serialize_keras_object(part) for part in obj]
    if callable(obj):
        name = registered_name(obj)
        if name == "<lambda>":
            raise ValueError("a lambda has no name under which a file could keep it: define a function and register it "
                             "with @keras.saving.register_keras_serializable().")
        return {"class_name": "function", "config": name, "registered_name": name}
    return obj


def deserialize_keras_object(config, custom_objects=None, safe_mode=True):
    """Make the value that `serialize_keras_object` kept. Nothing in it is run: classes and functions are looked up.

    Raises TypeError for a class or function that is not known here.
    """
    if custom_objects:
        with custom_object_scope(custom_objects):
            return deserialize_keras_object(config)
    if isinstance(config, list):
        return [deserialize_keras_object(part) for part in config]
    if not isinstance(config, dict):
        return config
    name = config.get("class_name")
    if name is None:
        return {key: deserialize_keras_object(value) for key, value in config.items()}
    if name == "__tuple__":
        return tuple(deserialize_keras_object(part) for part in config["items"])
    if name == "__numpy__":
        return np.array(config["config"]["value"], config["config"]["dtype"])
    if name == "function":
        return named(config["config"])
    full = f"{config['module']}.{name}" if config.get("module") else name
    return named(config.get("registered_name") or full, name).from_config(config["config"])


@contextmanager
def custom_object_scope(custom_objects):
    """Let classes and functions of your own be found by name in a with-block, those inside layers and models too.

    custom_objects    {name: class or function}
    """
    before = scope.set({**scope.get(), **custom_objects})
    try:
        yield
    finally:
        scope.reset(before)


def named(name, short=None):
    """Find the class or function of a name: in the scope first, then among registered ones, then the dialect's."""
    for table in (scope.get(), custom, classes, functions):
        for key in (name, short):
            if key in table:
                return table[key]
    near = nearest(name, [*custom, *classes])
    raise TypeError(f"Could not locate class {name!r}. Give it by custom_objects={{{name!r}: …}}, or register it with "
                    "@keras.saving.register_keras_serializable()." + (
                        f" Did you mean {near[0]!r}?" if near else ""))


def registered_name(obj):
    """Return the name under which obj, a class or function, was registered, else its own."""
    return next((name for name, value in custom.items() if value is obj), obj.__name__)


def register_keras_serializable(package="Custom", name=None):
    """Decorate a class or function, so that files which name it can be loaded.

    package, name    it is registered as "package>name"; name None: its own
    """
    def register(obj):
        custom[f"{package}>{name or obj.__name__}"] = obj
        return obj
    return register


def get_from(table, identifier, what):
    """Return the object for a name, a config, a class or an object, as `get` of losses, metrics … does.

    table   {name: class or function}
    Raises ValueError for a name that is not there.
    """
    if isinstance(identifier, dict):
        return deserialize_keras_object(identifier)
    if isinstance(identifier, str):
        found = custom.get(identifier) or table.get(identifier)
        if found is None:
            near = nearest(identifier, list(table))
            raise ValueError(f"Could not interpret {what} identifier: {identifier!r}." + (
                f" Did you mean {' or '.join(map(repr, near))}?" if near else f" There are {', '.join(table)}."))
        return found() if isinstance(found, type) else found
    if isinstance(identifier, type):
        return identifier()
    if identifier is None or callable(identifier) or hasattr(identifier, "get_config"):
        return identifier
    raise ValueError(f"Could not interpret {what} identifier: {identifier!r}.")


def getter(table, what, example):
    """Return `get` of a part of Keras, which gives the object for an identifier.

    table      {name: class or function}
    what       what these are, for the docstring and errors
    example    one of the names
    """
    def get(identifier):
        return get_from(table, identifier, what)
    get.__doc__ = (f"Return the {what} for an identifier: a name, such as {example!r}; others are returned as they are."
                   "\n\nRaises ValueError for a name that is not there.")
    return get


def files_of(what, config="config"):
    """Return (serialize, deserialize) of a part of Keras, with Keras' names of arguments."""
    def serialize(obj):
        return serialize_keras_object(obj)

    def deserialize(config, custom_objects=None):
        return deserialize_keras_object(config, custom_objects)
    serialize.__doc__ = f"What a file keeps of an object, {what}: class and settings, as plain values."
    deserialize.__doc__ = f"The object of which `serialize` gave {config}. Raises TypeError for an unknown class."
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    for function, names in ((serialize, (what,)), (deserialize, (config, "custom_objects"))):
        function.__signature__ = inspect.Signature([inspect.Parameter(name, kind, default=(
            None if name == "custom_objects" else inspect.Parameter.empty)) for name in names])
    return serialize, deserialize
