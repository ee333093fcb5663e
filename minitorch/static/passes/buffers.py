"""Choose the memory of each step's result: a tensor's own memory, or memory that the program reuses in each call.

Buffers: two arrays may share memory if one is read for the last time before the other is made. An elementwise step may
write its result into an argument's memory, if it is the last step to read that argument.

In place: w.sub_(lr * w.grad) is recorded as a new array, the difference, which is then copied into w. This pass writes
the difference directly into w.
"""

from bisect import insort
from math import prod

from ...runtime.inplace import fill
from ..fused import Fused, Rows, can_write_into, is_elementwise
from ..memory import Sharing, lifetimes, results_at_end
from ..program import Value

LINE = 64                              # bytes of a cache line; the start of each Place is a multiple of LINE


class Place:
    """The location of an array in the program's own memory.

    shape         the array's shape; or that of a block of rows, if only the loop over these rows uses the array
    first, last   the first and last time at which the memory is needed, in steps, counting those inside fused steps
    start         the index of the first byte
    """

    def __init__(self, x, shape, first, last):
        self.x, self.shape, self.first, self.last, self.start = x, shape, first, last, 0
        self.size = -(-prod(shape) * x.dtype.itemsize // LINE) * LINE

    @property
    def end(self):
        return self.start + self.size


class Plan:
    """The assignment of Places to Values, step by step.

    places   {Value: its Place, or the Value whose memory it reuses}
    taken    Values whose memory another Value reuses
    ends     {Value: the number of the last step that needs its memory}
    ticks    for each step its time: the number of steps before it, counting those inside fused steps
    """

    def __init__(self, program):
        self.sharing, self.places = Sharing(program), dict(program.places)
        self.leaving = {self.sharing.first(x) for x in results_at_end(program)}
        self.leaving |= {self.sharing.first(x) for step in program.steps if step.draws and step.op is None
                         for x in step.reads}                # an optimiser may store these gradients
        self.ends = {x: last for x, (_, last) in lifetimes(program).items()}
        self.taken, self.ticks, now = set(self.places.values()), [], 0
        for step in program.steps:
            self.ticks.append(now)
            now += len(step.call.steps) if type(step.call) is Fused else 1
        self.ticks += [now, now + 1]

    def final_place(self, x):
        """Return the Place in which x is stored after all reuse; if there is none, the Value whose memory x reuses."""
        while type(self.places.get(x)) is Value:
            x = self.places[x]
        return self.places.get(x, x)

    def step(self, number, step):
        """Choose a Place, or a Value whose memory is reused, for each result of a step."""
        fused = step.call if type(step.call) is Fused else None
        inner = fused.steps if fused else [step]
        last = {x: at for at, one in enumerate(inner) for x in one.reads}
        for at, one in enumerate(inner):
            if type(one.call) is Rows:
                self.rows(number, one)
            x = self.result_to_place(one)
            if x is None:
                continue
            block = bool(fused and fused.split and x in fused.inner)
            over = next((y for y in one.reads if is_elementwise(one) and last[y] == at
                         and self.may_reuse(x, y, block, number, step, fused)), None)
            if over is not None:
                self.places[x] = over
                self.taken.add(over)
                place = self.final_place(x)
                if type(place) is Place:
                    place.last = max(place.last, self.last_use(x, number, fused, last))
            elif x not in self.leaving:
                shape = (fused.rows, *fused.shape[fused.split:]) if block else x.shape
                first = self.ticks[number] + (0 if fused and fused.split and not block else at)
                self.places[x] = Place(x, shape, first, self.last_use(x, number, fused, last))

    def result_to_place(self, step):
        """Return the result that a step can write into existing memory; None if it cannot, or has a Place already."""
        x = step.outputs[0] if step.outputs and can_write_into(step) else None
        return None if x is None or x in self.places or not x.size or self.sharing.first(x) is not x else x

    def rows(self, number, step):
        """Give each result of a Rows step its own Place, because a later row may read the memory of an argument."""
        for x in step.outputs:
            if x not in self.places and self.sharing.first(x) is x and x not in self.leaving:
                self.places[x] = Place(x, x.shape, self.ticks[number], self.last_use(x, number, None, {}))

    def last_use(self, x, number, fused, last):
        """Return the last time, in ticks, at which x is needed."""
        if fused and x in fused.inner:
            return self.ticks[number] + last[x]
        return self.ticks[self.ends[x] + 1] - 1

    def may_reuse(self, x, y, block, number, step, fused):
        """Return whether x may reuse the memory of y, because no later step reads y."""
        if (y.role != "result" or y.dtype is None or (x.shape, x.dtype, x.strides) != (y.shape, y.dtype, y.strides)
                or y in self.taken or self.sharing.first(y) is not y or y in self.leaving
                or self.sharing.changes(y)):
            return False
        if not (fused and y in fused.inner):
            if self.ends[y] != number or any(z is not y and self.sharing.first(z) is y for z in step.reads):
                return False
        place = self.final_place(y)
        if type(place) is not Place:
            return True                                      # y is new memory, so even a result may reuse it
        return x not in self.leaving and (block or place.shape == x.shape)


def buffers(program):
    """Assign a Place to each array that a step can write into, except the program's results."""
    plan = Plan(program)
    for number, step in enumerate(program.steps):
        plan.step(number, step)
    made = program.with_steps(program.steps)
    made.places = plan.places
    made.memory = arrange([place for place in plan.places.values() if type(place) is Place])
    return made


def arrange(places):
    """Set `start` of each Place as low as possible, the largest Place first; return the total size in bytes."""
    done: list = []
    for place in sorted(places, key=lambda place: (-place.size, place.first)):
        place.start = 0
        for other in done:                                   # `done` is sorted by `start`
            if other.start >= place.end:
                break
            if other.first <= place.last and place.first <= other.last:
                place.start = max(place.start, other.end)
        insort(done, place, key=lambda other: other.start)
    return max((place.end for place in places), default=0)


def in_place(program):
    """Let a step write its result directly into a tensor's memory, if no later step needs the old content."""
    sharing, fixed, maker = Sharing(program), results_at_end(program), {}
    users: dict = {}                                         # {memory: numbers of the steps that use this memory}
    for number, step in enumerate(program.steps):
        for x in {sharing.first(x) for x in [*step.values, *step.writes]}:
            users.setdefault(x, []).append(number)
        maker.update((x, number) for x in step.outputs if x is not None)
    kept, places, writes = list(program.steps), dict(program.places), {}
    for number, step in enumerate(program.steps):
        if step.call is not fill or type(step.args[1]) is not Value or step.args[1] not in maker:
            continue
        into, x = step.args
        made = maker[x]
        first = program.steps[made]
        between = [other for other in users[sharing.first(into)] if made < other < number]
        after = [other for other in users[sharing.first(x)] if other > number]
        if (x in fixed or between or after or sharing.first(x) is not x or made in writes or maker.get(into, -1) >= made
                or (x.shape, x.dtype) != (into.shape, into.dtype) or not written_at_once(first, x, into, sharing)):
            continue
        places[x], kept[number], writes[made] = into, None, [into]
    kept = [step.replaced({}, writes=[*step.writes, *writes.get(number, ())])
            for number, step in enumerate(kept) if step is not None]
    made = program.with_steps(kept)
    made.places = places
    return made


def written_at_once(step, x, into, sharing):
    """Return whether a step can overwrite `into` by x element by element, without reading an old element later."""
    inner = step.call.steps if type(step.call) is Fused else [step]
    if not all(map(is_elementwise, inner)):
        return False
    place = next(place for place, one in enumerate(inner) if x in one.outputs)
    later = [y for one in inner[place + 1:] for y in one.reads]
    same = [y for y in step.reads if sharing.first(y) is sharing.first(into)]
    return all(y is into for y in same) and into not in later
