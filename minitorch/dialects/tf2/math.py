"""tf.math: functions of numbers."""

from ..functions.complex_numbers import conj, imag, real
from ..functions.norms import l2_normalize
from ..functions.math import (abs, add, add_n, divide, divide_no_nan, floordiv, floormod, floormod as mod, maximum,
                              minimum, multiply, negative, pow, scalar_mul, sign, square,
                              squared_difference, subtract, truediv)
from ..functions.elementary import (acos, acosh, asin, asinh, atan, atan2, atanh, ceil, cos, cosh, digamma, erf, erfc,
                                    erfinv, exp, expm1, floor, is_finite, is_inf, is_nan, lgamma, log, log1p,
                                    log_sigmoid, reciprocal, rint, round, rsqrt, sigmoid, sin, sinh, sqrt, tan, tanh)
from ..functions.logic import (equal, greater, greater_equal, less, less_equal, logical_and, logical_not, logical_or,
                               logical_xor, not_equal)
from ..functions.nn import log_softmax, softmax, softplus, softsign
from ..functions.reduction import (argmax, argmin, count_nonzero, cumprod, cumsum, reduce_all, reduce_any,
                                   reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_std,
                                   reduce_sum, reduce_variance)
from ..functions.segments import segment_sum, unsorted_segment_sum
from ..functions.slices import top_k
from ..functions.counting import confusion_matrix, in_top_k

__all__ = [name for name in globals() if not name.startswith("_")]
