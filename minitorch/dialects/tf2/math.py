"""tf.math: functions of numbers."""

from ..core.missing import speak_for as _speak_for
from ..functions.complex_numbers import angle, conj, imag, real
from ..functions.norms import l2_normalize
from ..functions.math import (abs, acos, acosh, add, add_n, asin, asinh, atan, atan2, atanh, ceil, cos,
                              cosh, digamma, divide, divide_no_nan, erf, erfc, erfinv, exp, expm1, floor, floordiv,
                              floormod, floormod as mod, is_finite, is_inf, is_nan, lgamma, log, log1p,
                              log_sigmoid, maximum, minimum, multiply, multiply_no_nan, negative, pow,
                              reciprocal, rint, round, rsqrt, scalar_mul, sigmoid, sign, sin, sinh, sqrt, square,
                              squared_difference, subtract, tan, tanh, truediv, xlogy)
from ..functions.logic import (equal, greater, greater_equal, less, less_equal, logical_and, logical_not, logical_or,
                               logical_xor, not_equal)
from ..functions.nn import log_softmax, softmax, softplus, softsign, zero_fraction
from ..functions.reduction import (argmax, argmin, count_nonzero, cumprod, cumsum, cumulative_logsumexp, reduce_all,
                                   reduce_any, reduce_euclidean_norm, reduce_logsumexp, reduce_max, reduce_mean,
                                   reduce_min, reduce_prod, reduce_std, reduce_sum, reduce_variance, segment_mean,
                                   segment_sum, unsorted_segment_mean, unsorted_segment_sum)
from ..functions.slices import top_k
from ..functions.counting import bincount, confusion_matrix, in_top_k

__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.math")
