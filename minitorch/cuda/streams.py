"""Queues of work on a GPU, and moments in them: to overlap, and to measure."""

from .. import backend


class Stream:
    """A queue: what is launched inside `with cuda.stream(s):` runs in its order, beside other queues.

    device     a GPU; the current one by default
    priority   taken as PyTorch does: all queues are of one
    of         CuPy's own stream, to be known by this one
    """

    def __init__(self, device=None, priority=0, *, of=None):
        self.device = backend.gpu(device)
        with self.device:
            self.cupy = backend.cupy().cuda.Stream(non_blocking=True) if of is None else of

    def synchronize(self):
        """Wait until the queue is empty."""
        self.cupy.synchronize()

    def query(self):
        """Whether the queue is empty."""
        return self.cupy.done

    def record_event(self, event=None):
        """An event at this moment of the queue."""
        event = Event() if event is None else event
        event.record(self)
        return event

    def wait_event(self, event):
        """Let what is launched from now on wait for the event."""
        self.cupy.wait_event(event.cupy)

    def wait_stream(self, stream):
        """Let what is launched from now on wait for all that the other queue holds."""
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
    """`with cuda.stream(s):` launches go to that queue; None changes nothing."""
    return backend.NOWHERE if stream is None else stream


def current_stream(device=None):
    """The queue that launches go to."""
    with backend.gpu(device):
        return Stream(device, of=backend.cupy().cuda.get_current_stream())


def default_stream(device=None):
    """The queue that is used where none was chosen."""
    return Stream(device, of=backend.cupy().cuda.Stream.null)


class Event:
    """A moment in a queue, for waiting and for timing.

    enable_timing   whether elapsed_time can be asked
    blocking        whether waiting for it lets the processor sleep
    interprocess    taken as PyTorch does

    start, end = Event(enable_timing=True), Event(enable_timing=True)
    start.record(); y = model(x); end.record()
    cuda.synchronize(); print(start.elapsed_time(end), "ms")
    """

    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self.cupy = backend.cupy().cuda.Event(block=blocking, disable_timing=not enable_timing)
        self.timed = enable_timing

    def record(self, stream=None):
        """Stand here in the queue (the current one by default)."""
        self.cupy.record(backend.cupy().cuda.get_current_stream() if stream is None else stream.cupy)

    def wait(self, stream=None):
        """Let what is launched from now on wait for this event."""
        (backend.cupy().cuda.get_current_stream() if stream is None else stream.cupy).wait_event(self.cupy)

    def query(self):
        """Whether all before this event is done."""
        return self.cupy.done

    def synchronize(self):
        """Wait until all before this event is done."""
        self.cupy.synchronize()

    def elapsed_time(self, end_event):
        """Milliseconds of the GPU's clock from this event to `end_event`; both need enable_timing=True."""
        if not (self.timed and end_event.timed):
            raise RuntimeError("Both events must be created with argument 'enable_timing=True'.")
        return backend.cupy().cuda.get_elapsed_time(self.cupy, end_event.cupy)
