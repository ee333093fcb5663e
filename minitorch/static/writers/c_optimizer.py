"""An optimiser's step in C: one call goes over all parameters, and over each of them once.

The C is written of the rule itself. For each step the rule is run on notepads, arrays of one element that note which
functions are called on them: the functions become C, once, and the numbers among their arguments are given to it.
"""

import ctypes
from functools import cache
from operator import attrgetter, is_
from weakref import WeakKeyDictionary

import numpy as np

from ...engine import tensor_types
from ...memory import address
from ...optim.foreach import step_small, values_in
from ..expansion import NotExpanded
from ..program import Step, Value, namer
from ..steps import updated
from .c_lines import TYPES, computed_in, expression
from .compiler import NotCompiled, library

array_of = attrgetter("array")
plans: WeakKeyDictionary = WeakKeyDictionary()               # optimiser -> {number of a group: its Plan}


class Notepad(np.ndarray):
    """An array of one element that writes down what is called on it, and computes nothing.

    own     its number among those of a rule
    notes   (function, numbers of its arguments, None for a Python number, number of what it is written into)
    given   these Python numbers, in order
    """

    own = notes = given = None

    def another(self):
        made = np.zeros(1).view(Notepad)
        made.notes, made.given, made.own = self.notes, self.given, -1 - len(self.notes)
        return made

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        if method != "__call__" or settings or ufunc.nout > 1:
            raise NotExpanded(f"{ufunc.__name__} is called with {method}, {settings}")
        into = out[0] if out else self.another()
        self.notes.append((ufunc, tuple([self.argument(x) for x in inputs]), into.own))
        return into

    def argument(self, x):
        if type(x) is Notepad:
            return x.own
        self.given.append(float(x))
        return None

    def __array_function__(self, function, types, args, settings):
        if function is not np.empty_like:
            raise NotExpanded(f"{function.__name__} is called")
        return self.another()

    def looks(self, *args):
        raise NotExpanded("the rule looks at a number")

    __bool__ = __float__ = __int__ = item = looks


def notes_of(rule, names, counts, settings):
    """What a rule calls on a parameter, its gradient, and the arrays of its state; the numbers; its counts after it."""
    notes, given, pads = [], [], []
    for number in range(2 + len(names)):
        pad = np.zeros(1).view(Notepad)
        pad.own, pad.notes, pad.given = number, notes, given
        pads.append(pad)
    state = {**counts, **dict(zip(names, pads[2:]))}
    rule(pads[0], pads[1], state, **settings)
    if any(state[name] is not pad for name, pad in zip(names, pads[2:])) or len(state) != len(counts) + len(names):
        raise NotExpanded("it keeps another array")
    return tuple(notes), given, {name: state[name] for name in counts}


@cache
def compiled(notes, arrays, dtype):
    """The C function of notes on so many arrays: it takes parameters, sizes, addresses of arrays, numbers.

    Raises NotExpanded for functions that C has no expression for; NotCompiled.
    """
    name, like, kind = namer(), np.empty(2, dtype), TYPES[dtype.name]
    held = {own: Value(name(), like, "input", own) for own in range(arrays)}
    first, steps, numbers = dict(held), [], []
    for ufunc, args, into in notes:
        given = []
        for own in args:
            if own is None:
                numbers.append(Value(name(), np.empty((), dtype), "input", None))
            given.append(numbers[-1] if own is None else held[own])
        held[into] = Value(name(), like)
        steps.append(Step(ufunc.__name__, ufunc, given, {}, [held[into]]))
    if not all(map(computed_in, steps)):
        raise NotExpanded("a function has no expression in C")
    lines = [f"void step(long parameters, const long *sizes, {kind} **arrays, const {kind} *numbers) {{"]
    lines += [f"    {kind} {x.name} = numbers[{place}];" for place, x in enumerate(numbers)]
    lines += [f"    for (long each = 0; each < parameters; each++, arrays += {arrays}) {{"]
    lines += [f"        {kind} *{x.name.upper()} = arrays[{own}];" for own, x in first.items()]
    lines += ["        #pragma omp simd", "        for (long at = 0; at < sizes[each]; at++) {"]
    lines += [f"            {kind} {x.name} = {x.name.upper()}[at];" for x in first.values()]
    lines += [f"            {kind} {step.outputs[0].name} = {expression(step, attrgetter('name'))};" for step in steps]
    lines += [f"            {x.name.upper()}[at] = {held[own].name};" for own, x in first.items() if held[own] is not x]
    function = library("\n".join(['#include "functions.h"\n', *lines, "        }", "    }", "}\n"])).step
    function.argtypes, function.restype = [ctypes.c_long, *[ctypes.c_void_p] * 3], None
    return function


class Plan:
    """The parameters of a group that take their steps together, and where all that their rule works on lies.

    names    of the arrays that the rule keeps of each parameter; counts: of the numbers
    """

    def __init__(self, params, states):
        self.params, self.states, self.arrays = params, states, [param.array for param in params]
        first, self.dtype = states[0], self.arrays[0].dtype
        self.names = [name for name, x in first.items() if type(x) in tensor_types]
        self.counts = [name for name in first if name not in self.names]
        kept = [[state[name].array for name in self.names] for state in states if state.keys() == first.keys()]
        self.fitting = len(kept) == len(states) and self.dtype.name in ("float32", "float64") and all(
            type(x) is np.ndarray and x.flags.c_contiguous and (x.shape, x.dtype) == (array.shape, self.dtype)
            for array, others in zip(self.arrays, kept) for x in (array, *others))
        if not self.fitting:
            return
        self.width = 2 + len(self.names)
        self.sizes = (ctypes.c_long * len(params))(*[array.size for array in self.arrays])
        self.table = (ctypes.c_void_p * (self.width * len(params)))(*[
            place for array, others in zip(self.arrays, kept)
            for place in (address(array), None, *map(address, others))])
        self.tensors = params + [state[name] for state in states for name in self.names]
        self.seen = list(map(array_of, self.tensors))
        self.values = values_in(states)

    def fits(self, params, states):
        """Whether all lies where it did."""
        return (self.fitting and len(params) == len(self.params) and all(map(is_, params, self.params))
                and all(map(is_, states, self.states)) and values_in(states) == self.values
                and all(map(is_, map(array_of, self.tensors), self.seen)))

    def step(self, rule, settings):
        """One step of all. Raises NotExpanded, before anything is written, for a rule that C has no loop for."""
        counts = {name: self.states[0][name] for name in self.counts}
        if any(state[name] != count for state in self.states for name, count in counts.items()):
            raise NotExpanded("parameters have taken different numbers of steps")
        notes, numbers, counts = notes_of(rule, self.names, counts, settings)
        function = compiled(notes, self.width, self.dtype)
        grads = [np.ascontiguousarray(param._grad.array) for param in self.params]
        if any(grad.shape != array.shape or grad.dtype != self.dtype for grad, array in zip(grads, self.arrays)):
            raise NotExpanded("a gradient has another shape or dtype")
        self.table[1::self.width] = list(map(address, grads))
        numbers = np.array(numbers, self.dtype)
        function(len(grads), self.sizes, self.table, address(numbers))
        for state in self.states:
            state.update(counts)
        self.values = values_in(self.states)


def step_in_c(optimizer, number, params, run, settings):
    """`step_small`, with all parameters of a group in one call of C, where their rule allows it."""
    states, known = [optimizer.state[param] for param in params], plans.setdefault(optimizer, {})
    try:
        if not params or optimizer.branches:
            raise NotExpanded("the rule asks its counts")
        if number not in known or not known[number].fits(params, states):
            known[number] = Plan(params, states)
        if not known[number].fitting:
            raise NotExpanded("arrays do not lie row after row")
        known[number].step(run.args[0], settings)
    except (NotExpanded, NotCompiled):
        return step_small(optimizer, number, params, run, settings)
    return []


def updated_in_c(grads, also, optimizer, params):
    """`updated`, with its loops in C."""
    optimizer._join = step_in_c
    try:
        updated(grads, also, optimizer, params)
    finally:
        del optimizer._join
