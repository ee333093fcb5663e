"""tf.random: random numbers, the same again after set_seed."""

from ..core.missing import speak_for as _speak_for
from ..functions.random import (RandomGenerator as Generator, categorical, gamma, normal, poisson, set_seed, shuffle,
                                stateless_normal, stateless_uniform, truncated_normal, uniform)
from ..functions.sampled import log_uniform_candidate_sampler, uniform_candidate_sampler

__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.random")
