"""Passes: each takes a program and gives one that computes the same with less. A page for each."""

from ..program import Program
from .common_subexpressions import common_subexpressions
from .constant_folding import constant_folding
from .dead_code import dead_code
from .note import Note, explanation

Program.explaining.append(explanation)
PASSES = [constant_folding, common_subexpressions, dead_code]


def optimised(program, passes=PASSES):
    """The program after these passes; `explain()` says what each has changed."""
    for transform in passes:
        before, program = program, transform(program)
        program.notes.append(Note(transform.__name__, before, program))
    return program
