"""PyTorch's names for memory layouts. Here tensors are stored row after row; other orders are accepted and ignored."""


class Named:
    """A constant that prints its name."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"minitorch.{self.name}"

    def __reduce__(self):
        return self.name


class layout(Named):
    """The layout of a tensor, by name: here always `strided`, which means dense."""


class memory_format(Named):
    """The order of dimensions in memory, by name: `x.to(memory_format=channels_last)` has no effect here."""


strided = layout("strided")
contiguous_format, preserve_format, channels_last, channels_last_3d = map(
    memory_format, ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d"))
