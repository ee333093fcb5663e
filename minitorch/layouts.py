"""How PyTorch may lay a tensor out in memory. Here it lies row after row: other orders are accepted, and not taken."""


class Named:
    """A constant that shows its name."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"minitorch.{self.name}"

    def __reduce__(self):
        return self.name


class layout(Named):
    """Dense, or one of PyTorch's sparse forms, which are not here; its name."""


class memory_format(Named):
    """The order of dimensions in memory, by name: `x.to(memory_format=channels_last)` changes nothing here."""


strided = layout("strided")
contiguous_format, preserve_format, channels_last, channels_last_3d = map(
    memory_format, ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d"))
