"""PyTorch's older path to minitorch.ao.quantization."""

from . import missing as _missing
from .ao.quantization import quantize_dynamic

__all__ = ["quantize_dynamic"]

_missing.speak_for(globals())
