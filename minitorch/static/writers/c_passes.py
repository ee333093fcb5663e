"""The passes of a program whose loops run in C: reductions along rows join the functions of single elements."""

from ..passes import fusion, row_forms
from ..rows import REDUCTIONS, row_form
from .c_lines import computed_in
from .c_rows import row_loop


def c_fusion(program):
    """Fusion, where C has loops for rows with reductions. Where it has none, the reductions stay alone."""
    alone: set = set()

    def form(step):
        return (None, None) if alone.intersection(step.outputs) else row_form(step, computed_in)

    def fits(rows):
        if row_loop(rows) is None:
            alone.update(x for step in rows.steps if step.call in REDUCTIONS for x in step.outputs)
            return False
        return True

    while True:
        known = len(alone)
        found = fusion(program, form, fits)
        if len(alone) == known:
            return found


def c_passes(passes):
    """The passes for NumPy, with those for C in the place of fusion."""
    return [one for each in passes for one in ((row_forms, c_fusion) if each is fusion else (each,))]
