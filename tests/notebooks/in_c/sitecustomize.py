"""If a process has this folder first on its path, its row kernels are compiled at their first call, which waits."""

import os

os.environ["MINITORCH_C"] = "1"

from minitorch.ops.kernels import row_compiler, row_kernels


def compile_now(kernel, dtype, ending):
    kernel.functions[dtype] = row_compiler.RowFunction(kernel, dtype, ending)


row_kernels.HOT = 0
row_compiler.compile_later = compile_now
