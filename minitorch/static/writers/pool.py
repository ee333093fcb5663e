"""The threads in which large loops in C run: a pool for the whole process, which all libraries share."""

import ctypes
from functools import cache

from ... import threads
from .compiler import NotCompiled, library

# What stands before loops that may run in parts. Where there is no pool, a part is all there is.
PARTS = """typedef void Part(void **given, long start, long end);
static void in_turn(Part *part, void **given, long rows) { part(given, 0, rows); }
void (*in_parts)(Part *part, void **given, long rows) = in_turn;      /* or a pool of threads: see threads.h */
"""


@cache
def pool():
    """The pool's library, which is told how many threads there are; None where it cannot be compiled."""
    try:
        made = library('#include "threads.h"\n', "-pthread")
    except NotCompiled:
        return None
    made.use_threads(threads.get_num_threads())
    threads.told.append(made.use_threads)
    return made


def in_pool(made):
    """Let the loops of a library run in the pool."""
    if pool() is not None:
        ctypes.c_void_p.in_dll(made, "in_parts").value = ctypes.cast(pool().in_parts, ctypes.c_void_p).value
