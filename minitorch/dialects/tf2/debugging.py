"""tf.debugging: checks of values."""

from ..functions.debugging import (Assert, assert_equal, assert_greater, assert_less, assert_positive, assert_rank,
                                   check_numerics, set_log_device_placement)

__all__ = [name for name in globals() if not name.startswith("_")]
