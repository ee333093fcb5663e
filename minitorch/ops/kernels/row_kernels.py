"""Row kernels: plain functions that C computes in one pass over rows, where NumPy makes a pass for each operation.

An op asks its kernel first: `in_c` returns the results, or None if NumPy must compute them. C is compiled when a kernel
is hot, that is when NumPy has spent about as much time on it as the compiler needs; so nothing is compiled, and no
compiler is looked for, in a program that does little. The C source is rows.c, which static/writers/row_kernels.py
writes from the plain functions; row_compiler.py compiles it.
"""

import os
from collections import Counter
from types import SimpleNamespace

import numpy as np

from ...backend.memory import address

NAMES = {np.dtype("float32"): "f32", np.dtype("float64"): "f64"}     # {dtype: end of a C function's name}
HOT = 1 << 26            # elements: NumPy computes so many in 0.1 to 0.2 s, about the time of a compilation
CALL = 1 << 12           # elements that NumPy computes in the time of a call
LONGEST = 1 << 10        # elements of a row: C adds them up in their own dtype, and stores a row on the stack

# minitorch.backends.c: `enabled` is whether kernels may run in C. MINITORCH_C=0 in the environment makes it False.
c = SimpleNamespace(enabled=os.environ.get("MINITORCH_C", "1") != "0")
kernels: dict = {}       # {name: RowKernel} of all kernels that were loaded


class RowKernel:
    """A plain function of Tensors that may run in C.

    reads, fills   a letter for each input and each result: "x" is (…, columns), "r" (rows, 1) and "c" (columns,), where
                   rows is the product of …; "e" is an array of any shape, computed element by element
    numbers        names of the arguments after the tensors, which are Python numbers
    functions      {dtype: the compiled C function; None if it cannot be compiled}
    elements       {dtype: how many elements NumPy has computed}
    """

    def __init__(self, plain, form, numbers):
        self.plain, self.name, self.numbers = plain, plain.__name__, numbers
        self.reads, self.fills = form.split(" -> ")
        self.functions, self.elements = {}, Counter()
        self.__doc__, self.__wrapped__ = plain.__doc__, plain

    def __call__(self, *tensors, **numbers):
        return self.plain(*tensors, **numbers)

    def in_c(self, xp, *arrays, out=None, **numbers):
        """Return the results as a list of arrays that C has filled; None if NumPy must compute them.

        out   the arrays to fill, which may be inputs of the same letter, else new arrays are made

        C believes what it is given, so this is the one place that checks types, dtypes, shapes and memory.
        """
        x = arrays[0]
        if xp is not np or not c.enabled or x.dtype not in NAMES or not x.size:
            return None
        function = self.functions.get(x.dtype)
        if function is None:
            self.count(x)
            return None
        rows, columns = (x.size, 1) if self.reads[0] == "e" else (x.size // x.shape[-1], x.shape[-1])
        shapes = {"x": x.shape, "e": x.shape, "r": (rows, 1), "c": (columns,)}
        given = (self.reads, arrays) if out is None else (self.reads + self.fills, (*arrays, *out))
        if columns > LONGEST or not all(fits(a, x.dtype, shapes[letter]) for letter, a in zip(*given)):
            return None
        if out is None:
            out = [np.empty(shapes[letter], x.dtype) for letter in self.fills]
        elif not all(a.flags.writeable for a in out):
            return None
        function(rows, columns, *[numbers[name] for name in self.numbers], *map(address, (*arrays, *out)))
        return out

    def count(self, x):
        """Add an array to the elements that NumPy computes; if the kernel is hot, start its compilation."""
        self.elements[x.dtype] += x.size + CALL
        if self.elements[x.dtype] > HOT and x.dtype not in self.functions:
            from .row_compiler import compile_later
            compile_later(self, x.dtype, NAMES[x.dtype])


def fits(a, dtype, shape):
    """Return whether C can read an array: it is no subclass, and its elements are adjacent and aligned."""
    return (type(a) is np.ndarray and a.dtype == dtype and a.shape == shape
            and a.flags.c_contiguous and a.flags.aligned)


def row_kernel(form, *numbers):
    """Declare a RowKernel: its inputs' and results' letters, as "xc -> x", and the names of its numbers."""
    return lambda plain: kernels.setdefault(plain.__name__, RowKernel(plain, form, numbers))
