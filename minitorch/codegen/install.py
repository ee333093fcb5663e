"""Use generated paths instead of `apply`: for public functions, operators, calls by `dispatch`, and backward.

Each path is written at its first call. Inside `with engine.plain():` all calls use `apply`.
"""

import os

from ..engine.dispatch import paths, switching, writers
from ..engine.node import tensor_types
from ..runtime.functions import MISSING, call, callers, operate, operations
from ..runtime.promotion import NUMBERS
from ..runtime.signatures import source_texts

LONGEST = 8                           # maximum number of inputs in generated code; a call with more inputs uses `apply`
sources: dict = {}                     # {op: its Source}
backs: dict = {}                       # {op: its generated backward function, or a function that writes it}
replaced: dict = {}                    # {function: (its code and defaults before, the generated code and defaults)}


def has_path(op):
    """Return whether paths are generated for calls of an op."""
    return op.outputs == 1


def source_of(op):
    """Return the Source of an op: its generated functions."""
    if op not in sources:
        from .source import Source  # imported at the first call of an op, because `import minitorch` does not need it
        sources[op] = Source(op, fall_back=fall_back)
        if op.differentiable and not op.variadic:
            op.back = backs[op] = writes_back(op)
    return sources[op]


def writes_back(op):
    """Return a backward function that, at its first call, generates the fast one, installs it and calls it."""
    def back(*walked):
        backs[op] = sources[op].back()
        if op.back is back:
            op.back = backs[op]
        backs[op](*walked)
    return back


def form_letter(x):
    """Return the code for one input: "T" for a Tensor, "N" for None, the type for a number; None for other inputs."""
    return "T" if type(x) in tensor_types else "N" if x is None else type(x) if type(x) in NUMBERS else None


def path_for(op, inputs):
    """Write and return the path for calls of `op` with inputs of these types; None if it needs `apply`."""
    letters = [form_letter(x) for x in inputs]
    if not has_path(op) or "T" not in letters or None in letters or len(letters) > LONGEST:
        return None
    path = paths[(op, *map(type, inputs))] = source_of(op).path(letters)
    return path


def first_call(op, inputs, settings, out=None):
    """Generate the code of a public function at its first call, and call it."""
    if not has_path(op) or op.variadic or op.function in replaced:
        return call(op, inputs, settings, out)
    replace(op.function, source_of(op).public())
    return op.function(*inputs, out=out, **settings)


def first_operation(op, self, other):
    """Generate the code of an operator at its first call, and call it."""
    if op.operator in replaced:
        return operate(op, self, other)
    replace(op.operator, source_of(op).operator())
    return op.operator(self, other)


def fall_back(op, inputs, settings, rest, named, out):
    """Run a call that the generated public function cannot run, with the arguments that the user passed."""
    if rest:
        inputs = (*inputs, *map(settings.pop, op.positional), *rest)
    count = next((place for place, x in enumerate(inputs) if x is MISSING), len(inputs))
    named |= {name: x for name, x in zip(op.inputs[count:], inputs[count:]) if x is not MISSING and x is not None}
    named |= {name: value for name, value in settings.items()
              if value is not MISSING and (name not in op.defaults or value is not op.defaults[name])}
    return call(op, inputs[:count], named, out)


def replace(function, written):
    """Replace a function's code by that of a generated function in the same namespace."""
    before = function.__code__, function.__defaults__, function.__kwdefaults__
    replaced[function] = before, (written.__code__, written.__defaults__, written.__kwdefaults__)
    set_code(function, replaced[function][1])


def set_code(function, parts):
    function.__code__, function.__defaults__, function.__kwdefaults__ = parts


def switch(on):
    """Switch generated paths on or off; while they are off, all calls use `apply`."""
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
    """Return the source code of an op's generated functions: the public function, and all functions called so far."""
    source = source_of(op)
    if has_path(op) and not op.variadic and op.function not in replaced and writers:
        replace(op.function, source.public())
    return source.text


switching.append(switch)
source_texts.append(source_text)
if os.environ.get("MINITORCH_PLAIN", "0") in ("", "0"):
    switch(True)
