"""The Python that runs a program: one call a line, straight NumPy, each array let go after its last use."""

import linecache
from itertools import count

import numpy as np

from ...codegen.writer import wrapped
from ...engine.node import Spec
from ..program import Value

HEAD = "<program {}>"
numbers = count(1)


class Writer:
    """Writes the function of a program, and gathers what its lines name.

    names   {name: object} of constants and of the functions that are called
    """

    def __init__(self, program):
        self.program, self.names, self.called = program, {"np": np, "asarray": np.asarray}, {}

    def name(self, wish, thing):
        """A name for an object, the same for the same object."""
        if id(thing) not in self.called:
            base, number = "".join(c if c.isalnum() else "_" for c in wish).strip("_") or "it", 1
            name = base
            while name in self.names:
                number += 1
                name = f"{base}_{number}"
            self.names[name], self.called[id(thing)] = thing, name
        return self.called[id(thing)]

    def text(self, x):
        """An argument in Python."""
        if type(x) is Value:
            return self.name(f"constant_{x.name}", x.source) if x.role == "constant" else x.name
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

    def line(self, step):
        """A step in Python."""
        given = [self.text(x) for x in step.args] + [f"{own}={self.text(x)}" for own, x in step.settings.items()]
        if step.op is not None and step.phase == "forward" and step.call is step.op:
            call = f"{self.name(step.op.name, step.op.forward)}(np, {', '.join(given)})"
        else:
            call = f"{self.name(step.name, step.call)}({', '.join(given)})"
        names = ["_" if x is None else x.name for x in step.outputs]
        if not names:
            return [call]
        lines = [f"{self.target(step, names)} = {call}"]
        return lines + [f"{x.name} = asarray({x.name})" for x in step.outputs
                        if x is not None and x.shape == () and x.dtype is not None]

    def target(self, step, names):
        """What a call is assigned to: op.forward gives (out or outs, residual) where there is a residual."""
        op = step.op
        if step.call is op and op is not None and op.residual:
            outs, rest = (names[:-1], names[-1]) if step.has_residual else (names, "_")
            return f"{outs[0] if step.single else f'({self.tuple_of(outs)})'}, {rest}"
        return names[0] if step.single else self.tuple_of(names)

    @staticmethod
    def tuple_of(names):
        return f"{', '.join(names)}{',' * (len(names) == 1)}"

    def function(self):
        """The lines of the program's function: it takes the inputs, then the states, and gives outputs and grads."""
        program = self.program
        last, kept = {}, {x for x in self.results if x is not None}
        for number, step in enumerate(program.steps):
            for x in [*step.reads, *[x for x in step.outputs if x is not None]]:
                last[x] = number
        body = []
        for number, step in enumerate(program.steps):
            body += self.line(step)
            gone = [x.name for x, at in last.items() if at == number and x.role == "result" and x not in kept]
            body += [f"del {', '.join(gone[i:i + 10])}" for i in range(0, len(gone), 10)]
        results = [f"{self.text(x)}.copy()" if x.role == "constant" else x.name for x in self.results]
        parameters = ", ".join(x.name for x in [*program.inputs, *program.states])
        return wrapped(f"def {program.name}({parameters}):",
                       [*body, f"return ({self.tuple_of(results)})"])

    @property
    def results(self):
        """What the function returns: the outputs, then the gradients."""
        return [*self.program.outputs, *[value for _, value in self.program.grads if value is not None]]

    def compiled(self):
        """The function itself, and its text."""
        text = "\n".join(self.function()) + "\n"
        file = HEAD.format(next(numbers))
        linecache.cache[file] = len(text), None, text.splitlines(True), file
        defined: dict = {}
        exec(compile(text, file, "exec"), self.names, defined)
        return defined[self.program.name], text


def numpy_code(program):
    """A program in straight Python over NumPy arrays, a call a line."""
    return Writer(program).compiled()[1]
