"""CUDA graphs: capture kernel launches once, then launch all of them again by one call, on the same memory.

A small network's step has hundreds of launches, and Python needs more time for each launch than the GPU.
"""

from .. import backend, random
from ..runtime import device_checks
from .kernels.build import capturing

OUTSIDE = ("A graph runs again without the CPU: copy before the capture or after it, into tensors that you keep "
           "(x.copy_(batch)), and read a loss after replay().")


def refuse_copy(device, size, to_host):
    """Raise for a copy while a graph is captured."""
    raise RuntimeError(f"CUDA graph capture: {size} bytes were to be copied {'to' if to_host else 'from'} the CPU. "
                       + OUTSIDE)


class CUDAGraph:
    """Captured kernel launches. `replay` launches them again; they read and write the tensors of the capture.

    keep_graph   accepted as in PyTorch

        for _ in range(3):                   # run it first: this makes the optimiser's state, and compiles kernels
            step()
        optimizer.zero_grad()
        graph = cuda.CUDAGraph()
        with cuda.graph(graph):              # nothing is computed yet
            loss = step()
        x.copy_(batch); graph.replay()       # now `loss` is the loss of the batch

    An optimiser that counts its steps needs capturable=True, so that it counts on the GPU; Python numbers such as its
    lr keep their values. Dropout draws new numbers in each replay. The graph owns the memory of its capture.
    """

    def __init__(self, keep_graph=False):
        self.captured, self.drawn = None, {}     # CuPy's graph; {stream of random numbers: numbers that a replay uses}

    def capture_begin(self, pool=None, capture_error_mode="global"):
        """Capture all further launches on the current stream, which must not be the default stream.

        pool and capture_error_mode have no effect. Raises RuntimeError if this graph already has a capture.
        """
        if self.captured is not None or capturing:
            raise RuntimeError("CUDA graph capture: this graph already has a capture (call reset() first), or another "
                               "graph is being captured.")
        library = backend.cupy()
        self.gpu, self.stream = library.cuda.Device(), library.cuda.get_current_stream()
        device_checks.flag_of(self.gpu)   # allocate the flag before the capture, because code outside the graph uses it
        random.streams["cupy"](random.default_generator)
        self.memory = library.cuda.MemoryPool()
        self.allocating = library.cuda.using_allocator(self.memory.malloc)
        self.stream.begin_capture()
        self.allocating.__enter__()
        capturing.append(self)
        backend.transferring.append(refuse_copy)

    def capture_end(self):
        """End the capture. The CPU's count of random numbers is restored, because a capture draws no numbers."""
        backend.transferring.remove(refuse_copy)
        capturing.remove(self)
        self.allocating.__exit__(None, None, None)
        self.captured = self.stream.end_capture()
        for stream, counters in self.drawn.items():
            stream.used -= counters

    def replay(self):
        """Launch everything that was captured, on the current stream. Raises RuntimeError without a capture."""
        if self.captured is None:
            raise RuntimeError("replay() of a CUDAGraph without a capture: capture in `with cuda.graph(g): ...` first.")
        with self.gpu:
            self.captured.launch(backend.cupy().cuda.get_current_stream())
        for stream, counters in self.drawn.items():
            stream.used += counters
        device_checks.unread.add(self.gpu.id)

    def reset(self):
        """Delete the capture and free its memory."""
        self.captured, self.memory, self.drawn = None, None, {}


class graph:
    """A block `with cuda.graph(g):` whose kernel launches are captured in a CUDAGraph, on a separate stream.

    cuda_graph                 a CUDAGraph
    stream                     a stream to capture on; a new one by default
    pool, capture_error_mode   accepted as in PyTorch
    """

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        self.graph = cuda_graph
        self.stream = backend.cupy().cuda.Stream(non_blocking=True) if stream is None else stream.cupy

    def __enter__(self):
        backend.gpu().synchronize()
        self.stream.__enter__()
        try:
            self.graph.capture_begin()
        except BaseException:
            self.stream.__exit__(None, None, None)
            raise

    def __exit__(self, kind, error, trace):
        try:
            self.graph.capture_end()
        except Exception:
            if error is None:                            # otherwise the block's own error is raised
                raise
        finally:
            self.stream.__exit__(kind, error, trace)
            if error is not None:
                self.graph.reset()


def is_current_stream_capturing():
    """Return True if a CUDAGraph captures launches now."""
    return bool(capturing)
