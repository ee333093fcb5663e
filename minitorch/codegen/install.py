"""Put generated paths in the place of `apply`: for public functions, operators, calls from inside, and the walk back.

Each is written when it is first needed. `engine.plain()` takes all of them away again for a while.
"""

import os

from ..engine.dispatch import paths, switching, writers
from ..engine.node import tensor_types
from ..runtime.functions import MISSING, call, callers, operate, operations
from ..runtime.promotion import NUMBERS
from ..runtime.signatures import source_texts

LONGEST = 8                            # inputs: a call of more goes through `apply`
sources: dict = {}                     # op -> its Source
backs: dict = {}                       # op -> the path back through its derivative, or what writes it
replaced: dict = {}                    # function -> its code and defaults before, and as written


def has_path(op):
    """Whether calls of an op get a path of their own."""
    return op.outputs == 1


def source_of(op):
    """The generated functions of an op."""
    if op not in sources:
        from .source import Source  # when the first op is called: an import alone writes nothing
        sources[op] = Source(op, fall_back=fall_back)
        if op.differentiable and not op.variadic:
            op.back = backs[op] = writes_back(op)
    return sources[op]


def writes_back(op):
    """A path back that writes itself when it is first taken."""
    def back(*walked):
        backs[op] = sources[op].back()
        if op.back is back:
            op.back = backs[op]
        backs[op](*walked)
    return back


def letter(x):
    """One input in a form: "T" a Tensor, "N" None, a number's type; None where it is something else."""
    return "T" if type(x) in tensor_types else "N" if x is None else type(x) if type(x) in NUMBERS else None


def path_for(op, inputs):
    """Write the path for calls of `op` with inputs of these types; None where there is none."""
    letters = [letter(x) for x in inputs]
    if not has_path(op) or "T" not in letters or None in letters or len(letters) > LONGEST:
        return None
    path = paths[(op, *map(type, inputs))] = source_of(op).path(letters)
    return path


def first_call(op, inputs, settings, out=None):
    """Write the code of a public function, and call it."""
    if not has_path(op) or op.variadic or op.function in replaced:
        return call(op, inputs, settings, out)
    replace(op.function, source_of(op).public())
    return op.function(*inputs, out=out, **settings)


def first_operation(op, self, other):
    """Write the code of an operator, and run it."""
    if op.operator in replaced:
        return operate(op, self, other)
    replace(op.operator, source_of(op).operator())
    return op.operator(self, other)


def fall_back(op, inputs, settings, rest, named, out):
    """A public call that its generated path left, with the arguments that were given."""
    if rest:
        inputs = (*inputs, *map(settings.pop, op.positional), *rest)
    count = next((place for place, x in enumerate(inputs) if x is MISSING), len(inputs))
    named |= {name: x for name, x in zip(op.inputs[count:], inputs[count:]) if x is not MISSING and x is not None}
    named |= {name: value for name, value in settings.items()
              if value is not MISSING and (name not in op.defaults or value is not op.defaults[name])}
    return call(op, inputs[:count], named, out)


def replace(function, written):
    """Give a function the code of a written one, which shares its namespace."""
    before = function.__code__, function.__defaults__, function.__kwdefaults__
    replaced[function] = before, (written.__code__, written.__defaults__, written.__kwdefaults__)
    set_code(function, replaced[function][1])


def set_code(function, parts):
    function.__code__, function.__defaults__, function.__kwdefaults__ = parts


def switch(on):
    """Take up generated paths, or leave them: all calls then go through `apply`."""
    paths.clear()
    for calls, first in ((callers, first_call), (operations, first_operation), (writers, path_for)):
        if on:
            calls.append(first)
        else:
            calls.remove(first)
    for function, (before, written) in replaced.items():
        set_code(function, written if on else before)
    for op, back in backs.items():
        op.back = back if on else None


def source_text(op):
    """The text of the generated functions of an op, as far as they were needed; at least the public one."""
    source = source_of(op)
    if has_path(op) and not op.variadic and op.function not in replaced and writers:
        replace(op.function, source.public())
    return source.text


switching.append(switch)
source_texts.append(source_text)
if os.environ.get("MINITORCH_PLAIN", "0") in ("", "0"):
    switch(True)
