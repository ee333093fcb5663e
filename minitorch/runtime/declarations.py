"""Raise an error for a declaration of an op that cannot work; the message says how to declare it."""

from types import UnionType

from ..engine.op import Op, registry
from .functions import functions, methods

# The layers of the runtime read these keywords of @op
LAYERS = {"promotes", "floats", "takes", "same", "numbers", "positional", "aliases", "once"}
RESERVED = {"out", "needs", "last"}                    # these parameters have a fixed meaning in every op or derivative
PLAIN: dict = {kind: kind.__name__ for kind in (int, float, bool, str)}
PLAIN |= {kind | None: name for kind, name in PLAIN.items()}


def check_declaration(op, aliases="", keeps=(), **declared):
    """Raise an error if a new op could not be called or its name is in use; the op is then no longer registered."""
    if registry.get(op.name) is not op:                    # the registry does not hold a user's Function
        return
    forward = op.piece.library
    kinds = forward.__annotations__
    if forward.__code__.co_varnames[:1] != ("xp",):
        refuse(TypeError, op, f"the first argument is xp, the array library: def {op.name}(xp, input: Tensor).")
    if not declared.keys() <= LAYERS:
        refuse(TypeError, op, unknown(next(iter(declared.keys() - LAYERS))))
    if unknown_names := keeps.keys() - {*op.inputs, "out", "arrays"}:
        refuse(ValueError, op, f"keeps names {min(unknown_names)!r}, which is neither an input "
                               f"({', '.join(op.inputs)}) nor out nor arrays.")
    if not RESERVED.isdisjoint(op.setting_names):
        refuse(TypeError, op, f"a setting must not be called {min(RESERVED.intersection(op.setting_names))!r}: "
                              "every call, or derivative, has an argument of that name.")
    for place, own in enumerate(op.inputs, op.optional - len(op.inputs)):
        plain = type(kinds.get(own)) in (type, UnionType) and kinds[own] in PLAIN
        if plain or place >= 0 and forward.__defaults__[place] is not None:
            kind = f": {PLAIN[kinds[own]]}" if plain else ""
            refuse(TypeError, op, f"{own!r} is before the star, so it is an input. A setting comes after it: "
                                  f"def {op.name}(xp, ..., *, {own}{kind} = ...).")
    if not op.hidden:
        for name in (op.name, *aliases.split()):
            taken = functions.now_at(name) or methods.now_at(name) or name != op.name and registry.now_at(name)
            if taken:
                refuse(ValueError, op, f"there is a function named {name} in {taken.__module__}: choose another name.")


def check_derivative(op):
    """Raise TypeError for a derivative that does not take grad, out, all the op's inputs and its settings."""
    code = op.derivative_piece.library.__code__
    count, names = code.co_argcount, code.co_varnames
    settings, inputs = names[count:count + code.co_kwonlyargcount], {*names[:count]} - {"needs", "last"}
    if settings != op.setting_names and not code.co_flags & 0x08:             # true if the function takes no **settings
        given, wanted = {*settings} - {"needs", "last"}, {*op.setting_names}
        if given != wanted:
            own = min(given ^ wanted)
            lacks = "lacks the setting" if own in wanted else "has a setting that the op does not have:"
            raise TypeError(f"the derivative of {op.name} {lacks} {own!r}: {form(op)}.")
    if len(inputs) != 2 + len(op.inputs) and not code.co_flags & 0x04:           # true if the function takes no *inputs
        raise TypeError(f"the derivative of {op.name} takes grad, out and each input: {form(op)}.")


def refuse(kind, op, text):
    """Remove the op from the registry and raise an error of class `kind`."""
    del registry[op.name]
    raise kind(f"@op {op.name}: {text}")


def unknown(word):
    """Return the error text for a keyword that @op does not have, with the nearest one that it has."""
    from difflib import get_close_matches
    code = Op.__init__.__code__
    words = {*code.co_varnames[2:code.co_argcount], *LAYERS}
    near = get_close_matches(word, words, 1)
    return f"there is no keyword {word!r}. " + (f"Did you mean {near[0]!r}?" if near else f"There are {sorted(words)}.")


def form(op):
    """Return the `def` line that an op's derivative should have."""
    settings = ("*", *op.setting_names) if op.setting_names else ()
    return f"def {op.name}_derivative({', '.join(('grad', 'out', *op.inputs, *settings))})"
