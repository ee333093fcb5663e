"""Reshapes: functions of single elements are computed in the shape that is there, and reshaped afterwards.

So chains of them keep one shape, in which they can be fused; and many a reshape then meets the one that undoes it.
"""

import numpy as np

from ...engine import registry
from ..elementwise import contiguous, is_elementwise
from ..expansion import fresh_names
from ..memory import Sharing
from ..program import Step, Value
from .algebra import SAME_ORDER, names

RESHAPE = registry["reshape"]


def reshapes(program):
    """Move reshapes behind functions of single elements, where all arrays that these read were reshaped alike."""
    sharing, name, made, kept = Sharing(program), fresh_names(program), {}, []
    for step in program.steps:
        if is_elementwise(step) and not any(sharing.changes(x) for x in step.values):
            before = [reshape_of(x, step.outputs[0].shape, made) for x in step.args]
            shapes = {x.args[0].shape for x in before if x is not None}
            shape = next(iter(shapes), ())
            others = [x for x, again in zip(step.args, before) if type(x) is Value and again is None]
            if len(shapes) == 1 and all(x.size == 1 and len(x.shape) <= len(shape) for x in others):
                out = step.outputs[0]
                own = Value(name(), np.empty(shape, out.dtype))
                args = [x if again is None else again.args[0] for x, again in zip(step.args, before)]
                kept.append(step.replaced({}, args=args, outputs=[own]))
                step = Step("reshape", RESHAPE, [own], {"shape": out.shape}, [out], op=RESHAPE, shares=True,
                            phase=step.phase, line=step.line)
        kept.append(step)
        made.update((x, step) for x in step.outputs if x is not None)
    return program.with_steps(kept)


def reshape_of(x, shape, made):
    """The step that made x by reshaping what lies row after row, if x has that shape; else None."""
    step = made.get(x) if type(x) is Value and x.shape == shape else None
    return step if names(step, *SAME_ORDER) and contiguous(step.args[0]) and step.args[0].shape != shape else None
