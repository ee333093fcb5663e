"""Compile row kernels: in a thread, while NumPy goes on computing, or all of them at once by `minitorch warm`.

Each function in rows.c becomes a library of its own, so that a program waits for no kernel that it does not use.
"""

import ctypes
from functools import cache
from pathlib import Path
from threading import Thread, main_thread

from ...backend.compiler import compiled_library, compiler, library_folder, library_name

SOURCE = Path(__file__).with_name("rows.c")
waiting: list = []                       # (kernel, dtype, end of the C function's name) of hot kernels
worker: Thread | None = None             # compiles those that wait; it ends when none is left


@cache
def sources():
    """Return {name of a C function: its C source} of all functions in rows.c."""
    _, *functions = SOURCE.read_text(encoding="utf-8").split("\nvoid ")
    return {text.partition("(")[0]: f'#include "functions.h"\n\nvoid {text}' for text in functions}


def compile_kernel(kernel, name):
    """Return the compiled C function of a kernel. Raises NotCompiled."""
    function = getattr(compiled_library(sources()[name]), name)
    function.argtypes = [*[ctypes.c_long] * 2, *[ctypes.c_double] * len(kernel.numbers),
                         *[ctypes.c_void_p] * len(kernel.reads + kernel.fills)]
    function.restype = None
    return function


def compile_all():
    """Compile all row kernels, as `minitorch warm` does; return how many there are. Raises NotCompiled."""
    for source in sources().values():
        compiled_library(source)
    return len(sources())


def count_stored():
    """Return how many row kernels are compiled and stored; programs load these, and compile only the others."""
    folder, path = Path(library_folder()), compiler()
    return [folder.joinpath(library_name(source, path)).exists() for source in sources().values()].count(True)


def compile_later(kernel, dtype, ending):
    """Let a thread compile a kernel for a dtype. A second call does nothing while the kernel waits."""
    global worker
    if (kernel, dtype, ending) not in waiting:
        waiting.append((kernel, dtype, ending))
    if worker is None or not worker.is_alive():          # in a forked process the thread of the parent is not alive
        worker = Thread(target=compile_waiting, name="minitorch C compiler")
        worker.start()


def compile_waiting():
    """Compile the kernels that wait, until the program ends; a kernel that fails stays in NumPy."""
    while waiting and main_thread().is_alive():
        kernel, dtype, ending = waiting[0]
        try:
            kernel.functions[dtype] = compile_kernel(kernel, f"{kernel.name}_{ending}")
        except Exception:
            kernel.functions[dtype] = None
        waiting.pop(0)
