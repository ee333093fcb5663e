"""What a file may name beside plain values: the layers above say what they have, so that nothing here imports them."""

import sys

from ..engine import registry as ops
from ..runtime import functions
from ..tensors import Tensor

tensors: dict[str, type] = {"Tensor": Tensor}
uninitialized: dict[str, type] = {}    # those whose shape is not known yet
modules: list[type] = []               # Module, once nn is there


def register(module, kinds, uninitialized_kinds):
    """Told by nn: its Module, its kinds of tensor, and those of lazy layers."""
    modules.append(module)
    tensors.update({kind.__name__: kind for kind in kinds})
    uninitialized.update({kind.__name__: kind for kind in uninitialized_kinds})


def is_module(x):
    return bool(modules) and isinstance(x, modules[0])


def functions_by_name():
    """The functions that a model may keep as an attribute: `relu`, `nn.functional.gelu`, …"""
    found = {name: op.function for name, op in ops.items() if not op.hidden} | functions
    home = "minitorch.nn.functional"
    for name, value in vars(sys.modules[home]).items() if home in sys.modules else ():
        body = getattr(value, "__wrapped__", value)                   # of a piece, what it runs
        if callable(value) and not isinstance(value, type) and str(
                getattr(body, "__module__", "")).startswith((home, "minitorch.ops")):
            found[f"nn.functional.{name}"] = value
    return found
