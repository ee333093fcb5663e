"""A program whose fused steps run in C, and all else as the NumPy writer has it: products of matrices by BLAS."""

import ctypes
from contextlib import suppress

import numpy as np

from ...memory import address
from ..expansion import NotExpanded
from ..fused import Fused
from ..program import Value
from ..rows import Rows
from ..steps import updated
from .c_elements import compiled as compiled_loop, loop_text, loops_of, with_loops
from .c_loop import Loop, is_written
from .c_optimizer import step_texts, updated_in_c
from .c_rows import row_loop
from .compiler import library
from .numpy_writer import Writer
from .pool import PARTS, in_pool


def pointer(x):
    """A pointer to an array, which keeps its memory."""
    return x.ctypes.data_as(ctypes.c_void_p)


def laid_out(x, strides):
    """A copy of an array whose elements lie so many bytes apart."""
    size = sum((length - 1) * stride for length, stride in zip(x.shape, strides)) + x.itemsize
    made = np.ndarray(x.shape, x.dtype, np.empty(size, np.uint8), 0, strides)
    made[...] = x
    return made


class CWriter(Writer):
    """Writes a program's Python, in which a fused step is a call of a function in C.

    loops       {a Fused or a Rows: (its Loop, the name of its function)}
    functions   {text of a function in C: its name}; steps that compute the same share one
    inside      (loop, dtype) of the loops inside ops that are called, each once
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
        self.names.update(address=address, laid_out=laid_out, pointer=pointer)

    def name(self, wish, thing):
        """A name for an object; an op that has loops inside gets them in C."""
        found = super().name(wish, thing)
        if loops_of(thing) and self.names[found] is thing:
            self.names[found] = with_loops(thing)
        return found

    def loop(self, call):
        """The Loop of what a step calls; None where it is not written in C."""
        if type(call) is Rows:
            return row_loop(call)
        written = type(call) is Fused and is_written(call) and all(
            self.below(x).strides == x.strides for x in call.outputs)
        return Loop(call) if written else None

    def source(self):
        """The C of all fused steps."""
        texts = [text.replace("NAME", name) for text, name in self.functions.items()]
        return "\n".join(['#include "functions.h"\n', *[PARTS] * self.is_apart, *texts])

    @property
    def is_apart(self):
        """Whether some of its loops run in parts."""
        return any(loop.is_apart for loop, _ in self.loops.values())

    def units(self):
        """The steps in the order in which they are written: fused ones as they are, where C has them."""
        for step in self.program.steps:
            split = type(step.call) is Fused and step.call not in self.loops and not step.call.split
            yield from step.call.steps if split else [step]

    def lines(self, step):
        """A step in Python: a call of its function with addresses."""
        if step.call is updated:
            step = step.replaced({}, call=updated_in_c)
        if step.call not in self.loops:
            return super().lines(step)
        loop, name = self.loops[step.call]
        over = {self.below(x) for x in step.call.outputs}
        checked = [line for x in loop.reads for line in self.checked(x, over)]
        made = [line for x in step.call.outputs for line in self.made(x, getattr(step.call, "inner", ()))]
        return [*checked, *made, f"{name}({', '.join(map(self.at, loop.arrays))})"]

    def checked(self, x, over):
        """Lines that lay out an array as C expects it, where it may be otherwise: gradients come in any order."""
        if self.is_static(x) or x.role not in ("input", "result") or x.role == "input" and x in over:
            return []
        return [f"if {x.name}.strides != {x.strides}:", f"    {x.name} = laid_out({x.name}, {x.strides})"]

    def made(self, x, inner):
        """Lines before a call that make what it writes into; `inner` has no arrays in C."""
        if self.own(x):
            return []
        over = self.program.places.get(x, x)
        while over in inner and type(self.program.places.get(over)) is Value:
            over = self.program.places[over]
        if over is x or over in inner and not self.own(over):
            return [f"{x.name} = np.empty({x.shape}, {x.dtype.name!r})"]
        if over in inner:
            self.place(over)
        return [] if self.is_static(x) else [f"{x.name} = {self.text(over)}"]

    def at(self, x):
        """The address of an array: found once for those that are there before a call."""
        if self.is_static(x):
            self.keep(f"{x.name}_at", f"pointer({x.name})")
            return f"{x.name}_at"
        return f"address({self.text(x)})"

    def compiled(self):
        """A function that runs the program, and its text.

        Raises NotCompiled where no C compiler is.
        """
        if self.functions:
            made = library(self.source())
            if self.is_apart:
                in_pool(made)
            for loop, name in self.loops.values():
                function = getattr(made, name)
                function.argtypes, function.restype = [ctypes.c_void_p] * len(loop.arrays), None
                self.names[name] = function
        for loop, dtype in self.inside:
            compiled_loop(loop, dtype)
        return super().compiled()


def c_code(program):
    """The C of a program: of its fused steps, of loops inside its ops, of its optimiser's steps."""
    writer, texts = CWriter(program), []
    for loop, dtype in writer.inside:
        with suppress(NotExpanded):
            texts.append(loop_text(loop, dtype))
    for step in program.steps:
        if step.call is updated:
            texts += step_texts(step.settings["optimizer"], step.settings["params"])
    return "\n".join([writer.source(), *dict.fromkeys(texts)])
