"""One model on several ranks (DistributedDataParallel), and PyTorch's wrapper for several GPUs of one process."""

from ... import missing as _missing
from .data_parallel import DataParallel, data_parallel
from .distributed import DistributedDataParallel

__all__ = ["DataParallel", "DistributedDataParallel", "data_parallel"]

_missing.speak_for(globals())
