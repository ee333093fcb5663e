"""torch.linalg's names: inverses, determinants, decompositions and norms of stacks of matrices; see rare/ops/linalg.

Arguments that mean the same in every function:

    A   a matrix, or a stack of them: (*, n, m), square where the function needs it
"""

from ..ops.linalg.declare import names
from ..runtime import missing as _missing
from .ops.linalg import lu as _lu, pseudoinverse as _pseudoinverse, solving as _solving, vectors as _vectors

globals().update(names)
__all__ = [name for name in names if name]
del names, _lu, _pseudoinverse, _solving, _vectors

_missing.speak_for(globals())
