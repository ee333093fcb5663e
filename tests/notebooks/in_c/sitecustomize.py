"""In processes whose path begins with this folder, each row kernel is compiled at its first call, which waits for it."""

import os

os.environ["MINITORCH_C"] = "1"

from minitorch.ops.kernels import row_compiler, row_kernels


def compile_now(kernel, dtype, ending):
    kernel.functions[dtype] = row_compiler.RowFunction(kernel, dtype, ending)


row_kernels.HOT = 0
row_compiler.compile_later = compile_now
