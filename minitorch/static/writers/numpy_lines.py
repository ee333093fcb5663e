"""Write steps as lines of NumPy: a step as a call or a view, a fused step as a loop.

The loop runs over blocks of rows, so that a block stays in the cache from the first line to the last.
"""

from math import prod

import numpy as np

from ..fused import is_contiguous, is_elementwise, is_uniform
from ..program import Value, cast, reinterpreted, repeated

SAME_ORDER = {"reshape", "flatten", "squeeze", "unsqueeze"}
VIEWS = {*SAME_ORDER, "transpose", "permute", "expand", "split"}


def call_text(writer, step):
    """Return Python for a step's call, such as `np.add(a, b)`."""
    elementwise = is_elementwise(step)
    given = [writer.uniform(x, x.shape) if elementwise and type(x) is Value and x not in writer.rows and is_uniform(x)
             else writer.text(x) for x in step.args]
    given += [f"{own}={writer.text(x)}" for own, x in step.settings.items()]
    if type(step.call) is np.ufunc and getattr(np, step.name, None) is step.call:
        return f"np.{step.name}({', '.join(given)})"
    if step.op is not None and step.call is step.op:
        return f"{writer.name(step.op.name, step.op.forward)}(np, {', '.join(given)})"
    return f"{writer.name(step.name, step.call)}({', '.join(given)})"


def call_into(writer, step, target, out):
    """Return lines that write a step's result into `out`, an existing array, and name it `target`."""
    if step.call in (cast, repeated):
        how = ', casting="unsafe"' if step.call is cast else ""
        lines = [f"np.copyto({out}, {writer.text(step.args[0])}{how})"]
        return lines if target == out else [*lines, f"{target} = {out}"]
    text = f"{call_text(writer, step)[:-1]}, out={out})"
    return [text if target == out else f"{target} = {text}"]


# Methods that write views


def view_texts(writer, step):
    """Return Python that makes each output of a step as a view; None if the step is not a known view."""
    if step.call is not reinterpreted and (step.op is None or step.call is not step.op or step.name not in VIEWS):
        return None
    x, out, given = writer.text(step.args[0]), step.outputs[0], step.args[0]
    if not given.shape:
        return None
    if step.name == "split":
        return slice_texts(x, given.shape, step.settings["parts"], step.settings["dim"] % len(given.shape))
    if step.name in SAME_ORDER:
        return [f"{x}.reshape({', '.join(map(str, out.shape)) or '()'})"]
    if step.call is reinterpreted:
        return [f"{x}.view({out.dtype.name!r}).reshape({out.shape})"]
    if step.name == "expand":
        return [f"np.broadcast_to({x}, {out.shape})"]
    if step.name == "permute":
        return [f"{x}.transpose({step.settings['dims']})"]
    dims = step.settings["dim0"] % len(given.shape), step.settings["dim1"] % len(given.shape)
    return [f"{x}.T" if len(given.shape) == 2 and dims[0] != dims[1] else f"{x}.swapaxes{dims}"]


def slice_texts(x, shape, sizes, dim):
    """Return Python for slices of x, with these sizes, along a dimension."""
    front, ends = ":, " * dim, np.cumsum(sizes).tolist()
    return [f"{x}[{front}{end - size}:{end}]" for end, size in zip(ends, sizes)]


def stays_a_view(step):
    """Return whether a step is sure to make a view, which shows later writes; a reshape may make a copy."""
    return step.name not in SAME_ORDER and step.call is not reinterpreted or is_contiguous(step.args[0])


class Loop:
    """A writer of the Python loop of a fused step.

    count   the number of rows; a block has `rows` of them, the last block perhaps fewer
    at, short   names of two variables: the index of a block's first row, and the block's number of rows
    """

    def __init__(self, writer, fused):
        self.writer, self.fused, self.rows = writer, fused, fused.rows
        self.count, self.row = prod(fused.shape[:fused.split]), fused.shape[fused.split:]
        self.before, self.heads, self.names = [], [], []
        self.at, self.short = writer.unused("row"), writer.unused("count")

    def lines(self):
        """Return the lines of the loop and the lines before it."""
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
        """Add a line, inside the loop, that names the rows of an input x in the block."""
        writer, fused = self.writer, self.fused
        if is_uniform(x):
            writer.rows[x] = self.whole_block(writer.uniform(x, (self.rows, *self.row)))
        elif fused.sliced(x, fused.split):
            self.slice(x)
        elif len(x.shape) > len(self.row) and fused.split > 1:           # remove x's outer dimensions of size 1
            writer.rows[x] = self.reshaped(x, x.shape[-len(self.row):] if self.row else ())

    def made(self, x):
        """Add lines that make the array of an output x, and that name its rows in the block."""
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
        """Return a name for x.reshape(shape), and add the line that assigns it before the loop."""
        writer, name, text = self.writer, f"{x.name}_flat", f"{self.writer.text(x)}.reshape({shape})"
        if writer.is_static(x) and is_contiguous(x):
            name += "_".join(map(str, shape))
            writer.add_setup(name, text)
        else:
            self.before.append(f"{name} = {text}")
            self.names.append(name)
        return name

    def whole_block(self, name):
        """Return a name for the used part of an array of one block, because the last block may have fewer rows."""
        if self.count % self.rows == 0:
            return name
        self.head(f"{name}_rows", f"{name}[:{self.short}]")
        return f"{name}_rows"

    def head(self, name, text):
        self.heads.append(f"{name} = {text}")
        self.names.append(name)

    def call(self, step):
        """Return the lines of a step inside the loop."""
        writer, x = self.writer, step.outputs[0]
        if x in self.fused.inner and x not in writer.program.places:
            self.names.append(x.name)
            return [f"{x.name} = {call_text(writer, step)}"]
        over = writer.program.places[x] if x in writer.program.places and not writer.own(x) else None
        if over is None:
            return call_into(writer, step, writer.text(x), writer.text(x))
        out, name = writer.text(over), f"{x.name}_rows"
        self.names.append(name)
        lines = call_into(writer, step, name, out)
        writer.rows[x] = name
        return lines
