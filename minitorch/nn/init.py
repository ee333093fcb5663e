"""How parameters begin: each function fills a tensor in place, outside the graph, and returns it."""

import math
import warnings

from ..backend import library_of
from ..graph import touch
from ..piece import piece
from ..random import numpy_generator


def fill(tensor, values):
    """Write values over the tensor's memory."""
    tensor.array[...] = library_of(tensor.array).asarray(values)
    touch(tensor)
    return tensor


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Uniform between a and b."""
    return fill(tensor, numpy_generator(generator).uniform(a, b, tensor.array.shape))


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """The normal distribution with that mean and standard deviation."""
    return fill(tensor, numpy_generator(generator).normal(mean, std, tensor.array.shape))


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """The normal distribution, drawn again where it falls outside [a, b]."""
    stream = numpy_generator(generator)
    values = stream.normal(mean, std, tensor.array.shape)
    outside = (values < a) | (values > b)
    while outside.any():
        values[outside] = stream.normal(mean, std, int(outside.sum()))
        outside = (values < a) | (values > b)
    return fill(tensor, values)


def constant_(tensor, val):
    """One value everywhere."""
    return fill(tensor, val)


def zeros_(tensor):
    return fill(tensor, 0)


def ones_(tensor):
    return fill(tensor, 1)


def eye_(tensor):
    """The identity matrix."""
    import numpy as np
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return fill(tensor, np.eye(*tensor.array.shape))


def fans(tensor):
    """How many inputs a unit sees and how many units see an input: (fan_in, fan_out)."""
    shape = tensor.array.shape
    if len(shape) < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions: "
                         f"this one has shape {shape}.")
    window = math.prod(shape[2:])
    return shape[1] * window, shape[0] * window


_calculate_fan_in_and_fan_out = fans


def calculate_gain(nonlinearity, param=None):
    """By how much to scale weights before a nonlinearity so that variance passes unchanged."""
    if nonlinearity in ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
                        "conv_transpose3d", "sigmoid"):
        return 1.0
    if nonlinearity == "leaky_relu":
        return math.sqrt(2 / (1 + (0.01 if param is None else param) ** 2))
    known = {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}
    if nonlinearity not in known:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}: there are linear, sigmoid, leaky_relu, "
                         + ", ".join(known) + ".")
    return known[nonlinearity]


def kaiming_std(tensor, a, mode, nonlinearity):
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    fan = fans(tensor)[mode == "fan_out"]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def empty(tensor):
    """Nothing to fill: said once, as PyTorch does."""
    if 0 in tensor.array.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return True
    return False


@piece
def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Normal, with the variance that keeps a signal's size through layers of relus.

    a      the negative slope, for leaky_relu
    mode   "fan_in" keeps the forward pass, "fan_out" the backward pass
    Source: He et al., Delving Deep into Rectifiers (2015).
    """
    return tensor if empty(tensor) else normal_(tensor, 0, kaiming_std(tensor, a, mode, nonlinearity), generator)


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """As kaiming_normal_, but uniform."""
    if empty(tensor):
        return tensor
    bound = math.sqrt(3) * kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


@piece
def xavier_normal_(tensor, gain=1.0, generator=None):
    """Normal, with a variance between what the forward and the backward pass want.

    Source: Glorot and Bengio (2010).
    """
    return normal_(tensor, 0, gain * math.sqrt(2 / sum(fans(tensor))), generator)


@piece
def xavier_uniform_(tensor, gain=1.0, generator=None):
    """As xavier_normal_, but uniform."""
    bound = gain * math.sqrt(6 / sum(fans(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def default_(weight, bias):
    """PyTorch's beginning for linear and convolutional layers: both uniform, within 1/√fan_in."""
    kaiming_uniform_(weight, a=math.sqrt(5))
    if bias is not None and (fan_in := fans(weight)[0]):
        uniform_(bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))
