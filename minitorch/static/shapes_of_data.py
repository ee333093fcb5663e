"""Ops whose result has a shape that depends on numbers, such as x[x > 0]: a program is made for shapes.

    y = x[x > 0]            runs as it is written, at each call; what follows on it is a program for the size of y
    y = x[self.mask]        is part of a program as long as the mask has the same numbers
    y = x[[True, False]]    is part of a program: the mask comes from Python's numbers alone
"""

from ..ops.index.getitem import getitem
from ..ops.index.masks import nonzero
from ..ops.reduce.counting import bincount_op, unique_op
from .refusals import UNCOMPILED, refuse
from .slots import numbers_of
from .value import Value

MASKED = "Keep all elements, and set the others to 0: x.where(mask, 0)"
OUTSIDE = "Return its input, and look for them outside"
ENDS = "Give a histogram its ends: histc(x.float(), bins=n, min=0, max=n)"
ADVICE = {nonzero: MASKED, getitem: MASKED, unique_op: OUTSIDE, bincount_op: ENDS}
WHY = "How many elements there are depends on data"
LARGEST = 1 << 16                      # bytes of a tensor whose numbers are compared at each call


def check_shape(recorder, op, args):
    """Refuse an op whose result may have another shape in another call; have what it depends on compared, if held."""
    asked = [x for x in args[1:] if is_mask(x)] if op is getitem else args[:1] if op in ADVICE else []
    program, reads = recorder.program, recorder.origins.reads
    if not asked:
        return
    if any(varies(program, x, [*program.inputs, *[x for step in program.steps for x in step.writes]]) for x in asked):
        refuse(WHY, f"{ADVICE[op]}; {UNCOMPILED}")
    for state in program.states if reads is not None else ():
        if any(x is state or varies(program, x, [state]) for x in asked):
            if type(state.source) is tuple or state.nbytes > LARGEST:
                refuse(WHY, f"{ADVICE[op]}; {UNCOMPILED}")
            reads.slot(numbers_of, state.source, None, f"a tensor of shape {tuple(state.shape)}")


def is_mask(x):
    return type(x) is Value and x.dtype == bool


def varies(program, value, sources):
    """Whether a Value depends on some of these, or on chance."""
    changed = {*sources}
    for step in program.steps:
        if step.draws or not changed.isdisjoint(step.reads):
            changed.update(step.outputs, step.writes)
    return value in changed
