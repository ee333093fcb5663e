"""The module `torch` for programs written for PyTorch: minitorch, and a few names that only they use."""

import minitorch as _minitorch

from ..names import VERSION as _VERSION, add_names as _add_names

_minitorch.data.DataLoader.__module__ = "minitorch.utils.data"            # some libraries check this name
__version__ = _VERSION["torch"]
__all__ = _minitorch.__all__

newaxis = None
complex32, float8_e4m3fn, float8_e5m2 = (
    _minitorch.dtype.without_numbers(*_kind) for _kind in (("complex32", 4), ("float8_e4m3fn", 1), ("float8_e5m2", 1)))


class SymInt:
    """PyTorch's type of a size that is unknown when a program is compiled; no size in minitorch has this type."""


class SymFloat:
    """PyTorch's type of a number computed from SymInts; no number in minitorch has this type."""


_add_names(globals(), _minitorch, files=("_C", "_dynamo", "_inductor"), lent={"UntypedStorage": "storage"})
