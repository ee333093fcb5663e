"""MPI, by mpi4py: loaded when the first group of several ranks is made."""

INSTALL = ('Install the extra `distributed`, as in pip install -e ".[distributed]": it brings mpi4py, and MPICH with '
           "the program mpiexec.")


def load():
    """mpi4py's module MPI, which starts MPI when it is first imported.

    Raises RuntimeError that says what to install where it is missing.
    """
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError) as error:         # RuntimeError: mpi4py is there, and no MPI library
        raise RuntimeError(f"several ranks speak by MPI, and mpi4py cannot be used here ({error}). {INSTALL}") from None
    return MPI


def is_available():
    """Whether mpi4py is installed; nothing is started to find out."""
    from importlib.util import find_spec
    return find_spec("mpi4py") is not None
