"""PyTorch's names for the current accelerator: a GPU, or none."""

from .. import backend
from ..cuda import (
    current_device as current_device_index,
    current_stream,
    device as device_index,
    device_count,
    empty_cache,
    get_device_capability,
    is_available,
    max_memory_allocated,
    max_memory_reserved,
    mem_get_info as get_memory_info,
    memory_allocated,
    memory_reserved,
    reset_peak_memory_stats,
    set_device as set_device_index,
    synchronize,
)
from ..runtime import missing as _missing

__all__ = ["current_accelerator", "current_device_idx", "current_device_index", "current_stream", "device_count",
           "device_index", "empty_cache", "get_device_capability", "get_memory_info", "is_available",
           "max_memory_allocated", "max_memory_reserved", "memory_allocated", "memory_reserved",
           "reset_peak_memory_stats", "set_device_idx", "set_device_index", "synchronize"]
current_device_idx, set_device_idx = current_device_index, set_device_index


def current_accelerator(check_available=False):
    """Return the GPU, `device("cuda")`, or None if there is none. check_available changes nothing."""
    return backend.device("cuda") if is_available() else None


_missing.speak_for(globals())
