"""tf.random: random numbers as operations of the graph, drawn anew at each run, from the op table."""

from ..core.missing import view as _view
from .ops import named as _named

_view(globals(), "tf.compat.v1.random", _named("""categorical multinomial normal=random_normal set_random_seed
    shuffle=random_shuffle truncated_normal uniform=random_uniform"""))
