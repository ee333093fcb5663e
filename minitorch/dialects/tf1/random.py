"""tf.random: random numbers as operations of the graph, drawn anew at each run, from the op table."""

from .ops import view as _view

globals().update(_view("""categorical multinomial normal=random_normal
    set_random_seed shuffle=random_shuffle truncated_normal uniform=random_uniform
    """))

__all__ = [name for name in globals() if not name.startswith("_")]
