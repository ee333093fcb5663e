"""`cupy.cuda` of the stand-in: two devices that exist only as numbers, and a count of what is asked of them."""

import threading
import time
from contextlib import contextmanager
from types import SimpleNamespace

from ._launch import CUDARuntimeError, Graph, captures, counts, launch, wait  # noqa: F401


class Here(threading.local):
    """The current device of each thread, and who listens to allocations."""

    device = 0

    def __init__(self):
        self.hooks, self.pool = {}, None
        self.streams = [Stream.null] if "Stream" in globals() else []


here = Here()
TOTAL = 2**30                                    # bytes of each of the two devices
used = [0, 0]                                    # those in use
limits = {"bytes": TOTAL}                        # how many may be: a test lowers it


def allocate(size):
    """Take bytes of the current device, or raise as CuPy's pool does."""
    if used[here.device] + size > limits["bytes"]:
        raise OutOfMemoryError(f"Out of memory allocating {size:,} bytes (allocated so far: {used[here.device]:,} "
                               "bytes).")
    used[here.device] += size


@contextmanager
def using_allocator(allocator=None):
    """Memory in this block comes from the pool whose malloc it is."""
    before, here.pool = here.pool, allocator
    try:
        yield
    finally:
        here.pool = before


class Device:
    """A place for arrays, by number; in a `with` block it is the current one."""

    def __init__(self, device=None):
        self.id = here.device if device is None else int(device)
        self.before = []

    def use(self):
        if not 0 <= self.id < len(used):
            raise CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
        here.device = self.id

    def __enter__(self):
        self.before.append(here.device)
        self.use()
        return self

    def __exit__(self, *failure):
        here.device = self.before.pop()

    def __eq__(self, other):
        return isinstance(other, Device) and self.id == other.id

    def __hash__(self):
        return self.id

    def __int__(self):
        return self.id

    def synchronize(self):
        wait()
        counts.syncs += 1

    compute_capability = "90"
    mem_info = property(lambda self: (TOTAL - used[self.id], TOTAL))

class Stream:
    """A queue of work. Here all is done at once, but copies from the host on a stream of their own: when waited for."""

    def __init__(self, null=False, non_blocking=False, ptds=False):
        self.ptr, self.done, self.queue = 0 if null else id(self), True, []

    def __enter__(self):
        here.streams.append(self)
        return self

    def __exit__(self, *failure):
        here.streams.pop()

    def use(self):
        here.streams[-1:] = [self]

    def synchronize(self):
        wait()
        counts.syncs += 1
        self.run(len(self.queue))

    def begin_capture(self, mode=None):
        if not self.ptr:
            raise RuntimeError("cannot capture on the default (legacy) stream")
        if captures or here.streams[-1] is not self:
            raise CUDARuntimeError("cudaErrorIllegalState: the operation cannot be performed in the present state")
        self.works = []
        captures.append(self)

    def end_capture(self):
        if captures != [self]:
            raise CUDARuntimeError("cudaErrorIllegalState: the operation cannot be performed in the present state")
        captures.clear()
        return Graph(self.works)

    def is_capturing(self):
        return self in captures

    def run(self, count):
        """Do what was queued first."""
        work, self.queue[:count] = self.queue[:count], []
        for each in work:
            each()

    def record(self, event=None):
        event = event or Event()
        event.record(self)
        return event

    def wait_event(self, event):
        event.finish()


Stream.null = Stream(null=True)
here.streams[:] = [Stream.null]


class Event:
    """A moment in a stream."""

    done = True

    def __init__(self, block=False, disable_timing=False):
        self.time, self.before = None, []

    def record(self, stream=None):
        self.time, self.stream = time.perf_counter(), stream
        self.before = [] if stream is None else list(stream.queue)

    def finish(self):
        """Do what was queued before this moment and is not done yet."""
        for work in self.before:
            if work in self.stream.queue:
                self.stream.queue.remove(work)
                work()

    def synchronize(self):
        wait()
        counts.syncs += 1
        self.finish()


def get_elapsed_time(start, end):
    """Milliseconds from one event to another."""
    return 1e3 * (end.time - start.time)


def get_current_stream():
    return here.streams[-1]


def get_device_id():
    return here.device


def is_available():
    return True


class MemoryHook:
    """Told of every allocation while it is entered."""

    name = "MemoryHook"

    def __enter__(self):
        if self.name in here.hooks:
            raise KeyError(f"memory hook {self.name} already exists")
        here.hooks[self.name] = self
        return self

    def __exit__(self, *failure):
        del here.hooks[self.name]

    def malloc_postprocess(self, **what):
        pass


class MemoryPool:
    """What the current device has handed out."""

    def used_bytes(self):
        return used[here.device]

    total_bytes = used_bytes

    def malloc(self, size):
        """Memory of this pool."""

    def free_all_blocks(self, stream=None):
        pass


def properties(device):
    return {"name": b"Stand-in", "major": 9, "minor": 0, "totalGlobalMem": TOTAL, "multiProcessorCount": 4}


class OutOfMemoryError(MemoryError):
    """What the pool raises where the device has no memory left; CuPy has it in cupy.cuda.memory."""


memory = SimpleNamespace(OutOfMemoryError=OutOfMemoryError)
runtime = SimpleNamespace(getDeviceCount=lambda: len(used), getDeviceProperties=properties,
                          CUDARuntimeError=CUDARuntimeError, driverGetVersion=lambda: 13000,
                          runtimeGetVersion=lambda: 12090)
