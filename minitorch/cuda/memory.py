"""How much of a GPU's memory is in use, in bytes: CuPy's pool is asked."""

from .. import backend


class OutOfMemoryError(RuntimeError):
    """A GPU has no memory left for an array; the message tells who holds what."""


peaks: dict = {}                          # GPU -> the most bytes in use since it was asked to watch
watching: list = []                       # the hook that sees every allocation, once there is one


def pool(device):
    """CuPy's pool and the GPU it is asked about; None where no GPU was used."""
    if backend.found is None or backend.found[0] is None:
        return None, None
    return backend.cupy().get_default_memory_pool(), backend.gpu(device)


def watch():
    """Follow the peaks from here on, in this thread."""
    library = backend.cupy()
    if watching and watching[0].library is library:
        return

    class Peak(library.cuda.MemoryHook):
        """Told of every allocation."""

        name = "minitorch peak"

        def malloc_postprocess(self, *, device_id, **what):
            peaks[device_id] = max(peaks.get(device_id, 0), library.get_default_memory_pool().used_bytes())
    watching[:] = [Peak()]
    watching[0].library = library
    watching[0].__enter__()


def pool_bytes(device, method):
    """Return what a method of the pool says of a GPU; 0 where none was used."""
    shared, gpu = pool(device)
    if shared is None:
        return 0
    with gpu:
        return getattr(shared, method)()


def memory_allocated(device=None):
    """Bytes that arrays hold on a GPU; 0 where none was used."""
    return pool_bytes(device, "used_bytes")


def memory_reserved(device=None):
    """Bytes that CuPy keeps from a GPU, for arrays now and later; 0 where none was used."""
    return pool_bytes(device, "total_bytes")


max_memory_reserved = memory_reserved


def max_memory_allocated(device=None):
    """The most bytes that arrays held on a GPU since this, or `reset_peak_memory_stats`, was first called."""
    now = memory_allocated(device)
    if pool(device)[0] is None:
        return 0
    watch()
    index = backend.gpu(device).id
    peaks[index] = max(peaks.get(index, 0), now)
    return peaks[index]


def reset_peak_memory_stats(device=None):
    """Begin `max_memory_allocated` anew, from what is held just now."""
    index = backend.gpu(device).id
    watch()
    peaks[index] = memory_allocated(device)


def mem_get_info(device=None):
    """(free, total) bytes of a GPU, whoever uses them."""
    return tuple(backend.gpu(device).mem_info)


def empty_cache():
    """Give back the memory that CuPy keeps for later. Arrays keep theirs; nothing becomes faster by it."""
    shared = pool(None)[0]
    if shared is not None:
        shared.free_all_blocks()
