"""The number of processor cores to use: for matrix products, in the BLAS library inside NumPy, and for loops in C."""

import functools
import os

told: list = []                        # functions f(number of threads) that set this number in other code


@functools.cache
def blas_function(name):
    """Return a function of NumPy's own OpenBLAS by its name without prefixes; None if NumPy uses another BLAS."""
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
    """Return OpenBLAS's functions that set and get the number of threads; (None, None) if NumPy uses another BLAS."""
    return blas_function("set_num_threads"), blas_function("get_num_threads")


@functools.cache
def core_name():
    """Return the kind of processor that OpenBLAS detected, such as "SkylakeX" or "Haswell"; "" if it is not known."""
    import ctypes
    function = blas_function("get_corename")
    if function is None:
        return ""
    function.restype = ctypes.c_char_p
    return function().decode("ascii", "replace")


def set_num_threads(int):
    """Set how many cores matrix products and loops of `compile(backend="c")` use. RuntimeError for an int below 1.

    The setting is valid for the whole process. Small products are fastest on one core: if another
    program uses the second core, waiting for it takes more time than it saves.
    It has no effect on matrix products if NumPy's BLAS is not OpenBLAS.
    """
    if int < 1:
        raise RuntimeError(f"set_num_threads expects a positive integer, not {int}.")
    setter, _ = blas()
    if setter is not None:
        setter(int)
    for tell in told:
        tell(int)


def get_num_threads():
    """Return how many cores matrix products may use: at first OMP_NUM_THREADS, or else all cores."""
    _, getter = blas()
    if getter is not None:
        return getter()
    asked = os.environ.get("OMP_NUM_THREADS", "")
    return int(asked) if asked.isdecimal() and int(asked) else os.cpu_count()
