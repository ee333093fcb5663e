"""GPUs, under PyTorch's names: `minitorch.cuda.is_available()` and what follows from its answer.

CuPy does the work. It is looked for when one of these is first called, by running three small
kernels; where none runs, what needs a GPU raises a RuntimeError with the reason.
"""

from .. import backend, missing as _missing
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

globals().update(_CUDA)                    # FloatTensor and its kind
reset_max_memory_allocated = reset_peak_memory_stats


def is_available():
    """Whether a GPU can be used: True after three small kernels have run. Never raises; see `why_not`."""
    return backend.detect()[0] is not None


def why_not():
    """The reason why no GPU can be used; None where one can."""
    return backend.detect()[1]


def is_initialized():
    """Whether a GPU was looked for and found."""
    return backend.found is not None and is_available()


def init():
    """Look for a GPU now, not when one is first needed. RuntimeError with the reason where there is none."""
    backend.cupy()


def device_count():
    """The number of GPUs; 0 where none can be used."""
    return backend.cupy().cuda.runtime.getDeviceCount() if is_available() else 0


def current_device():
    """The number of the GPU that "cuda" means just now."""
    return backend.gpu().id


def set_device(device):
    """Make a GPU (a number, "cuda:1" or a device) the one that "cuda" means in this thread."""
    backend.gpu(device).use()


class device:
    """`with cuda.device(1):` "cuda" means that GPU in the block. None or −1 changes nothing."""

    def __init__(self, device):
        self.idx = device if device is None or isinstance(device, int) else backend.gpu(device).id

    def __enter__(self):
        self.gpu = backend.NOWHERE if self.idx is None or self.idx < 0 else backend.gpu(self.idx)
        self.gpu.__enter__()
        return self

    def __exit__(self, *failure):
        self.gpu.__exit__(*failure)


def device_of(obj):
    """`with cuda.device_of(x):` "cuda" means the GPU that holds x (obj), if one does."""
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
    """Name, compute capability, memory and cores of a GPU; of the current one by default."""
    return _CudaDeviceProperties(backend.cupy().cuda.runtime.getDeviceProperties(backend.gpu(device).id))


def get_device_name(device=None):
    """Return the name of a GPU: "NVIDIA H200"."""
    return get_device_properties(device).name


def get_device_capability(device=None):
    """Its compute capability: (9, 0) for an H100 or H200, (7, 5) for a T4."""
    found = get_device_properties(device)
    return found.major, found.minor


def synchronize(device=None):
    """Wait until a GPU has done all it was told to do: before looking at a clock, say.

    Raises what checks on that GPU found wrong since the last copy: an index out of range, say, with its line.
    """
    with backend.gpu(device) as gpu:
        gpu.synchronize()
        device_checks.read(gpu)


def ipc_collect():
    """Nothing: memory is not shared between processes here."""


def is_bf16_supported(including_emulation=True):
    """False, including_emulation or not: NumPy has no such type."""
    return False


def can_device_access_peer(device, peer_device):
    """Whether one GPU can read the memory of another, peer_device, directly."""
    return bool(backend.cupy().cuda.runtime.deviceCanAccessPeer(backend.gpu(device).id, backend.gpu(peer_device).id))


_missing.speak_for(globals(), later=("amp",))
