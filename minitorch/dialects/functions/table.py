"""The op table: a row has the body of an op over the engine, and its names and arguments in each dialect.

    tile = made("tile(input, multiples, name=None)", mt.tile, "Repeat along each axis.", keras="tile(x, repeats)")

The row is tf.tile(input, multiples, name=None) of TensorFlow 2 and 1, and keras.ops.tile(x, repeats). An argument of
one name is the same in all dialects; those that are required follow in order; `axes=perm` is another name of perm.
Keras promotes element types as NumPy does, and takes integers where TensorFlow wants floats. A body of several lines is
a function of its own: `@op("input", keras="tile(x, repeats)")` stands over it, its arguments are TensorFlow 2's.
"""

import ast
import inspect
import re
import sys
from functools import reduce, wraps
from inspect import Parameter

from ...dtypes import promote_types
from ..core import dtypes
from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function

KERAS: dict = {}         # Keras' name -> its function, for the rows that have one
OLDER: dict = {}         # TensorFlow 1's name, "nn.softmax" -> (TensorFlow 2's function, its own arguments)


def op(spec="", keras=(), v1=None, takes=None):
    """Declare a row by its body, which has TensorFlow 2's name, arguments and text.

    spec     which arguments are tensors: see lift.Function
    keras    Keras' name and arguments, or several of them
    v1       TensorFlow 1's, where its arguments are others than TensorFlow 2's
    takes    "floats", "numbers" or "bools", and what TensorFlow's error calls the op: for its dialects alone
    """
    def declare(body):
        own = function(spec)(taking(body, *takes.split()) if takes else body)
        for line in [keras] if isinstance(keras, str) else keras:
            of_keras(line, body, spec, floats if takes and takes.startswith("floats") else None)
        return older(v1, own) if v1 else own
    return declare


def noting(own):
    """Let an activation note its input on its result: cross entropies in a graph compute with that, as TensorFlow's."""
    first = next(iter(inspect.signature(own).parameters))

    @wraps(own)
    def activation(*args, **settings):
        result = own(*args, **settings)
        result._activation_of = args[0] if args else settings[first]
        return result
    return activation


def older(line, own):
    """Add TensorFlow 1's name and arguments to a row, or to another function of TensorFlow 2's; return this."""
    name, arguments = parsed(line, inspect.unwrap(own))
    OLDER[name] = own, arguments
    return own


def made(line, run, text, spec=None, keras=(), v1=None, takes=None):
    """Make TensorFlow's function of a row: run of all arguments but a last `name`, under those of a line.

    spec, keras, v1, takes    as op's; spec None: the first argument is a tensor
    """
    name, arguments = parsed(line)
    count = len(arguments) - (list(arguments)[-1] == "name")
    defaults = [default for default, _ in arguments.values()]

    def body(x, *others):
        return run(x, *others[:count - 1], *defaults[1 + len(others):count]) if count > 1 else run(x)
    body.__module__ = sys._getframe(1).f_globals["__name__"]
    body = signed(named(body, name, text), arguments)
    return op(next(iter(arguments)) if spec is None else spec, keras, v1, takes)(body)


def in_keras(rows):
    """Make Keras' functions {name: function} of rows (name and arguments, what to run, text, tensors).

    The tensors are x, or x1 and x2, which get one element type, unless others are named.
    """
    found, module = {}, sys._getframe(1).f_globals["__name__"]
    for line, run, text, *more in rows:
        name, arguments = parsed(line)
        tensors = more[0].split() if more else [new for new in arguments if new in ("x", "x1", "x2")]
        own = alike(run) if tensors == ["x1", "x2"] else lambda *values, run=run: run(*values)
        call = signed(named(own, name, text), arguments)
        call.__module__ = module
        found[name] = function(" | ".join(tensors))(call)
    return found


def alike(run):
    """Let a function of two tensors bring them to one element type first."""
    return lambda one, two, *rest: run(*promoted(one, two), *rest)


def row(names, text, spec, body, keras=None):
    """Make TensorFlow's function of a row whose bodies are told apart, and add Keras'.

    names    TensorFlow's name, and Keras' where it has one: "floordiv floor_divide"
    body     TensorFlow's, whose tensors are those of spec
    keras    Keras', whose tensors are the arguments without a default
    """
    name, _, theirs = names.partition(" ")
    if theirs:
        arguments = inspect.signature(keras).parameters
        tensors = [new for new, p in arguments.items() if p.default is Parameter.empty]
        own = in_words_of_keras(text, dict(zip(inspect.signature(body).parameters, tensors)))
        KERAS[theirs] = function(" | ".join(tensors))(named(keras, theirs, own))
    return function(spec)(named(body, name, text))


def named(body, name, text):
    """Give a function a name and a text."""
    body.__name__ = body.__qualname__ = name
    body.__doc__ = text
    return body


def parsed(line, body=None):
    """Return (name, {argument: (default, what it is another name of, or None)}) of a line: "norm(x, dim=axis)"."""
    call, theirs = ast.parse(line, mode="eval").body, inspect.signature(body).parameters if body else {}
    found: dict = {argument.id: (Parameter.empty, None) for argument in call.args}
    names = {*found, *(part.arg for part in call.keywords)}
    for part in call.keywords:
        if not isinstance(part.value, ast.Name):
            found[part.arg] = ast.literal_eval(part.value), None
        elif part.value.id in {*theirs, *names}:
            own = part.value.id
            found[part.arg] = (None if own in names else theirs[own].default), own
        else:
            found[part.arg] = getattr(dtypes, part.value.id), None
    return ast.unparse(call.func), found


def sources(body, arguments):
    """Return {the body's argument: the dialect's, or None}."""
    theirs = inspect.signature(body).parameters
    own = {new for new, (_, of) in arguments.items() if of not in arguments}
    others = {of: new for new, (_, of) in arguments.items() if of and of not in arguments}
    rest = iter([new for new, (default, _) in arguments.items() if default is Parameter.empty and new not in theirs])
    return {name: name if name in own else others.get(name) or (
        next(rest, None) if p.default is Parameter.empty else None) for name, p in theirs.items() if name != "name"}


def signed(call, arguments):
    """Give a function the arguments of a dialect."""
    call.__signature__ = inspect.Signature([Parameter(new, Parameter.POSITIONAL_OR_KEYWORD, default=default)
                                            for new, (default, _) in arguments.items()])
    return call


def of_keras(line, body, spec, first):
    """Add Keras' function of a row, which does `first` to each tensor."""
    name, arguments = parsed(line, body)
    source, places = sources(body, arguments), {new: i for i, new in enumerate(arguments)}
    plan = [(places.get(source[own]), theirs.default) for own, theirs in inspect.signature(body).parameters.items()
            if own != "name"]
    at = {place: i for i, (place, _) in enumerate(plan) if place is not None}
    groups = [[places[source[part.rstrip("?")]] for part in group.split() if part != "#" and source[part.rstrip("?")]]
              for group in spec.split("|")]
    tensors = [list(arguments)[place] for group in groups for place in group]
    together = [group for group in groups if len(group) > 1 or first]

    def call(*values):
        found = [default if place is None else values[place] for place, default in plan]
        for group in together:
            for place, x in zip(group, promoted(*[first(values[i]) if first else values[i] for i in group])):
                found[at[place]] = x
        return body(*found)
    call.__module__ = body.__module__
    text = in_words_of_keras(body.__doc__, source)
    KERAS[name] = function(" | ".join(tensors))(signed(named(call, name, text), arguments))


def in_words_of_keras(text, source):
    """Return a text without TensorFlow's example, its refusals of element types, and arguments that Keras has not."""
    text = re.split(r"\n\n *>>>", re.sub(r"\s*Raises \w+ for (?:bools|integers|numbers)[^.]*\.", "", text))[0]
    for own, new in source.items():
        text = text if new else re.sub(rf"\n *{own}(?:, \w+)*  .*", "", text)
    return renamed(text.rstrip(), source)


def renamed(text, source):
    """Return a text with the names that a dialect has for arguments; an `a` is one in backticks alone."""
    names = {own: new for own, new in source.items() if new and own != new}
    words = "|".join(rf"(?<=`){own}(?=`)" if own == "a" else rf"\b{own}\b" for own in names)
    return re.sub(words, lambda found: names[found[0]], text) if names else text


def promoted(*tensors):
    """Return tensors of one element type, the one that NumPy's rules come to; None stays."""
    kinds = [x.dtype for x in tensors if x is not None]
    kind = reduce(promote_types, kinds)
    return [x if x is None else x.to(kind) for x in tensors]


def floats(x):
    """Return whole numbers as floats."""
    return x if x.is_floating_point() or x.dtype.is_complex else x.float()


def taking(body, kind, label):
    """Let a body look at the element type of its first tensor before."""
    check = {"floats": floats_only, "numbers": numbers_only, "bools": bools_only}[kind]

    @wraps(body)
    def call(*values):
        check(label, values[0])
        return body(*values)
    return call


def floats_only(name, x):
    """Raise InvalidArgumentError for integers, as TensorFlow's functions of real numbers do."""
    if not (x.is_floating_point() or x.dtype.is_complex):
        raise InvalidArgumentError(f"Value for attr 'T' of {as_dtype(x.dtype).name} is not in the list of allowed "
                                   f"values: bfloat16, half, float, double, complex64, complex128 [Op:{name}]: "
                                   "tf.cast(x, tf.float32)")


def numbers_only(name, *given):
    """Raise InvalidArgumentError for bools, with which TensorFlow does not compute."""
    for x in given:
        if isinstance(x, mt.Tensor) and x.array.dtype.kind == "b":
            raise InvalidArgumentError(f"Value for attr 'T' of bool is not in the list of allowed values: float, "
                                       f"double, int32 … [Op:{name}]: tf.cast(x, tf.float32)")


def bools_only(name, *tensors):
    """Raise InvalidArgumentError for numbers, as TensorFlow's logic does."""
    for x in tensors:
        if as_dtype(x.dtype).name != "bool":
            raise InvalidArgumentError(f"cannot compute {name} as input #0(zero-based) was expected to be a bool "
                                       f"tensor but is a {as_dtype(x.dtype).name} tensor [Op:{name}]")
