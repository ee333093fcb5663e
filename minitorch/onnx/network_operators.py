"""Compute ONNX's operators of networks with minitorch's ops: convolution, pooling, normalisation, recurrent layers.

Each function takes the operator's settings, its number of outputs, and its arguments: Tensors, arrays for constants,
None for an argument that is left out.
"""

import numpy as np

from ..engine import registry
from ..nn import functional as F
from ..ops.shape.copies import cat_function as cat, stack_function as stack
from ..tensors import from_numpy
from .arguments import array, integers_of

CONV = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}
TRANSPOSED = {1: F.conv_transpose1d, 2: F.conv_transpose2d, 3: F.conv_transpose3d}
MAX = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}
AVERAGE = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}
GATES = {"LSTM": [0, 2, 3, 1], "GRU": [1, 0, 2], "RNN": [0]}      # order of gates: from ONNX's i, o, f, c to i, f, g, o


def padding_of(s, x, kernel, stride, dilation):
    """Return the padding before and after each dimension: [(before, after), …]."""
    auto, dims = s.get("auto_pad", "NOTSET"), len(kernel)
    if auto in ("NOTSET", "VALID"):
        pads = s.get("pads", [0] * 2 * dims) if auto == "NOTSET" else [0] * 2 * dims
        return list(zip(pads[:dims], pads[dims:]))
    found = []
    for size, k, step, d in zip(x.shape[2:], kernel, stride, dilation):
        more = max((-(-size // step) - 1) * step + d * (k - 1) + 1 - size, 0)
        found.append((more // 2, more - more // 2) if auto == "SAME_UPPER" else (more - more // 2, more // 2))
    return found


def windows(s, x, kernel, fill):
    """Return the input, padded if the two sides differ, and kernel, stride, padding, dilation."""
    dims = len(kernel)
    stride, dilation = s.get("strides", [1] * dims), s.get("dilations", [1] * dims)
    pads = padding_of(s, x, kernel, stride, dilation)
    if any(before != after or 2 * before > k for (before, after), k in zip(pads, kernel)):
        x = F.pad(x, [n for pair in pads[::-1] for n in pair], value=fill)
        pads = [(0, 0)] * dims
    return x, tuple(kernel), tuple(stride), tuple([before for before, _ in pads]), tuple(dilation)


def conv(s, outs, x, weight, bias=None):
    kernel = list(weight.shape[2:])
    x, kernel, stride, padding, dilation = windows(s, x, kernel, 0)
    return CONV[len(kernel)](x, weight, bias, stride, padding, dilation, s.get("group", 1))


def conv_transpose(s, outs, x, weight, bias=None):
    kernel = list(weight.shape[2:])
    _, _, stride, padding, dilation = windows(s, x, kernel, 0)
    if s.get("auto_pad", "NOTSET") != "NOTSET" or "output_shape" in s or padding * 2 != tuple(
            s.get("pads", [0] * 2 * len(kernel))):
        raise NotImplementedError("the padding must be given, and be the same on both sides")
    extra = tuple(s.get("output_padding", [0] * len(kernel)))
    return TRANSPOSED[len(kernel)](x, weight, bias, stride, padding, extra, s.get("group", 1), dilation)


def max_pool(s, outs, x):
    if outs > 1 or s.get("storage_order"):
        raise NotImplementedError("the second output, the indices of the maxima, is not supported")
    x, kernel, stride, padding, dilation = windows(s, x, s["kernel_shape"], -float("inf"))
    return MAX[len(kernel)](x, kernel, stride, padding, dilation, bool(s.get("ceil_mode")))


def average_pool(s, outs, x):
    counted = bool(s.get("count_include_pad"))
    if any(n != 1 for n in s.get("dilations", ())):
        raise NotImplementedError("the dilation must be 1")
    inside, kernel, stride, padding, _ = windows(s, x, s["kernel_shape"], 0)
    pool, ceil = AVERAGE[len(kernel)], bool(s.get("ceil_mode"))
    if inside is not x and not counted:                 # divide by the mean of ones, so that the padding does not count
        ones, *_ = windows(s, x * 0 + 1, s["kernel_shape"], 0)
        return pool(inside, kernel, stride, padding, ceil) / pool(ones, kernel, stride, padding, ceil)
    return pool(inside, kernel, stride, padding, ceil, counted)


def global_pool(name):
    return lambda s, outs, x: getattr(x, name)(tuple(range(2, x.ndim)), True)


def gemm(s, outs, a, b, c=None):
    a, b = a.T if s.get("transA") else a, b.T if s.get("transB") else b
    found = a @ b if s.get("alpha", 1.0) == 1 else a @ b * s["alpha"]
    return found if c is None else found + (c if s.get("beta", 1.0) == 1 else c * s["beta"])


def batch_norm(s, outs, x, weight, bias, mean, variance):
    if s.get("training_mode"):
        raise NotImplementedError("training_mode is not supported")
    return F.batch_norm(x, mean, variance, weight, bias, eps=s.get("epsilon", 1e-5))


def layer_norm(s, outs, x, weight, bias=None):
    if outs > 1:
        raise NotImplementedError("the outputs for mean and standard deviation are not supported")
    shape = tuple(x.shape)[s.get("axis", -1):]
    weight = weight.expand(shape)
    return F.layer_norm(x, shape, weight, None if bias is None else bias.expand(shape), s.get("epsilon", 1e-5))


def instance_norm(s, outs, x, weight, bias):
    return F.instance_norm(x, weight=weight, bias=bias, eps=s.get("epsilon", 1e-5))


def softmax(name):
    """Return a function for softmax along an axis; before opset 13, over all dimensions from this axis on."""
    def run(s, outs, x):
        axis = s.get("axis", -1)
        rows = x.reshape(*x.shape[:axis % x.ndim], -1) if s.get("onward") else x
        return getattr(rows, name)(-1 if s.get("onward") else axis).reshape(x.shape)
    return run


def pad(s, outs, x, pads=None, value=None, axes=None):
    pads = integers_of(s["pads"] if pads is None else pads)
    dims = [n % x.ndim for n in integers_of(axes)] if axes is not None else list(range(x.ndim))
    widths = dict(zip(dims, zip(pads[:len(dims)], pads[len(dims):])))
    first = min([dim for dim, pair in widths.items() if any(pair)], default=x.ndim)
    flat = [n for dim in range(x.ndim - 1, first - 1, -1) for n in widths.get(dim, (0, 0))]
    modes = {"constant": "constant", "reflect": "reflect", "edge": "replicate"}
    mode = modes.get(s.get("mode", "constant"))
    if mode is None:
        raise NotImplementedError(f"the supported modes are {', '.join(modes)}")
    more = {"value": s.get("value", 0) if value is None else array(value).item()} if mode == "constant" else {}
    return F.pad(x, flat, mode, **more) if flat else x


def run_rnn(name):
    """Run a recurrent layer in one or two directions: X (T, B, I) -> Y (T, directions, B, H), and the last states."""
    def run(s, outs, x, weights, recurrences, biases=None, lengths=None, h=None, c=None, peepholes=None):
        both = s.get("direction", "forward") == "bidirectional"
        activations = [x.lower() for x in s.get("activations", [])]
        usual = {"LSTM": ["sigmoid", "tanh", "tanh"], "GRU": ["sigmoid", "tanh"], "RNN": activations[:1] or ["tanh"]}
        if (lengths is not None or peepholes is not None or s.get("layout") or s.get("clip") or s.get("input_forget")
                or name == "GRU" and not s.get("linear_before_reset") or activations not in (
                    [], usual[name] * (1 + both)) or not {*activations} <= {"sigmoid", "tanh", "relu"}):
            raise NotImplementedError("only PyTorch's layers are supported: no lengths, peepholes, layout, clip, "
                                      "input_forget or other activations, and a GRU needs linear_before_reset=1")
        (T, B, _), H, found = x.shape, recurrences.shape[-1], []
        for way in range(1 + both):
            w_ih, w_hh = [arrange_gates(w[way], name) for w in (weights, recurrences)]
            two = [None, None] if biases is None else [arrange_gates(b, name) for b in biases[way].split(len(w_ih))]
            states = [x.new_zeros(B, H) if state is None else state[way] for state in (h, c)[:1 + (name == "LSTM")]]
            more = {"relus": activations[:1] == ["relu"]} if name == "RNN" else {}
            reverse = way == 1 or s.get("direction") == "reverse"
            found.append(registry[name.lower()](x.reshape(T * B, -1), *states, w_ih, w_hh, *two,
                                                *[None] * (name == "LSTM"), sizes=(B,) * T, reverse=reverse, **more))
        out = stack([each[0].reshape(T, B, H) for each in found], 1)
        return [out, *[stack([each[n] for each in found], 0) for n in range(1, len(found[0]))]]
    return run


def arrange_gates(weight, name):
    """Return the gates in PyTorch's order."""
    parts = weight.split(weight.shape[0] // len(GATES[name]))
    return cat([parts[gate] for gate in GATES[name]], 0) if len(parts) > 1 else weight


def response_norm(s, outs, x):
    if s["size"] % 2 == 0:
        raise NotImplementedError("the size must be odd")
    return F.local_response_norm(x, s["size"], s.get("alpha", 1e-4), s.get("beta", 0.75), s.get("bias", 1.0))


def gelu(s, outs, x):
    return F.gelu(x, approximate=s.get("approximate", "none"))


def with_tensor_arguments(function):
    """Return the function with floating arrays among its arguments converted to Tensors."""
    def run(s, outs, *args):
        return function(s, outs, *[from_numpy(np.array(x)) if isinstance(x, np.ndarray) and x.dtype.kind == "f" else x
                                   for x in args])
    return run


def slope_of_channels(x, slope):
    """Return PRelu's slopes in a shape that broadcasts to x; old files have a vector, one slope for each channel."""
    if slope.ndim == 1 and x.ndim > 2 and len(slope) == x.shape[1] and len(slope) not in (1, x.shape[-1]):
        return slope.reshape(-1, *[1] * (x.ndim - 2))
    return slope


OPERATORS = {name: with_tensor_arguments(function) for name, function in {
    "Conv": conv, "ConvTranspose": conv_transpose, "MaxPool": max_pool, "AveragePool": average_pool,
    "GlobalAveragePool": global_pool("mean"), "GlobalMaxPool": global_pool("amax"), "Gemm": gemm,
    "BatchNormalization": batch_norm, "LayerNormalization": layer_norm, "InstanceNormalization": instance_norm,
    "Pad": pad, **{name: run_rnn(name) for name in GATES}, "Gelu": gelu, "LRN": response_norm,
    "Softmax": softmax("softmax"), "LogSoftmax": softmax("log_softmax"),
    "LeakyRelu": lambda s, outs, x: F.leaky_relu(x, s.get("alpha", 0.01)),
    "Elu": lambda s, outs, x: F.elu(x, s.get("alpha", 1.0)),
    "Selu": lambda s, outs, x: F.selu(x) if {"alpha", "gamma"}.isdisjoint(s) else s["gamma"] * F.elu(x, s["alpha"]),
    "Softplus": lambda s, outs, x: F.softplus(x, threshold=float("inf")),
    "Softsign": lambda s, outs, x: x / (x.abs() + 1), "Mish": lambda s, outs, x: F.mish(x),
    "HardSwish": lambda s, outs, x: F.hardswish(x),
    "HardSigmoid": lambda s, outs, x: (x * s.get("alpha", 0.2) + s.get("beta", 0.5)).clamp(0, 1),
    "PRelu": lambda s, outs, x, slope: x.where(x > 0, x * slope_of_channels(x, slope))}.items()}
