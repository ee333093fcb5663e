"""Methods that are made from a table, with the signature that the table says."""

from functools import wraps
from inspect import Parameter, Signature


def signed(function, more=False, **defaults):
    """A method with these parameters and defaults, for a function that takes them all by name.

    more   whether it also takes **kwargs
    """
    kind = Parameter.POSITIONAL_OR_KEYWORD
    signature = Signature([Parameter("self", kind), *(
        Parameter(name, kind, default=value) for name, value in defaults.items()),
        *([Parameter("kwargs", Parameter.VAR_KEYWORD)] if more else [])])

    @wraps(function)
    def method(self, *args, **settings):
        bound = signature.bind(self, *args, **settings)
        bound.apply_defaults()
        given = dict(bound.arguments)
        rest = given.pop("kwargs", {})
        return function(**given, **rest)
    method.__signature__ = signature
    return method
