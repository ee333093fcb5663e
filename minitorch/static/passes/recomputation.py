"""Recomputation: what the backward pass needs late is let go, and computed anew where it is needed.

A training step keeps what its layers computed until the derivatives have read it: that is most of its memory. Some of
it comes, by a few cheap steps, from what is kept anyway: the result of relu from what it was given, that of a
normalisation from two numbers a channel. These steps run twice, and between the two their memory is free. (By hand in
PyTorch: torch.utils.checkpoint. Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016.)
"""

from ..costs import cost
from ..expansion import fresh_names
from ..fused import Fused
from ..memory import Sharing, lifetimes, peak_of, results
from ..program import Value

GOAL = 0.72                            # of the memory at its peak: what is aimed at
SMALL = 1 << 22                        # bytes: a program whose peak is lower stays as it is
LEAST = 1 / 400                        # of the peak: smaller arrays are kept
DEAREST = 0.4                          # nanoseconds for each byte that is free meanwhile: for more, it is kept


def recomputation(program, goal=GOAL, small=SMALL, dearest=DEAREST):
    """Compute large arrays twice rather than keep them, the cheapest first, until memory at its peak has come down."""
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
    """Plans for each step whose results are large, and only kept while step number `at` runs; none that is too dear."""
    known = Known(program)
    for number, step in enumerate(program.steps[:at]):
        memory = {known.sharing.first(x) for x in step.outputs if x is not None} if cost(step) else ()
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
    """What plans need to know of a program.

    maker     {Value: the number of the step that makes it}
    readers   {memory: the numbers of the steps that read it, in order, without those that only make a view of it}
    later     {memory: {a Value in it: the last step that reads it}}
    ends      {memory: the last step that needs it}
    writes    {memory: the numbers of the steps that write to it}
    fixed     memory that comes out, or is written to
    """

    def __init__(self, program):
        self.before, self.sharing, self.name = program, Sharing(program), fresh_names(program)
        self.maker = {x: n for n, step in enumerate(program.steps) for x in step.outputs if x is not None}
        self.ends = {x: end for x, (_, end) in lifetimes(program).items()}
        self.fixed = {self.sharing.first(x) for x in results(program)} | self.sharing.written
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
    """To let go of what a step makes, and to run it again before another.

    number, memory   of the step, and of what it makes
    place            the step before which it runs again
    again            whether steps whose results it reads run again too, or these are kept
    saved, price     bytes that are free meanwhile; nanoseconds for each of them
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
        self.price = sum(map(cost, self.steps)) / max(self.saved, 1)

    def value(self, x, kept):
        """The Value that stands for x at `place`: x itself where it is still there, or is `kept`, or a new one."""
        known, group = self.known, self.known.sharing.first(x)
        if x in self.new:
            return self.new[x]
        if any(self.number < n < self.place for n in known.writes.get(group, ())):
            raise Overwritten
        step = known.before.steps[known.maker[x]] if x in known.maker else None
        if step is None or known.maker[x] >= self.place:
            return x
        if group not in self.memory and known.ends.get(group, self.place) >= self.place:
            return x                                         # it is there, as are views of what the program is given
        if group not in self.memory and not step.shares and not (self.again and cost(step)):
            kept.add(group)
            return x
        args = {y: self.value(y, kept) for y in step.reads}
        self.new.update((y, Value(known.name(), y)) for y in step.outputs if y is not None)
        self.steps.append(copy_of(step, args, self.new, known.name))
        return self.new[x]

    def program(self):
        """The program with this plan carried out."""
        steps, place = self.known.before.steps, self.place
        phase = steps[place].phase
        return self.known.before.with_steps([
            *steps[:place], *[step.replaced({}, phase=phase) for step in self.steps],
            *[step.replaced(self.new) if self.new.keys() & set(step.reads) else step for step in steps[place:]]])


class Overwritten(Exception):
    """What a step reads is another now."""


def copy_of(step, args, new, name):
    """The step on other arguments, with other outputs."""
    outputs = [new.get(x, x) for x in step.outputs]
    if type(step.call) is not Fused:
        return step.replaced(args, outputs=outputs)
    inner = args | new | {x: Value(name(), x) for x in step.call.inner}
    fused = Fused([one.replaced(inner, outputs=[inner[x] for x in one.outputs]) for one in step.call.steps], outputs)
    return step.replaced({}, call=fused, args=fused.inputs, outputs=outputs)


def without_unread(steps, read):
    """The steps without what nobody reads of the results of those that are fused."""
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
