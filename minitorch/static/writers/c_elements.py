"""Translate an op's loop or an optimiser's rule to C: run it once on Notepads, which record the ufuncs called on them.

So the C code comes from the same lines that NumPy runs. In each time step of an LSTM, for example, all arithmetic
between its matrix products becomes one C call.
"""

import ctypes
from functools import cache, partial
from operator import attrgetter, is_
from types import FunctionType

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ...backend.compiler import compiled_library
from ...ops.kernels.element_loops import ElementLoop, compiler
from ..expansion import NotExpanded
from ..program import Step, Value, namer
from .c_lines import TYPES, computed_in, expression_in_c


class Notepad(np.ndarray):
    """An array of one element that records the ufuncs called on it, and computes nothing.

    own     its index among the Notepads of a function; negative for a result
    notes   [(ufunc, indices of its arguments with None for a Python number, index of its result)]
    given   the Python numbers among the arguments, in order
    """

    own = notes = given = None

    def another(self):
        made = np.zeros(1).view(Notepad)
        made.notes, made.given, made.own = self.notes, self.given, -1 - len(self.notes)
        return made

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        if any(type(x) is Stack for x in (*inputs, *(out or ()))):
            return NotImplemented
        if method != "__call__" or settings or ufunc.nout > 1:
            raise NotExpanded(f"{ufunc.__name__} is called with {method}, {settings}")
        into = out[0] if out else self.another()
        self.notes.append((ufunc, tuple([self.argument(x) for x in inputs]), into.own))
        return into

    def argument(self, x):
        if type(x) is Notepad:
            return x.own
        if isinstance(x, np.ndarray):
            raise NotExpanded("the code uses an array that is no input")
        self.given.append(float(x))
        return None

    def __array_function__(self, function, types, args, settings):
        if function is not np.empty_like:
            raise NotExpanded(f"{function.__name__} is called")
        return self.another()

    def raise_on_value_read(self, *args):
        raise NotExpanded("the code reads the numbers of an array")

    __bool__ = __float__ = __int__ = item = raise_on_value_read


class Stack(NDArrayOperatorsMixin):
    """Several Notepads that stand for one array; a ufunc called on the stack is called on each Notepad."""

    def __init__(self, pads):
        self.pads = pads

    def __getitem__(self, index):
        found = self.pads[index]
        return found if type(found) is Notepad else Stack(found)

    def __setitem__(self, index, x):
        own = self[index]
        if len(pads_of(own)) != len(pads_of(x)) or not all(map(is_, pads_of(own), pads_of(x))):
            raise NotExpanded("the code copies an array")          # x[1:] += 1 calls this too, but with equal pads

    def __array_ufunc__(self, ufunc, method, *inputs, out=None):
        for place in range(len(self.pads)):
            ufunc(*[x.pads[place] if type(x) is Stack else x for x in inputs], out=out[0].pads[place])
        return out[0]


def pads_of(x):
    return x.pads if type(x) is Stack else [x]


def notepads(sizes):
    """Return (arrays, their `notes`, their `given`); the array for a size of None is a Notepad, for others a Stack."""
    notes, given, pads = [], [], []

    def pad():
        pads.append(np.zeros(1).view(Notepad))
        pads[-1].own, pads[-1].notes, pads[-1].given = len(pads) - 1, notes, given
        return pads[-1]
    return [pad() if size is None else Stack([pad() for _ in range(size)]) for size in sizes], notes, given


class Noted:
    """Recorded calls as C lines that compute one element.

    first   for each array its Value before the calls; last: {index of an array: its Value after the calls}
    numbers Values that stand for the Python numbers, unless `given` has these

    Raises NotExpanded for functions without an expression in C.
    """

    def __init__(self, notes, arrays, dtype, given=None):
        name, like, given = namer(), np.empty(2, dtype), given and list(given)
        value = partial(Value, array=like)
        self.kind, self.numbers, self.steps = TYPES[dtype], [], []
        self.first = [value(name(), role="input", source=own) for own in range(arrays)]
        self.last = dict(enumerate(self.first))
        for ufunc, args, into in notes:
            found = [self.number(name, dtype, given) if own is None else self.last[own] for own in args]
            self.last[into] = value(name())
            self.steps.append(Step(ufunc.__name__, ufunc, found, {}, [self.last[into]]))
        if not all(map(computed_in, self.steps)):
            raise NotExpanded("a function has no expression in C")

    def number(self, name, dtype, given):
        if given:
            return given.pop(0)
        self.numbers.append(Value(name(), np.empty((), dtype), "input", None))
        return self.numbers[-1]

    def lines(self):
        """Return a C line for each step."""
        return [f"{self.kind} {step.outputs[0].name} = {expression_in_c(step, attrgetter('name'))};"
                for step in self.steps]

    @property
    def changed(self):
        """[(Value before, Value after)] of the arrays that the calls write to."""
        return [(x, self.last[own]) for own, x in enumerate(self.first) if self.last[own] is not x]


def loops_of(function):
    """Return the ElementLoops that a function uses by name."""
    if type(function) is not FunctionType:
        return []
    found = [function.__globals__.get(name) for name in function.__code__.co_names]
    return [x for x in found if type(x) is ElementLoop]


def with_loops(function):
    """Return a version of `function` whose ElementLoops run in C."""
    def run(*args, **settings):
        token = compiler.set(run_loop)
        try:
            return function(*args, **settings)
        finally:
            compiler.reset(token)
    return run


def run_loop(loop, arrays):
    """Run a loop in C and return True; return False if NumPy must run the loop."""
    dtype = arrays[0].dtype
    function = compile_loop(loop, dtype)
    return function is not None and {*map(type, arrays)} == {np.ndarray} and bool(
        function(id(dtype), *map(id, arrays)))


@cache
def compile_loop(loop, dtype):
    """Return the C function of a loop; None if a ufunc in it has no expression in C.

    Raises NotCompiled.
    """
    try:
        source = '#include "functions.h"\n\n' + ARRAY + loop_text(loop, dtype)
        function = getattr(compiled_library(source), loop.__name__)
    except NotExpanded:
        return None
    function.argtypes, function.restype = [ctypes.c_void_p] * (1 + len(loop.names)), ctypes.c_int
    return function


# NumPy's array object, which C code reads directly: CPython's id(array) is its address.
ARRAY = f"""typedef struct {{
    char object[{object.__basicsize__}], *data;
    int dims;
    long *shape, *strides;
    void *base, *dtype;
}} Array;

static int fits(const Array *x, void *dtype, int dims, long rows, long columns, long size) {{
    return x->dtype == dtype && x->dims == dims && x->shape[dims - 2] == rows && x->shape[dims - 1] == columns
        && x->strides[dims - 1] == size;
}}

"""


def loop_text(loop, dtype):
    """Return C source for a loop: a function of a dtype and the arrays, all as Python objects.

    The function returns 0, and does nothing, if an array has another dtype, number of dimensions, size or last stride.

    Raises NotExpanded for functions without an expression in C.
    """
    if dtype.name not in ("float32", "float64"):
        raise NotExpanded(f"there are no C loops for {dtype.name}")
    sizes = [loop.stacks.get(name) for name in loop.names]
    pads, notes, given = notepads(sizes)
    loop.function(np, *pads)
    owners = [(name, part) for name, size in zip(loop.names, sizes)
              for part in ([None] if size is None else range(size))]
    noted, kind = Noted(notes, len(owners), dtype, given), TYPES[dtype]
    ranks = [2 if size is None else 3 for size in sizes]
    first, place = f"{loop.names[0]}_array", ranks[0] - 2
    checks = [f"fits({name}_array, dtype, {rank}, rows, columns, sizeof({kind}))"
              for name, rank in zip(loop.names, ranks)]
    checks += [f"{name}_array->shape[0] == {size}" for name, size in zip(loop.names, sizes) if size is not None]
    lines = [f"int {loop.__name__}(void *dtype, {', '.join(f'const Array *{name}_array' for name in loop.names)}) {{",
             f"    if ({first}->dims != {ranks[0]}) return 0;",
             f"    long rows = {first}->shape[{place}], columns = {first}->shape[{place + 1}];",
             f"    if (!({' && '.join(checks)})) return 0;",
             "    for (long row = 0; row < rows; row++) {"]
    used = {x for step in noted.steps for x in step.reads}
    changed = dict(noted.changed)
    kept = [(x, f"{name}_array", part) for x, (name, part) in zip(noted.first, owners)
            if name not in loop.spare and (x in used or x in changed)]
    for x, array, part in kept:
        where = f"row * {array}->strides[0]" if part is None else (
            f"{part} * {array}->strides[0] + row * {array}->strides[1]")
        lines.append(f"        {kind} *{x.name.upper()} = ({kind} *)({array}->data + {where});")
    lines += ["        #pragma omp simd", "        for (long at = 0; at < columns; at++) {"]
    lines += [f"            {kind} {x.name} = {x.name.upper()}[at];" for x, *_ in kept if x in used]
    lines += [f"            {line}" for line in noted.lines()]
    lines += [f"            {x.name.upper()}[at] = {changed[x].name};" for x, *_ in kept if x in changed]
    return "\n".join([*lines, "        }", "    }", "}\n"])
