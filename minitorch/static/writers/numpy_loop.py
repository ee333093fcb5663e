"""The lines of a fused step: a loop over blocks of rows, that stay in the cache from its first line to its last."""

from math import prod

from ..elementwise import contiguous, uniform
from .numpy_lines import call, call_into


class Loop:
    """Writes the loop of a fused step.

    count   how many rows there are; a block has `rows` of them, the last one perhaps fewer
    at, short   the names of the first row of a block, and of the number of its rows
    """

    def __init__(self, writer, fused):
        self.writer, self.fused, self.rows = writer, fused, fused.rows
        self.count, self.row = prod(fused.shape[:fused.split]), fused.shape[fused.split:]
        self.before, self.heads, self.names = [], [], []
        self.at, self.short = writer.unused("row"), writer.unused("count")

    def lines(self):
        """All lines, from those that come before the loop."""
        writer, fused = self.writer, self.fused
        for x in fused.inputs:
            self.read(x)
        for x in fused.outputs:
            self.made(x)
        for x in fused.inner:
            if writer.own(x):
                writer.rows[x] = self.whole_block(x.name)
        body = [line for step in fused.steps for line in self.call(step)]
        for x in [*fused.inputs, *fused.outputs, *fused.inner]:
            writer.rows.pop(x, None)
        if any(f"[:{self.short}]" in line for line in self.heads):
            self.heads.insert(0, f"{self.short} = min({self.rows}, {self.count} - {self.at})")
        gone = [f"del {', '.join(self.names[i:i + 10])}" for i in range(0, len(self.names), 10)]
        return [*self.before, f"for {self.at} in range(0, {self.count}, {self.rows}):",
                *["    " + line for line in [*self.heads, *body]], *gone]

    def read(self, x):
        """Let x mean its rows, inside the loop."""
        writer, fused = self.writer, self.fused
        if uniform(x):
            writer.rows[x] = self.whole_block(writer.uniform(x, (self.rows, *self.row)))
        elif fused.sliced(x, fused.split):
            self.slice(x)
        elif len(x.shape) > len(self.row) and fused.split > 1:           # sizes of 1 in front
            writer.rows[x] = self.reshaped(x, x.shape[-len(self.row):] if self.row else ())

    def made(self, x):
        """Let x mean the rows of what it is written into."""
        writer = self.writer
        if x in writer.program.places and not writer.own(x):
            if writer.is_read_later(x):
                over = writer.program.places[x]
                while over in self.fused.inner:
                    over = writer.program.places[over]
                self.before.append(f"{x.name} = {over.name}")
            return
        if not writer.own(x):
            self.before.append(f"{x.name} = np.empty({x.shape}, {x.dtype.name!r})")
        self.slice(x)

    def slice(self, x):
        writer, name = self.writer, f"{x.name}_rows"
        if x not in writer.rows:
            shape = self.count, *x.shape[self.fused.split:]
            text = self.reshaped(x, shape) if self.fused.split > 1 else writer.text(x)
            self.head(name, f"{text}[{self.at}:{self.at} + {self.rows}]")
            writer.rows[x] = name

    def reshaped(self, x, shape):
        """The name of x in another shape."""
        writer, name, text = self.writer, f"{x.name}_flat", f"{self.writer.text(x)}.reshape({shape})"
        if writer.is_static(x) and contiguous(x):
            name += "_".join(map(str, shape))
            writer.keep(name, text)
        else:
            self.before.append(f"{name} = {text}")
            self.names.append(name)
        return name

    def whole_block(self, name):
        """The name of an array of a block, of which the last block may use a part."""
        if self.count % self.rows == 0:
            return name
        self.head(f"{name}_rows", f"{name}[:{self.short}]")
        return f"{name}_rows"

    def head(self, name, text):
        self.heads.append(f"{name} = {text}")
        self.names.append(name)

    def call(self, step):
        """A step inside."""
        writer, x = self.writer, step.outputs[0]
        if x in self.fused.inner and x not in writer.program.places:
            self.names.append(x.name)
            return [f"{x.name} = {call(writer, step)}"]
        over = writer.program.places[x] if x in writer.program.places and not writer.own(x) else None
        if over is None:
            return call_into(writer, step, writer.text(x), writer.text(x))
        out, name = writer.text(over), f"{x.name}_rows"
        self.names.append(name)
        lines = call_into(writer, step, name, out)
        writer.rows[x] = name
        return lines
