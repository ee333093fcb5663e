"""Plans of cuDNN: a graph of a computation, built once for each shape, and run on arrays by their addresses.

NVIDIA's frontend (the extra `cudnn`) builds plans, and the library libcudnn runs them. Arrays whose memory order cuDNN
supports are not copied.
"""

import warnings
from collections.abc import Callable
from functools import cache, lru_cache
from threading import get_ident
from typing import NamedTuple

from .. import backend

INSTEAD = "On this GPU {} is {}, which is slower: {}"
ALIGNED = 16                             # addresses of arrays are multiples of this number of bytes


class Kind(NamedTuple):
    """A kind of plan.

    describe   describe(cudnn, *settings, **place) returns a graph, and its tensors by name
    title      title(*settings) returns the name of the computation for a warning
    instead    name of the computation that runs without a plan, for a warning; None: no warning
    """

    describe: Callable
    title: Callable
    instead: str | None


@cache
def frontend():
    """Return NVIDIA's frontend; None, with a warning that says what to install, if it or libcudnn cannot be loaded."""
    try:
        import cudnn
        cudnn.backend_version()
    except Exception as failure:                         # a broken shared library can raise many kinds of errors
        warnings.warn(INSTEAD.format("convolution", "im2col and a matrix product", f"cuDNN cannot be used ({failure}). "
                                     "Attention in float16 uses matrix products too. Install the extra cudnn, as in "
                                     'pip install -e ".[cudnn]"; `minitorch doctor` lists what is installed.'),
                      stacklevel=2)
        return None
    return cudnn


@cache
def handle(thread, device):
    """Return cuDNN's handle for one thread and one device."""
    return frontend().create_handle()


def strides(shape):
    """Return the strides, in elements, of a contiguous array of this shape."""
    steps = [1]
    for size in shape[:0:-1]:
        steps.insert(0, steps[0] * size)
    return steps


def new_graph(cudnn, kind, place):
    """Return a graph with arrays of dtype `kind` and sums in float32.

    place   cuDNN's `handle`; or the `device_property` of a GPU that need not exist: then no plan can be built
    """
    return cudnn.pygraph(io_data_type=kind, intermediate_data_type=cudnn.data_type.FLOAT,
                         compute_data_type=cudnn.data_type.FLOAT, **place)


def input_of(graph, name, kind, shape, steps):
    """Add a tensor that a graph reads."""
    return graph.tensor(name=name, dim=list(shape), stride=list(steps), data_type=kind)


def output_of(tensor, kind, shape, steps):
    """Mark a tensor as an output of a graph, with its shape and strides."""
    return tensor.set_output(True).set_data_type(kind).set_dim(list(shape)).set_stride(list(steps))


def with_plans(cudnn, graph, *unwanted):
    """Add the deterministic plans that cuDNN suggests, the best first; return the graph."""
    graph.validate()
    graph.build_operation_graph()
    graph.create_execution_plans([cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK])
    graph.deselect_numeric_notes([cudnn.numerical_note.NONDETERMINISTIC, *unwanted])
    return graph


@lru_cache(maxsize=1024)
def build_plan(device, kind, *settings):
    """Return a built graph, its tensors by name, and its extra memory in bytes; None if cuDNN has no plan."""
    try:
        graph, tensors = kind.describe(frontend(), *settings, handle=handle(get_ident(), device))
        graph.check_support()
        graph.build_plans()
        return graph, tensors, graph.get_workspace_size()
    except Exception as failure:                         # the errors of cuDNN have several types
        if kind.instead is not None:
            reason = str(failure).strip().partition("\n")[0]
            warnings.warn(INSTEAD.format(kind.title(*settings), kind.instead, f"cuDNN has no plan for it ({reason})."),
                          stacklevel=2)
        return None


def plan(kind, *settings):
    """Return the plan for these settings on the current device; plans are cached."""
    return build_plan(backend.cupy().cuda.get_device_id(), kind, *settings)


def run(xp, found, arrays):
    """Run a plan on the current stream, with input and output arrays by name."""
    graph, tensors, size = found
    workspace, used = xp.empty(max(size, 1), "uint8"), handle(get_ident(), xp.cuda.get_device_id())
    frontend().set_stream(handle=used, stream=xp.cuda.get_current_stream().ptr)
    graph.execute({tensor: arrays[name].data.ptr for name, tensor in tensors.items()}, workspace.data.ptr, handle=used)
