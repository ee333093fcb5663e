"""Passes: each is a function of a program that returns a cheaper program with the same results."""

from ..program import Program
from .algebra import algebra
from .buffers import buffers
from .redundancy import common_subexpressions
from .redundancy import constant_folding
from .redundancy import copies
from .redundancy import dead_code
from .decomposition import derivatives
from .fusion import fusion
from .decomposition import gradient_sums
from .buffers import in_place
from .layout import layout
from .decomposition import norms
from .note import Note, explanation
from .recomputation import recomputation
from .algebra import reshapes
from .row_forms import row_forms
from .decomposition import ufuncs

Program.explaining.append(explanation)
PASSES = [norms, derivatives, gradient_sums, constant_folding, algebra, common_subexpressions, copies, dead_code,
          ufuncs, reshapes, algebra, common_subexpressions, dead_code, layout, fusion, recomputation, in_place, buffers]


def optimised(program, passes=PASSES):
    """Run the passes; return the new program, whose `explain()` says what each pass has changed."""
    before = program.with_steps(program.steps)
    for transform in passes:
        program = transform(program)
        after = program.with_steps(program.steps)
        program.notes.append(Note(transform.__name__, before, after))
        before = after
    return program
