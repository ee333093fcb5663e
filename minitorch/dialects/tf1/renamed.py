"""Rows of the op table: functions of the dialects as operations of the graph, with TensorFlow 1's arguments."""

from inspect import Parameter, signature, unwrap

from ..core.lift import Function
from ..functions import ROWS
from ..functions.table import OLDER, parsed, renamed, signed as signed_as, sources
from ..keras import initializers
from .graph import graphed

KNOWN = {"Zeros": initializers.Zeros(), "Ones": initializers.Ones()}      # defaults that are objects
EMPTY = Parameter.empty


def one_of(new, old, names):
    """Return the argument that is given, under its name or its older one. Raise ValueError for both."""
    if new is not None and old is not None:
        raise ValueError(f"Cannot specify both {names.partition(' ')[0]!r} and {names.partition(' ')[2]!r}")
    return old if new is None else new


def signed(line, body, doc):
    """Return the function of a line "name(argument, other=default)" with a docstring: body(given) of {argument: value}.

    line    or (name, {argument: (default, …)}), as table.parsed gives it
    """
    def call(*args, **settings):
        return body(dict(zip(form.names, form.bind(args, settings))))
    name, arguments = parsed(line) if isinstance(line, str) else line
    signed_as(call, {key: (KNOWN.get(default, default) if isinstance(default, str) else default, of)
                     for key, (default, of) in arguments.items()})
    call.__name__, call.__module__, call.__doc__ = name, body.__module__, doc
    form = Function(call, "")
    return call


def row(name, function, arguments):
    """Return a function of the op table as an operation of the graph, with TensorFlow 1's arguments.

    name         its name in TensorFlow 1
    arguments    {argument: (default, what it is an older name of, or None)}, as table.parsed gives them

    None is the function's own default. An argument that the function lacks is taken without effect.
    """
    own = {key: p.default for key, p in signature(function).parameters.items() if key != "name"}
    source, operation = sources(unwrap(function), arguments), graphed(function)
    older = {new: of for new, (_, of) in arguments.items() if of in arguments}

    def body(given):
        for new, of in older.items():
            given[of] = one_of(given[of], given[new], f"{of} {new}")
        values = [given.get(source[key], None) for key in own]
        filled = [default if value is None else value for value, default in zip(values, own.values())]
        if lacking := next((key for key, value in zip(own, filled) if value is EMPTY), None):
            raise ValueError(f"Must specify an {lacking} argument to tf.{name}().")
        return operation(**dict(zip(own, filled)), name=given.get("name"))
    body.__module__ = function.__module__
    others = [key for key in arguments if key not in (*older, *source.values(), "name")]
    lines = [f"    {new}    the older name of {of}" for new, of in older.items()]
    lines += [f"    {', '.join(others)}    taken as TensorFlow does, without effect"] if others else []
    text = renamed(function.__doc__.rstrip(), source)
    return signed((name, arguments), body, "\n".join([text, *(["", *lines] if lines else [])]))


def rows(module, lines):
    """Return {name: operation} of lines "name(arguments)" of one module's functions; "name=function(…)" renames."""
    found = {}
    for line in lines.strip().splitlines():
        name, _, of = line.strip().partition("(")[0].partition("=")
        function = getattr(module, of or name)
        found[name] = row(name, function, parsed(f"{name}({line.partition('(')[2]}", unwrap(function))[1])
    return found


def of_table(place=""):
    """Return {name: operation} of the rows of the op table whose arguments TensorFlow 1 has otherwise: "nn." or ""."""
    pairs = [(name.rpartition("."), own) for name, own in OLDER.items()]
    return {name: row(name, *own) for (before, dot, name), own in pairs if before + dot == place}


def plain(names):
    """Return {name: operation} of rows "name=function" that take the same arguments in TensorFlow 2."""
    return {name: graphed(ROWS[of]) for name, of in (line.split("=") for line in names.split())}
