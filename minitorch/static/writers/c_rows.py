"""Rows in C: for each row a few loops over its elements, each as far as the next reduction lets it go.

Sums of long rows are added up in double, and rounded once. Turning a float into a double takes longer than adding it:
so floats of a short row are added up as they are, in as many sums as a vector has numbers, and so are columns, for a
few rows at a time.
"""

from ..elementwise import contiguous
from ..rows import REDUCTIONS, UNPLANNED, column_sum, row_max, row_sum
from .c_lines import TYPES, computed_in
from .row_plan import RowPlan

STACK = 1 << 17                        # bytes of what a function keeps of rows between its loops, at most
SHORT = 1 << 10                        # elements of a row whose sum is taken in its own dtype
TOGETHER = 32                          # rows whose columns are added up in their own dtype
EMPTY = {row_sum: "0", row_max: "-INFINITY"}


def row_loop(rows):
    """The RowLoop of a Rows, planned once; None where C has none."""
    if rows.loop is UNPLANNED:
        rows.loop = planned(rows)
    return rows.loop


def planned(rows):
    """A RowLoop, if C has an expression for each step, rows lie in memory as a loop needs them, and little is kept.

    Rows of one element are left to NumPy: what there is once a row, and what there is for an element, are one there.
    """
    steps = [step for step in rows.steps if step.call not in REDUCTIONS]
    if not all(computed_in(step) for step in steps) or not all(map(contiguous, rows.outputs)) or any(
            stride < 0 for x in rows.inputs for stride in x.strides) or not all(
            x.dtype is not None and x.dtype in TYPES for x in rows.inputs):
        return None
    loop = RowLoop(rows)
    kept = loop.length * (8 * len(rows.sums) + sum(x.dtype.itemsize for x in (*loop.kept, *loop.parts)))
    return loop if loop.plain and loop.is_dense and loop.length > 1 and kept <= STACK else None


class RowLoop(RowPlan):
    """The C function of a Rows."""

    def text(self, name):
        """The function, under a name."""
        rows, sums = self.rows, [step for step in self.rows.steps if step.call is column_sum]
        self.lines, self.indent = self.opened(name), "    "
        for x in [*self.kept, *rows.sums]:
            self.keep(x)
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
        """Rows are computed in parts; sums over all of them in one, in their order."""
        return len(self.dims) > 1 and not self.rows.sums and super().is_apart

    def summed(self, x):
        """A line that writes the sum over all rows of one column."""
        return f"{self.element(x)} = ({self.kind(x)}){self.names[x]}_row[at];"

    def keep(self, x):
        """An array of one row: of what a later loop reads, or of sums over rows."""
        sums = x in self.rows.sums
        self.add(f"{'double' if sums else self.kind(x)} {self.names[x]}_row[{self.length}]{' = {0}' * sums};")
        if x in self.parts:
            self.add(f"float {self.names[x]}_part[{self.length}] = {{0}};")

    def gather(self):
        """Add what the last rows came to, column by column, to what was there before."""
        self.vectorised([])
        self.open("at", self.length)
        for x in self.parts:
            self.add(f"{self.names[x]}_row[at] += {self.names[x]}_part[at];")
            self.add(f"{self.names[x]}_part[at] = 0;")
        self.close()

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
        self.add(self.over(counter, length))
        self.indent += "    "

    def close(self):
        self.indent = self.indent[4:]
        self.add("}")

    def reduction(self, step):
        """Type, name and first number of what a reduction adds up to."""
        x, first = step.outputs[0], EMPTY[step.call]
        if step.call is row_max:
            return self.kind(x), self.names[x], first
        return self.kind(x) if self.length <= SHORT else "double", f"{self.names[x]}_sum", first

    def loop(self, number):
        """One loop over a row."""
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
            into = "sum" if step.call is row_sum else "part[at]" if step.outputs[0] in self.parts else "row[at]"
            self.add(f"{own}_{into} += {given};")

    def after(self, number):
        """Steps on one number a row, once the loop of that number is done."""
        for step in self.rows.steps:
            if step.call not in REDUCTIONS and step.outputs[0] in self.once and self.number[step.outputs[0]] == number:
                self.add(self.line(step))
