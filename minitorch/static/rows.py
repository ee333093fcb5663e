"""Steps that run as one over rows: functions of single elements, with the sums and maxima along rows that they need."""

import numpy as np

from ..ops.kernels.sums import blocked_sum
from .elementwise import is_elementwise
from .program import Value


def row_sum(x, dims):
    """The sums over the last `dims` dimensions, which stay with size 1."""
    return blocked_sum(np, x, tuple(range(-dims, 0)), keepdims=True)


def row_max(x, dims):
    """The largest over the last `dims` dimensions, which stay with size 1. Of nan it may be any number."""
    return x.max(axis=tuple(range(-dims, 0)), keepdims=True)


def column_sum(x, dims):
    """The sums over all but the last `dims` dimensions."""
    return blocked_sum(np, x, tuple(range(x.ndim - dims)))


SMALL = 1 << 6                         # elements: loops over fewer are joined across phases, and save the calls
REDUCTIONS = row_sum, row_max, column_sum
UNPLANNED = object()


class Rows:
    """Several steps that work on the rows of arrays of one shape: functions of single elements, and reductions.

    steps     in order; what they make is read by one another, or is among `outputs`
    inputs    what they read of others: arrays of that shape, or such that broadcast to it
    shape     of what the functions make; a row is its last `dims` dimensions
    sums      what is summed over all rows: it is there only after the last of them
    loop      what a writer has planned for it, which passes ask for before it is written; UNPLANNED before that

    Called on arrays it gives those of `outputs`, step by step: what code that is written of it has to come to.
    """

    def __init__(self, steps, outputs):
        self.steps, self.outputs = list(steps), list(outputs)
        reduction = next(step for step in self.steps if step.call in REDUCTIONS)
        self.shape, self.dims = reduction.reads[0].shape, reduction.settings["dims"]
        made = {x for step in self.steps for x in step.outputs}
        self.inputs = list(dict.fromkeys(x for step in self.steps for x in step.reads if x not in made))
        self.sums = [step.outputs[0] for step in self.steps if step.call is column_sum]
        self.loop = UNPLANNED

    def __call__(self, *arrays, out):
        """out: for each output an array that it is written into, or None."""
        found = dict(zip(self.inputs, arrays))
        for step in self.steps:
            found[step.outputs[0]] = step.call(*[found[x] if type(x) is Value else x for x in step.args],
                                               **step.settings)
        outs = [found[x] for x in self.outputs]
        for array, into in zip(outs, out):
            if into is not None:
                into[...] = array
        outs = [array if into is None else into for array, into in zip(outs, out)]
        return outs[0] if len(outs) == 1 else tuple(outs)

    def __repr__(self):
        return f"<rows {', '.join(step.name for step in self.steps)}>"


def row_shape(shape, dims):
    """The shape of what there is one number a row of."""
    return shape[:len(shape) - dims] + (1,) * dims


def row_form(step, is_written):
    """For `fusion`: what the steps that can join it have in common, and how many dimensions it reduces.

    Of few elements it is in no phase: "".

    is_written   is_written(step): None for a step that cannot stand in such a loop; it stays with its kind
    """
    reduces = step.call in REDUCTIONS
    if not reduces and (not is_elementwise(step) or step.effect):
        return None, None
    x = step.reads[0] if reduces else step.outputs[0]
    phase = step.phase if x.size > SMALL else ""
    return (x.shape, phase, reduces or is_written(step) is not None), step.settings["dims"] if reduces else None
