"""The memory of a GPU that is in use, in bytes, from CuPy's pool."""

from .. import backend


class OutOfMemoryError(RuntimeError):
    """The error for a GPU without memory for an array; the message lists the objects that use its memory."""


peaks: dict = {}                          # {GPU: maximum number of bytes in use since `watch` was called}
watching: list = []                       # contains the hook that CuPy calls at every allocation, once it is set


def pool(device):
    """Return (CuPy's memory pool, GPU); None if no GPU was used."""
    if backend.found is None or backend.found[0] is None:
        return None, None
    return backend.cupy().get_default_memory_pool(), backend.gpu(device)


def watch():
    """Start recording peaks in this thread."""
    library = backend.cupy()
    if watching and watching[0].library is library:
        return

    class Peak(library.cuda.MemoryHook):
        """A hook that CuPy calls at every allocation."""

        name = "minitorch peak"

        def malloc_postprocess(self, *, device_id, **what):
            peaks[device_id] = max(peaks.get(device_id, 0), library.get_default_memory_pool().used_bytes())
    watching[:] = [Peak()]
    watching[0].library = library
    watching[0].__enter__()


def pool_bytes(device, method):
    """Return the result of a method of the pool for a GPU; 0 if no GPU was used."""
    shared, gpu = pool(device)
    if shared is None:
        return 0
    with gpu:
        return getattr(shared, method)()


def memory_allocated(device=None):
    """Return the bytes of arrays on a GPU; 0 if none was used."""
    return pool_bytes(device, "used_bytes")


def memory_reserved(device=None):
    """Return the bytes that CuPy has reserved on a GPU, for arrays now and later; 0 if none was used."""
    return pool_bytes(device, "total_bytes")


max_memory_reserved = memory_reserved


def max_memory_allocated(device=None):
    """Return the peak of the bytes of arrays on a GPU since the first call, or since `reset_peak_memory_stats`."""
    now = memory_allocated(device)
    if pool(device)[0] is None:
        return 0
    watch()
    index = backend.gpu(device).id
    peaks[index] = max(peaks.get(index, 0), now)
    return peaks[index]


def reset_peak_memory_stats(device=None):
    """Reset `max_memory_allocated` to the memory that is in use now."""
    index = backend.gpu(device).id
    watch()
    peaks[index] = memory_allocated(device)


def mem_get_info(device=None):
    """Return (free, total) bytes of a GPU, for all programs together."""
    return tuple(backend.gpu(device).mem_info)


def empty_cache():
    """Free the memory that CuPy has reserved but no array uses, for other programs."""
    shared = pool(None)[0]
    if shared is not None:
        shared.free_all_blocks()
