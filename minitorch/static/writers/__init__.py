"""Write programs as NumPy, C or CUDA code, and compile them for a backend, NumPy or C.

The C backend runs fused steps in C and the other steps in NumPy. Its fusion includes reductions along rows. The backend
"inductor" chooses: C is faster, but a C compiler takes as long as many runs in NumPy, so C runs only what runs often.
"""

from ..program import Program
from .c_writer import CWriter, c_code
from .cuda_writer import cuda_code
from .numpy_writer import Writer, numpy_code
from ..passes import PASSES, fusion, optimised, row_forms
from ..fused import REDUCTIONS, row_form
from .c_lines import computed_in
from .c_rows import row_loop
from ...backend.compiler import NotCompiled
from ...runtime import errors

Program.writers.update(numpy=numpy_code, c=c_code, cuda=cuda_code)


def c_fusion(program):
    """Fuse steps for C, including reductions along rows; do not fuse a reduction for which C has no loop."""
    alone: set = set()
    plans: dict = {}                       # {(steps, outputs): the loop of a Rows}; a second fusion finds most again

    def form(step):
        return (None, None) if alone.intersection(step.outputs) else row_form(step, computed_in)

    def fits(rows):
        key = tuple(rows.steps), tuple(rows.outputs)
        rows.loop = plans.get(key, rows.loop)
        plans[key] = row_loop(rows)
        if rows.loop is None:
            alone.update(x for step in rows.steps if step.call in REDUCTIONS for x in step.outputs)
            return False
        return True

    while True:
        known = len(alone)
        found = fusion(program, form, fits)
        if len(alone) == known:
            return found


def c_passes(passes):
    """Return the passes for NumPy, with fusion replaced by the passes for C."""
    return [one for each in passes for one in ((row_forms, c_fusion) if each is fusion else (each,))]


notices: set = set()                      # the warnings of this process so far; each is printed only once


def by_numpy(program):
    """Return (a function that runs a program in NumPy, its Python source)."""
    return Writer(program).compiled()


def by_c(program):
    """Return (a function that runs a program with its fused steps in C, its Python source).

    Without a C compiler, warn once and use NumPy.
    """
    try:
        return CWriter(program).compiled()
    except NotCompiled as problem:
        if str(problem) not in notices:
            notices.add(str(problem))
            errors.notice(f"compile(backend='c') runs NumPy instead: {problem}")
        return by_numpy(program)


OFTEN = 100                               # the run of a program from which on "inductor" runs it in C


class Switching:
    """A callable that runs a program in NumPy, and in C from its run number OFTEN on, if there is a C compiler.

    The change depends only on the number of runs, so two equal processes give equal results.
    """

    def __init__(self, program, run):
        self.program, self.run, self.count = program, run, 0

    def __call__(self, *arrays):
        self.count += 1
        if self.count == OFTEN:
            self.run = self.in_c()
        return self.run(*arrays)

    def in_c(self):
        """Return a function that runs the program in C; if C cannot run it, the function that runs it in NumPy."""
        program = self.program
        made = optimised(program.notes[0].before, c_passes(PASSES)) if program.notes else program
        if made.inputs != program.inputs or {*made.states} != {*program.states}:
            return self.run
        made.states = program.states
        try:
            return CWriter(made).compiled()[0]
        except NotCompiled:
            return self.run


def by_number_of_runs(program):
    """Return (a Switching for a program, the Python source of its runs in NumPy)."""
    run, text = by_numpy(program)
    return Switching(program, run), text


def passes_of(backend, passes):
    """Return the passes that improve a program for a backend; `passes` are the passes for NumPy."""
    return c_passes(passes) if backend == "c" else passes


BACKENDS = {"numpy": by_numpy, "c": by_c, "inductor": by_number_of_runs}
