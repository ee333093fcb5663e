"""Run an optimiser's step in C: one call updates all parameters, and reads and writes each array once.

The C code comes from the optimiser's rule. In each step the rule runs on Notepads, which record its NumPy calls and its
Python numbers. The calls are compiled once; each step passes its own numbers to the compiled function.
"""

import ctypes
from contextlib import suppress
from functools import cache
from operator import attrgetter, is_
from weakref import WeakKeyDictionary

import numpy as np

from ...backend.compiler import NotCompiled, compiled_library
from ...backend.memory import address
from ...engine import tensor_types
from ...optim.flat_parameters import step_small, values_in
from ...optim.state import COUNTS, settings_of
from ..expansion import NotExpanded
from ..program import optimizer_step
from .c_elements import Noted, notepads

array_of = attrgetter("array")
plans: WeakKeyDictionary = WeakKeyDictionary()               # {optimiser: {number of a parameter group: its Plan}}


def notes_of(rule, names, counts, settings):
    """Return (the calls that a rule makes on Notepads, their Python numbers, the counts after the step)."""
    pads, notes, given = notepads([None] * (2 + len(names)))
    state = {**counts, **dict(zip(names, pads[2:]))}
    rule(pads[0], pads[1], state, **settings)
    if any(state[name] is not pad for name, pad in zip(names, pads[2:])) or len(state) != len(counts) + len(names):
        raise NotExpanded("the rule replaces an array of its state")
    return tuple(notes), given, {name: state[name] for name in counts}


def step_text(notes, arrays, dtype):
    """Return C source for recorded calls: a function of the number of parameters, their sizes, the arrays, the numbers.

    Raises NotExpanded for functions without an expression in C.
    """
    noted = Noted(notes, arrays, dtype)
    kind = noted.kind
    lines = [f"void step(long parameters, const long *sizes, {kind} **arrays, const {kind} *numbers) {{"]
    lines += [f"    {kind} {x.name} = numbers[{place}];" for place, x in enumerate(noted.numbers)]
    lines += [f"    for (long each = 0; each < parameters; each++, arrays += {arrays}) {{"]
    lines += [f"        {kind} *{x.name.upper()} = arrays[{own}];" for own, x in enumerate(noted.first)]
    lines += ["        #pragma omp simd", "        for (long at = 0; at < sizes[each]; at++) {"]
    lines += [f"            {kind} {x.name} = {x.name.upper()}[at];" for x in noted.first]
    lines += [f"            {line}" for line in noted.lines()]
    lines += [f"            {x.name.upper()}[at] = {after.name};" for x, after in noted.changed]
    return "\n".join([*lines, "        }", "    }", "}\n"])


@cache
def compile_step(notes, arrays, dtype):
    """Compile recorded calls to a C function. Raises NotExpanded or NotCompiled."""
    function = compiled_library('#include "functions.h"\n\n' + step_text(notes, arrays, dtype)).step
    function.argtypes, function.restype = [ctypes.c_long, *[ctypes.c_void_p] * 3], None
    return function


class Plan:
    """The parameters that one C call updates, with the addresses of all arrays that the optimiser's rule uses.

    names    names of the arrays in each parameter's state; counts: names of the numbers in it
    """

    def __init__(self, params, states):
        self.params, self.states, self.arrays = params, states, [param.array for param in params]
        first, self.dtype = states[0], self.arrays[0].dtype
        self.names = [name for name, x in dict.items(first) if type(x) in tensor_types]
        self.counts = [name for name in first if name not in self.names]
        kept = [[state[name].array for name in self.names] for state in states if state.keys() == first.keys()]
        numbers = not {*self.names} & {*COUNTS} and self.counts_are_numbers()
        self.fitting = numbers and len(kept) == len(states) and self.dtype.name in ("float32", "float64") and all(
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
        """Return whether the Plan is valid for these parameters and states: the same objects with the same arrays."""
        return (self.fitting and len(params) == len(self.params) and all(map(is_, params, self.params))
                and all(map(is_, states, self.states)) and self.counts_are_numbers()
                and values_in(states) == self.values and all(map(is_, map(array_of, self.tensors), self.seen)))

    def counts_are_numbers(self):
        """Return whether all counts are plain numbers; a count that a program has read is in a tensor."""
        return not any(type(dict.get(state, name)) in tensor_types for state in self.states for name in self.counts)

    def notes(self, rule, settings):
        """Return (the rule's calls in a step, their numbers, the counts after it). Raises NotExpanded."""
        if not self.fitting:
            raise NotExpanded("an array is not contiguous, or not float32 or float64")
        counts = {name: dict.get(self.states[0], name) for name in self.counts}
        if any(dict.get(state, name) != count for state in self.states for name, count in counts.items()):
            raise NotExpanded("parameters have taken different numbers of steps")
        return notes_of(rule, self.names, counts, settings)

    def step(self, rule, settings):
        """Update all parameters; if C cannot run the rule, raise NotExpanded before the first write."""
        notes, numbers, counts = self.notes(rule, settings)
        function = compile_step(notes, self.width, self.dtype)
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
    """Update a group's parameters in one C call, or by `step_small` if C cannot run the optimiser's rule."""
    states, known = [optimizer.state[param] for param in params], plans.setdefault(optimizer, {})
    try:
        if not params or optimizer.branches:
            raise NotExpanded("the rule branches on its counts")
        if number not in known or not known[number].fits(params, states):
            known[number] = Plan(params, states)
        known[number].step(run.args[0], settings)
    except (NotExpanded, NotCompiled):
        return step_small(optimizer, number, params, run, settings)
    return []


def step_texts(optimizer, params):
    """Return C source for an optimiser's next step: one function for each parameter group that C can update."""
    rule, wanted, found = type(optimizer).rule, set(map(id, params)), []
    for group in optimizer.param_groups if optimizer.elementwise and not optimizer.branches else ():
        own = [param for param in group["params"] if id(param) in wanted]
        settings = settings_of(group, rule)
        with suppress(NotExpanded):
            plan = own and Plan(own, [optimizer.state[param] for param in own])
            if plan:
                notes, *_ = plan.notes(getattr(rule, "run", rule), settings)
                found.append(step_text(notes, plan.width, plan.dtype))
    return found


def optimizer_step_in_c(grads, also, optimizer, params):
    """Run `optimizer_step` with step_in_c, which updates each parameter group in C."""
    optimizer._join = step_in_c
    try:
        optimizer_step(grads, also, optimizer, params)
    finally:
        del optimizer._join
