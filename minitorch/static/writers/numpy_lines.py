"""Lines of NumPy for steps: calls that write into an array, views, loops over rows."""

import numpy as np

from ..elementwise import contiguous, is_elementwise, uniform
from ..program import Value
from ..steps import cast, reinterpreted, repeated

SAME_ORDER = {"reshape", "flatten", "squeeze", "unsqueeze"}
VIEWS = {*SAME_ORDER, "transpose", "permute", "expand", "split"}


def call(writer, step):
    """A step's call in Python."""
    elementwise = is_elementwise(step)
    given = [writer.uniform(x, x.shape) if elementwise and type(x) is Value and x not in writer.rows and uniform(x)
             else writer.text(x) for x in step.args]
    given += [f"{own}={writer.text(x)}" for own, x in step.settings.items()]
    if type(step.call) is np.ufunc and getattr(np, step.name, None) is step.call:
        return f"np.{step.name}({', '.join(given)})"
    if step.op is not None and step.call is step.op:
        return f"{writer.name(step.op.name, step.op.forward)}(np, {', '.join(given)})"
    return f"{writer.name(step.name, step.call)}({', '.join(given)})"


def call_into(writer, step, target, out):
    """Lines that write the result of a step into `out`, an array that is there, and call it `target`."""
    if step.call in (cast, repeated):
        how = ', casting="unsafe"' if step.call is cast else ""
        lines = [f"np.copyto({out}, {writer.text(step.args[0])}{how})"]
        return lines if target == out else [*lines, f"{target} = {out}"]
    text = f"{call(writer, step)[:-1]}, out={out})"
    return [text if target == out else f"{target} = {text}"]


# Views


def view_texts(writer, step):
    """For each output of a step, how it is written as a view; None where the step is none of those that are known."""
    if step.call is not reinterpreted and (step.op is None or step.call is not step.op or step.name not in VIEWS):
        return None
    x, out, given = writer.text(step.args[0]), step.outputs[0], step.args[0]
    if not given.shape:
        return None
    if step.name == "split":
        return parts(x, given.shape, step.settings["parts"], step.settings["dim"] % len(given.shape))
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


def parts(x, shape, sizes, dim):
    """The slices of x along a dimension."""
    front, ends = ":, " * dim, np.cumsum(sizes).tolist()
    return [f"{x}[{front}{end - size}:{end}]" for end, size in zip(ends, sizes)]


def stays_a_view(step):
    """Whether a view that is made once shows what is written later: a reshape may be a copy."""
    return step.name not in SAME_ORDER and step.call is not reinterpreted or contiguous(step.args[0])
