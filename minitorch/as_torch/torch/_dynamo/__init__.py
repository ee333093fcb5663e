"""PyTorch's path to its compiler."""

from ....torch_api.compiler import allow_in_graph, disable, is_compiling, reset
from . import config


def graph_break():
    """Do nothing: minitorch's compiler breaks a graph only at code that it cannot record."""


class OptimizedModule:
    """PyTorch's type of a compiled module; minitorch's compile() returns another type, so no object has this type."""
