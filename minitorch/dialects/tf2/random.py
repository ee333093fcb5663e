"""tf.random: random numbers, the same again after set_seed."""

from ..functions.random import (RandomGenerator as Generator, categorical, normal, set_seed, shuffle, truncated_normal,
                                uniform)
