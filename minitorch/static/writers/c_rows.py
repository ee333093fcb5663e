"""Write Rows steps in C: for each row a few loops; a loop ends when the next steps need the result of its reduction.

Sums of long rows are computed in double, and rounded once. A cast from float to double takes longer than an addition,
so short rows are summed in float, with one sum for each lane of a vector; columns too, for a few rows at a time.
RowPlan decides which steps are in which loop, RowLoop writes the C code.
"""

from ..fused import REDUCTIONS, UNPLANNED, column_sum, is_contiguous, row_max, row_sum
from .c_lines import TYPES, Loop, computed_in

CHEAP = {"add", "subtract", "multiply", "negative"}  # functions whose results are faster to compute again than to store
MOST = 4                               # maximum number of cheap functions that are computed again for one Value


class RowPlan(Loop):
    """A plan that assigns each step of a Rows to one of several loops over a row.

    plain    whether one loop counter can cover a row; is_dense: whether the row's elements are adjacent in memory
    length   the number of elements in a row
    once     Values that have one number for each row
    number   {Value: the index of the loop that computes it}; for a Value in `once`, the loop after which it is known
    kept     Values that one loop computes and a later loop reads from an array of one row; outputs are not among them
    costs    {Value: number of cheap functions that compute it}, for Values that a later loop may compute again
    first    the index of the first loop that writes outputs, which may overwrite inputs
    parts    results of sums over rows: a few rows are added in float, and these sums are added in double
    """

    def __init__(self, rows):
        self.rows = rows
        super().__init__(rows)
        self.once = {x for x in self.reads if not self.dims[-1][1].get(x)}
        self.number = dict.fromkeys(self.once, -1)
        for step in rows.steps:
            self.choose_loop(step)
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

    def choose_loop(self, step):
        """Assign a step to the first loop that can compute it."""
        x, once = step.outputs[0], [self.number[y] for y in step.reads if y in self.once]
        whole = [y for y in step.reads if y not in self.once]
        number = max([self.number.get(y, 0) for y in whole], default=-1)
        if step.call in REDUCTIONS:                         # a reduction also sums values that are constant along a row
            self.once.add(x)
            self.number[x] = max([number, 0, *[each + 1 for each in once]])
        elif not whole and x.shape != self.rows.shape:
            self.once.add(x)
            self.number[x] = max([number, *once], default=-1)
        else:
            self.number[x] = max([number, 0, *[each + 1 for each in once]])

    def sink(self, step):
        """Move a step to the first loop that reads its result, so that the result is not stored between loops."""
        x = step.outputs[0]
        if x not in self.once and (readers := self.find_reading_steps(x)):
            self.number[x] = min(map(self.loop_of, readers))

    def cost(self, step):
        """Store in `costs` how many functions compute a step's result, if all are cheap and all loops can run them."""
        costs = [self.costs.get(x, 0) for x in step.reads]
        if step.name in CHEAP and step.outputs[0] not in self.once and sum(costs) < MOST and all(
                x in self.once or x in self.costs or x in self.reads for x in step.reads):
            self.costs[step.outputs[0]] = 1 + sum(costs)

    def is_kept(self, x):
        """Return whether x must be stored for a later loop, because that loop cannot compute x again cheaply."""
        later = [] if x in self.once or x in self.rows.outputs else list(map(self.loop_of, self.find_reading_steps(x)))
        return max(later, default=-1) > self.number[x] and (x not in self.costs or max(later) > self.first)

    def repeated(self, steps, number):
        """Return the steps of earlier loops that loop `number` runs again, because `steps` read their results."""
        wanted, found = {x for step in steps for x in step.reads}, []
        for step in reversed(self.rows.steps):
            x = step.outputs[0]
            if x in wanted and x in self.costs and self.number[x] < number and x not in (*self.kept, *self.arrays):
                found.append(step)
                wanted.update(step.reads)
        return found[::-1]

    def find_reading_steps(self, x):
        return [step for step in self.rows.steps if x in step.reads]

    def loop_of(self, step):
        """Return the index of the loop that runs a step; None for a step that runs once a row, between loops."""
        x = step.outputs[0]
        return None if x in self.once and step.call not in REDUCTIONS else self.number[x]


STACK = 1 << 17                        # maximum number of bytes that a C function may store between loops
SHORT = 1 << 10                        # elements of a row; sums of longer rows are in double
TOGETHER = 32                          # float sums of this many rows are then added to sums in double
EMPTY = {row_sum: "0", row_max: "-INFINITY"}


def row_loop(rows):
    """Return the RowLoop of a Rows, planned at the first call; None if C cannot run the Rows."""
    if rows.loop is UNPLANNED:
        rows.loop = plan_rows(rows)
    return rows.loop


def plan_rows(rows):
    """Return a RowLoop; None if C cannot compute a step, if strides do not fit, or if it must store too many bytes.

    Return None for rows of one element too: there, a number for each row has the same shape as the elements.
    """
    steps = [step for step in rows.steps if step.call not in REDUCTIONS]
    if not all(computed_in(step) for step in steps) or not all(map(is_contiguous, rows.outputs)) or any(
            stride < 0 for x in rows.inputs for stride in x.strides) or not all(
            x.dtype is not None and x.dtype in TYPES for x in rows.inputs):
        return None
    loop = RowLoop(rows)
    kept = loop.length * (8 * len(rows.sums) + sum(x.dtype.itemsize for x in (*loop.kept, *loop.parts)))
    return loop if loop.plain and loop.is_dense and loop.length > 1 and kept <= STACK else None


class RowLoop(RowPlan):
    """A writer of a C function for a Rows."""

    def text(self, name):
        """Return the C source of the function, with this name."""
        rows, sums = self.rows, [step for step in self.rows.steps if step.call is column_sum]
        self.lines, self.indent = self.opened(name), "    "
        for x in [*self.kept, *rows.sums]:
            self.declare_row(x)
        if self.parts:
            self.add("int added = 0;")
        self.begin()
        for x in self.reads:
            if x in self.once:
                self.add(f"{self.kind(x)} {self.names[x]} = {self.element(x)};")
        self.after(-1)
        for number in range(1 + max(self.number.values())):
            self.loop(number)
            self.after(number)
        for x in rows.outputs:
            if x in self.once and x not in rows.sums:
                self.once_written(x)
        if self.parts:
            self.add(f"if (++added == {TOGETHER}) {{")
            self.indent += "    "
            self.gather()
            self.add("added = 0;")
            self.close()
        self.end()
        if self.parts:
            self.gather()
        if sums:
            self.open("at", self.length)
            for step in sums:
                self.add(self.summed(step.outputs[0]))
            self.close()
        self.close()
        return "\n".join([*self.lines, *self.closed(name)]) + "\n"

    @property
    def is_apart(self):
        """Whether several threads may share the rows; False for sums over all rows, which must keep their order."""
        return len(self.dims) > 1 and not self.rows.sums and super().is_apart

    def summed(self, x):
        """Return a line that writes the sum over all rows of one column."""
        return f"{self.element(x)} = ({self.kind(x)}){self.names[x]}_row[at];"

    def declare_row(self, x):
        """Add a line that declares an array of one row, for a Value that a later loop reads or for sums over rows."""
        sums = x in self.rows.sums
        self.add(f"{'double' if sums else self.kind(x)} {self.names[x]}_row[{self.length}]{' = {0}' * sums};")
        if x in self.parts:
            self.add(f"float {self.names[x]}_part[{self.length}] = {{0}};")

    def gather(self):
        """Add the partial sums of the last rows to the sums in double, column by column."""
        self.vectorised([])
        self.open("at", self.length)
        for x in self.parts:
            self.add(f"{self.names[x]}_row[at] += {self.names[x]}_part[at];")
            self.add(f"{self.names[x]}_part[at] = 0;")
        self.close()

    def begin(self):
        """Open the loops over all rows."""
        for counter, (length, _) in zip(self.counters[:-1], self.dims):
            self.open(counter, length)

    def end(self):
        for _ in self.counters[:-1]:
            self.close()

    def once_written(self, x):
        """Add a line that writes an output with one number for each row."""
        self.add(f"{self.element(x)} = {self.names[x]};")

    def vectorised(self, reduced):
        """Add a line that lets the compiler vectorise the next loop, with the reductions of the steps `reduced`."""
        clauses = [f" reduction({'+' if step.call is row_sum else 'max'}:{self.reduction(step)[1]})"
                   for step in reduced]
        self.add(f"#pragma omp simd{''.join(clauses)}")

    def joined(self, name, sums):
        """Add nothing: one thread computes the row. CudaRows adds a line that reduces the numbers of all threads."""

    def add(self, line):
        self.lines.append(self.indent + line)

    def open(self, counter, length):
        self.add(self.over(counter, length))
        self.indent += "    "

    def close(self):
        self.indent = self.indent[4:]
        self.add("}")

    def reduction(self, step):
        """Return (type, name, initial value) of the variable in which a reduction accumulates."""
        x, first = step.outputs[0], EMPTY[step.call]
        if step.call is row_max:
            return self.kind(x), self.names[x], first
        return self.kind(x) if self.length <= SHORT else "double", f"{self.names[x]}_sum", first

    def loop(self, number):
        """Add the lines of one loop over a row."""
        steps = [step for step in self.rows.steps if self.loop_of(step) == number]
        reduced = [step for step in steps if step.call in EMPTY]
        for step in reduced:
            kind, total, first = self.reduction(step)
            self.add(f"{kind} {total} = {first};")
        self.vectorised(reduced)
        self.open("at", self.length)
        again = self.repeated(steps, number)
        read = dict.fromkeys(x for step in (*again, *steps) for x in step.reads if x not in self.once)
        for x in read:
            if x in self.arrays:
                if self.number.get(x, -1) < number:
                    self.add(f"{self.kind(x)} {self.names[x]} = {self.element(x)};")
            elif x in self.kept and self.number[x] < number:
                self.add(f"{self.kind(x)} {self.names[x]} = {self.names[x]}_row[at];")
        for step in again:
            self.add(self.line(step))
        for step in steps:
            self.body(step)
        self.close()
        for step in reduced:
            x = step.outputs[0]
            self.joined(self.reduction(step)[1], step.call is row_sum)
            if step.call is row_sum:
                self.add(f"{self.kind(x)} {self.names[x]} = ({self.kind(x)}){self.names[x]}_sum;")

    def body(self, step):
        """Add the lines of a step inside a loop."""
        x = step.outputs[0]
        if step.call not in REDUCTIONS:
            self.add(self.line(step))
            if x in self.kept:
                self.add(f"{self.names[x]}_row[at] = {self.names[x]};")
            elif x in self.rows.outputs:
                self.add(f"{self.element(x)} = {self.names[x]};")
            return
        given, own = self.name(step.reads[0]), self.names[x]
        if step.call is row_max:
            self.add(f"{own} = {given} > {own} ? {given} : {own};")
        else:
            into = "sum" if step.call is row_sum else "part[at]" if step.outputs[0] in self.parts else "row[at]"
            self.add(f"{own}_{into} += {given};")

    def after(self, number):
        """Add the steps that run once a row, after loop `number`."""
        for step in self.rows.steps:
            if step.call not in REDUCTIONS and step.outputs[0] in self.once and self.number[step.outputs[0]] == number:
                self.add(self.line(step))
