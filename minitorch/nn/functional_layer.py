"""FunctionalLayer: a layer that only calls a function: the constructor stores its settings, forward passes them on."""

from inspect import Parameter, Signature, signature
from operator import attrgetter

from ..runtime import Tensor, Value
from ..runtime.missing import constructors, explain_keyword
from .module import Module
from .registration import check_settings

SELF = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)


class FunctionalLayer(Module):
    """Base of layers that only call a function: `class ELU(FunctionalLayer, function=F.elu)`.

    function   the function that forward calls. Its first argument is an input, and so are further Tensors without a
               default; all others are settings, which the constructor takes in the same order, with the same defaults
    omits      names of the function's last arguments that are not settings of the layer
    shows      names of the settings that are printed

    `training` is an attribute of every Module. A layer may have an __init__ or a forward of its own, and check its
    settings in `_check_settings`. Other class keywords become attributes of the class.
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
            if any(p.kind is p.VAR_KEYWORD for p in signature(cls.__init__).parameters.values()):
                settings = [p for p in taken[inputs:] if p.name != "training"]
                cls.__init__ = constructors[cls] = constructor(cls, cls.__init__, settings)

    def __init__(self, *given, **settings):
        if type(self).__init__ is FunctionalLayer.__init__:      # this layer has no settings: Module raises an error
            super().__init__(*given, **settings)
        else:
            super().__init__()
            vars(self).update(settings)
            self._check_settings()

    def _check_settings(self):
        """Raise for invalid settings; subclasses define it."""

    def extra_repr(self):
        """Return the settings as `name=value`; `inplace` only if it is True, as PyTorch prints it."""
        settings = [(name, getattr(self, name)) for name in self.shows.split()]
        return ", ".join(f"{name}={value!r}" if isinstance(value, str) else f"{name}={value}"
                         for name, value in settings if name != "inplace" or value)


def constructor(cls, base, settings):
    """Return a constructor that takes these settings and passes them, with their defaults, to the base's."""
    def __init__(self, *given, **named):
        try:
            found = bound(__init__, self, given, named)
        except TypeError:
            explain_keyword(type(self), named)
            raise
        del found["self"]
        if given or named:
            check_settings(type(self), (), (), found)
        base(self, **found)

    return described(__init__, cls, [SELF, *settings])


def forward_by(cls, function, inputs, names):
    """Return a forward that calls `function` with the input and with the settings of these names."""
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
    """Return a forward for a layer with several inputs and several settings."""
    def forward(self, *given, **named):
        if named or len(given) != len(inputs):
            _, *given = bound(forward, self, given, named).values()
        return function(*given, *settings(self))

    return described(forward, cls, [SELF, *inputs])


def described(function, cls, parameters):
    """Make `function` a method of a class, with the signature that callers see; return it."""
    function.__signature__ = Signature(parameters)
    function.__qualname__, function.__module__ = f"{cls.__name__}.{function.__name__}", cls.__module__
    return function


def bound(function, self, given, named):
    """Return {name: value} of all arguments of a call, by the signature that callers of `function` see."""
    try:
        found = function.__signature__.bind(self, *given, **named)
    except TypeError as error:
        raise TypeError(f"{function.__qualname__}{function.__signature__}: {error}.") from None
    found.apply_defaults()
    return found.arguments
