"""Signatures of functions and classes as lines of text, so that TensorFlow's and the dialects' can be compared."""

import inspect
from importlib import import_module

ROOTS = {"tf": ("tensorflow", "minitorch.dialects.tf2"), "keras": ("keras", "minitorch.dialects.keras"),
         "tf.compat.v1": ("tensorflow.compat.v1", "minitorch.dialects.tf1")}
METHODS = {"tf.Variable", "tf.Tensor", "tf.Module", "tf.TensorShape", "tf.GradientTape", "tf.data.Dataset",
           "keras.Model", "keras.layers.Layer"}      # classes whose methods are compared too


V1 = "tf.compat.v1"
PLACES_V1 = [V1, *(f"{V1}.{name}" for name in """data image initializers layers linalg logging losses math metrics nn
    nn.rnn_cell random summary train""".split())]


def found(place, theirs):
    """The module or class of a place such as "tf.math": TensorFlow's or the dialects'."""
    root = V1 if place in PLACES_V1 else place.partition(".")[0]
    parts = [part for part in place.removeprefix(root).split(".") if part]
    value = import_module(ROOTS[root][0 if theirs else 1])
    for part in parts:
        value = getattr(value, part)
    return value


def names(place, theirs):
    """What a place shows."""
    return sorted(name for name in dir(found(place, theirs)) if not name.startswith("_"))


def signature(value):
    """Parameters with their defaults: "x, y, name=None"; None where there is no signature.

    Markers such as * and /, types and the parameter self are left out.
    """
    if not callable(value) or isinstance(value, type) and issubclass(value, BaseException | tuple | int):
        return None
    try:
        given = inspect.signature(value.__init__ if isinstance(value, type) else value).parameters.values()
    except (TypeError, ValueError):
        return None
    kinds = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"} if (p := next(iter(given), None)) else {}
    return ", ".join(kinds.get(p.kind, "") + p.name + (
        "" if p.default is p.empty else f"={default_text(p.default)}") for p in given if p.name != "self")


def default_text(value):
    """A default as text, the same for equal ones of both."""
    if hasattr(value, "as_numpy_dtype"):
        return f"tf.{value.name}"
    if isinstance(value, int | float | str | bool | tuple | list | None):
        return repr(float(value) if type(value) is int else value)
    return getattr(value, "__name__", type(value).__name__)


def signatures(place, offered, theirs):
    """{name: signature} of the functions and classes of a place."""
    owner = found(place, theirs)
    lines = {name: signature(getattr(owner, name)) for name in offered if hasattr(owner, name)}
    return {name: line for name, line in lines.items() if line is not None}


def offered(place):
    """What a dialect shows of a place; nothing where the place itself is left out."""
    try:
        return names(place, theirs=False)
    except (AttributeError, ModuleNotFoundError):
        return []
