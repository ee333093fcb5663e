"""Initialisation: each function fills a tensor in place, outside the graph, and returns it."""

import math
import warnings
from functools import wraps

import numpy as np

from ..backend import META, move
from ..ops.elementwise.special import erfinv
from ..piece import piece
from ..random import numpy_generator
from ..runtime.inplace import write


def filling(function):
    """Make a function that fills a tensor leave one on the meta device, which has nothing to fill, as it is."""
    @wraps(function)
    def run(tensor, *args, **settings):
        return tensor if tensor.device is META else function(tensor, *args, **settings)
    return run


def fill(tensor, values):
    """Write values over the tensor's memory."""
    write(tensor, values if isinstance(values, int | float) else move(np.asarray(values), tensor.device))
    return tensor


@filling
def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Numbers uniform between a and b, over a tensor of any shape."""
    return fill(tensor, numpy_generator(generator).uniform(a, b, tensor.array.shape))


@filling
def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """The normal distribution with that mean and standard deviation std, over a tensor of any shape."""
    return fill(tensor, numpy_generator(generator).normal(mean, std, tensor.array.shape))


@filling
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """The normal distribution of that mean and std, truncated to [a, b]: uniform numbers through its inverse."""
    low, high = (math.erf((x - mean) / (std * math.sqrt(2))) for x in (a, b))
    values = numpy_generator(generator).uniform(low, high, tensor.array.shape)
    values = mean + std * math.sqrt(2) * erfinv.forward(np, values)
    return fill(tensor, values.clip(a, b))


@filling
def constant_(tensor, val):
    """The number val everywhere."""
    return fill(tensor, val)


@filling
def zeros_(tensor):
    """0 everywhere."""
    return fill(tensor, 0)


@filling
def ones_(tensor):
    """1 everywhere."""
    return fill(tensor, 1)


@filling
def eye_(tensor):
    """The identity matrix, over a matrix of any sizes. Raises ValueError for other tensors."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return fill(tensor, np.eye(*tensor.array.shape))


@filling
def dirac_(tensor, groups=1):
    """Convolution filters (out, in/groups, …) that pass each channel on unchanged.

    Raises ValueError for tensors of other than 3 to 5 dimensions, and unless groups divide the first.
    """
    shape = tensor.array.shape
    if len(shape) not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if shape[0] % groups:
        raise ValueError("dim 0 must be divisible by groups")
    values, middle, out = np.zeros(shape), tuple(n // 2 for n in shape[2:]), shape[0] // groups
    for group in range(groups):
        for channel in range(min(out, shape[1])):
            values[(group * out + channel, channel, *middle)] = 1
    return fill(tensor, values)


@filling
def sparse_(tensor, sparsity, std=0.01, generator=None):
    """A matrix of normal numbers, in each column a share `sparsity` of them 0. Source: Martens (2010).

    std   their standard deviation

    Raises ValueError for what is no matrix.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    stream, (rows, columns) = numpy_generator(generator), tensor.array.shape
    values = stream.normal(0, std, (rows, columns))
    for column in range(columns):
        values[stream.permutation(rows)[:math.ceil(sparsity * rows)], column] = 0
    return fill(tensor, values)


@filling
def orthogonal_(tensor, gain=1, generator=None):
    """Rows (or columns, where there are fewer) at right angles and of length `gain`; dimensions after the first as one.

    Source: Saxe et al., Exact solutions to the nonlinear dynamics of learning in deep linear networks (2013).
    Raises ValueError for fewer than two dimensions.
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.array.size:
        return tensor
    rows, columns = len(tensor.array), tensor.array[0].size
    q, r = np.linalg.qr(numpy_generator(generator).normal(0, 1, (max(rows, columns), min(rows, columns))))
    q *= np.sign(np.diag(r))                         # without this, the signs of r decide: not uniform
    return fill(tensor, gain * (q.T if rows < columns else q).reshape(tensor.array.shape))


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
    """By how much to scale weights before a nonlinearity so that variance passes unchanged.

    nonlinearity   "relu", "tanh", "sigmoid", "linear", "leaky_relu", "selu", or a layer such as "conv2d"
    param          the negative slope of "leaky_relu"; 0.01 when None

    Raises ValueError for other names.
    """
    if nonlinearity in ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
                        "conv_transpose3d", "sigmoid"):
        return 1
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

    a              the negative slope, for leaky_relu
    mode           "fan_in" keeps the forward pass, "fan_out" the backward pass; ValueError for others
    nonlinearity   what follows the layer, as calculate_gain names it

    The tensor is a weight (out, in, …). Source: He et al., Delving Deep into Rectifiers (2015).
    """
    return tensor if empty(tensor) else normal_(tensor, 0, kaiming_std(tensor, a, mode, nonlinearity), generator)


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Uniform, with the variance of kaiming_normal_; arguments as kaiming_normal_'s."""
    if empty(tensor):
        return tensor
    bound = math.sqrt(3) * kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


@piece
def xavier_normal_(tensor, gain=1.0, generator=None):
    """Normal, with a variance between what the forward and the backward pass want: gain² · 2 / (fan_in + fan_out).

    gain   what follows the layer, as calculate_gain counts it

    The tensor is a weight (out, in, …). Source: Glorot and Bengio (2010).
    """
    return normal_(tensor, 0, gain * math.sqrt(2 / sum(fans(tensor))), generator)


@piece
def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Uniform, with the variance of xavier_normal_: numbers within ±gain·√(6 / (fan_in + fan_out))."""
    bound = gain * math.sqrt(6 / sum(fans(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def default_(weight, bias):
    """PyTorch's initialisation of linear and convolutional layers: both uniform, within 1/√fan_in."""
    kaiming_uniform_(weight, a=math.sqrt(5))
    if bias is not None and (fan_in := fans(weight)[0]):
        uniform_(bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))


def deprecated(fill_):
    """A function by its old name, which had no underscore though it writes in place."""
    old = fill_.__wrapped__.__name__[:-1] if hasattr(fill_, "__wrapped__") else fill_.__name__[:-1]

    def renamed(*given, **settings):
        warnings.warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{old}_`.", FutureWarning, stacklevel=2)
        return fill_(*given, **settings)
    renamed.__name__ = renamed.__qualname__ = old
    renamed.__doc__ = f"{old}_, by its first name."
    return renamed


uniform, normal, constant, eye, dirac, sparse, orthogonal = map(
    deprecated, (uniform_, normal_, constant_, eye_, dirac_, sparse_, orthogonal_))
xavier_uniform, xavier_normal, kaiming_uniform, kaiming_normal = map(
    deprecated, (xavier_uniform_, xavier_normal_, kaiming_uniform_, kaiming_normal_))

_OLD = """constant dirac eye kaiming_normal kaiming_uniform normal orthogonal sparse uniform xavier_normal
xavier_uniform""".split()
__all__ = [name for name in globals() if name in ("calculate_gain", *_OLD)
           or name.endswith("_") and name[0] != "_" and name != "default_"]
