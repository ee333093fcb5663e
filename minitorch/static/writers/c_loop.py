"""A fused step in C: one loop over all elements, in which what its steps make between them stays in registers."""

from math import prod

from ..elementwise import contiguous, is_elementwise, uniform
from ..value import namer
from .c_lines import TYPES, computed_in, expression, number

APART = 1 << 16                        # elements, from which a loop runs in parts, each in a thread


def is_written(fused):
    """Whether C has an expression for each step, and the results lie without gaps in memory."""
    return bool(fused.outputs) and all(map(contiguous, fused.outputs)) and all(
        is_elementwise(step) and computed_in(step) for step in fused.steps) and all(
        stride >= 0 for x in fused.inputs for stride in x.strides)


class Loop:
    """The C function of a fused step. It takes a pointer for each of `reads`, then for each of its outputs.

    reads   its inputs, without constants that are one number everywhere
    names   {Value: what an element of it is called}; its array has the same name in capitals
    dims    [(length, {Value: by how many elements it goes on})], as few as can be, the innermost last
    is_apart   whether several threads may take parts of the outermost dimension
    """

    def __init__(self, fused):
        self.fused, name = fused, namer()
        self.reads = [x for x in fused.inputs if not uniform(x)]
        self.arrays = [*self.reads, *fused.outputs]
        self.names = {x: name() for x in [*self.reads, *[x for step in fused.steps for x in step.outputs]]}
        self.dims = self.loops([(length, {x: self.stride(x, d) for x in self.arrays})
                                for d, length in enumerate(fused.shape)])
        self.counters = [*[f"row_{number}" for number in range(1, len(self.dims))], "at"]

    @property
    def is_apart(self):
        return prod(length for length, _ in self.dims) >= APART and self.dims[0][0] > 1

    def stride(self, x, dim):
        dim -= len(self.fused.shape) - len(x.shape)
        return 0 if dim < 0 or x.shape[dim] == 1 else x.strides[dim] // x.dtype.itemsize

    @property
    def is_dense(self):
        """Whether the innermost loop reads elements that lie side by side: for others gcc may look for minutes."""
        return all(stride in (0, 1) for stride in self.dims[-1][1].values())

    def loops(self, dims):
        return self.merged(dims) or [(1, {})]

    @staticmethod
    def merged(dims):
        """Two dimensions are one, where each array goes on after the end of the inner as within it."""
        found: list = []
        for length, strides in [each for each in dims if each[0] != 1]:
            if found and all(found[-1][1][x] == length * stride for x, stride in strides.items()):
                length *= found.pop()[0]
            found.append((length, strides))
        return found

    def element(self, x):
        """An element of an array."""
        parts = [counter if strides[x] == 1 else f"{counter} * {strides[x]}"
                 for counter, (_, strides) in zip(self.counters, self.dims) if strides.get(x)]
        return f"{self.names[x].upper()}[{' + '.join(parts) or 0}]"

    @staticmethod
    def kind(x):
        """The C type of an array's elements."""
        return TYPES[x.dtype]

    made_of = kind                     # of the elements of an output, as the function writes them

    def name(self, x):
        """A Value within the loop."""
        return number(x.source[(0,) * x.source.ndim], x.dtype) if uniform(x) else self.names[x]

    def head(self, name):
        """The first line of the function."""
        given = [f"const {TYPES[x.dtype]} *{self.names[x].upper()}" for x in self.reads]
        made = [f"{self.made_of(x)} *{self.names[x].upper()}" for x in self.fused.outputs]
        return f"void {name}({', '.join([*given, *made])}) {{"

    def opened(self, name):
        """The first lines of the function, or of the one that computes a part."""
        if not self.is_apart:
            return [self.head(name)]
        kinds = [*[f"const {TYPES[x.dtype]}" for x in self.reads], *[TYPES[x.dtype] for x in self.fused.outputs]]
        return [f"static void {name}_part(void **given, long start, long end) {{", *[
            f"    {kind} *{self.names[x].upper()} = given[{number}];"
            for number, (kind, x) in enumerate(zip(kinds, self.arrays))]]

    def closed(self, name):
        """The lines after these: the function that calls it for all parts."""
        if not self.is_apart:
            return []
        given = ", ".join([f"(void *){self.names[x].upper()}" for x in self.arrays])
        return [self.head(name), f"    in_parts({name}_part, (void *[]){{{given}}}, {self.dims[0][0]});", "}"]

    def over(self, counter, length):
        """The line that begins a loop; the outermost goes over what its part has of it."""
        start, end = ("start", "end") if self.is_apart and counter == self.counters[0] else (0, length)
        return f"for (long {counter} = {start}; {counter} < {end}; {counter}++) {{"

    def line(self, step):
        """A step in C."""
        x = step.outputs[0]
        kind = "int" if x.dtype.kind == "b" else TYPES[x.dtype]          # loops with uint8_t stay scalar
        return f"{kind} {self.names[x]} = {expression(step, self.name)};"

    def text(self, name):
        """The function, under a name."""
        lines, indent = self.opened(name), "    "
        for counter, (length, _) in zip(self.counters, self.dims):
            if counter == "at" and self.is_dense:
                lines.append(f"{indent}#pragma omp simd")    # what is written over was read for the same element only
            lines.append(indent + self.over(counter, length))
            indent += "    "
        lines += [f"{indent}{TYPES[x.dtype]} {self.names[x]} = {self.element(x)};" for x in self.reads]
        lines += [indent + self.line(step) for step in self.fused.steps]
        lines += [f"{indent}{self.element(x)} = {self.names[x]};" for x in self.fused.outputs]
        lines += [f"{'    ' * depth}}}" for depth in range(len(self.dims), -1, -1)]
        return "\n".join([*lines, *self.closed(name)]) + "\n"
