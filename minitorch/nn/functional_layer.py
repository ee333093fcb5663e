"""FunctionalLayer: a layer whose settings are those of a function, kept by the constructor and passed on by forward."""

from inspect import Parameter, Signature, signature
from operator import attrgetter

from ..runtime import Tensor, Value
from .module import Module

SELF = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)


class FunctionalLayer(Module):
    """Base of layers that leave the computing to a function: `class ELU(FunctionalLayer, function=F.elu)`.

    function   what forward calls. Its first argument is an input, and so are further Tensors without a default; all
               others are settings, which the constructor takes in the same order, with the same defaults
    omits      names of arguments that are no settings of the layer: the function's last
    shows      names of the settings that are printed

    `training` is what every Module keeps. A layer may have an __init__ or a forward of its own, and check its settings
    in `_check_settings`. Other class keywords become attributes of the class.
    """

    shows = ""

    def __init_subclass__(cls, function=None, omits="", **declared):
        super().__init_subclass__()
        for name, value in declared.items():
            setattr(cls, name, value)
        if function is not None:
            taken = [p for p in signature(function).parameters.values() if p.name not in omits.split()]
            inputs = 1 + sum(p.annotation in (Tensor, Value) and p.default is p.empty for p in taken[1:])
            taken = [p.replace(annotation=Parameter.empty) for p in taken]
            if "forward" not in vars(cls):
                cls.forward = forward_by(cls, function, taken[:inputs], [p.name for p in taken[inputs:]])
            if takes_any_setting(cls.__init__):
                cls.__init__ = constructor(cls, cls.__init__, [p for p in taken[inputs:] if p.name != "training"])

    def __init__(self, *given, **settings):
        if type(self).__init__ is FunctionalLayer.__init__:      # a layer without settings; Module raises for any
            super().__init__(*given, **settings)
        else:
            super().__init__()
            vars(self).update(settings)
            self._check_settings()

    def _check_settings(self):
        """Raise for settings that no input fits; for subclasses."""

    def extra_repr(self):
        """The settings as `name=value`; `inplace` only where it is True, as PyTorch prints it."""
        settings = [(name, getattr(self, name)) for name in self.shows.split()]
        return ", ".join(f"{name}={value!r}" if isinstance(value, str) else f"{name}={value}"
                         for name, value in settings if name != "inplace" or value)


def takes_any_setting(start):
    """Whether a constructor takes settings of any name: one that is made below says which."""
    return start.__code__.co_flags & 0x08 and not hasattr(start, "__signature__")


def constructor(cls, base, settings):
    """The constructor that takes these settings and hands them, with their defaults, to that of the base."""
    def __init__(self, *given, **named):
        base(self, **dict(list(bound(__init__, self, given, named).items())[1:]))

    return described(__init__, cls, [SELF, *settings])


def forward_by(cls, function, inputs, names):
    """The forward that calls `function` with the inputs and with the settings of these names."""
    settings = attrgetter(*names) if names else None
    if len(inputs) > 1:
        return forward_of_several(cls, function, inputs, settings)
    if not names:
        def forward(self, input):
            return function(input)
    elif len(names) == 1:
        def forward(self, input):
            return function(input, settings(self))
    else:
        def forward(self, input):
            return function(input, *settings(self))
    return forward


def forward_of_several(cls, function, inputs, settings):
    """The forward of a layer with several inputs and several settings."""
    def forward(self, *given, **named):
        if named or len(given) != len(inputs):
            _, *given = bound(forward, self, given, named).values()
        return function(*given, *settings(self))

    return described(forward, cls, [SELF, *inputs])


def described(function, cls, parameters):
    """`function` as a method of a class, with the signature that it has for its callers."""
    function.__signature__ = Signature(parameters)
    function.__qualname__, function.__module__ = f"{cls.__name__}.{function.__name__}", cls.__module__
    return function


def bound(function, self, given, named):
    """{name: value} of all arguments of a call, by the signature that `function` has for its callers."""
    try:
        found = function.__signature__.bind(self, *given, **named)
    except TypeError as error:
        raise TypeError(f"{function.__qualname__}{function.__signature__}: {error}.") from None
    found.apply_defaults()
    return found.arguments
