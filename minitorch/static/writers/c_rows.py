"""Rows in C: for each row a few loops over its elements, each as far as the next reduction lets it go.

Sums are added up in double, whatever the numbers are, and rounded once.
"""

from ..elementwise import contiguous
from ..rows import REDUCTIONS, column_sum, row_max, row_sum
from .c_lines import TYPES, computed_in
from .c_loop import Loop

STACK = 1 << 17                        # bytes of what a function keeps of rows between its loops, at most
EMPTY = {row_sum: ("double", "0"), row_max: (None, "-INFINITY")}


def rows_are_written(rows):
    """Whether C has an expression for each step, rows lie in memory as a loop needs them, and little is kept."""
    steps = [step for step in rows.steps if step.call not in REDUCTIONS]
    if not all(computed_in(step) for step in steps) or not all(map(contiguous, rows.outputs)) or any(
            stride < 0 for x in rows.inputs for stride in x.strides) or not all(
            x.dtype is not None and x.dtype in TYPES for x in rows.inputs):
        return False
    loop = RowLoop(rows)
    kept = loop.length * (8 * len(rows.sums) + sum(x.dtype.itemsize for x in loop.kept))
    return loop.plain and loop.is_dense and kept <= STACK


class RowLoop(Loop):
    """The C function of a Rows.

    plain    whether a row is one loop; is_dense: whether its elements lie side by side
    length   elements of a row
    number   {Value: the number of the loop in which it is made}; of what there is once a row, after which it is there
    kept     what one loop makes and a later one reads, unless it is an output: in an array of one row
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
        self.kept = [x for x in self.number if x not in self.once and x not in rows.outputs and any(
            self.number[x] < self.loop_of(step) for step in self.readers(x))]

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
        if step.call in REDUCTIONS or not whole and x.shape != self.rows.shape:
            self.once.add(x)
            self.number[x] = max([number, *once], default=-1)
        else:
            self.number[x] = max([number, 0, *[each + 1 for each in once]])

    def sink(self, step):
        """Let a step stand in the loop in which it is first needed: nothing has to be kept for it until then."""
        x = step.outputs[0]
        if x not in self.once and (readers := self.readers(x)):
            self.number[x] = min(map(self.loop_of, readers))

    def readers(self, x):
        return [step for step in self.rows.steps if x in step.reads]

    def text(self, name):
        """The function, under a name."""
        rows, sums = self.rows, [step for step in self.rows.steps if step.call is column_sum]
        self.lines, self.indent = [self.head(name)], "    "
        for x in [*self.kept, *rows.sums]:
            self.keep(x)
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
        self.end()
        if sums:
            self.open("at", self.length)
            for step in sums:
                x = step.outputs[0]
                self.add(f"{self.element(x)} = ({self.kind(x)}){self.names[x]}_row[at];")
            self.close()
        self.close()
        return "\n".join(self.lines) + "\n"

    def keep(self, x):
        """An array of one row: of what a later loop reads, or of sums over rows."""
        sums = x in self.rows.sums
        self.add(f"{'double' if sums else self.kind(x)} {self.names[x]}_row[{self.length}]{' = {0}' * sums};")

    def begin(self):
        """Go over all rows."""
        for counter, (length, _) in zip(self.counters[:-1], self.dims):
            self.open(counter, length)

    def end(self):
        for _ in self.counters[:-1]:
            self.close()

    def once_written(self, x):
        """A line that writes what there is once a row."""
        self.add(f"{self.element(x)} = {self.names[x]};")

    def vectorised(self, reduced):
        """A line that lets the next loop go over several elements at a time."""
        clauses = [f" reduction({'+' if step.call is row_sum else 'max'}:{self.reduction(step)[1]})"
                   for step in reduced]
        self.add(f"#pragma omp simd{''.join(clauses)}")

    def joined(self, name, sums):
        """Lines that make one number of what several threads have: here there is one thread."""

    def add(self, line):
        self.lines.append(self.indent + line)

    def open(self, counter, length):
        self.add(f"for (long {counter} = 0; {counter} < {length}; {counter}++) {{")
        self.indent += "    "

    def close(self):
        self.indent = self.indent[4:]
        self.add("}")

    def reduction(self, step):
        """Type, name and first number of what a reduction adds up to."""
        kind, first = EMPTY[step.call]
        x = step.outputs[0]
        return (kind, f"{self.names[x]}_sum", first) if kind else (self.kind(x), self.names[x], first)

    def loop(self, number):
        """One loop over a row."""
        steps = [step for step in self.rows.steps if self.loop_of(step) == number]
        reduced = [step for step in steps if step.call in EMPTY]
        for step in reduced:
            kind, total, first = self.reduction(step)
            self.add(f"{kind} {total} = {first};")
        self.vectorised(reduced)
        self.open("at", self.length)
        read = dict.fromkeys(x for step in steps for x in step.reads if x not in self.once)
        for x in read:
            if x in self.arrays:
                if self.number.get(x, -1) < number:
                    self.add(f"{self.kind(x)} {self.names[x]} = {self.element(x)};")
            elif x in self.kept and self.number[x] < number:
                self.add(f"{self.kind(x)} {self.names[x]} = {self.names[x]}_row[at];")
        for step in steps:
            self.body(step)
        self.close()
        for step in reduced:
            x = step.outputs[0]
            self.joined(self.reduction(step)[1], step.call is row_sum)
            if step.call is row_sum:
                self.add(f"{self.kind(x)} {self.names[x]} = ({self.kind(x)}){self.names[x]}_sum;")

    def body(self, step):
        """A step within a loop."""
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
            self.add(f"{own}_{'row[at]' if step.call is column_sum else 'sum'} += {given};")

    def loop_of(self, step):
        """The number of the loop that a step stands in; None for one between loops."""
        x = step.outputs[0]
        return None if x in self.once and step.call not in REDUCTIONS else self.number[x]

    def after(self, number):
        """Steps on one number a row, once the loop of that number is done."""
        for step in self.rows.steps:
            if step.call not in REDUCTIONS and step.outputs[0] in self.once and self.number[step.outputs[0]] == number:
                self.add(self.line(step))
