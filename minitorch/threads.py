"""How many processor cores matrix products may use: a switch on the BLAS that NumPy brings."""

import functools
import os


@functools.cache
def blas_function(name):
    """A function of NumPy's own OpenBLAS, by its name without prefixes; None where NumPy uses another BLAS."""
    import ctypes
    import glob

    import numpy as np
    home = os.path.dirname(np.__file__)
    found = glob.glob(os.path.join(home + ".libs", "*openblas*"))
    for path in found + glob.glob(os.path.join(home, ".dylibs", "*openblas*")):
        library = ctypes.CDLL(path)
        for prefix in ("scipy_openblas", "openblas"):
            for suffix in ("64_", ""):
                function = getattr(library, f"{prefix}_{name}{suffix}", None)
                if function is not None:
                    return function
    return None


@functools.cache
def blas():
    """The set and get functions of NumPy's own OpenBLAS; (None, None) where NumPy uses another."""
    return blas_function("set_num_threads"), blas_function("get_num_threads")


@functools.cache
def core_name():
    """The kind of processor that OpenBLAS computes for, as "SkylakeX" or "Haswell"; "" where it is not known."""
    import ctypes
    function = blas_function("get_corename")
    if function is None:
        return ""
    function.restype = ctypes.c_char_p
    return function().decode("ascii", "replace")


def set_num_threads(int):
    """Let matrix products use so many cores, in the whole process. RuntimeError for an int below 1.

    Small products are fastest on one: waiting for a second core that another
    program is using costs far more than it saves. Does nothing where NumPy
    brings another BLAS than OpenBLAS.
    """
    if int < 1:
        raise RuntimeError(f"set_num_threads expects a positive integer, not {int}.")
    setter, _ = blas()
    if setter is not None:
        setter(int)


def get_num_threads():
    """How many cores matrix products may use."""
    _, getter = blas()
    return getter() if getter is not None else os.cpu_count()
