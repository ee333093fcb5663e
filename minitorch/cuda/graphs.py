"""Work of a GPU that is captured as a graph: one call launches all of it again, on the same memory.

A small network's step is hundreds of launches, and Python needs longer to ask for each than the GPU to do it.
"""

from .. import backend, random
from ..runtime import device_checks
from .kernels.build import capturing

OUTSIDE = ("A graph runs again without the CPU: copy before the capture or after it, into tensors that stay "
           "(x.copy_(batch)), and look at a loss after replay().")


def refuse_copy(device, size, to_host):
    """Raise for a copy while a graph is captured."""
    raise RuntimeError(f"CUDA graph capture: {size} bytes were to be copied {'to' if to_host else 'from'} the CPU. "
                       + OUTSIDE)


class CUDAGraph:
    """What was launched while it captured. `replay` launches it again: it reads and writes the tensors of the capture.

    keep_graph   taken as PyTorch does

        for _ in range(3):                   # first outside: what an optimiser keeps is made, kernels are compiled
            step()
        optimizer.zero_grad()
        graph = cuda.CUDAGraph()
        with cuda.graph(graph):              # nothing is computed yet
            loss = step()
        x.copy_(batch); graph.replay()       # loss holds that of the batch

    An optimiser that counts its steps needs capturable=True, so that it counts on the GPU; numbers such as its lr are
    those of the capture. Dropout draws anew in each replay. Memory of the capture is the graph's own.
    """

    def __init__(self, keep_graph=False):
        self.captured, self.drawn = None, {}             # CuPy's graph; {a stream of random numbers: counters it uses}

    def capture_begin(self, pool=None, capture_error_mode="global"):
        """Capture what is launched from now on, on the current stream, which must not be the default one.

        pool and capture_error_mode are taken as PyTorch does. RuntimeError for a graph that has captured before.
        """
        if self.captured is not None or capturing:
            raise RuntimeError("CUDA graph capture: this graph holds a capture (call reset() first), or another is "
                               "being captured.")
        library = backend.cupy()
        self.gpu, self.stream = library.cuda.Device(), library.cuda.get_current_stream()
        device_checks.flag_of(self.gpu)                  # what is made once and kept is made outside
        random.streams["cupy"](random.default_generator)
        self.memory = library.cuda.MemoryPool()
        self.allocating = library.cuda.using_allocator(self.memory.malloc)
        self.stream.begin_capture()
        self.allocating.__enter__()
        capturing.append(self)
        backend.transferring.append(refuse_copy)

    def capture_end(self):
        """End the capture. The host's count of random numbers goes back: none was drawn yet."""
        backend.transferring.remove(refuse_copy)
        capturing.remove(self)
        self.allocating.__exit__(None, None, None)
        self.captured = self.stream.end_capture()
        for stream, counters in self.drawn.items():
            stream.used -= counters

    def replay(self):
        """Launch all that was captured, on the current stream. RuntimeError where nothing was."""
        if self.captured is None:
            raise RuntimeError("replay() of a CUDAGraph without a capture: with cuda.graph(g): ... comes first.")
        with self.gpu:
            self.captured.launch(backend.cupy().cuda.get_current_stream())
        for stream, counters in self.drawn.items():
            stream.used += counters
        device_checks.unread.add(self.gpu.id)

    def reset(self):
        """Forget the capture, and let go of its memory."""
        self.captured, self.memory, self.drawn = None, None, {}


class graph:
    """`with cuda.graph(g):` captures what the block launches in a CUDAGraph, on a stream of its own.

    cuda_graph                 a CUDAGraph
    stream                     a stream to capture on; a new one by default
    pool, capture_error_mode   taken as PyTorch does
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
            if error is None:                            # else that one tells why
                raise
        finally:
            self.stream.__exit__(kind, error, trace)
            if error is not None:
                self.graph.reset()


def is_current_stream_capturing():
    """Whether a CUDAGraph captures what is launched."""
    return bool(capturing)
