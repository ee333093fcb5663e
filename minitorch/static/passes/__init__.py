"""Passes: each takes a program and gives one that computes the same with less. A page for each."""

from ..program import Program
from .algebra import algebra
from .buffers import buffers
from .common_subexpressions import common_subexpressions
from .constant_folding import constant_folding
from .copies import copies
from .dead_code import dead_code
from .derivatives import derivatives
from .fusion import fusion
from .gradient_sums import gradient_sums
from .in_place import in_place
from .layout import layout
from .norms import norms
from .note import Note, explanation
from .recomputation import recomputation
from .reshapes import reshapes
from .row_forms import row_forms
from .ufuncs import ufuncs

Program.explaining.append(explanation)
PASSES = [norms, derivatives, gradient_sums, constant_folding, algebra, common_subexpressions, copies, dead_code,
          ufuncs, reshapes, algebra, common_subexpressions, dead_code, layout, fusion, recomputation, in_place, buffers]


def optimised(program, passes=PASSES):
    """The program after these passes; `explain()` says what each has changed."""
    before = program.with_steps(program.steps)
    for transform in passes:
        program = transform(program)
        after = program.with_steps(program.steps)
        program.notes.append(Note(transform.__name__, before, after))
        before = after
    return program
