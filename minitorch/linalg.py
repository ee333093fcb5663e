"""torch.linalg's names: inverses, determinants, decompositions and norms of stacks of matrices; see ops/linalg.

Arguments that mean the same wherever they occur:

    A   a matrix, or a stack of them: (*, n, m), square where the function needs it
"""

from . import missing as _missing
from .ops.linalg import solving as _solving  # declares the last of them
from .ops.linalg.declare import names

globals().update(names)
__all__ = [name for name in names if name]
del names, _solving

_missing.speak_for(globals())
