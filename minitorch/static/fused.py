"""Steps that run as one: in a loop over rows, so that what they make between them stays in the cache."""

from math import prod

from .elementwise import contiguous, uniform
from .program import Value

BLOCK = 1 << 15                        # elements of each array that are worked on at a time
SHORT, OFTEN = 1 << 12, 4              # elements in a row of an input; how often it is read


class Fused:
    """Several steps that work element by element on arrays of one shape.

    steps     in order; what they make is read by one another, or is among `outputs`
    inputs    what they read of others: arrays of that shape, or such that broadcast to it
    shape     of what each step makes
    split     how many of its dimensions are looped over, `rows` of them at a time; 0: all at once

    Called on arrays it gives those of `outputs`, step by step: what code that is written of it has to come to.
    """

    def __init__(self, steps, outputs):
        self.steps, self.outputs, self.shape = list(steps), list(outputs), steps[0].outputs[0].shape
        made = {x for step in self.steps for x in step.outputs}
        self.inputs = list(dict.fromkeys(x for step in self.steps for x in step.reads if x not in made))
        self.inner = [x for step in self.steps for x in step.outputs if x not in self.outputs]
        self.split = self.dimensions()
        self.rows = even(prod(self.shape[:self.split]), BLOCK // prod(self.shape[self.split:])) if self.split else 0

    def dimensions(self):
        """How many dimensions to loop over: as few as leave a block of the others, and that all inputs allow."""
        if prod(self.shape) <= 2 * BLOCK or not all(
                contiguous(x) or uniform(x) for x in [*self.inputs, *self.outputs] if x.shape == self.shape):
            return 0
        enough = next((d for d in range(1, len(self.shape)) if prod(self.shape[d:]) <= BLOCK), len(self.shape))
        return next(d for d in range(enough, 0, -1)
                    if d == 1 or all(self.sliced(x, d) is not None for x in self.inputs))

    def sliced(self, x, split):
        """Whether an input has other rows in each block; None where it has in some of the dimensions only."""
        sizes = (1,) * (len(self.shape) - len(x.shape)) + x.shape
        return True if sizes[:split] == self.shape[:split] else None if any(s != 1 for s in sizes[:split]) else False

    def short_inputs(self):
        """Inputs that are read whole in each block, and in short rows, one after the other."""
        if not self.split or prod(self.shape[:self.split]) < OFTEN * self.rows:
            return []
        row = self.shape[self.split:]
        return [x for x in self.inputs if self.sliced(x, self.split) is False and 1 < x.size < prod(row)
                and not uniform(x) and run_of(x, row) < SHORT]

    def __call__(self, *arrays):
        found = dict(zip(self.inputs, arrays))
        for step in self.steps:
            found[step.outputs[0]] = step.call(*[found[x] if type(x) is Value else x for x in step.args],
                                               **step.settings)
        outs = [found[x] for x in self.outputs]
        return outs[0] if len(outs) == 1 else tuple(outs)

    def __repr__(self):
        return f"<fused {', '.join(step.name for step in self.steps)}>"


def even(count, most):
    """How many rows make a block, at most `most` of them: so that blocks are of one size, if that can be."""
    most = min(max(1, most), count)
    return next((rows for rows in range(most, most // 2, -1) if count % rows == 0), most)


def run_of(x, row):
    """How many elements of x NumPy goes over at a time, where x is broadcast to a row."""
    run = 1
    for length, size in zip(row[::-1], (*[1] * (len(row) - len(x.shape)), *x.shape)[::-1]):
        if size != length:
            return length if run == 1 else run
        run *= length
    return run
