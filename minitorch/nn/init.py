"""Initialisation: each function fills a tensor in place, outside the graph, and returns it."""

import math
import warnings
from functools import wraps

import numpy as np

from ..backend import META, move
from ..engine.piece import piece
from ..random import numpy_generator
from ..runtime import missing as _missing
from ..runtime.inplace import write


def filling(function):
    """Decorate a function that fills a tensor so that it returns a meta tensor unchanged."""
    @wraps(function)
    def run(tensor, *args, **settings):
        return tensor if tensor.device is META else function(tensor, *args, **settings)
    return run


def fill(tensor, values):
    """Write values into the tensor's memory; return the tensor."""
    write(tensor, values if isinstance(values, int | float) else move(np.asarray(values), tensor.device))
    return tensor


@filling
def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Fill a tensor of any shape with numbers uniform between a and b."""
    return fill(tensor, numpy_generator(generator).uniform(a, b, tensor.array.shape))


@filling
def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Fill a tensor of any shape from the normal distribution with mean and standard deviation std."""
    return fill(tensor, numpy_generator(generator).normal(mean, std, tensor.array.shape))


@filling
def constant_(tensor, val):
    """Fill the tensor with the number val."""
    return fill(tensor, val)


@filling
def zeros_(tensor):
    """Fill the tensor with 0."""
    return fill(tensor, 0)


@filling
def ones_(tensor):
    """Fill the tensor with 1."""
    return fill(tensor, 1)


@filling
def orthogonal_(tensor, gain=1, generator=None):
    """Fill with orthogonal rows (or columns, if fewer) of norm `gain`; dimensions after the first are joined.

    Source: Saxe et al., Exact solutions to the nonlinear dynamics of learning in deep linear networks (2013).
    Raises ValueError for fewer than two dimensions.
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.array.size:
        return tensor
    rows, columns = len(tensor.array), tensor.array[0].size
    q, r = np.linalg.qr(numpy_generator(generator).normal(0, 1, (max(rows, columns), min(rows, columns))))
    q *= np.sign(np.diag(r))                         # with these signs, q is uniform among all orthogonal matrices
    return fill(tensor, gain * (q.T if rows < columns else q).reshape(tensor.array.shape))


def fans(tensor):
    """Return how many inputs a unit sees and how many units see an input: (fan_in, fan_out)."""
    shape = tensor.array.shape
    if len(shape) < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions: "
                         f"this one has shape {shape}.")
    window = math.prod(shape[2:])
    return shape[1] * window, shape[0] * window


_calculate_fan_in_and_fan_out = fans


def calculate_gain(nonlinearity, param=None) -> float:
    """Return the factor for weights before a nonlinearity that keeps the variance of the signal unchanged.

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
    """Return whether the tensor has no elements; warn then, as PyTorch does."""
    if 0 in tensor.array.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return True
    return False


@piece
def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill from a normal distribution that keeps a signal's variance through layers of relus.

    a              the negative slope, for leaky_relu
    mode           "fan_in" keeps the variance forward, "fan_out" backward; ValueError for others
    nonlinearity   the function after the layer: one of calculate_gain's names

    The tensor is a weight (out, in, …). Source: He et al., Delving Deep into Rectifiers (2015).
    """
    return tensor if empty(tensor) else normal_(tensor, 0, kaiming_std(tensor, a, mode, nonlinearity), generator)


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill from a uniform distribution with the variance of kaiming_normal_; arguments as kaiming_normal_'s."""
    if empty(tensor):
        return tensor
    bound = math.sqrt(3) * kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


@piece
def xavier_normal_(tensor, gain=1.0, generator=None):
    """Fill from a normal distribution of variance gain² · 2 / (fan_in + fan_out): a compromise of forward and backward.

    gain   the factor for the function after the layer, from calculate_gain

    The tensor is a weight (out, in, …). Source: Glorot and Bengio (2010).
    """
    return normal_(tensor, 0, gain * math.sqrt(2 / sum(fans(tensor))), generator)


@piece
def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Fill with numbers uniform in ±gain·√(6 / (fan_in + fan_out)), which have the variance of xavier_normal_."""
    bound = gain * math.sqrt(6 / sum(fans(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def default_(weight, bias):
    """Fill a layer's weight and bias as PyTorch's Linear and Conv do: both uniform in ±1/√fan_in."""
    kaiming_uniform_(weight, a=math.sqrt(5))
    if bias is not None and (fan_in := fans(weight)[0]):
        uniform_(bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))


def deprecated(fill_):
    """Return a function with the old name, without an underscore, that warns and calls fill_."""
    old = fill_.__wrapped__.__name__[:-1] if hasattr(fill_, "__wrapped__") else fill_.__name__[:-1]

    def renamed(*given, **settings):
        warnings.warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{old}_`.", FutureWarning, stacklevel=2)
        return fill_(*given, **settings)
    renamed.__name__ = renamed.__qualname__ = old
    renamed.__doc__ = f"Call {old}_, of which this is the older name."
    return renamed


uniform, normal, constant, orthogonal = map(deprecated, (uniform_, normal_, constant_, orthogonal_))
xavier_uniform, xavier_normal, kaiming_uniform, kaiming_normal = map(
    deprecated, (xavier_uniform_, xavier_normal_, kaiming_uniform_, kaiming_normal_))

_RARE = "dirac dirac_ eye eye_ sparse sparse_ trunc_normal_"             # these functions are in rare/nn/init.py
_OLD = """constant dirac eye kaiming_normal kaiming_uniform normal orthogonal sparse uniform xavier_normal
xavier_uniform""".split()
__all__ = [name for name in [*globals(), *_RARE.split()] if name in ("calculate_gain", *_OLD)
           or name.endswith("_") and name[0] != "_" and name != "default_"]

_missing.speak_for(globals(), lent={"rare_init": _RARE})
