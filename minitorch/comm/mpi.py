"""Load MPI through mpi4py, when the first group of several ranks is created."""

INSTALL = ('Install the extra `distributed`, as in pip install -e ".[distributed]": it brings mpi4py, and MPICH with '
           "the program mpiexec.")


def load():
    """Return mpi4py's module MPI, which starts MPI when it is first imported.

    Raises RuntimeError with a command that installs them if mpi4py or MPI is missing.
    """
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError) as error:         # a RuntimeError if mpi4py finds no MPI library
        raise RuntimeError(f"ranks communicate by MPI, and mpi4py cannot be used here ({error}). {INSTALL}") from None
    return MPI


def is_available():
    """Return True if mpi4py is installed, without starting MPI."""
    from importlib.util import find_spec
    return find_spec("mpi4py") is not None
