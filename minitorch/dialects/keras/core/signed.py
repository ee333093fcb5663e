"""Methods that are made from a table, with the signature that the table says."""

from functools import wraps
from inspect import Parameter, Signature


def signed(function, more=False, /, **defaults):
    """Return a method with these parameters and defaults, for a function that takes them all by name.

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


def arguments(*required, begin=None, more=False, **defaults):
    """Decorate a class: its __init__ takes these arguments, and keeps them as attributes.

    required    names of those without a default
    begin       a function of the object and the dict of its arguments, called first: it returns those to keep
    more        whether there are other keywords, for begin
    defaults    the others, in order

    Then the class's own method `_prepare` is called, if it has one.
    """
    def decorated(kind):
        prepare = getattr(kind, "_prepare", None)

        def __init__(self, **given):
            for name, value in (begin(self, given) if begin else given).items():
                setattr(self, name, value)
            if prepare is not None:
                prepare(self)
        kind.__init__ = signed(__init__, more, **dict.fromkeys(required, Parameter.empty), **defaults)
        return kind
    return decorated


def made(base, name, doc, **attributes):
    """Return a class of this name and docstring, in the module of the class that it extends.

    base          that class
    attributes    what the class defines besides
    """
    return type(base)(name, (base,), {"__doc__": doc, "__module__": base.__module__, **attributes})


def noun(function):
    """Return a function's docstring as a class has it, without the verb before what is returned."""
    return function.__doc__.replace("Return the", "The", 1)
