"""Row kernels: plain functions that C computes in one pass over rows, where NumPy makes a pass for each operation.

An op asks its kernel first: `in_c` returns the results, or None if NumPy must compute them. C takes over when a kernel
is hot: when NumPy has spent about as much time on it as the compiler needs. The number of elements decides, not the
clock, so that every run of a program gives the same bits. Before half of it no module of the compiler is loaded.
static/writers/row_kernels.py writes the plain functions as C, into rows.c; row_compiler.py compiles that.
"""

import os
from collections import Counter
from types import SimpleNamespace

import numpy as np

NAMES = {np.dtype("float32"): "f32", np.dtype("float64"): "f64"}     # {dtype: end of a C function's name}
HOT = 1 << 26            # elements: NumPy computes so many in 0.1 to 0.2 s, about the time of a compilation
CALL = 1 << 12           # elements that NumPy computes in the time of a call

# minitorch.backends.c: `enabled` is whether kernels may run in C. MINITORCH_C=0 in the environment makes it False.
c = SimpleNamespace(enabled=os.environ.get("MINITORCH_C", "1") != "0")
kernels: dict = {}       # {name: RowKernel} of all kernels that were loaded


class RowKernel:
    """A plain function of Tensors that may run in C.

    reads, fills   a letter for each input and each result: "x" is (…, columns), "r" (rows, 1) and "c" (columns,), where
                   rows is the product of …; "e" is an array of any shape, computed element by element
    numbers        names of the arguments after the tensors, which are Python numbers
    functions      {dtype: a RowFunction, or None if it could not be compiled}
    elements       {dtype: how many elements NumPy has computed}
    """

    def __init__(self, plain, form, numbers):
        self.plain, self.name, self.numbers = plain, plain.__name__, numbers
        self.reads, self.fills = form.split(" -> ")
        self.functions, self.elements = {}, Counter()

    def in_c(self, xp, *arrays, out=None, **numbers):
        """Return the results as a list of arrays that C has filled; None if NumPy must compute them.

        out   the arrays to fill, which may be inputs of the same letter; if it is None, new arrays
        """
        x = arrays[0]
        if xp is not np or not c.enabled or x.dtype not in NAMES:
            return None
        function = self.functions.get(x.dtype)
        return self.count(x) if function is None else function(arrays, out, numbers)

    def count(self, x):
        """Add an array to the elements that NumPy computes; compile the kernel when half of HOT is computed."""
        self.elements[x.dtype] += x.size + CALL
        if self.elements[x.dtype] > HOT / 2 and x.dtype not in self.functions:
            from .row_compiler import compile_later, finish
            name = f"{self.name}_{NAMES[x.dtype]}"
            if self.elements[x.dtype] <= HOT:
                compile_later(name)
            else:
                self.functions[x.dtype] = finish(self, x.dtype, name)


def row_kernel(form, *numbers):
    """Declare a RowKernel: its inputs' and results' letters, as "xc -> x", and the names of its numbers."""
    return lambda plain: kernels.setdefault(plain.__name__, RowKernel(plain, form, numbers))
