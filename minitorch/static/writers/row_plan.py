"""The loops over a row: each goes as far as the next reduction lets it, and takes what stands before and after it."""

from ..rows import REDUCTIONS
from .c_loop import Loop

CHEAP = {"add", "subtract", "multiply", "negative"}          # computed again in less time than written down and read
MOST = 4                               # of these, for one Value


class RowPlan(Loop):
    """What stands in which loop of a Rows.

    plain    whether a row is one loop; is_dense: whether its elements lie side by side
    length   elements of a row
    number   {Value: the number of the loop in which it is made}; of what there is once a row, after which it is there
    kept     what one loop makes and a later one reads, unless it is an output: in an array of one row
    costs    {Value: how many cheap functions make it}; a later loop that reads it computes it again
    first    the loop that is the first to write, perhaps over what others read
    parts    sums over rows that are added up in float, and every few rows in double
    """

    def __init__(self, rows):
        self.rows = rows
        super().__init__(rows)
        self.once = {x for x in self.reads if not self.dims[-1][1].get(x)}
        self.number = dict.fromkeys(self.once, -1)
        for step in rows.steps:
            self.place(step)
        for step in reversed(rows.steps):
            self.sink(step)
        self.first = min([self.number[x] for x in rows.outputs if x not in self.once], default=len(rows.steps))
        self.costs: dict = {}
        for step in rows.steps:
            self.cost(step)
        self.kept = [x for x in self.number if self.is_kept(x)]
        self.parts = [x for x in rows.sums if x.dtype.char == "f"]

    def loops(self, dims):
        split = len(dims) - self.rows.dims
        row = self.merged(dims[split:])
        self.plain, (self.length, strides) = len(row) < 2, row[0] if row else (1, {})
        return [*self.merged(dims[:split]), (self.length, strides)]

    def place(self, step):
        """Find the first loop in which a step can stand."""
        x, once = step.outputs[0], [self.number[y] for y in step.reads if y in self.once]
        whole = [y for y in step.reads if y not in self.once]
        number = max([self.number.get(y, 0) for y in whole], default=-1)
        if step.call in REDUCTIONS:                          # one that stays the same along a row is still added up
            self.once.add(x)
            self.number[x] = max([number, 0, *[each + 1 for each in once]])
        elif not whole and x.shape != self.rows.shape:
            self.once.add(x)
            self.number[x] = max([number, *once], default=-1)
        else:
            self.number[x] = max([number, 0, *[each + 1 for each in once]])

    def sink(self, step):
        """Let a step stand in the loop in which it is first needed: nothing has to be kept for it until then."""
        x = step.outputs[0]
        if x not in self.once and (readers := self.readers(x)):
            self.number[x] = min(map(self.loop_of, readers))

    def cost(self, step):
        """Note how many cheap functions make what a step makes of what all loops can read, if no others do."""
        costs = [self.costs.get(x, 0) for x in step.reads]
        if step.name in CHEAP and step.outputs[0] not in self.once and sum(costs) < MOST and all(
                x in self.once or x in self.costs or x in self.reads for x in step.reads):
            self.costs[step.outputs[0]] = 1 + sum(costs)

    def is_kept(self, x):
        """Whether a later loop reads it, and cannot compute it again before something is written over what it needs."""
        later = [] if x in self.once or x in self.rows.outputs else [self.loop_of(step) for step in self.readers(x)]
        return max(later, default=-1) > self.number[x] and (x not in self.costs or max(later) > self.first)

    def repeated(self, steps, number):
        """The steps that a loop takes again, for what it reads."""
        wanted, found = {x for step in steps for x in step.reads}, []
        for step in reversed(self.rows.steps):
            x = step.outputs[0]
            if x in wanted and x in self.costs and self.number[x] < number and x not in (*self.kept, *self.arrays):
                found.append(step)
                wanted.update(step.reads)
        return found[::-1]

    def readers(self, x):
        return [step for step in self.rows.steps if x in step.reads]

    def loop_of(self, step):
        """The number of the loop that a step stands in; None for one between loops."""
        x = step.outputs[0]
        return None if x in self.once and step.call not in REDUCTIONS else self.number[x]
