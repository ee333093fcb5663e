"""Write a program with fused steps in C and the other steps in NumPy, whose BLAS computes the matrix products."""

import ctypes
from contextlib import suppress

import numpy as np

from ...backend.compiler import PARTS, compiled_library, use_thread_pool
from ...backend.memory import address
from ..expansion import NotExpanded
from ..fused import Fused, Rows
from ..program import Value, optimizer_step
from .c_elements import ARRAY, compile_loop as compiled_loop, loop_text, loops_of, with_loops
from .c_lines import Loop, is_written
from .c_optimizer import optimizer_step_in_c, step_texts
from .c_rows import row_loop
from .numpy_writer import Writer


def pointer(x):
    """Return a C pointer to an array; the pointer keeps the array's memory alive."""
    return x.ctypes.data_as(ctypes.c_void_p)


def copy_with_strides(x, strides):
    """Return a copy of an array with other strides."""
    size = sum((length - 1) * stride for length, stride in zip(x.shape, strides)) + x.itemsize
    made = np.ndarray(x.shape, x.dtype, np.empty(size, np.uint8), 0, strides)
    made[...] = x
    return made


class CWriter(Writer):
    """A writer of Python in which a fused step is a call of a C function.

    loops       {a Fused or a Rows: (its Loop, the name of its C function)}
    functions   {source of a C function: its name}; steps with equal source share one function
    inside      {(loop, dtype): None} of the loops inside the ops that the program calls
    """

    def __init__(self, program):
        super().__init__(program)
        self.functions, self.loops, self.inside = {}, {}, {}
        for step in program.steps:
            loop = self.loop(step.call)
            if loop is not None:
                self.loops[step.call] = loop, self.functions.setdefault(loop.text("NAME"),
                                                                        f"fused_{len(self.functions) + 1}")
            dtype = next((x.dtype for x in step.values if x.dtype is not None and x.dtype.kind == "f"), None)
            called = step.op.forward if step.op is not None and step.call is step.op else step.call
            self.inside.update(((inner, dtype), None) for inner in loops_of(called) if dtype)
        self.names.update(address=address, copy_with_strides=copy_with_strides, pointer=pointer)

    def name(self, wish, thing):
        """Return a name for an object; replace an op that contains loops by a function that runs these in C."""
        found = super().name(wish, thing)
        if loops_of(thing) and self.names[found] is thing:
            self.names[found] = with_loops(thing)
        return found

    def loop(self, call):
        """Return the Loop that writes a fused step's C function; None if C cannot compute the step."""
        if type(call) is Rows:
            return row_loop(call)
        written = type(call) is Fused and is_written(call) and all(
            self.below(x).strides == x.strides for x in call.outputs)
        return Loop(call) if written else None

    def source(self):
        """Return the C source of all fused steps."""
        texts = [text.replace("NAME", name) for text, name in self.functions.items()]
        return "\n".join(['#include "functions.h"\n', *[PARTS] * self.is_apart, *texts])

    @property
    def is_apart(self):
        """Whether several threads may run parts of one of its loops."""
        return any(loop.is_apart for loop, _ in self.loops.values())

    def steps_in_order(self):
        """Yield the steps in the C code's order; a fused step without C code or a loop yields its inner steps."""
        for step in self.program.steps:
            split = type(step.call) is Fused and step.call not in self.loops and not step.call.split
            yield from step.call.steps if split else [step]

    def lines(self, step):
        """Return the Python lines of a step; for a fused step, a call of its C function with the arrays' addresses."""
        if step.call is optimizer_step:
            step = step.replaced({}, call=optimizer_step_in_c)
        if step.call not in self.loops:
            return super().lines(step)
        loop, name = self.loops[step.call]
        over = {self.below(x) for x in step.call.outputs}
        checked = [line for x in loop.reads for line in self.checked(x, over)]
        made = [line for x in step.call.outputs for line in self.output_lines(x, getattr(step.call, "inner", ()))]
        return [*checked, *made, f"{name}({', '.join(map(self.address_of, loop.arrays))})"]

    def checked(self, x, over):
        """Return lines that copy an array if its strides differ from those in the C code; a gradient's strides may."""
        if self.is_static(x) or x.role not in ("input", "result") or x.role == "input" and x in over:
            return []
        return [f"if {x.name}.strides != {x.strides}:", f"    {x.name} = copy_with_strides({x.name}, {x.strides})"]

    def output_lines(self, x, inner):
        """Return lines, before a C call, that make the array of its output x; `inner` Values have no arrays in C."""
        if self.own(x):
            return []
        over = self.program.places.get(x, x)
        while over in inner and type(self.program.places.get(over)) is Value:
            over = self.program.places[over]
        if over is x or over in inner and not self.own(over):
            return [f"{x.name} = np.empty({x.shape}, {x.dtype.name!r})"]
        if over in inner:
            self.add_buffer(over)
        return [] if self.is_static(x) else [f"{x.name} = {self.text(over)}"]

    def address_of(self, x):
        """Return Python for the address of an array; a setup line computes it if the array exists before a call."""
        if self.is_static(x):
            self.add_setup(f"{x.name}_at", f"pointer({x.name})")
            return f"{x.name}_at"
        return f"address({self.text(x)})"

    def compiled(self):
        """Return (a function that runs the program, its Python source).

        Raises NotCompiled without a C compiler.
        """
        if self.functions:
            made = compiled_library(self.source())
            if self.is_apart:
                use_thread_pool(made)
            for loop, name in self.loops.values():
                function = getattr(made, name)
                function.argtypes, function.restype = [ctypes.c_void_p] * len(loop.arrays), None
                self.names[name] = function
        for loop, dtype in self.inside:
            compiled_loop(loop, dtype)
        return super().compiled()


def c_code(program):
    """Return the C source for a program: its fused steps, the loops inside its ops, its optimiser's steps."""
    writer = CWriter(program)
    texts = [ARRAY] if writer.inside else []
    for loop, dtype in writer.inside:
        with suppress(NotExpanded):
            texts.append(loop_text(loop, dtype))
    for step in program.steps:
        if step.call is optimizer_step:
            texts += step_texts(step.settings["optimizer"], step.settings["params"])
    return "\n".join([writer.source(), *dict.fromkeys(texts)])
