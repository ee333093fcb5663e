"""Write ops of networks as ONNX nodes: convolution, pooling, normalisation, attention, recurrent layers, activations.

Each function takes the Nodes, the names of the arguments and the settings of the op, and returns a value's name, or a
list of names.
"""

from functools import partial
from math import exp, prod, sqrt

import numpy as np

from .resizing import resample
from .sizes import Size, require_equal

GATES = {"rnn": [0], "lstm": [0, 3, 1, 2], "gru": [1, 0, 2]}      # order of gates: from i, f, g, o to ONNX's i, o, f, c


def both_sides(padding):
    """Return ONNX's pads: the same padding before and after each dimension."""
    return [*padding, *padding]


def conv2d(n, call, x, weight, bias, *, stride, padding, dilation, groups):
    return n.add("Conv", x, weight, *[bias] * (bias is not None), kernel_shape=list(n.shape(weight)[2:]),
                 strides=stride, pads=both_sides(padding), dilations=dilation, group=groups)


def conv2d_input(n, call, x, weight, *, shape, stride, padding, dilation, groups):
    """Write a transposed convolution; rows of the image that no window reaches become output_padding."""
    kernel, inside = n.shape(weight)[2:], n.shape(x)[2:]
    size = require_equal("a transposed convolution's image", *inside, *call["shape"][2:])
    extra = [out - ((old - 1) * s - 2 * p + d * (k - 1) + 1) for out, old, s, p, d, k in zip(
        size[2:], size[:2], stride, padding, dilation, kernel)]
    return n.add("ConvTranspose", x, weight, kernel_shape=list(kernel), strides=stride, pads=both_sides(padding),
                 dilations=dilation, group=groups, output_padding=extra)


def max_pool2d(n, call, x, *, kernel, stride, padding, dilation, ceil_mode):
    pads = both_sides(padding)
    if ceil_mode:                                            # the last windows may end after the padding
        inside, out = n.shape(x)[2:], call["shape"][2:]
        size = require_equal("max_pool2d's image, with ceil_mode,", *inside, *out)
        pads = [*padding, *[max(p, s * (o - 1) + d * (k - 1) + 1 - p - old) for old, o, s, p, d, k in zip(
            size[:2], size[2:], stride, padding, dilation, kernel)]]
    return n.add("MaxPool", x, kernel_shape=kernel, strides=stride, pads=pads, dilations=dilation)


def avg_pool2d(n, call, x, *, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    found = n.add("AveragePool", x, kernel_shape=kernel, strides=stride, pads=both_sides(padding),
                  count_include_pad=int(count_include_pad or divisor is not None))
    return found if divisor is None else n.add("Mul", found, n.number(prod(kernel) / divisor, call["dtype"]))


def linear(n, call, x, weight, bias=None):
    if len(n.shape(x)) == 2 and bias is not None:
        return n.add("Gemm", x, weight, bias, transB=1)
    found = n.add("MatMul", x, n.add("Transpose", weight, perm=[1, 0]))
    return found if bias is None else n.add("Add", found, bias)


def layer_norm(n, call, x, weight, bias, *, dims, eps):
    shape = require_equal("the dimensions that layer_norm is over", *n.shape(x)[-dims:], 0)[:-1]
    weight = n.constant(np.ones(shape, call["dtype"])) if weight is None else weight
    return n.add("LayerNormalization", x, weight, *[bias] * (bias is not None), axis=-dims, epsilon=eps)


def attention_weights(n, call, query, key, mask, *, scale, causal=False):
    axes, dtype = [*range(len(n.shape(key)))], call["dtype"]
    key = n.add("Transpose", key, perm=[*axes[:-2], axes[-1], axes[-2]])
    scores = n.add("MatMul", query, n.add("Mul", key, n.number(scale, dtype)))
    scores = scores if mask is None else n.add("Add", scores, mask)
    if causal:
        ones = n.add("Expand", n.number(1, dtype), n.add("Shape", scores, start=-2))
        seen = n.add("Cast", n.add("Trilu", ones, upper=0), to=n.type_of("bool"))
        scores = n.add("Where", seen, scores, n.number(-np.inf, dtype))
    return n.add("Softmax", scores, axis=-1)


def attend(n, call, query, key, value, **settings):
    return n.add("MatMul", attention_weights(n, call, query, key, None, **settings), value)


def write_rnn(n, call, x, *args, length, batch, reverse, relus=False):
    """Write one recurrent layer in one direction: (T·B, I) -> every step's h (T·B, H), the last h, and an LSTM's c."""
    op, states = call["op"], 2 if call["op"] == "lstm" else 1
    (*start, w_ih, w_hh, b_ih, b_hh), width = args[:states + 4], n.shape(args[0])[1]
    order = GATES[op]

    def arranged(weight):
        """Return the gates in ONNX's order, with a first dimension for directions."""
        parts = n.add("Split", weight, axis=0, num_outputs=len(order), outs=len(order)) if len(order) > 1 else [weight]
        joined = n.add("Concat", *[parts[gate] for gate in order], axis=0) if len(order) > 1 else weight
        return n.add("Unsqueeze", joined, n.vector([0]))
    bias = None if b_ih is None else n.add("Concat", arranged(b_ih), arranged(b_hh), axis=1)
    given = {"lstm": {}, "gru": {"linear_before_reset": 1},
             "rnn": {"activations": ["Relu" if relus else "Tanh"]}}[op]
    x = n.reshape(x, [length, batch, n.shape(x)[1]])
    out, *last = n.add(op.upper(), x, arranged(w_ih), arranged(w_hh), bias, None,
                       *[n.add("Unsqueeze", s, n.vector([0])) for s in start], outs=1 + states, hidden_size=width,
                       direction="reverse" if reverse else "forward", **given)
    steps = call["outs"][0]
    return [steps and n.reshape(out, steps["shape"]), *[n.add("Squeeze", s, n.vector([0])) for s in last]]


def gelu(n, call, x, *, approximate="none"):
    def number(value):
        return n.number(value, call["dtype"])
    if approximate == "none":
        inner = n.add("Erf", n.add("Mul", x, number(1 / sqrt(2))))
    else:                                                    # compute the tanh of √(2/π)·(x + 0.044715·x³)
        cube = n.add("Mul", n.add("Mul", x, x), x)
        inner = n.add("Add", x, n.add("Mul", cube, number(0.044715)))
        inner = n.add("Tanh", n.add("Mul", inner, number(sqrt(2 / np.pi))))
    return n.add("Mul", n.add("Mul", x, number(0.5)), n.add("Add", inner, number(1)))


def softplus(n, call, x, *, beta, threshold):
    """Write softplus; above the threshold write x itself, unless softplus(x) rounds to x there anyway."""
    scale, dtype = n.number(beta, call["dtype"]), call["dtype"]
    scaled = x if beta == 1 else n.add("Mul", x, scale)
    found = n.add("Softplus", scaled)
    found = found if beta == 1 else n.add("Div", found, scale)
    if threshold > 0 and exp(-threshold) < threshold * np.finfo(dtype).eps / 2:
        return found
    return n.add("Where", n.add("Greater", scaled, n.number(threshold, dtype)), x, found)


def arange_op(n, call, *, start, step, count):
    if type(count) is not Size:
        return n.constant((np.arange(count) * step + start).astype(call["dtype"]))
    start, step = n.number(start, call["dtype"]), n.number(step, call["dtype"])
    stop = n.add("Add", start, n.add("Mul", n.number(count, call["dtype"]), step))
    return n.add("Range", start, stop, step)


def softmax(operator, n, call, x, *, dim):
    return n.add(operator, n.cast(x, call["dtype"]), axis=dim)


def unary(operator, n, call, x):
    return n.add(operator, x)


CALLS = {"arange_op": arange_op, "attend": attend, "attention_weights": attention_weights, "avg_pool2d": avg_pool2d,
         "conv2d": conv2d, "conv2d_input": conv2d_input, "gelu": gelu, "layer_norm": layer_norm, "linear": linear,
         "max_pool2d": max_pool2d, "resample": resample, "softplus": softplus, **dict.fromkeys(GATES, write_rnn),
         "elu": lambda n, call, x, *, alpha, scale, rate: n.add("Elu", x, alpha=alpha),
         "leaky_relu": lambda n, call, x, *, negative_slope: n.add("LeakyRelu", x, alpha=negative_slope),
         "silu": lambda n, call, x: n.add("Mul", x, n.add("Sigmoid", x)),
         "softmax": partial(softmax, "Softmax"), "log_softmax": partial(softmax, "LogSoftmax"),
         "erf": partial(unary, "Erf"), "relu": partial(unary, "Relu"), "sigmoid": partial(unary, "Sigmoid")}
