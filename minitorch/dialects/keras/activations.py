"""keras.activations: functions of one tensor; those that keras.ops has too are its own.

Arguments that mean the same wherever they occur:

    x       a tensor of floats of any shape -> the same shape
"""

from ..core.engine import mt
from ..core.lift import function
from ..functions import nn as _rows
from ..functions.table import KERAS as _KERAS, in_keras as _in_keras
from .core.configured import deserialize_keras_object, functions as _functions, get_from, serialize_keras_object

OWN = _in_keras([
    ("elu(x, alpha=1.0)", mt.nn.elu, "Keep x where it is positive, else alpha · (eˣ − 1)."),
    ("gelu(x, approximate=False)", lambda x, approximate: mt.nn.gelu(x, "tanh" if approximate else "none"),
     "Multiply x by the normal distribution's share below x; approximate: computed by tanh."),
    ("hard_sigmoid(x)", lambda x: mt.nn.relu6(x + 3) / 6, "Limit x / 6 + 0.5 to the range from 0 to 1."),
    ("hard_silu(x)", lambda x: x * mt.nn.relu6(x + 3) / 6, "Multiply x by hard_sigmoid(x)."),
    ("mish(x)", mt.nn.mish, "Multiply x by tanh(softplus(x))."),
])


@function("x")
def rectified(x, negative_slope, max_value, threshold):
    kept = mt.where(x > threshold, x, mt.zeros_like(x)) if threshold else mt.relu(x)
    if max_value is not None:
        kept = mt.clamp(kept, max=max_value).to(x.dtype)
    return kept - negative_slope * mt.relu(threshold - x) if negative_slope else kept


def relu(x, negative_slope=0.0, max_value=None, threshold=0.0):
    """Return max(x, 0).

    negative_slope   the slope below the threshold
    max_value        the largest result; None: none
    threshold        below it the result is 0, or negative_slope · (x − threshold)
    """
    return _rows.relu(x) if negative_slope == threshold == 0 and max_value is None else rectified(
        x, negative_slope, max_value, threshold)


@function("x")
def softmax_of(x, axis):
    if isinstance(axis, int):
        return mt.softmax(x, axis)
    return mt.exp(x - mt.logsumexp(x, tuple(axis), True))


def softmax(x, axis=-1):
    """Divide exp(x) by its sum along an axis. A cross entropy of the result computes with x, which is exact."""
    return with_logits(softmax_of(x, axis), x)


def sigmoid(x):
    """Return 1 / (1 + exp(−x)). A cross entropy of the result computes with x, which is exact."""
    return with_logits(_KERAS["sigmoid"](x), x)


def with_logits(result, x):
    """Return the result, with a note of what it was computed from."""
    result._keras_logits = x
    return result


def linear(x):
    """Return x itself."""
    return x


TABLE = {name: _KERAS[name] for name in """leaky_relu log_sigmoid log_softmax relu6 selu silu softplus softsign
    tanh""".split()}
TABLE.update(OWN, exponential=_KERAS["exp"], hard_swish=OWN["hard_silu"], linear=linear, relu=relu, sigmoid=sigmoid,
             softmax=softmax, swish=TABLE["silu"])
globals().update(TABLE)
_functions.update(TABLE)


def get(identifier):
    """Return the function for an identifier: a name, such as "relu"; None: linear; a function is returned as it is.

    Raises ValueError for a name that is not there.
    """
    return linear if identifier is None else get_from(TABLE, identifier, "activation function")


def serialize(activation):
    """Return the name of `activation`, one of these functions; of another what a file keeps of it."""
    name = next((name for name, own in TABLE.items() if own is activation), None)
    return name or serialize_keras_object(activation)


def deserialize(config, custom_objects=None):
    """Return the function of what serialize gave. Raises ValueError for a name that is not there."""
    return get(config) if isinstance(config, str) else deserialize_keras_object(config, custom_objects)
