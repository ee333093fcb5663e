"""What a program is run by: NumPy, or C for its fused steps and NumPy for all else."""

from ...runtime import errors
from .c_passes import c_passes
from .c_writer import CWriter
from .compiler import NotCompiled
from .numpy_writer import Writer

told: set = set()                      # what was said: each thing once in a process


def by_numpy(program):
    """A function that runs a program, and its Python."""
    return Writer(program).compiled()


def by_c(program):
    """The same with loops in C; by NumPy, with one line of advice, where C cannot be compiled."""
    try:
        return CWriter(program).compiled()
    except NotCompiled as problem:
        if str(problem) not in told:
            told.add(str(problem))
            errors.notice(f"compile(backend='c') runs NumPy instead: {problem}")
        return by_numpy(program)


def passes_of(backend, passes):
    """The passes that improve a program for a backend, given those for NumPy."""
    return c_passes(passes) if backend == "c" else passes


BACKENDS = {"numpy": by_numpy, "c": by_c}
