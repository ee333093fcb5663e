"""One model on several ranks: a copy on each, or its layers split; and PyTorch's wrapper for several GPUs."""

from ...runtime import missing as _missing
from .data_parallel import DataParallel, data_parallel

_FILES = {"distributed": "DistributedDataParallel", "tensor_parallel": "ColumnParallelLinear RowParallelLinear"}
__all__ = [name for names in _FILES.values() for name in names.split()] + ["DataParallel", "data_parallel"]

_missing.speak_for(globals(), lent=_FILES)
