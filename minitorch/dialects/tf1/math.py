"""tf.math: functions of numbers as operations of the graph, under TensorFlow 1's signatures."""

from ..core.missing import speak_for as _speak_for
from ..functions.counting import bincount as _bincount
from ..functions import elementary as _elementary, math as _math, nn as _nn, reduction as _reduction
from ..core.dtypes import int32 as _int32
from .graph import graphed as _graphed
from .nn import l2_normalize as _l2_normalize, top_k
from .ops import add_n, table as _table
from .renamed import nn_table as _nn_table, one_of as _one_of

globals().update({name: _table[name] for name in """abs acos acosh add angle argmax argmin asin asinh atan atan2 atanh
    ceil conj confusion_matrix cos cosh count_nonzero cumprod cumsum digamma divide equal erf erfc exp expm1 floor
    floordiv floormod greater greater_equal imag is_finite is_inf is_nan less less_equal lgamma log log1p log_sigmoid
    logical_and logical_not logical_or logical_xor maximum minimum mod multiply negative not_equal pow real reciprocal
    reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum rint round rsqrt
    scalar_mul segment_mean segment_sum sigmoid sign sin sinh sqrt square squared_difference subtract tan tanh truediv
    unsorted_segment_mean unsorted_segment_sum""".split()})
in_top_k, log_softmax, softmax = map(_nn_table.get, ("in_top_k", "log_softmax", "softmax"))
divide_no_nan, erfinv, xlogy = map(_graphed, (_math.divide_no_nan, _elementary.erfinv, _elementary.xlogy))
softplus, softsign, zero_fraction = map(_graphed, (_nn.softplus, _nn.softsign, _nn.zero_fraction))
cumulative_logsumexp, reduce_std, reduce_variance = map(_graphed, (
    _reduction.cumulative_logsumexp, _reduction.reduce_std, _reduction.reduce_variance))


def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=_int32):
    """How often each of 0, 1, 2, … occurs in arr, integers of any shape; with weights of its shape, their sum for each.

    minlength, maxlength    the result has at least, and at most, so many places; None: as many as it takes
    dtype                   of the counts, where there are no weights
    """
    return _graphed(_bincount)(arr, weights, minlength, maxlength, dtype)


def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    """Vectors along `axis` brought to length 1; those shorter than √epsilon become x / √epsilon."""
    return _l2_normalize(x, _one_of(axis, dim, "axis dim"), epsilon, name=name)


__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.compat.v1.math")
