"""Rows of the op table: functions of the dialects as operations of the graph, with TensorFlow 1's arguments."""

from ast import literal_eval
from inspect import Parameter, Signature, signature

from ..core.dtypes import float32, int32, int64
from ..core.lift import Function
from ..keras import initializers
from .graph import graphed

OLDER = {"reduction_indices": "axis", "dimension": "axis", "dim": "axis", "squeeze_dims": "axis",
         "seq_dim": "seq_axis", "batch_dim": "batch_axis", "keep_dims": "keepdims", "value": "input",
         "tensor": "input", "input_tensor": "input", "filter": "filters", "rate": "dilations", "targets": "labels",
         "output_dtype": "dtype"}
KNOWN = {"float32": float32, "int32": int32, "int64": int64, "Zeros": initializers.Zeros(), "Ones": initializers.Ones()}
EMPTY = Parameter.empty


def one_of(new, old, names):
    """Return the argument that is given, under its name or its older one. Raise ValueError for both."""
    if new is not None and old is not None:
        raise ValueError(f"Cannot specify both {names.partition(' ')[0]!r} and {names.partition(' ')[2]!r}")
    return old if new is None else new


def declared(text):
    """Return the Signature of a text: "x axis=None dtype=float32 padding=SAME"."""
    def default(value):
        try:
            return literal_eval(value)
        except (SyntaxError, ValueError):
            return KNOWN.get(value, value)
    parts = [part.partition("=") for part in text.split()]
    return Signature([Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default(value) if equals else EMPTY)
                      for name, equals, value in parts])


def signed(name, text, body, doc):
    """Return a function `name` with the arguments of a text and a docstring: body(given) for {argument: value}."""
    def call(*args, **settings):
        return body(dict(zip(form.names, form.bind(args, settings))))
    call.__name__, call.__module__, call.__doc__ = name, body.__module__, doc
    call.__signature__ = declared(text)
    form = Function(call, "")
    return call


def row(name, function, text):
    """Return an operation of the graph that calls a function of the dialects with TensorFlow 1's arguments.

    name    its name in TensorFlow 1
    text    its arguments, in order and with defaults: "input axis=None name=None dimension=None output_type=int64"

    An argument that the function lacks is an older name, as OLDER says, or is taken without effect. None is the
    function's own default.
    """
    own = {key: p for key, p in signature(function).parameters.items() if key != "name"}
    def body(given):
        found: dict = {}
        for key, value in given.items():
            new = OLDER[key] if OLDER.get(key) in own else key
            if new in own and value is not None:
                found[new] = one_of(value, found.get(new), f"{new} {key}")
        return operation(*in_order(name, own, found), name=given.get("name"))
    body.__module__, operation = function.__module__, graphed(function)
    return signed(name, text, body, explained(function, own, declared(text).parameters))


def in_order(name, parameters, found):
    """Return the arguments of a function in order, up to the last that is given. Raise ValueError if one is missing."""
    if lacking := next((key for key, p in parameters.items() if p.default is EMPTY and key not in found), None):
        raise ValueError(f"Must specify an {lacking} argument to tf.{name}().")
    last = max(place for place, key in enumerate(parameters) if key in found)
    return [found.get(key, p.default) for key, p in list(parameters.items())[:last + 1]]


def explained(function, own, parameters):
    """Return the docstring of a function, followed by its older arguments and those without effect."""
    older = [f"    {key}    the older name of {OLDER[key]}" for key in parameters
             if OLDER.get(key) in own]
    others = [key for key in parameters if key not in own and key != "name" and OLDER.get(key) not in own]
    taken = [f"    {', '.join(others)}    taken as TensorFlow does, without effect"] if others else []
    return "\n".join([(function.__doc__ or "").rstrip(), *(["", *older, *taken] if older or taken else [])])


def rows(module, lines):
    """Return {name: operation} of the lines "name: arguments" of one module; "name=function: arguments" renames."""
    found = {}
    for line in lines.strip().splitlines():
        name, _, text = line.strip().partition(": ")
        name, _, of = name.partition("=")
        found[name] = row(name, getattr(module, of or name), text)
    return found


def plain(module, names):
    """Return {name: operation} of functions that take the same arguments in TensorFlow 2; "name=function" renames."""
    pairs = [name.partition("=") for name in names.split()]
    return {name: graphed(getattr(module, of or name)) for name, _, of in pairs}
