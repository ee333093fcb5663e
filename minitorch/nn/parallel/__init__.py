"""One model on several ranks: whole on each, or its layers split; and PyTorch's wrapper for several GPUs."""

from ... import missing as _missing
from .data_parallel import DataParallel, data_parallel
from .distributed import DistributedDataParallel
from .tensor_parallel import ColumnParallelLinear, RowParallelLinear

__all__ = ["ColumnParallelLinear", "DataParallel", "DistributedDataParallel", "RowParallelLinear", "data_parallel"]

_missing.speak_for(globals())
