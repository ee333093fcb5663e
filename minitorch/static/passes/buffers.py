"""Buffers: what the program makes gets a place in memory that is there from the first call on.

Two arrays may lie in the same place if one is read for the last time before the other is made. A step that works
element by element may write over what it reads, where it is the last to read it.
"""

from bisect import insort
from math import prod

from ..elementwise import is_elementwise, takes_out
from ..fused import Fused
from ..memory import Sharing, lifetimes, results
from ..program import Value
from ..rows import Rows

LINE = 64                              # bytes of a line of the cache: where each place begins


class Place:
    """Where an array lies in the memory that a program keeps.

    shape         of the array; of one that is made in a loop over rows and read nowhere else, of a block of rows
    first, last   from when to when it is needed
    start         its first byte
    """

    def __init__(self, x, shape, first, last):
        self.x, self.shape, self.first, self.last, self.start = x, shape, first, last, 0
        self.size = -(-prod(shape) * x.dtype.itemsize // LINE) * LINE

    @property
    def end(self):
        return self.start + self.size


class Plan:
    """What is known while places are given.

    places   {Value: its Place, or the Value over which it is written}
    taken    Values that are written over
    ends     {Value: the number of the last step that needs its memory}
    """

    def __init__(self, program):
        self.sharing, self.places = Sharing(program), dict(program.places)
        self.leaving = {self.sharing.first(x) for x in results(program)}
        self.leaving |= {self.sharing.first(x) for step in program.steps if step.draws and step.op is None
                         for x in step.reads}                # an optimiser keeps gradients
        self.ends = {x: last for x, (_, last) in lifetimes(program).items()}
        self.taken, self.ticks, now = set(self.places.values()), [], 0
        for step in program.steps:                           # steps inside others have times of their own
            self.ticks.append(now)
            now += len(step.call.steps) if type(step.call) is Fused else 1
        self.ticks += [now, now + 1]

    def below(self, x):
        """The Place, or the array of another's making, that x is written over in the end."""
        while type(self.places.get(x)) is Value:
            x = self.places[x]
        return self.places.get(x, x)

    def step(self, number, step):
        """Give places to what a step makes."""
        fused = step.call if type(step.call) is Fused else None
        inner = fused.steps if fused else [step]
        last = {x: at for at, one in enumerate(inner) for x in one.reads}
        for at, one in enumerate(inner):
            if type(one.call) is Rows:
                self.rows(number, one)
            x = one.outputs[0] if one.outputs and takes_out(one) else None
            if x is None or x in self.places or not x.size or self.sharing.first(x) is not x:
                continue
            block = bool(fused and fused.split and x in fused.inner)
            over = next((y for y in one.reads if is_elementwise(one) and last[y] == at
                         and self.replaces(x, y, block, number, step, fused)), None)
            if over is not None:
                self.places[x] = over
                self.taken.add(over)
                place = self.below(x)
                if type(place) is Place:
                    place.last = max(place.last, self.until(x, number, fused, last))
            elif x not in self.leaving:
                shape = (fused.rows, *fused.shape[fused.split:]) if block else x.shape
                first = self.ticks[number] + (0 if fused and fused.split and not block else at)
                self.places[x] = Place(x, shape, first, self.until(x, number, fused, last))

    def rows(self, number, step):
        """Give places to what is made row by row: never over what is read, which may be read again."""
        for x in step.outputs:
            if x not in self.places and self.sharing.first(x) is x and x not in self.leaving:
                self.places[x] = Place(x, x.shape, self.ticks[number], self.until(x, number, None, {}))

    def until(self, x, number, fused, last):
        """The time to which x is needed."""
        if fused and x in fused.inner:
            return self.ticks[number] + last[x]
        return self.ticks[self.ends[x] + 1] - 1

    def replaces(self, x, y, block, number, step, fused):
        """Whether x may be written over y, which no step reads after this one."""
        if (y.role != "result" or y.dtype is None or (x.shape, x.dtype, x.strides) != (y.shape, y.dtype, y.strides)
                or y in self.taken or self.sharing.first(y) is not y or y in self.leaving
                or self.sharing.changes(y)):
            return False
        if not (fused and y in fused.inner):
            if self.ends[y] != number or any(z is not y and self.sharing.first(z) is y for z in step.reads):
                return False
        place = self.below(y)
        if type(place) is not Place:
            return True                                      # fresh memory, which may leave the program too
        return x not in self.leaving and (block or place.shape == x.shape)


def buffers(program):
    """Give a place to each array that a step can write into, unless it leaves the program."""
    plan = Plan(program)
    for number, step in enumerate(program.steps):
        plan.step(number, step)
    made = program.with_steps(program.steps)
    made.places = plan.places
    made.memory = arrange([place for place in plan.places.values() if type(place) is Place])
    return made


def arrange(places):
    """Give each place its first byte, the largest first, each as far to the front as it fits; returns bytes in all."""
    done: list = []
    for place in sorted(places, key=lambda place: (-place.size, place.first)):
        place.start = 0
        for other in done:                                   # in the order of their first bytes
            if other.start >= place.end:
                break
            if other.first <= place.last and place.first <= other.last:
                place.start = max(place.start, other.end)
        insort(done, place, key=lambda other: other.start)
    return max((place.end for place in places), default=0)
