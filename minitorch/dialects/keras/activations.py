"""keras.activations: functions of one tensor, by the engine's of the same meaning.

Arguments that mean the same wherever they occur:

    x       a tensor of floats of any shape -> the same shape
"""

from ..core.engine import mt
from ..core.lift import function
from ..core.missing import speak_for as _speak_for
from ..functions import nn
from .core.configured import deserialize_keras_object, functions as _functions, get_from, serialize_keras_object

__all__ = ["celu", "deserialize", "elu", "exponential", "gelu", "get", "glu",
           "hard_sigmoid", "hard_silu", "hard_swish", "hard_tanh", "leaky_relu", "linear", "log_sigmoid",
           "log_softmax", "mish", "relu", "relu6", "selu", "serialize", "sigmoid", "silu", "softmax",
           "softplus", "softsign", "swish", "tanh"]


OF_ONE = {                       # name -> (what it gives, how)
    "exponential": ("eˣ.", lambda x: mt.exp(x)),
    "hard_sigmoid": ("x / 6 + 0.5 between 0 and 1.", lambda x: mt.nn.relu6(x + 3) / 6),
    "hard_silu": ("x · hard_sigmoid(x).", lambda x: x * mt.nn.relu6(x + 3) / 6),
    "hard_tanh": ("x between -1 and 1.", lambda x: mt.clamp(x, -1.0, 1.0)),
    "log_sigmoid": ("log(sigmoid(x)), without overflow.", lambda x: -mt.logaddexp(-x, mt.zeros_like(x))),
    "mish": ("x · tanh(softplus(x)).", lambda x: mt.nn.mish(x)),
    "relu6": ("x between 0 and 6.", lambda x: mt.nn.relu6(x)),
    "selu": ("1.0507 · x, or 1.7581 · (eˣ − 1) where x is negative: keeps mean 0 and variance 1.\n\n"
             "Source: Klambauer et al., Self-Normalizing Neural Networks (2017).", lambda x: mt.nn.selu(x)),
    "sigmoid_of": ("1 / (1 + exp(-x)).", lambda x: mt.sigmoid(x)),
    "silu": ("x · sigmoid(x).", lambda x: mt.silu(x)),
    "softplus": ("log(1 + exp(x)).", lambda x: mt.logaddexp(x, mt.zeros_like(x))),
    "softsign": ("x / (1 + |x|).", lambda x: mt.nn.softsign(x)),
    "tanh": ("The hyperbolic tangent, between −1 and 1.", lambda x: mt.tanh(x)),
}


def of_one(name):
    """Return a function of OF_ONE."""
    doc, how = OF_ONE[name]

    def body(x):
        return how(x)
    body.__name__, body.__doc__ = name, doc
    return function("x")(body)


exponential, hard_sigmoid, hard_silu, hard_tanh, log_sigmoid, mish, relu6, selu, sigmoid_of, silu, softplus, softsign, \
    tanh = map(of_one, OF_ONE)


@function("x")
def rectified(x, negative_slope, max_value, threshold):
    kept = mt.where(x > threshold, x, mt.zeros_like(x)) if threshold else mt.relu(x)
    if max_value is not None:
        kept = mt.clamp(kept, max=max_value).to(x.dtype)
    return kept - negative_slope * mt.relu(threshold - x) if negative_slope else kept


def relu(x, negative_slope=0.0, max_value=None, threshold=0.0):
    """max(x, 0).

    negative_slope   the slope below the threshold
    max_value        the largest result; None: none
    threshold        below it the result is 0, or negative_slope · (x − threshold)
    """
    return nn.relu(x) if negative_slope == threshold == 0 and max_value is None else rectified(
        x, negative_slope, max_value, threshold)


@function("x")
def leaky_relu(x, negative_slope=0.2):
    """x, or negative_slope · x where x is negative."""
    return mt.leaky_relu(x if x.is_floating_point() else x.float(), negative_slope)


@function("x")
def softmax_of(x, axis):
    if isinstance(axis, int):
        return mt.softmax(x, axis)
    return mt.exp(x - mt.logsumexp(x, tuple(axis), True))


def softmax(x, axis=-1):
    """exp(x) over its sum along an axis. A cross entropy of the result computes with x, which is exact."""
    return with_logits(softmax_of(x, axis), x)


def sigmoid(x):
    """1 / (1 + exp(-x)). A cross entropy of the result computes with x, which is exact."""
    return with_logits(sigmoid_of(x), x)


def with_logits(result, x):
    """Return the result, with a note of what it was computed from."""
    result._keras_logits = x
    return result


@function("x")
def elu(x, alpha=1.0):
    """x, or alpha · (exp(x) - 1) where x is negative."""
    return mt.nn.elu(x, alpha)


@function("x")
def celu(x, alpha=1.0):
    """x, or alpha · (exp(x / alpha) - 1) where x is negative."""
    return mt.nn.celu(x, alpha)


@function("x")
def gelu(x, approximate=False):
    """x times the normal distribution's share below x; approximate: computed by tanh."""
    return mt.nn.gelu(x, "tanh" if approximate else "none")


@function("x")
def glu(x, axis=-1):
    """Return the first half of x along an axis, times the sigmoid of the second: (…, 2n, …) to (…, n, …)."""
    return mt.nn.glu(x, axis)


@function("x")
def log_softmax(x, axis=-1):
    """Return the logarithm of the softmax along an axis, without overflow."""
    return mt.log_softmax(x, axis)


def linear(x):
    """x itself."""
    return x


swish, hard_swish = silu, hard_silu
TABLE = {name: globals()[name] for name in __all__ if name not in ("deserialize", "get", "serialize")}
_functions.update(TABLE)


def get(identifier):
    """Return the function for an identifier: a name, such as "relu"; None: linear; a function is returned as it is.

    Raises ValueError for a name that is not there.
    """
    return linear if identifier is None else get_from(TABLE, identifier, "activation function")


def serialize(activation):
    """Return the name of `activation`, one of these functions; of another what a file keeps of it."""
    name = getattr(activation, "__name__", None)
    return name if TABLE.get(name) is activation or name == "silu" else serialize_keras_object(activation)


def deserialize(config, custom_objects=None):
    """Return the function of what serialize gave. Raises ValueError for a name that is not there."""
    return get(config) if isinstance(config, str) else deserialize_keras_object(config, custom_objects)


_speak_for(globals(), "keras.activations")
