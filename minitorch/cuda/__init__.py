"""GPUs, with PyTorch's names: `minitorch.cuda.is_available()` and the functions that need a GPU.

CuPy does the work. The first call runs three small kernels as a test; if they fail, functions that need a GPU raise a
RuntimeError with the reason.
"""

from .. import backend
from ..runtime import missing as _missing
from ..runtime import device_checks
from ..tensors.legacy import CUDA as _CUDA
from .graphs import CUDAGraph, graph, is_current_stream_capturing
from .memory import (OutOfMemoryError, empty_cache, max_memory_allocated, max_memory_reserved, mem_get_info,
                     memory_allocated, memory_reserved, reset_peak_memory_stats)
from .prefetch import Prefetcher
from .random import (get_rng_state, get_rng_state_all, initial_seed, manual_seed, manual_seed_all, seed, seed_all,
                     set_rng_state, set_rng_state_all)
from .report import memory_summary
from .streams import Event, Stream, current_stream, default_stream, stream
from .transfers import transfers

globals().update(_CUDA)                    # adds FloatTensor and similar names
reset_max_memory_allocated = reset_peak_memory_stats


def is_available():
    """Return True if a GPU can be used, after running three small kernels. Never raises; see `why_not`."""
    return backend.detect()[0] is not None


def why_not():
    """Return the reason why no GPU can be used; None if one can."""
    return backend.detect()[1]


def is_initialized():
    """Return True if GPUs were initialised and one was found."""
    return backend.found is not None and is_available()


def init():
    """Initialise the GPUs now instead of at their first use. Raise RuntimeError with the reason if there is no GPU."""
    backend.cupy()


def device_count():
    """Return the number of GPUs; 0 if none can be used."""
    return backend.cupy().cuda.runtime.getDeviceCount() if is_available() else 0


def current_device():
    """Return the number of the GPU that "cuda" currently means."""
    return backend.gpu().id


def set_device(device):
    """Select the GPU (a number, "cuda:1" or a device) that "cuda" means in this thread."""
    backend.gpu(device).use()


class device:
    """A block `with cuda.device(1):` in which "cuda" means this GPU. None or −1 has no effect."""

    def __init__(self, device):
        self.idx = device if device is None or isinstance(device, int) else backend.gpu(device).id

    def __enter__(self):
        self.gpu = backend.NOWHERE if self.idx is None or self.idx < 0 else backend.gpu(self.idx)
        self.gpu.__enter__()
        return self

    def __exit__(self, *failure):
        self.gpu.__exit__(*failure)


def device_of(obj):
    """Return a context, `with cuda.device_of(x):`, in which "cuda" means the GPU of obj, if obj is on a GPU."""
    return device(obj.get_device())


class _CudaDeviceProperties:
    """Properties of a GPU: name, major and minor (its compute capability), total_memory in bytes, and cores."""

    def __init__(self, found):
        self.name = found["name"].decode() if isinstance(found["name"], bytes) else found["name"]
        self.major, self.minor = found["major"], found["minor"]
        self.total_memory, self.multi_processor_count = found["totalGlobalMem"], found["multiProcessorCount"]

    def __repr__(self):
        return (f"CudaDeviceProperties(name={self.name!r}, major={self.major}, minor={self.minor}, "
                f"total_memory={self.total_memory // 2**20}MB, multi_processor_count={self.multi_processor_count})")


def get_device_properties(device=None):
    """Return name, compute capability, memory and cores of a GPU; default: the current one."""
    return _CudaDeviceProperties(backend.cupy().cuda.runtime.getDeviceProperties(backend.gpu(device).id))


def get_device_name(device=None):
    """Return the name of a GPU: "NVIDIA H200"."""
    return get_device_properties(device).name


def get_device_capability(device=None):
    """Return a GPU's compute capability: (9, 0) for an H100 or H200, (7, 5) for a T4."""
    found = get_device_properties(device)
    return found.major, found.minor


def synchronize(device=None):
    """Wait until a GPU has finished all its work, for example before reading a clock.

    Raises errors that were found on that GPU since the last copy, such as an index out of range, with their line.
    """
    with backend.gpu(device) as gpu:
        gpu.synchronize()
        device_checks.read(gpu)


def ipc_collect():
    """Do nothing: minitorch does not share GPU memory between processes."""


def is_bf16_supported(including_emulation=True):
    """Return False, including_emulation or not: NumPy has no bfloat16."""
    return False


def can_device_access_peer(device, peer_device):
    """Return True if one GPU can directly read the memory of another, peer_device."""
    return bool(backend.cupy().cuda.runtime.deviceCanAccessPeer(backend.gpu(device).id, backend.gpu(peer_device).id))


_missing.speak_for(globals(), later=("amp",))
