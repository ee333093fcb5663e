"""Plans of cuDNN: a graph of what is to be computed, described and built once for each shape, and run by pointers.

NVIDIA's frontend plans (the extra `cudnn`), the library libcudnn computes; nothing is copied that lies as it reads.
"""

import warnings
from collections.abc import Callable
from functools import cache, lru_cache
from threading import get_ident
from typing import NamedTuple

from .. import backend

INSTEAD = "On this GPU {} is {}, which is slower: {}"
ALIGNED = 16                             # bytes: an array begins at a multiple of them


class Kind(NamedTuple):
    """What is planned.

    describe   describe(cudnn, *settings, **place): a graph, and its tensors by name
    title      title(*settings): what a warning calls it
    instead    what runs where there is no plan: it is said; None: it is not
    """

    describe: Callable
    title: Callable
    instead: str | None


@cache
def frontend():
    """NVIDIA's frontend, or None where it or libcudnn cannot be loaded: said once, with what to install."""
    try:
        import cudnn
        cudnn.backend_version()
    except Exception as failure:                         # what is wrong with a shared library has many names
        warnings.warn(INSTEAD.format("convolution", "im2col and a matrix product", f"cuDNN cannot be used ({failure}). "
                                     "So is attention in float16, by products. The extra cudnn brings its frontend, as "
                                     'in pip install -e ".[cudnn]"; `minitorch doctor` tells what is there.'),
                      stacklevel=2)
        return None
    return cudnn


@cache
def handle(thread, device):
    """cuDNN's handle of a thread and a device: it belongs to one of each."""
    return frontend().create_handle()


def strides(shape):
    """Of an array of this shape whose rows lie one after the other, in elements."""
    steps = [1]
    for size in shape[:0:-1]:
        steps.insert(0, steps[0] * size)
    return steps


def new_graph(cudnn, kind, place):
    """A graph whose arrays hold `kind` and whose sums are float32.

    place   its `handle`; or the `device_property` of a GPU, which need not be there: then nothing can be built
    """
    return cudnn.pygraph(io_data_type=kind, intermediate_data_type=cudnn.data_type.FLOAT,
                         compute_data_type=cudnn.data_type.FLOAT, **place)


def input_of(graph, name, kind, shape, steps):
    """A tensor that a graph reads."""
    return graph.tensor(name=name, dim=list(shape), stride=list(steps), data_type=kind)


def output_of(tensor, kind, shape, steps):
    """Say of a tensor that a graph writes it, and how it lies."""
    return tensor.set_output(True).set_data_type(kind).set_dim(list(shape)).set_stride(list(steps))


def with_plans(cudnn, graph, *unwanted):
    """The graph, with the plans that cuDNN would try, the likeliest first: all give the same numbers twice."""
    graph.validate()
    graph.build_operation_graph()
    graph.create_execution_plans([cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK])
    graph.deselect_numeric_notes([cudnn.numerical_note.NONDETERMINISTIC, *unwanted])
    return graph


@lru_cache(maxsize=1024)
def planned(device, kind, *settings):
    """A built graph, its tensors by name, the bytes of memory it needs besides; None where cuDNN has no plan."""
    try:
        graph, tensors = kind.describe(frontend(), *settings, handle=handle(get_ident(), device))
        graph.check_support()
        graph.build_plans()
        return graph, tensors, graph.get_workspace_size()
    except Exception as failure:                         # cuDNN's own errors have several types
        if kind.instead is not None:
            reason = str(failure).strip().partition("\n")[0]
            warnings.warn(INSTEAD.format(kind.title(*settings), kind.instead, f"cuDNN has no plan for it ({reason})."),
                          stacklevel=2)
        return None


def plan(kind, *settings):
    """The plan of these settings on the current device, looked up if it is known."""
    return planned(backend.cupy().cuda.get_device_id(), kind, *settings)


def run(xp, found, arrays):
    """Compute a plan on the current stream, from arrays by name into arrays by name."""
    graph, tensors, size = found
    workspace, used = xp.empty(max(size, 1), "uint8"), handle(get_ident(), xp.cuda.get_device_id())
    frontend().set_stream(handle=used, stream=xp.cuda.get_current_stream().ptr)
    graph.execute({tensor: arrays[name].data.ptr for name, tensor in tensors.items()}, workspace.data.ptr, handle=used)
