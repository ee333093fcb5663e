"""Write a program as Python: one NumPy call in each line, with results in arrays that later calls reuse.

A Value with a Place in the program's own memory is a buffer: `…_buffers()` makes it once, and later calls reuse it, but
never two calls at once. Other arrays are allocated when they are computed, and freed after their last use.
"""

import re
from itertools import count
from math import prod

import numpy as np

from ...backend.memory import aligned
from ...codegen.writer import wrapped
from ...engine.node import Spec
from ..fused import BLOCK, Fused, Rows, is_contiguous
from ..memory import Sharing
from ..program import Value
from ..sources import defined_by
from .numpy_lines import Loop, call_into, call_text, stays_a_view, view_texts


class Runner:
    """A callable that runs a program's function with buffers, and reuses these in later calls.

    free   sets of buffers that no call uses now, because each of two calls at once needs its own set
    """

    def __init__(self, function, make_buffers):
        self.function, self.make_buffers, self.free = function, make_buffers, []

    def __call__(self, *arrays):
        try:
            buffers = self.free.pop()
        except IndexError:
            buffers = self.make_buffers()
        try:
            return self.function(*arrays, buffers)
        finally:
            self.free.append(buffers)


HEAD = "<program {}>"
NAME = re.compile(r"[A-Za-z_]\w*")
numbers = count(1)


class Writer:
    """A writer of a program's Python functions.

    names    {name: object} of the constants and functions that the code uses
    setup    lines that run before the first call: they make arrays in the program's memory, and views of these
    static   names of the arrays that the lines in `setup` make
    rows     {Value: the name of its rows in the present block}, inside a loop
    last     {Value: the number of the last step that uses it}; number: that of the step that is being written
    """

    def __init__(self, program):
        self.program, self.called = program, {}
        self.names = {"np": np, "asarray": np.asarray, "aligned": aligned}
        self.static, self.setup, self.rows, self.sharing = {}, [], {}, Sharing(program)
        self.taken = {x.name for step in program.steps for x in [*step.values, *getattr(step.call, "inner", ())]}
        self.taken |= {x.name for x in [*program.inputs, *program.states]}
        self.last, self.number = {}, 0

    # Methods that choose names

    def name(self, wish, thing):
        """Return a name for an object, the same in each call; `wish` is the preferred name."""
        if id(thing) not in self.called:
            base, number = "".join(c if c.isalnum() else "_" for c in wish).strip("_") or "it", 1
            name = base
            while name in self.names:
                number += 1
                name = f"{base}_{number}"
            self.names[name], self.called[id(thing)] = thing, name
        return self.called[id(thing)]

    def text(self, x):
        """Return Python for an argument of a step."""
        if type(x) is Value:
            return self.rows.get(x) or (self.name(f"constant_{x.name}", x.source) if x.role == "constant" else x.name)
        if type(x) in (tuple, list):
            inside = ", ".join(map(self.text, x))
            return f"[{inside}]" if type(x) is list else f"({inside}{',' * (len(x) == 1)})"
        if x is None or x is Ellipsis or type(x) in (bool, int, str):
            return "..." if x is Ellipsis else repr(x)
        if type(x) is float:
            return repr(x) if x - x == 0 else f"float({repr(x)!r})"
        if type(x) is slice:
            return f"slice({self.text(x.start)}, {self.text(x.stop)}, {self.text(x.step)})"
        return self.name("shape" if type(x) is Spec else type(x).__name__.lower(), x)

    def uniform(self, x, shape):
        """Return a name for an array full of the number in the constant x, in this shape; 0-d if the shape is large."""
        number = x.source[(0,) * x.source.ndim]
        if prod(shape) > 2 * BLOCK:
            shape = ()
        key = x.dtype, number.tobytes(), shape
        if key not in self.called:
            name = f"{number:g}_{'x'.join(map(str, shape))}".replace(".", "_")
            self.called[key] = self.name(f"all_{name}", np.full(shape, number))
        return self.called[key]

    # Methods that plan memory

    def add_buffer(self, x):
        """Add the setup line that makes the array of a Value which has a Place."""
        place = self.program.places[x]
        strides = f", {x.strides}" if place.shape == x.shape and not is_contiguous(x) else ""
        self.add_setup(x.name, f"np.ndarray({place.shape}, {x.dtype.name!r}, memory, {place.start}{strides})")

    def add_setup(self, name, text):
        """Add a setup line, `name = text`, that makes an array or a view before the first call."""
        if name not in self.static:
            self.static[name] = None
            self.setup.append(f"{name} = {text}")

    def below(self, x):
        """Return the Value whose memory x finally reuses; x itself if it reuses none."""
        while type(self.program.places.get(x)) is Value:
            x = self.program.places[x]
        return x

    def own(self, x):
        """Return whether x has a Place of its own in the program's memory."""
        return x in self.program.places and type(self.program.places[x]) is not Value

    # Methods that write lines

    def steps_in_order(self):
        """Yield the steps in the generated code's order; a fused step without a loop yields the steps inside it."""
        for step in self.program.steps:
            inside = step.call.steps if type(step.call) is Fused and not step.call.split else [step]
            yield from inside

    def function(self):
        """Return the lines of the program's function, from inputs and states to outputs, gradients and new arrays."""
        program, units = self.program, list(self.steps_in_order())
        self.last = {x: number for number, step in enumerate(units) for x in step.values}
        self.last.update((x, len(units)) for x in program.results)
        body = []
        for self.number, step in enumerate(units):
            for x in [*step.outputs, *(step.call.inner if type(step.call) is Fused else ())]:
                if x is not None and self.own(x):
                    self.add_buffer(x)
            body += self.lines(step)
            gone = [x.name for x in dict.fromkeys(step.values) if not self.is_read_later(x) and self.is_new(x)]
            body += [f"del {', '.join(gone[i:i + 10])}" for i in range(0, len(gone), 10)]
        results = [f"{self.text(x)}.copy()" if x.role == "constant" else x.name for x in program.results]
        body.append(f"return ({self.tuple_of(results)})")
        parameters = [x.name for x in [*program.inputs, *program.states]]
        if not self.setup:
            return wrapped(f"def {program.name}({', '.join(parameters)}):", body)
        words = set(NAME.findall("\n".join(body)))
        used = [name for name in self.static if name in words]
        setup = [f"memory = aligned(np, ({program.memory},), np.uint8)", *self.setup, f"return ({self.tuple_of(used)})"]
        return [*wrapped(f"def {program.name}_buffers():", setup), "", "",
                *wrapped(f"def {program.name}({', '.join([*parameters, 'buffers'])}):",
                         [f"({self.tuple_of(used)}) = buffers", *body])]

    def is_read_later(self, x):
        """Return whether x is used after the current step."""
        return self.last.get(x, -1) > self.number

    def is_new(self, x):
        """Return whether this call allocated the memory of x, so that the call can free it."""
        base = self.sharing.first(x)
        return x.role == base.role == "result" and not self.own(base)

    def unused(self, wish):
        """Return a name that no Value has: `wish`, with _ added if needed."""
        while wish in self.taken:
            wish += "_"
        return wish

    def lines(self, step):
        """Return the Python lines of a step."""
        if type(step.call) is Fused:
            return Loop(self, step.call).lines()
        names = ["_" if x is None else x.name for x in step.outputs]
        views = view_texts(self, step)
        if views is not None:
            pairs = [(name, text) for name, text in zip(names, views) if name != "_"]
            if self.is_static(step.args[0]) and stays_a_view(step):
                for name, text in pairs:
                    self.add_setup(name, text)
                return []
            return [f"{name} = {text}" for name, text in pairs]
        x = step.outputs[0] if len(step.outputs) == 1 else None
        if type(step.call) is Rows:
            outs = self.tuple_of([x.name if self.own(x) else "None" for x in step.outputs])
            return [f"{self.target(step, names)} = {call_text(self, step)[:-1]}, out=({outs}))"]
        if x in self.program.places:
            return call_into(self, step, x.name, x.name if self.own(x) else self.text(self.program.places[x]))
        if not names:
            return [call_text(self, step)]
        lines = [f"{self.target(step, names)} = {call_text(self, step)}"]
        return lines + [f"{x.name} = asarray({x.name})" for x in step.outputs
                        if x is not None and x.shape == () and x.dtype is not None]

    def is_static(self, x):
        """Return whether the array of x exists before a call; if x reuses such an array, add a setup line for it."""
        if x.name not in self.static and self.below(x).name in self.static and self.below(x) is not x:
            self.add_setup(x.name, self.below(x).name)
        return x.name in self.static

    def target(self, step, names):
        """Return the names to assign a call's result to; an op with a residual returns (out or outs, residual)."""
        op = step.op
        if step.call is op and op is not None and op.residual:
            outs, rest = (names[:-1], names[-1]) if step.has_residual else (names, "_")
            return f"{outs[0] if step.single else f'({self.tuple_of(outs)})'}, {rest}"
        return names[0] if step.single else f"({self.tuple_of(names)})"

    @staticmethod
    def tuple_of(names):
        return f"{', '.join(names)}{',' * (len(names) == 1)}"

    def compiled(self):
        """Return (a function that runs the program, its Python source)."""
        text = "\n".join(self.function()) + "\n"
        defined = defined_by(text, HEAD.format(next(numbers)), self.names)
        name = self.program.name
        if f"{name}_buffers" not in defined:
            return defined[name], text
        return Runner(defined[name], defined[f"{name}_buffers"]), text


def numpy_code(program):
    """Return a program as Python source with one NumPy call in each line."""
    return Writer(program).compiled()[1]
