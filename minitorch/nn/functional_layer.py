"""FunctionalLayer: a layer without tensors, which keeps settings and leaves the computing to nn.functional."""

from operator import attrgetter

from .module import Module


class FunctionalLayer(Module):
    """Base of layers that own no tensors: `class ELU(FunctionalLayer, function=F.elu, shows="alpha inplace")`.

    function   what forward calls: function(input, *settings)
    passes     names of those settings; all that the constructor takes, in its order, if not said
    shows      names of the settings that are printed

    Other class keywords become attributes of the class.
    """

    passes = shows = ""

    def __init_subclass__(cls, function=None, **declared):
        super().__init_subclass__()
        for name, value in declared.items():
            setattr(cls, name, value)
        if function is not None:
            code = cls.__init__.__code__
            cls.forward = forward_by(function, cls.passes.split() or code.co_varnames[1:code.co_argcount])

    def __init__(self, *given, **settings):
        if type(self).__init__ is FunctionalLayer.__init__:      # a layer without settings; Module raises for any
            super().__init__(*given, **settings)
        else:
            super().__init__()
            vars(self).update(settings)

    def extra_repr(self):
        """The settings as `name=value`; `inplace` only where it is True, as PyTorch prints it."""
        settings = [(name, getattr(self, name)) for name in self.shows.split()]
        return ", ".join(f"{name}={value!r}" if isinstance(value, str) else f"{name}={value}"
                         for name, value in settings if name != "inplace" or value)


def forward_by(function, names):
    """The forward that calls `function` with the input and with the settings of these names."""
    settings = attrgetter(*names) if names else None
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
