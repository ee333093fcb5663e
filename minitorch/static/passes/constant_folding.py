"""Constant folding: what depends on constants alone is computed now, and not in each run."""

import numpy as np

from ..elementwise import uniform
from ..memory import Sharing
from ..program import Value

SMALL = 1 << 14                        # elements: larger constants are not made while a program is written
EXACT = {"add", "sub", "mul", "div", "neg"}                    # one number alone comes to the bits of many at once


def constant_folding(program):
    """Compute now what in the program depends on constants alone, if it is small, or the same number everywhere."""
    sharing, known, kept = Sharing(program), {}, []
    for step in program.steps:
        step = step.replaced(known)
        array = folded(step) if is_constant(step) and not any(sharing.changes(x) for x in step.values) else None
        if array is None:
            kept.append(step)
        else:
            known[step.outputs[0]] = Value(step.outputs[0].name, array, "constant", array)
    return program.with_steps(kept, known)


def is_constant(step):
    """Whether it is one op with one result, that depends on constants."""
    return (not step.effect and step.op is not None and step.call is step.op and not step.op.residual and step.single
            and step.outputs[0] is not None and all(x.role == "constant" for x in step.reads))


def folded(step):
    """What the step gives; None where that would be a large array."""
    out, arrays = step.outputs[0], [x.source if type(x) is Value else x for x in step.args]
    if out.size <= SMALL:
        return np.asarray(step.op.forward(np, *arrays, **step.settings))     # with its strides, which products heed
    if step.name == "expand":
        return np.broadcast_to(arrays[0], out.shape)
    if step.name in EXACT and all(map(uniform, step.reads)):
        one = step.op.forward(np, *[x[(*[0] * x.ndim, ...)] if isinstance(x, np.ndarray) else x for x in arrays])
        return np.broadcast_to(np.asarray(one, out.dtype), out.shape)
    return None
