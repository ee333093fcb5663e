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

from ...backend.memory import address
from ...ops.kernels.element_loops import ElementLoop, compiler
from ..expansion import NotExpanded
from ..program import Step, Value, namer
from .c_lines import TYPES, computed_in, expression_in_c
from .compiler import compiled_library


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
    """Return (a Notepad for each size that is None, a Stack for each integer; their notes; their Python numbers)."""
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
    dtype, shape = arrays[0].dtype, arrays[0].shape[-2:]
    function = compile_loop(loop, dtype)
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
def compile_loop(loop, dtype):
    """Return the C function of a loop; None if a ufunc in it has no expression in C.

    Raises NotCompiled.
    """
    try:
        function = getattr(compiled_library('#include "functions.h"\n\n' + loop_text(loop, dtype)), loop.__name__)
    except NotExpanded:
        return None
    given = [ctypes.c_long] * 2
    for name in loop.names:
        given += [ctypes.c_void_p, *[ctypes.c_long] * (1 + (name in loop.stacks))]
    function.argtypes, function.restype = given, None
    return function


def loop_text(loop, dtype):
    """Return C source for a loop: a function of the arrays' sizes, then each array's address and outer byte strides.

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
