"""Constant folding: what depends on constants alone is computed now, and not in each run."""

import numpy as np

from ..memory import Sharing
from ..program import Value

SMALL = 1 << 14                        # elements: larger constants are not made while a program is written


def constant_folding(program):
    """Compute now what depends on constants alone, if it is small."""
    sharing, known, kept = Sharing(program), {}, []
    for step in program.steps:
        step = step.replaced(known)
        if (step.effect or step.op is None or step.call is not step.op or step.op.residual
                or not step.single or step.outputs[0] is None or step.outputs[0].size > SMALL
                or any(x.role != "constant" for x in step.reads) or any(sharing.changes(x) for x in step.values)):
            kept.append(step)
            continue
        arrays = [x.source if type(x) is Value else x for x in step.args]
        out = np.asarray(step.op.forward(np, *arrays, **step.settings)).copy()
        known[step.outputs[0]] = Value(step.outputs[0].name, out, "constant", out)
    return program.with_steps(kept, known)
