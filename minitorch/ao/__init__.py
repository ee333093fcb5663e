"""PyTorch's path to smaller networks: minitorch.ao.quantization, over minitorch.compress."""

from ..runtime import missing as _missing

__all__ = ["quantization"]

_missing.speak_for(globals(), later=("quantization",))
