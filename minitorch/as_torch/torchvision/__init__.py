"""The module `torchvision` of programs that were written for PyTorch: minitorch.vision, and the version they read."""

import minitorch as _minitorch

from ..names import VERSION as _VERSION, add_names as _add_names

_vision = _minitorch.vision
__version__ = _VERSION["torchvision"]
__all__ = _vision.__all__


def _is_tracing():
    return _minitorch.jit.is_tracing()


_add_names(globals(), _vision)
