"""Write row kernels in C, for any number of rows and columns: `python -m minitorch.static.writers.row_kernels`.

A kernel is recorded and optimised as `compile` does it, and must become one loop. A program has its sizes in its text,
so each kernel is written for two pairs of primes, which are in the text only as sizes. Names replace them, and the two
texts must then be equal.
"""

import re
from contextlib import nullcontext

from ... import dtypes
from ...engine import no_grad
from ...ops.kernels import attention, gelu  # noqa: F401  attention and gelu declare kernels
from ...ops.kernels.row_compiler import SOURCE
from ...ops.kernels.row_kernels import kernels
from ...ops.loss import losses  # noqa: F401
from ...ops.norm import layer_norm  # noqa: F401
from ...ops.shape.creation import ones
from ..passes import PASSES, optimised
from ..recording import Recording
from . import CWriter, passes_of
from .c_lines import TYPES, number_in_c

SIZES = (23, 509), (29, 521)             # rows and columns
NUMBER = 2 ** -13                        # is in the text in place of a kernel's number
HEADER = ("/* The row kernels of minitorch/ops/kernels/row_kernels.py. Generated: "
          "python -m minitorch.static.writers.row_kernels */\n")


class NotOneLoop(RuntimeError):
    """The error for a kernel whose C code is not one loop for all sizes."""


def program_of(kernel, dtype, sizes):
    """Return (program, its results); the results of an elementwise kernel include what its derivative saves."""
    shapes = {"x": sizes, "e": sizes, "r": (sizes[0], 1), "c": sizes[1:]}
    residual = kernel.reads == "e"
    given = [ones(*shapes[letter], dtype=dtype, requires_grad=residual) for letter in kernel.reads]
    with nullcontext() if residual else no_grad():
        found = Recording(kernel.plain, given, dict.fromkeys(kernel.numbers, NUMBER), open=residual)
    if found.failure:
        raise found.failure
    program = optimised(found.program, passes_of("c", PASSES))
    return program, [*program.outputs, *[x for x in program.saved if x not in program.inputs]]


def function_text(kernel, dtype, sizes, name):
    """Return the C source of a kernel's function, with names for the sizes and numbers."""
    program, results = program_of(kernel, dtype, sizes)
    writer, same = CWriter(program), {}
    for step in program.steps:                           # a step without a loop may only reshape
        if step.call not in writer.loops:
            if not step.shares or step.outputs[0].size != step.reads[0].size:
                raise NotOneLoop(f"{kernel.name}: {step.name} is not in the loop")
            same[step.outputs[0]] = same.get(step.reads[0], step.reads[0])
    if len(writer.loops) != 1:
        raise NotOneLoop(f"{kernel.name} has {len(writer.loops)} loops")
    (loop, _), = writer.loops.values()
    kind = TYPES[dtype.numpy]
    reads, fills = [[loop.names.get(same.get(x, x)) for x in values] for values in (program.inputs, results)]
    if len(fills) != len(kernel.fills) or None in reads + fills:
        raise NotOneLoop(f"{kernel.name} reads {reads} and fills {fills}, not {kernel.reads} and {kernel.fills}")
    head = ", ".join(["long rows", "long columns", *[f"double {each}" for each in kernel.numbers],
                      *[f"const {kind} *{each.upper()}" for each in reads],
                      *[f"{kind} *{each.upper()}" for each in fills]])
    text = f"void {name}({head}) {{\n" + loop.text("NAME").partition("\n")[2]
    return with_names(text, kind, sizes, {number_in_c(NUMBER, dtype.numpy): each for each in kernel.numbers})


def with_names(text, kind, sizes, numbers):
    """Replace sizes and numbers in a text by their names."""
    rows, columns = sizes
    names = {number: f"({kind}){name}" for number, name in numbers.items()} | {
        f"{columns}.0{'f' * (kind == 'float')}": f"({kind})columns", str(rows * columns): "rows * columns",
        str(columns): "columns", str(rows): "rows"}
    for number, name in names.items():
        text = re.sub(rf"(?<![\w.]){re.escape(number)}(?![\w.])", name, text)
    return re.sub(r"(\w+)\[columns\] = \{0\};", r"\1[columns]; memset(\1, 0, sizeof \1);", text)


def kernel_text(kernel, dtype):
    """Return the C source of a kernel for a dtype. Raises NotOneLoop if it is not equal for all sizes."""
    name = kernel.names[dtype.numpy]
    first, second = [function_text(kernel, dtype, sizes, name) for sizes in SIZES]
    if first != second:
        raise NotOneLoop(f"{kernel.name} has other code for other sizes")
    return first


def source():
    """Return the text of rows.c: all kernels for float32 and float64."""
    return "\n".join([HEADER, *[kernel_text(kernel, dtype) for _, kernel in sorted(kernels.items())
                               for dtype in (dtypes.float32, dtypes.float64)]])


if __name__ == "__main__":
    SOURCE.write_text(source(), encoding="utf-8")
