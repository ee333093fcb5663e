"""tf.math: functions of numbers as operations of the graph, from the op table."""

from .ops import view as _view

globals().update(_view("""abs acos acosh add add_n argmax argmin asin asinh atan atan2 atanh ceil conj
    confusion_matrix cos cosh count_nonzero cumprod cumsum digamma divide divide_no_nan=div_no_nan equal erf erfc
    erfinv exp expm1 floor floordiv floormod greater greater_equal imag in_top_k is_finite is_inf is_nan l2_normalize
    less less_equal lgamma log log1p log_sigmoid log_softmax logical_and logical_not logical_or logical_xor maximum
    minimum mod multiply negative not_equal pow real reciprocal reduce_all reduce_any reduce_logsumexp reduce_max
    reduce_mean reduce_min reduce_prod reduce_std reduce_sum reduce_variance rint round rsqrt scalar_mul segment_sum
    sigmoid sign sin sinh softmax softplus softsign sqrt square squared_difference subtract tan tanh top_k truediv
    unsorted_segment_sum"""))

__all__ = [name for name in globals() if not name.startswith("_")]
