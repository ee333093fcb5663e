"""The names that a file may use besides plain values: classes of tensors, Module, functions."""

from ..engine import registry as ops
from ..nn import Module, functional  # noqa: F401 - readers and writers import it from here
from ..nn.parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
from ..runtime import functions
from ..tensors import Tensor

tensors: dict[str, type] = {"Tensor": Tensor, "Parameter": Parameter, "Buffer": Buffer}
uninitialized: dict[str, type] = {kind.__name__: kind for kind in (UninitializedParameter, UninitializedBuffer)}


def functions_by_name():
    """Return the functions that a model may have as attributes: `relu`, `nn.functional.gelu`, …"""
    found = {name: op.function for name, op in ops.items() if not op.hidden} | functions
    return found | {f"nn.functional.{name}": getattr(functional, name) for name in functional.__all__}
