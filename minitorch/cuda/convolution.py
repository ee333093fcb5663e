"""Convolution and its two gradients by cuDNN: a plan for each shape is built at its first use and cached.

Images may be channels last, (N, H, W, C) in memory: cuDNN then reads and writes them in this order, which is faster on
tensor cores. If possible, the same plan adds the bias.
If cuDNN is missing, for float64, and for shapes without a plan, the op's own forward runs with one warning (im2col and
a matrix product).
"""

from ..ops.conv.convolution import conv2d, conv2d_input, conv2d_weight
from ..ops.conv.padding import out_size
from ..runtime import forward_for
from ..torch_api import backends
from . import plans
from .plans import ALIGNED, Kind, input_of, new_graph, output_of, run, strides, with_plans

TYPES = {"float32": "FLOAT", "float16": "HALF"}          # {dtype: its name in cuDNN}; sums are in float32
# For each op: its node in cuDNN's graph, its two inputs and its result. x is the image, w the filters, y the output.
NODES = {"conv2d": ("conv_fprop", "x", "w", "y"), "conv2d_input": ("conv_dgrad", "y", "w", "x"),
         "conv2d_weight": ("conv_wgrad", "x", "y", "w")}
LAST, BACK = (0, 2, 3, 1), (0, 3, 1, 2)                  # orders that move channels to the end, and back


def graph_of(cudnn, op, dtype, arrays, stride, padding, dilation, tf32, **place):
    """Return cuDNN's graph of one convolution, with its plans, and its tensors by name.

    arrays    (name, shape, strides) of the image "x", (N, C, H, W), the filters "w", (O, C/groups, kh, kw), and the
              windows "y"; with a bias too, "b": (1, O, 1, 1)
    tf32      whether products of float32 may be rounded to 10 bits, as tensor cores do
    place     as in plans.new_graph
    """
    node, one, other, result = NODES[op]
    kind, arrays = getattr(cudnn.data_type, TYPES[dtype]), {name: where for name, *where in arrays}
    graph = new_graph(cudnn, kind, place)
    tensors = {name: input_of(graph, name, kind, *where) for name, where in arrays.items() if name != result}
    out = getattr(graph, node)(tensors[one], tensors[other], stride=list(stride), padding=list(padding),
                               dilation=list(dilation))
    if "b" in tensors:
        out = graph.bias(input=out, bias=tensors["b"])
    tensors[result] = output_of(out, kind, *arrays[result])
    exact = [] if tf32 or dtype != "float32" else [cudnn.numerical_note.TENSOR_CORE]
    return with_plans(cudnn, graph, *exact), tensors


def title(op, dtype, arrays, *settings):
    return f"{op} of { {name: shape for name, shape, _ in arrays} }, {dtype},"


CONVOLUTION = Kind(graph_of, title, "im2col and a matrix product")
WITH_BIAS = Kind(graph_of, title, None)                  # if cuDNN has no plan with a bias, add the bias afterwards


def is_contiguous(a):
    """Return True if an array is contiguous."""
    return a.flags.c_contiguous


def channels_last(a):
    """Return True if an array is channels last."""
    return is_contiguous(a.transpose(LAST))


def result_shape(op, given, shape, stride, padding, dilation, groups):
    """Return the result's shape: computed for conv2d, else the given `shape`."""
    if shape is not None:
        return shape
    x, w = given["x"].shape, given["w"].shape
    return (x[0], w[0], *map(out_size, x[2:], w[2:], stride, padding, dilation))


def to_common_order(xp, given):
    """Return the arrays in one memory order, the order of most of their elements; and True if it is channels last."""
    last = [a.size * (channels_last(a) - is_contiguous(a)) for a in given.values()]
    lying, order, back = (channels_last, LAST, BACK) if sum(last) > 0 else (is_contiguous, (0, 1, 2, 3), (0, 1, 2, 3))
    return {name: a if lying(a) and a.data.ptr % ALIGNED == 0 else a.transpose(order).copy().transpose(back)
            for name, a in given.items()}, sum(last) > 0


def run_plan(xp, op, given, bias, shape=None, stride=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1):
    """Return the result of an op by its plan; None if im2col must compute it.

    given   the op's two inputs, arrays of one dtype, with the names in NODES
    bias    (O,)  or None
    """
    dtype, *others = {a.dtype.name for a in given.values()}
    shape = result_shape(op, given, shape, stride, padding, dilation, groups)
    if (others or dtype not in TYPES or 0 in shape or any(a.size == 0 for a in given.values())
            or plans.frontend() is None):
        return None
    arrays, last = to_common_order(xp, given)
    N, C, H, W = shape
    out = xp.empty((N, H, W, C), dtype).transpose(BACK) if last else xp.empty(shape, dtype)
    arrays[NODES[op][3]] = out
    settings = stride, padding, dilation, backends.cudnn.allow_tf32
    if bias is not None and bias.dtype == out.dtype:
        fused = {**arrays, "b": xp.ascontiguousarray(bias).reshape(1, -1, 1, 1)}
        found = plans.plan(WITH_BIAS, op, dtype, plan_key(fused, last), *settings)
        if found is not None:
            run(xp, found, fused)
            return out
    found = plans.plan(CONVOLUTION, op, dtype, plan_key(arrays, last), *settings)
    if found is None:
        return None
    run(xp, found, arrays)
    if bias is not None:
        out += bias[:, None, None]
    return xp.ascontiguousarray(out) if op == "conv2d_weight" else out      # optimisers need contiguous gradients


def plan_key(arrays, last):
    """Return the key of a plan: names, shapes and strides of arrays, with channels last or not."""
    return tuple([(name, a.shape, tuple(last_strides(a.shape) if last else strides(a.shape)))
                  for name, a in arrays.items()])


def last_strides(shape):
    """Return the strides, in elements, of an array (N, C, H, W) that is channels last."""
    _, C, H, W = shape
    return H * W * C, 1, W * C, C


def use_plan(op, names):
    """On a GPU, run an op by a plan of cuDNN, or by its own forward if there is no plan.

    names   the names of its first two inputs in NODES; the third input is the bias
    """
    @forward_for("cupy", op)
    def forward(xp, *arrays, **settings):
        bias = arrays[2] if len(arrays) > 2 else None
        out = run_plan(xp, op.name, dict(zip(names, arrays)), bias, **settings) if backends.cudnn.enabled else None
        return op.piece.library(xp, *arrays, **settings) if out is None else out


use_plan(conv2d, "xw")
use_plan(conv2d_input, "yw")
use_plan(conv2d_weight, "yx")

# Without a GPU, is_available() returns False, and version() returns None.
backends.cudnn.is_available = lambda: plans.frontend() is not None
backends.cudnn.version = lambda: plans.frontend() and plans.frontend().backend_version()
