"""Compile the row kernels for tests, and note which of them ran."""

from contextlib import contextmanager
from functools import cache

import minitorch.ops.kernels.attention
import minitorch.ops.kernels.gelu
import minitorch.ops.loss.losses
import minitorch.ops.norm.layer_norm  # noqa: F401
from minitorch.ops.kernels.row_compiler import RowFunction
from minitorch.ops.kernels.row_kernels import NAMES, c, kernels


@cache
def compiled():
    """{(kernel's name, dtype): its RowFunction} of all kernels."""
    return {(kernel.name, dtype): RowFunction(kernel, dtype, f"{kernel.name}_{ending}")
            for kernel in kernels.values() for dtype, ending in NAMES.items()}


@contextmanager
def rows_in_c():
    """Run row kernels in C in this block; it gives the list of the names of those that ran."""
    ran, before = [], {name: kernel.functions for name, kernel in kernels.items()}

    def noted(name, function):
        def run(*given):
            found = function(*given)
            ran.extend([name] * (found is not None))
            return found
        return run
    for name, kernel in kernels.items():
        kernel.functions = {dtype: noted(name, compiled()[name, dtype]) for dtype in NAMES}
    enabled, c.enabled = c.enabled, True
    try:
        yield ran
    finally:
        c.enabled = enabled
        for name, functions in before.items():
            kernels[name].functions = functions
