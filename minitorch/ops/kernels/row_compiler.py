"""Compile row kernels: in a thread, while NumPy goes on computing, or all of them at once by `minitorch warm`.

Each function in rows.c becomes a library of its own, so that a program waits for no kernel that it does not use.
C believes what it is given, so a RowFunction checks each array's type, dtype, shape and memory before C runs.
"""

import ctypes
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread, main_thread

import numpy as np

from ...backend.compiler import compiled_library, compiler, library_folder, library_name
from ...backend.memory import address

SOURCE = Path(__file__).with_name("rows.c")
LONGEST = 1 << 10                        # elements of a row: C sums in their dtype, and a row fits on the stack
requested: list = []                     # names of C functions for the thread
worker: Thread | None = None             # compiles those that are not compiled yet, then ends


@cache
def sources():
    """Return {name of a C function: its C source} of all functions in rows.c."""
    _, *functions = SOURCE.read_text(encoding="utf-8").split("\nvoid ")
    return {text.partition("(")[0]: f'#include "functions.h"\n\nvoid {text}' for text in functions}


class RowFunction:
    """A compiled kernel for one dtype. Raises NotCompiled without a compiler."""

    def __init__(self, kernel, dtype):
        name = kernel.names[dtype]
        self.kernel, self.dtype, self.run = kernel, dtype, getattr(compiled_library(sources()[name]), name)
        self.run.argtypes = [*[ctypes.c_long] * 2, *[ctypes.c_double] * len(kernel.numbers),
                             *[ctypes.c_void_p] * len(kernel.reads + kernel.fills)]
        self.run.restype = None

    def __call__(self, arrays, out, numbers):
        """Fill `out` or new arrays, and return them; return None if C cannot read or write an array."""
        x, reads, fills = arrays[0], self.kernel.reads, self.kernel.fills
        if not x.size:
            return None
        rows, columns = (x.size, 1) if reads[0] == "e" else (x.size // x.shape[-1], x.shape[-1])
        shapes = {"x": x.shape, "e": x.shape, "r": (rows, 1), "c": (columns,)}
        if columns > LONGEST or not all(self.fits(a, shapes[letter]) for a, letter in zip(arrays, reads)):
            return None
        if out is None:
            out = [np.empty(shapes[letter], self.dtype) for letter in fills]
        elif not all(self.fits(a, shapes[letter]) and a.flags.writeable for a, letter in zip(out, fills)):
            return None
        self.run(rows, columns, *[numbers[name] for name in self.kernel.numbers], *map(address, (*arrays, *out)))
        return out

    def fits(self, a, shape):
        """Return whether C can read an array: it is no subclass, and its elements are adjacent and aligned."""
        return (type(a) is np.ndarray and a.dtype == self.dtype and a.shape == shape
                and a.flags.c_contiguous and a.flags.aligned)


def compile_all():
    """Compile all row kernels, as `minitorch warm` does; return how many there are. Raises NotCompiled."""
    for source in sources().values():
        compiled_library(source)
    return len(sources())


def count_stored():
    """Return how many row kernels are compiled and stored; programs load these, and compile only the others."""
    folder, path = Path(library_folder()), compiler()
    return [folder.joinpath(library_name(source, path)).exists() for source in sources().values()].count(True)


def compile_later(name):
    """Let a thread compile a C function. A second call for it does nothing."""
    global worker
    if name in requested:
        return
    requested.append(name)
    if worker is None or not worker.is_alive():          # in a forked process the thread of the parent is not alive
        worker = Thread(target=compile_requested, name="minitorch C compiler")
        with suppress(RuntimeError):                     # there may be no more threads: `compiled_function` compiles
            worker.start()


def compile_requested():
    """Compile the functions that were requested, until the program ends."""
    for name in requested:                               # other threads may append names meanwhile
        if main_thread().is_alive():
            with suppress(Exception):                    # `compiled_function` meets the error again
                compiled_library(sources()[name])


def compiled_function(kernel, dtype):
    """Return a kernel's RowFunction for a dtype, after the thread has compiled it; None if it cannot be compiled."""
    if worker is not None and worker.is_alive():
        worker.join()
    try:
        return RowFunction(kernel, dtype)
    except Exception:
        return None
