"""An optimiser's step in C: one call goes over all parameters, and over each of them once.

The C is written of the rule itself. For each step the rule is run on notepads: what they note becomes C, once, and the
numbers among it are given to it.
"""

import ctypes
from contextlib import suppress
from functools import cache
from operator import attrgetter, is_
from weakref import WeakKeyDictionary

import numpy as np

from ...engine import tensor_types
from ...memory import address
from ...optim.foreach import step_small, values_in
from ...optim.optimizer import setting_names
from ...optim.state import COUNTS, settings_of
from ..expansion import NotExpanded
from ..steps import updated
from .c_notes import Noted, notepads
from .compiler import NotCompiled, library

array_of = attrgetter("array")
plans: WeakKeyDictionary = WeakKeyDictionary()               # optimiser -> {number of a group: its Plan}


def notes_of(rule, names, counts, settings):
    """What a rule calls on a parameter, its gradient, and the arrays of its state; the numbers; its counts after it."""
    pads, notes, given = notepads([None] * (2 + len(names)))
    state = {**counts, **dict(zip(names, pads[2:]))}
    rule(pads[0], pads[1], state, **settings)
    if any(state[name] is not pad for name, pad in zip(names, pads[2:])) or len(state) != len(counts) + len(names):
        raise NotExpanded("it keeps another array")
    return tuple(notes), given, {name: state[name] for name in counts}


def step_text(notes, arrays, dtype):
    """Notes on so many arrays in C: a function that takes parameters, sizes, addresses of arrays, numbers.

    Raises NotExpanded for functions that C has no expression for.
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
def compiled(notes, arrays, dtype):
    """The C function of notes. Raises NotExpanded and NotCompiled."""
    function = library('#include "functions.h"\n\n' + step_text(notes, arrays, dtype)).step
    function.argtypes, function.restype = [ctypes.c_long, *[ctypes.c_void_p] * 3], None
    return function


class Plan:
    """The parameters of a group that take their steps together, and where all that their rule works on lies.

    names    of the arrays that the rule keeps of each parameter; counts: of the numbers
    """

    def __init__(self, params, states):
        self.params, self.states, self.arrays = params, states, [param.array for param in params]
        first, self.dtype = states[0], self.arrays[0].dtype
        self.names = [name for name, x in dict.items(first) if type(x) in tensor_types]
        self.counts = [name for name in first if name not in self.names]
        kept = [[state[name].array for name in self.names] for state in states if state.keys() == first.keys()]
        numbers = not {*self.names} & {*COUNTS} and self.numbers_alone()
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
        """Whether all lies where it did."""
        return (self.fitting and len(params) == len(self.params) and all(map(is_, params, self.params))
                and all(map(is_, states, self.states)) and self.numbers_alone() and values_in(states) == self.values
                and all(map(is_, map(array_of, self.tensors), self.seen)))

    def numbers_alone(self):
        """Whether no count lies in a tensor that a program has seen."""
        return not any(type(dict.get(state, name)) in tensor_types for state in self.states for name in self.counts)

    def notes(self, rule, settings):
        """What the rule calls for a step, its numbers, the counts after it. Raises NotExpanded."""
        if not self.fitting:
            raise NotExpanded("arrays do not lie row after row")
        counts = {name: dict.get(self.states[0], name) for name in self.counts}
        if any(dict.get(state, name) != count for state in self.states for name, count in counts.items()):
            raise NotExpanded("parameters have taken different numbers of steps")
        return notes_of(rule, self.names, counts, settings)

    def step(self, rule, settings):
        """One step of all. Raises NotExpanded, before anything is written, for a rule that C has no loop for."""
        notes, numbers, counts = self.notes(rule, settings)
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
        known[number].step(run.args[0], settings)
    except (NotExpanded, NotCompiled):
        return step_small(optimizer, number, params, run, settings)
    return []


def step_texts(optimizer, params):
    """The C of an optimiser's next step of these parameters, a function for each group that C has a loop for."""
    rule, wanted, found = type(optimizer).rule, set(map(id, params)), []
    for group in optimizer.param_groups if optimizer.elementwise and not optimizer.branches else ():
        own = [param for param in group["params"] if id(param) in wanted]
        settings = settings_of(group, setting_names(rule))
        with suppress(NotExpanded):
            plan = own and Plan(own, [optimizer.state[param] for param in own])
            if plan:
                notes, *_ = plan.notes(getattr(rule, "run", rule), settings)
                found.append(step_text(notes, plan.width, plan.dtype))
    return found


def updated_in_c(grads, also, optimizer, params):
    """`updated`, with its loops in C."""
    optimizer._join = step_in_c
    try:
        updated(grads, also, optimizer, params)
    finally:
        del optimizer._join
