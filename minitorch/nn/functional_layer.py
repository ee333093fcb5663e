"""FunctionalLayer: a layer without tensors, which keeps settings and leaves the computing to nn.functional."""

from .module import Module


class FunctionalLayer(Module):
    """Base of layers that own no tensors: `class ELU(FunctionalLayer, shows="alpha inplace")`.

    Each setting becomes an attribute, and those named in `shows` are printed.
    """

    shows: tuple[str, ...] = ()

    def __init_subclass__(cls, shows=None, **settings):
        super().__init_subclass__(**settings)
        if shows is not None:
            cls.shows = tuple(shows.split())

    def __init__(self, **settings):
        super().__init__()
        vars(self).update(settings)

    def extra_repr(self):
        """The settings as `name=value`; `inplace` only where it is True, as PyTorch prints it."""
        settings = [(name, getattr(self, name)) for name in self.shows]
        return ", ".join(f"{name}={value!r}" if isinstance(value, str) else f"{name}={value}"
                         for name, value in settings if name != "inplace" or value)
