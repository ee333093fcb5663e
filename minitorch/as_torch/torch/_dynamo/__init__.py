"""PyTorch's path to its compiler."""

from ....torch_api.compiler import allow_in_graph, disable, is_compiling, reset
from . import config


def graph_break():
    """Do nothing: a program breaks only at code that it cannot repeat."""


class OptimizedModule:
    """The type of a module compiled by PyTorch. minitorch returns another type, so no object has this one."""
