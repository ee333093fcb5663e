"""Streams (queues of work on a GPU) and events in them, to overlap and to measure work."""

from .. import backend


class Stream:
    """A queue of a GPU: launches inside `with cuda.stream(s):` run in order, at the same time as other queues.

    device     a GPU; the current one by default
    priority   accepted, without effect: all queues have the same priority
    of         an existing CuPy stream to wrap
    """

    def __init__(self, device=None, priority=0, *, of=None):
        self.device = backend.gpu(device)
        with self.device:
            self.cupy = backend.cupy().cuda.Stream(non_blocking=True) if of is None else of

    def synchronize(self):
        """Wait until the queue is empty."""
        self.cupy.synchronize()

    def query(self):
        """Return True if the queue is empty."""
        return self.cupy.done

    def record_event(self, event=None):
        """Record an event at the current end of the stream and return it."""
        event = Event() if event is None else event
        event.record(self)
        return event

    def wait_event(self, event):
        """Make later launches in this queue wait for the event."""
        self.cupy.wait_event(event.cupy)

    def wait_stream(self, stream):
        """Make later launches in this queue wait for all work in the other queue."""
        self.wait_event(stream.record_event())

    def __enter__(self):
        self.device.__enter__()
        self.cupy.__enter__()
        return self

    def __exit__(self, *failure):
        self.cupy.__exit__(*failure)
        self.device.__exit__(*failure)

    def __eq__(self, other):
        return isinstance(other, Stream) and self.cupy == other.cupy

    def __hash__(self):
        return hash(self.cupy)

    def __repr__(self):
        return f"<minitorch.cuda.Stream device=cuda:{self.device.id} cuda_stream={self.cupy.ptr:#x}>"


def stream(stream):
    """Return a context, `with cuda.stream(s):`, in which launches go to this queue. None has no effect."""
    return backend.NOWHERE if stream is None else stream


def current_stream(device=None):
    """Return the stream that kernel launches currently go to."""
    with backend.gpu(device):
        return Stream(device, of=backend.cupy().cuda.get_current_stream())


def default_stream(device=None):
    """Return the stream that is used if none was chosen."""
    return Stream(device, of=backend.cupy().cuda.Stream.null)


class Event:
    """A point in a queue, for which you can wait, or from which you can measure time.

    enable_timing   whether elapsed_time works
    blocking        whether the CPU may sleep while it waits for the event
    interprocess    accepted as in PyTorch

    start, end = Event(enable_timing=True), Event(enable_timing=True)
    start.record(); y = model(x); end.record()
    cuda.synchronize(); print(start.elapsed_time(end), "ms")
    """

    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self.cupy = backend.cupy().cuda.Event(block=blocking, disable_timing=not enable_timing)
        self.timed = enable_timing

    def record(self, stream=None):
        """Put this event at the end of a queue (default: the current one)."""
        self.cupy.record(backend.cupy().cuda.get_current_stream() if stream is None else stream.cupy)

    def wait(self, stream=None):
        """Make later launches in a queue (default: the current one) wait for this event."""
        (backend.cupy().cuda.get_current_stream() if stream is None else stream.cupy).wait_event(self.cupy)

    def query(self):
        """Return True if all work before this event is done."""
        return self.cupy.done

    def synchronize(self):
        """Wait until all work before this event is done."""
        self.cupy.synchronize()

    def elapsed_time(self, end_event):
        """Return the milliseconds of the GPU's clock from this event to `end_event`; both need enable_timing=True."""
        if not (self.timed and end_event.timed):
            raise RuntimeError("Both events must be created with argument 'enable_timing=True'.")
        return backend.cupy().cuda.get_elapsed_time(self.cupy, end_event.cupy)
