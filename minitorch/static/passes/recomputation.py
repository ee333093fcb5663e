"""Recompute: free an array that the backward pass needs later, and compute it again before it is needed.

Most memory of a training step stores layers' results until the derivatives have read them. Cheap steps can compute some
results again from arrays that are stored anyway: relu's result from its input, a normalisation's from two numbers for
each channel. These steps run twice, and their results need no memory between the two runs. (By hand in PyTorch:
torch.utils.checkpoint. Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016.)

`step_cost` estimates which steps are cheap: it returns nanoseconds on one core, from measured times for each element.
"""

from math import prod

import numpy as np

from ...ops.kernels.tiled_matmul import matmul_tiles
from ..expansion import fresh_names
from ..fused import Fused
from ..memory import Sharing, lifetimes, peak_of, results_at_end
from ..program import Value, cast, where

ELEMENT = 0.12                         # ns that a function such as + takes per element, on arrays in the cache
DEAR = {"divide": 2, "sqrt": 2, "exp": 3, "log": 4, "tanh": 4, "power": 20, "where": 3, "sin": 6, "cos": 6}
PRODUCT = 0.015                        # ns that one multiplication and addition of a matrix product take
CALL = 500                             # ns that a call takes besides the time for its elements
PASSES = {"normalised": 6, "attention_weights": 18}        # {step: its time per element / the time of +}


def step_cost(step):
    """Return the estimated nanoseconds of a step; 0 for a view, None if the cost is unknown."""
    if step.effect:
        return None
    if step.shares:
        return 0
    if type(step.call) is Fused:
        return sum(map(step_cost, step.call.steps))
    size = step.outputs[0].size if step.outputs and step.outputs[0] is not None else 0
    if type(step.call) is np.ufunc and step.call.signature is None or step.call in (cast, where):
        return CALL + ELEMENT * size * DEAR.get(step.name, 1)
    if step.call in (np.matmul, matmul_tiles):
        return CALL + PRODUCT * size * step.args[0].shape[-1]
    if step.name in PASSES:
        inner = prod(step.args[0].shape[-1:]) if step.name == "attention_weights" else 0
        return CALL + size * (ELEMENT * PASSES[step.name] + PRODUCT * inner)
    return 0 if all(type(x) is not Value for x in step.outputs) else None


GOAL = 0.72                            # new peak memory / old peak memory at which the search stops
SMALL = 1 << 22                        # number of bytes; a program with a lower peak memory stays unchanged
LEAST = 1 / 400                        # minimum size of a freed array / peak memory
DEAREST = 0.4                          # maximum ns of recomputation for each freed byte


def recomputation(program, goal=GOAL, small=SMALL, dearest=DEAREST):
    """Compute large arrays twice instead of storing them, the cheapest first, until the peak memory is low enough."""
    first, _ = most, at = peak_of(program, lifetimes(program))
    while first > small and most > goal * first:
        for plan in sorted(plans(program, at, first * LEAST, dearest), key=lambda plan: plan.price):
            changed = plan.program()
            found, place = peak_of(changed, lifetimes(changed))
            if found < most:
                program, most, at = changed, found, place
                break
        else:
            break
    return program


def plans(program, at, least, dearest):
    """Yield affordable Plans for steps whose large results are stored, but not used, while step `at` runs."""
    known = Known(program)
    for number, step in enumerate(program.steps[:at]):
        memory = {known.sharing.first(x) for x in step.outputs if x is not None} if step_cost(step) else ()
        if sum(x.nbytes for x in memory) < least or not known.fixed.isdisjoint(memory):
            continue
        readers = sorted(n for x in memory for n in known.readers.get(x, ()))
        place = next((n for n in readers if n > at), None)
        if place is not None and at not in readers:
            for again in (False, True):
                plan = Plan(known, number, memory, place, again)
                if plan.saved > 0 and plan.price <= dearest:
                    yield plan


class Known:
    """Facts about a program, computed once and read by all its Plans.

    maker     {Value: the number of the step that computes it}
    readers   {memory: the numbers of the steps that read it, in order, except those that only make a view}
    later     {memory: {a Value in it: the number of the last step that reads this Value}}
    ends      {memory: the number of the last step that needs it}
    writes    {memory: the numbers of the steps that write to it}
    fixed     memory that must stay: that of results, and memory that a step writes to
    """

    def __init__(self, program):
        self.before, self.sharing, self.name = program, Sharing(program), fresh_names(program)
        self.maker = {x: n for n, step in enumerate(program.steps) for x in step.outputs if x is not None}
        self.ends = {x: end for x, (_, end) in lifetimes(program).items()}
        self.fixed = {self.sharing.first(x) for x in results_at_end(program)} | self.sharing.written
        self.readers, self.later, self.writes = {}, {}, {}
        for number, step in enumerate(program.steps):
            for x in step.reads:
                memory = self.sharing.first(x)
                self.later.setdefault(memory, {})[x] = number
                if not step.shares:
                    self.readers.setdefault(memory, []).append(number)
            for x in step.writes:
                self.writes.setdefault(self.sharing.first(x), []).append(number)


class Plan:
    """A plan to free a step's results, and to run the step again before a later step.

    number, memory   the number of the step; the memory of its results
    place            the number of the later step
    again            True: the steps whose results this step reads run again too; False: these results stay stored
    saved, price     freed bytes; nanoseconds for each freed byte
    """

    def __init__(self, known, number, memory, place, again):
        self.known, self.number, self.memory, self.place, self.again = known, number, memory, place, again
        self.steps, self.new, kept = [], {}, set()
        try:
            for group in memory:
                for x in [x for x, last in known.later[group].items() if last >= place]:
                    self.value(x, kept)
        except Overwritten:
            self.saved = 0
            return
        self.steps = without_unread(self.steps, {self.new[x] for group in memory for x in known.later[group]
                                                 if x in self.new})
        self.saved = sum(x.nbytes for x in memory) - sum(x.nbytes for x in kept)
        self.price = sum(map(step_cost, self.steps)) / max(self.saved, 1)

    def value(self, x, kept):
        """Return x if it still exists at `place` or stays stored, `kept`; else a new Value for x computed again."""
        known, group = self.known, self.known.sharing.first(x)
        if x in self.new:
            return self.new[x]
        if any(self.number < n < self.place for n in known.writes.get(group, ())):
            raise Overwritten
        step = known.before.steps[known.maker[x]] if x in known.maker else None
        if step is None or known.maker[x] >= self.place:
            return x
        if group not in self.memory and known.ends.get(group, self.place) >= self.place:
            return x                                         # x is still stored, or is a view of an input
        if group not in self.memory and not step.shares and not (self.again and step_cost(step)):
            kept.add(group)
            return x
        args = {y: self.value(y, kept) for y in step.reads}
        self.new.update((y, Value(known.name(), y)) for y in step.outputs if y is not None)
        self.steps.append(copy_of(step, args, self.new, known.name))
        return self.new[x]

    def program(self):
        """Return the program in which the step runs again."""
        steps, place = self.known.before.steps, self.place
        phase = steps[place].phase
        return self.known.before.with_steps([
            *steps[:place], *[step.replaced({}, phase=phase) for step in self.steps],
            *[step.replaced(self.new) if self.new.keys() & set(step.reads) else step for step in steps[place:]]])


class Overwritten(Exception):
    """A step cannot run again, because an argument was overwritten."""


def copy_of(step, args, new, name):
    """Return a copy of the step with arguments from `args` and outputs from `new`, two dicts {old: new Value}."""
    outputs = [new.get(x, x) for x in step.outputs]
    if type(step.call) is not Fused:
        return step.replaced(args, outputs=outputs)
    inner = args | new | {x: Value(name(), x) for x in step.call.inner}
    fused = Fused([one.replaced(inner, outputs=[inner[x] for x in one.outputs]) for one in step.call.steps], outputs)
    return step.replaced({}, call=fused, args=fused.inputs, outputs=outputs)


def without_unread(steps, read):
    """Return the steps; remove the results of fused steps that are not in `read` and that no later step reads."""
    kept = []
    for step in reversed(steps):
        if type(step.call) is Fused and not read.issuperset(step.outputs):
            outputs, needed, inside = [x for x in step.outputs if x in read], set(read), []
            for one in reversed(step.call.steps):
                if not needed.isdisjoint(one.outputs):
                    needed.update(one.reads)
                    inside.append(one)
            fused = Fused(inside[::-1], outputs)
            step = step.replaced({}, call=fused, args=fused.inputs, outputs=outputs, single=len(outputs) == 1)
        read = read.union(step.reads)
        kept.append(step)
    return kept[::-1]
