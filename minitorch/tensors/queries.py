"""Methods of a Tensor that are also functions of the package."""

from ..engine import registry
from ..runtime import clear_errors, functions
from .methods import method
from .tensor import Tensor


@method
def where(self, condition, other):
    """Return the tensor's elements where the condition is True, and those of `other` elsewhere."""
    return functions["where"](condition, self, other)


# These methods are also functions: torch.is_floating_point(x) is x.is_floating_point()
TOP = {name: clear_errors(getattr(Tensor, name)) for name in (
    "is_floating_point", "detach", "detach_", "fill_", "zero_")}


def changes_in_place(op):
    """Return whether the package has a function `op_` that changes its one argument: abs_, exp_, …"""
    return op.inplace and len(op.inputs) == 1 and not op.hidden and not op.name.startswith("logical")


TOP |= {f"{name}_": getattr(Tensor, f"{name}_") for name, op in registry.now().items() if changes_in_place(op)}
