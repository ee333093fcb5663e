"""The loops inside an op in C: what an LSTM does between the products of its steps is one call of C a step."""

import ctypes
from functools import cache
from types import FunctionType

import numpy as np

from ...memory import address
from ...ops.kernels.element_loops import ElementLoop, compiler
from ..expansion import NotExpanded
from .c_lines import TYPES
from .c_notes import Noted, notepads
from .compiler import library


def loops_of(function):
    """The ElementLoops that a function calls by name."""
    if type(function) is not FunctionType:
        return []
    found = [function.__globals__.get(name) for name in function.__code__.co_names]
    return [x for x in found if type(x) is ElementLoop]


def with_loops(function):
    """The function, with its loops in C."""
    def run(*args, **settings):
        token = compiler.set(run_loop)
        try:
            return function(*args, **settings)
        finally:
            compiler.reset(token)
    return run


def run_loop(loop, arrays):
    """Run a loop in C; False where NumPy has to."""
    dtype, shape = arrays[0].dtype, arrays[0].shape[-2:]
    function = compiled(loop, dtype)
    if function is None:
        return False
    given = [*shape]
    for x in arrays:
        strides = x.strides
        if type(x) is not np.ndarray or x.dtype != dtype or x.shape[-2:] != shape or strides[-1] != dtype.itemsize:
            return False
        given += address(x), *strides[:-1]
    function(*given)
    return True


@cache
def compiled(loop, dtype):
    """The C function of a loop; None where C has none.

    Raises NotCompiled.
    """
    try:
        function = getattr(library('#include "functions.h"\n\n' + loop_text(loop, dtype)), loop.__name__)
    except NotExpanded:
        return None
    given = [ctypes.c_long] * 2
    for name in loop.names:
        given += [ctypes.c_void_p, *[ctypes.c_long] * (1 + (name in loop.stacks))]
    function.argtypes, function.restype = given, None
    return function


def loop_text(loop, dtype):
    """A loop in C: it takes the sizes of arrays, then of each its address and its strides in bytes, without the last.

    Raises NotExpanded for functions that C has no expression for.
    """
    if dtype.name not in ("float32", "float64"):
        raise NotExpanded(f"there are no loops of {dtype.name}")
    sizes = [loop.stacks.get(name) for name in loop.names]
    pads, notes, given = notepads(sizes)
    loop.function(np, *pads)
    owners = [(name, part) for name, size in zip(loop.names, sizes)
              for part in ([None] if size is None else range(size))]
    noted, kind = Noted(notes, len(owners), dtype, given), TYPES[dtype]
    heads = [f"char *{name}_at, {f'long {name}_part, ' * (size is not None)}long {name}_row"
             for name, size in zip(loop.names, sizes)]
    used = {x for step in noted.steps for x in step.reads}
    lines = [f"void {loop.__name__}(long rows, long columns, {', '.join(heads)}) {{",
             "    for (long row = 0; row < rows; row++) {"]
    changed = dict(noted.changed)
    kept = [(x, name, part) for x, (name, part) in zip(noted.first, owners)
            if name not in loop.spare and (x in used or x in changed)]
    for x, name, part in kept:
        where = f"{name}_at + {f'{part} * {name}_part + ' * (part is not None)}row * {name}_row"
        lines.append(f"        {kind} *{x.name.upper()} = ({kind} *)({where});")
    lines += ["        #pragma omp simd", "        for (long at = 0; at < columns; at++) {"]
    lines += [f"            {kind} {x.name} = {x.name.upper()}[at];" for x, *_ in kept if x in used]
    lines += [f"            {line}" for line in noted.lines()]
    lines += [f"            {x.name.upper()}[at] = {changed[x].name};" for x, *_ in kept if x in changed]
    return "\n".join([*lines, "        }", "    }", "}\n"])
