"""Convolution and its two gradients by cuDNN: a plan for each shape, made when it is first met, and kept.

NVIDIA's frontend plans (the extra `cudnn`), the library libcudnn computes; both take pointers, so nothing is copied.
Where one of them is missing, for float64, and for shapes without a plan, the op's own forward runs, im2col and a
product: it is said once.
"""

import warnings
from functools import cache, lru_cache
from threading import get_ident

from .. import backend, backends
from ..ops.conv.convolution import conv2d, conv2d_input, conv2d_weight
from ..ops.conv.padding import out_size
from ..runtime import forward_for

TYPES = {"float32": "FLOAT", "float16": "HALF"}          # sums are float32 in both
# The node of each op, its two inputs and its result: image x, filters w, windows y.
NODES = {"conv2d": ("conv_fprop", "x", "w", "y"), "conv2d_input": ("conv_dgrad", "y", "w", "x"),
         "conv2d_weight": ("conv_wgrad", "x", "y", "w")}
INSTEAD = "On this GPU {} is im2col and a matrix product, which is slower: {}"


@cache
def frontend():
    """NVIDIA's frontend, or None where it or libcudnn cannot be loaded: said once, with what to install."""
    try:
        import cudnn
        cudnn.backend_version()
    except Exception as failure:                         # what is wrong with a shared library has many names
        warnings.warn(INSTEAD.format("convolution", f"cuDNN cannot be used ({failure}). The extra cudnn brings its "
                                     'frontend, as in pip install -e ".[cudnn]"; `minitorch doctor` tells what is '
                                     "there."), stacklevel=2)
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


def graph_of(cudnn, op, dtype, shapes, stride, padding, dilation, tf32, **place):
    """cuDNN's graph of one convolution, with the plans that it would try, the likeliest first.

    shapes    of the image, the filters and the windows: {"x": (N, C, H, W), "w": (O, C/groups, kh, kw), "y": …}
    tf32      whether products of float32 may be rounded to 10 bits, as tensor cores do
    place     its `handle`; or the `device_property` of a GPU, which need not be there: then nothing can be built
    returns   the graph, its two inputs and its result
    """
    node, one, other, result = NODES[op]
    kind, notes = getattr(cudnn.data_type, TYPES[dtype]), cudnn.numerical_note
    graph = cudnn.pygraph(io_data_type=kind, intermediate_data_type=cudnn.data_type.FLOAT,
                          compute_data_type=cudnn.data_type.FLOAT, **place)
    a, b = [graph.tensor(name=name, dim=list(shapes[name]), stride=strides(shapes[name]), data_type=kind)
            for name in (one, other)]
    out = getattr(graph, node)(a, b, stride=list(stride), padding=list(padding), dilation=list(dilation))
    out.set_output(True).set_data_type(kind).set_dim(list(shapes[result])).set_stride(strides(shapes[result]))
    graph.validate()
    graph.build_operation_graph()
    graph.create_execution_plans([cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK])
    exact = [] if tf32 or dtype != "float32" else [notes.TENSOR_CORE]
    graph.deselect_numeric_notes([notes.NONDETERMINISTIC, *exact])     # the same numbers twice, always
    return graph, a, b, out


@lru_cache(maxsize=1024)
def planned(device, op, dtype, shapes, *settings):
    """A built graph, its tensors by name, the bytes of memory it needs besides; None where cuDNN has no plan."""
    cudnn = frontend()
    try:
        graph, *tensors = graph_of(cudnn, op, dtype, dict(shapes), *settings, handle=handle(get_ident(), device))
        graph.check_support()
        graph.build_plans()
        return graph, dict(zip(NODES[op][1:], tensors)), graph.get_workspace_size()
    except Exception as failure:                         # cuDNN's own errors have several types
        reason = str(failure).strip().partition("\n")[0]
        warnings.warn(INSTEAD.format(f"{op} of {dict(shapes)}, {dtype},", f"cuDNN has no plan for it ({reason})."),
                      stacklevel=2)
        return None


def plan(op, given, shape=None, stride=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1):
    """The plan of an op, and the shape of its result; None where im2col serves.

    given   its two inputs, arrays of one dtype, as NODES names them
    shape   of the result; None for windows, whose shape follows from the rest, as `groups` always does
    """
    (dtype, *others), shapes = {a.dtype.name for a in given.values()}, {name: a.shape for name, a in given.items()}
    if others or dtype not in TYPES:
        return None
    if shape is None:
        windows = map(out_size, shapes["x"][2:], shapes["w"][2:], stride, padding, dilation)
        shape = (shapes["x"][0], shapes["w"][0], *windows)
    shapes[NODES[op][3]] = shape
    if any(0 in each for each in shapes.values()) or frontend() is None:
        return None
    device = backend.cupy().cuda.get_device_id()
    made = planned(device, op, dtype, tuple(shapes.items()), stride, padding, dilation, backends.cudnn.allow_tf32)
    return made and (*made, shape)


def run(xp, given, graph, tensors, size, shape):
    """Compute a plan's result from arrays by name, on the current stream."""
    given = {name: xp.ascontiguousarray(a) for name, a in given.items()}
    out, workspace = xp.empty(shape, next(iter(given.values())).dtype), xp.empty(max(size, 1), "uint8")
    used = handle(get_ident(), xp.cuda.get_device_id())
    frontend().set_stream(handle=used, stream=xp.cuda.get_current_stream().ptr)
    pointers = {tensor: given.get(name, out).data.ptr for name, tensor in tensors.items()}
    graph.execute(pointers, workspace.data.ptr, handle=used)
    return out


def by_plan(op, names):
    """Let an op run by its plan on a GPU, and by its own forward where there is none.

    names   of its first two inputs, as NODES has them; a third is the bias
    """
    @forward_for("cupy", op)
    def forward(xp, *arrays, **settings):
        given = dict(zip(names, arrays))
        found = plan(op.name, given, **settings) if backends.cudnn.enabled else None
        if found is None:
            return op.piece.library(xp, *arrays, **settings)
        result = run(xp, given, *found)
        for bias in arrays[2:]:
            if bias is not None:
                result += bias[:, None, None]
        return result


by_plan(conv2d, "xw")
by_plan(conv2d_input, "yw")
by_plan(conv2d_weight, "yx")

# Asked before a GPU was found, they say that there is none.
backends.cudnn.is_available = lambda: frontend() is not None
backends.cudnn.version = lambda: frontend() and frontend().backend_version()
