"""FunctionalLayer: a layer without tensors, which keeps settings and leaves the computing to nn.functional."""

from .module import Module


class FunctionalLayer(Module):
    """Base of layers that own no tensors: `class ELU(FunctionalLayer, shows="alpha inplace")`.

    Class keywords become attributes of the class. Settings become attributes of the layer, and those named in
    `shows` are printed.
    """

    shows = ""

    def __init_subclass__(cls, **declared):
        super().__init_subclass__()
        for name, value in declared.items():
            setattr(cls, name, value)

    def __init__(self, **settings):
        super().__init__()
        vars(self).update(settings)

    def extra_repr(self):
        """The settings as `name=value`; `inplace` only where it is True, as PyTorch prints it."""
        settings = [(name, getattr(self, name)) for name in self.shows.split()]
        return ", ".join(f"{name}={value!r}" if isinstance(value, str) else f"{name}={value}"
                         for name, value in settings if name != "inplace" or value)
