"""AutoGraph: `if`, `while` and `for` on tensors become part of the graph when tf.function traces a function.

The function's source is written anew (jumps.py, blocks.py). Each statement then asks one of these functions what to do:
where its test is a tensor of the graph both branches, or a turn of the loop, are traced (statements.py); otherwise
Python goes on as it is written.
"""

from .expressions import and_, equal, not_, not_equal, or_
from .functions import converted
from .statements import for_stmt, if_exp, if_stmt, result, undefined, while_stmt

__all__ = ["and_", "converted", "equal", "for_stmt", "if_exp", "if_stmt", "not_", "not_equal", "or_", "result",
           "undefined", "while_stmt"]
