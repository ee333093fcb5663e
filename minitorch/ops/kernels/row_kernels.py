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

ENDINGS = {np.dtype("float32"): "f32", np.dtype("float64"): "f64"}     # of the names of C functions
HOT = 1 << 26            # elements: NumPy computes so many in 0.1 to 0.2 s, about the time of a compilation
CALL = 1 << 12           # elements that NumPy computes in the time of a call

# minitorch.backends.c: `enabled` is whether kernels may run in C. MINITORCH_C=0 in the environment makes it False.
c = SimpleNamespace(enabled=os.environ.get("MINITORCH_C", "1") != "0")
kernels: dict = {}       # {name: RowKernel} of all kernels that were loaded
elements: Counter = Counter()     # {name of a C function: how many elements NumPy has computed in its place}
functions: dict = {}     # {name of a C function: its RowFunction, or None if it could not be compiled}


class RowKernel:
    """A plain function of Tensors that may run in C.

    reads, fills   a letter for each input and each result: "x" is (…, columns), "r" (rows, 1) and "c" (columns,), where
                   rows is the product of …; "e" is an array of any shape, computed element by element
    numbers        names of the arguments after the tensors, which are Python numbers
    names          {dtype: name of the C function}
    """

    def __init__(self, plain, form, numbers):
        self.plain, self.name, self.numbers = plain, plain.__name__, numbers
        self.reads, self.fills = form.split(" -> ")
        self.names = {dtype: f"{self.name}_{ending}" for dtype, ending in ENDINGS.items()}

    def in_c(self, xp, *arrays, out=None, **numbers):
        """Return the results as a list of arrays that C has filled; None if NumPy must compute them.

        out   the arrays to fill, which may be inputs of the same letter; if it is None, new arrays
        """
        x = arrays[0]
        name = self.names.get(x.dtype)
        if xp is not np or not c.enabled or name is None:
            return None
        function = functions.get(name) or self.count(name, x)
        return None if function is None else function(arrays, out, numbers)

    def count(self, name, x):
        """Add an array to the elements that NumPy computes; if there are more than HOT, return the C function.

        A thread compiles it when half of HOT is computed.
        """
        before = elements[name]
        if before > HOT:
            if name not in functions:
                from .row_compiler import compiled_function
                functions[name] = compiled_function(self, x.dtype)
            return functions[name]
        elements[name] = before + x.size + CALL
        if before > HOT / 2:
            from .row_compiler import compile_later
            compile_later(name)
        return None


def set_elements(saved):
    """Set `elements` to those of a checkpoint, so that C takes over where it did in the run that was stopped."""
    elements.clear()
    elements.update({name: count for name, count in saved.items() if type(count) is int})
    for name in [name for name in functions if elements[name] <= HOT]:
        del functions[name]


def row_kernel(form, *numbers):
    """Declare a RowKernel: its inputs' and results' letters, as "xc -> x", and the names of its numbers."""
    return lambda plain: kernels.setdefault(plain.__name__, RowKernel(plain, form, numbers))
