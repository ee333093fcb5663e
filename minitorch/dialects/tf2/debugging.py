"""tf.debugging: checks of values."""

from ..core.missing import speak_for as _speak_for
from ..functions.debugging import (Assert, assert_all_finite, assert_equal, assert_greater, assert_greater_equal,
                                     assert_less, assert_less_equal, assert_near, assert_negative,
                                     assert_non_negative, assert_non_positive, assert_none_equal, assert_positive,
                                     assert_rank, assert_rank_at_least, check_numerics,
                                     is_numeric_tensor, set_log_device_placement)

__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.debugging")
