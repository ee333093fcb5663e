"""tf.random: random numbers as operations of the graph, drawn anew at each run."""

from ..core.missing import speak_for as _speak_for
from ..functions.random import categorical as _categorical, gamma as _gamma, stateless_normal as _stateless_normal
from ..functions.random import stateless_uniform as _stateless_uniform
from .graph import graphed as _graphed
from .nn import log_uniform_candidate_sampler, uniform_candidate_sampler
from .ops import set_random_seed, table as _table

normal, uniform, truncated_normal, shuffle, multinomial = map(_table.get, (
    "random_normal", "random_uniform", "truncated_normal", "random_shuffle", "multinomial"))
categorical, gamma = _graphed(_categorical), _graphed(_gamma)
stateless_normal, stateless_uniform = _graphed(_stateless_normal), _graphed(_stateless_uniform)

__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.compat.v1.random")
