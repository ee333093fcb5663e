"""Fused steps: several steps that run in one loop, so that intermediate results stay in the processor's cache.

A Fused step is elementwise. A Rows step also has sums and maxima along rows. The functions say which steps fit.
"""

from math import prod

import numpy as np

from ..ops.kernels.sums import blocked_sum
from ..ops.kernels.tiled_matmul import matmul_tiles
from .program import Value, cast, repeated, where


def is_elementwise(step):
    """Return whether a step is an elementwise function of its broadcast arguments."""
    return type(step.call) is np.ufunc and step.call.signature is None or step.call in (cast, where)


def can_write_into(step):
    """Return whether a step can write its result into a given array."""
    return is_elementwise(step) or step.call in (np.matmul, matmul_tiles, repeated)


def is_contiguous(x):
    """Return whether a Value is C-contiguous."""
    size = 1 if x.dtype is None else x.dtype.itemsize
    for length, stride in zip(x.shape[::-1], x.strides[::-1]):
        if length != 1:
            if stride != size:
                return False
            size *= length
    return True


def is_uniform(x):
    """Return whether a Value is a constant with the same number everywhere, stored with strides of 0."""
    return x.role == "constant" and x.size > 1 and not any(x.strides)


BLOCK = 1 << 15                        # number of elements of each array in one block
SHORT, OFTEN = 1 << 12, 4              # limits in short_inputs(): elements of an inner loop, number of blocks


class Fused:
    """Several elementwise steps with results of one shape.

    steps     in order; each result is read by a later one of these steps, or is among `outputs`
    inputs    the Values from outside that the steps read: of this shape, or broadcast to it
    shape     the shape of each step's result
    split     the number of outer dimensions that a loop runs over, in blocks of `rows` rows; 0: no loop

    Called on arrays, it returns those of `outputs`, step by step. Generated code must give the same.
    """

    def __init__(self, steps, outputs):
        self.steps, self.outputs, self.shape = list(steps), list(outputs), steps[0].outputs[0].shape
        made = {x for step in self.steps for x in step.outputs}
        self.inputs = list(dict.fromkeys(x for step in self.steps for x in step.reads if x not in made))
        self.inner = [x for step in self.steps for x in step.outputs if x not in self.outputs]
        self.split = self.dimensions()
        row = prod(self.shape[self.split:])
        self.rows = even_rows(prod(self.shape[:self.split]), BLOCK // row) if self.split else 0

    def dimensions(self):
        """Return over how many outer dimensions to loop, so that the inner dimensions fit into one block."""
        if prod(self.shape) <= 2 * BLOCK or not all(
                is_contiguous(x) or is_uniform(x) for x in [*self.inputs, *self.outputs] if x.shape == self.shape):
            return 0
        enough = next((d for d in range(1, len(self.shape)) if prod(self.shape[d:]) <= BLOCK), len(self.shape))
        return next(d for d in range(enough, 0, -1)
                    if d == 1 or all(self.sliced(x, d) is not None for x in self.inputs))

    def sliced(self, x, split):
        """Return True if each block reads its own rows of an input, False if it reads all of it, None if neither."""
        sizes = (1,) * (len(self.shape) - len(x.shape)) + x.shape
        return True if sizes[:split] == self.shape[:split] else None if any(s != 1 for s in sizes[:split]) else False

    def short_inputs(self):
        """Return the inputs that every block reads completely, and of which NumPy's inner loops are short."""
        if not self.split or prod(self.shape[:self.split]) < OFTEN * self.rows:
            return []
        row = self.shape[self.split:]
        return [x for x in self.inputs if self.sliced(x, self.split) is False and 1 < x.size < prod(row)
                and not is_uniform(x) and inner_loop_length(x, row) < SHORT]

    def __call__(self, *arrays):
        found = dict(zip(self.inputs, arrays))
        for step in self.steps:
            found[step.outputs[0]] = step.call(*[found[x] if type(x) is Value else x for x in step.args],
                                               **step.settings)
        outs = [found[x] for x in self.outputs]
        return outs[0] if len(outs) == 1 else tuple(outs)

    def __repr__(self):
        return f"<fused {', '.join(step.name for step in self.steps)}>"


def even_rows(count, most):
    """Return the number of rows in a block, at most `most`; a divisor of `count` if there is one above most/2."""
    most = min(max(1, most), count)
    return next((rows for rows in range(most, most // 2, -1) if count % rows == 0), most)


def inner_loop_length(x, row):
    """Return how many elements of x NumPy reads in one inner loop when it broadcasts x to the shape `row`."""
    run = 1
    for length, size in zip(row[::-1], (*[1] * (len(row) - len(x.shape)), *x.shape)[::-1]):
        if size != length:
            return length if run == 1 else run
        run *= length
    return run


def row_sum(x, dims):
    """Return the sums over the last `dims` dimensions, with keepdims=True."""
    return blocked_sum(np, x, tuple(range(-dims, 0)), keepdims=True)


def row_max(x, dims):
    """Return the maxima over the last `dims` dimensions, with keepdims=True. A row with nan may give any number."""
    return x.max(axis=tuple(range(-dims, 0)), keepdims=True)


def column_sum(x, dims):
    """Return the sums over all but the last `dims` dimensions."""
    return blocked_sum(np, x, tuple(range(x.ndim - dims)))


SMALL = 1 << 6                  # number of elements; shorter loops are fused across forward and backward, to save calls
REDUCTIONS = row_sum, row_max, column_sum
UNPLANNED = object()


class Rows:
    """Several steps that run row by row over arrays of one shape: elementwise functions and reductions.

    steps     in order; each result is read by a later one of these steps, or is among `outputs`
    inputs    the Values from outside that the steps read: of this shape, or broadcast to it
    shape     the shape of elementwise results; a row is the last `dims` dimensions
    sums      the results of column_sum: sums over all rows, complete only after the last row
    loop      the RowLoop that a writer has planned, None if C cannot run it, or UNPLANNED

    Called on arrays, it returns those of `outputs`, step by step. Generated code must give the same.
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
        """Return the outputs; `out` has, for each output, an array to write it into, or None."""
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
    """Return the shape of an array with one number for each row."""
    return shape[:len(shape) - dims] + (1,) * dims


def row_form(step, is_written):
    """Return (a key that steps must share to be fused, how many dimensions this step reduces), for `fusion`.

    The phase in the key is "" for a step with few elements.

    is_written   is_written(step): None if C cannot compute the step, which is then fused only with steps of this kind
    """
    reduces = step.call in REDUCTIONS
    if not reduces and (not is_elementwise(step) or step.effect):
        return None, None
    x = step.reads[0] if reduces else step.outputs[0]
    phase = step.phase if x.size > SMALL else ""
    return (x.shape, phase, reduces or is_written(step) is not None), step.settings["dims"] if reduces else None
