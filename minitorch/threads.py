"""How many processor cores matrix products may use: a switch on the BLAS that NumPy brings."""

import functools
import os


@functools.cache
def blas():
    """The set and get functions of NumPy's own OpenBLAS; (None, None) where NumPy uses another."""
    import ctypes
    import glob

    import numpy as np
    home = os.path.dirname(np.__file__)
    found = glob.glob(os.path.join(home + ".libs", "*openblas*"))
    for path in found + glob.glob(os.path.join(home, ".dylibs", "*openblas*")):
        library = ctypes.CDLL(path)
        for prefix in ("scipy_openblas", "openblas"):
            for suffix in ("64_", ""):
                setter = getattr(library, f"{prefix}_set_num_threads{suffix}", None)
                getter = getattr(library, f"{prefix}_get_num_threads{suffix}", None)
                if setter is not None and getter is not None:
                    return setter, getter
    return None, None


def set_num_threads(int):
    """Let matrix products use so many cores, in the whole process.

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
