"""How many processor cores may be used: by matrix products, in the BLAS that NumPy brings, and by loops in C."""

import functools
import os

told: list = []                        # tell(number): what else has threads is told how many it may use


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
    """Let matrix products, and the loops of `compile(backend="c")`, use so many cores. RuntimeError for an int below 1.

    It holds for the whole process. Small products are fastest on one core: waiting
    for a second one that another program is using costs far more than it saves.
    Products do not follow where NumPy brings another BLAS than OpenBLAS.
    """
    if int < 1:
        raise RuntimeError(f"set_num_threads expects a positive integer, not {int}.")
    setter, _ = blas()
    if setter is not None:
        setter(int)
    for tell in told:
        tell(int)


def get_num_threads():
    """How many cores matrix products may use: at first OMP_NUM_THREADS, or all there are."""
    _, getter = blas()
    if getter is not None:
        return getter()
    asked = os.environ.get("OMP_NUM_THREADS", "")
    return int(asked) if asked.isdecimal() and int(asked) else os.cpu_count()
