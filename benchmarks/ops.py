"""Compare every operation with PyTorch's of the same name, forward and backward, on arrays of 16 and 10⁶ numbers.

    python -m benchmarks.ops [names …] [--most 10] [--json FILE]

Prints minitorch's processor time divided by PyTorch's, on one thread, largest ratio first.
"""

import argparse
import json
import sys
import warnings
from pathlib import Path
from statistics import median

import numpy as np

import minitorch

from .measure import interleave, once

SMALL, LARGE = 16, 1_000_000
COLUMNS = ("small forward", "small both", "large forward", "large both")
LONGEST = 0.4                            # maximum seconds of a single call


class Job:
    """A row in one library: `forward()` calls it without gradients, `both()` calls it forward and backward."""

    def __init__(self, row, library, function):
        from beside import theirs
        self.library, self.function = library, function
        arrays = [np.asarray(a) if isinstance(a, np.ndarray) else a for a in row.arrays(np.float32)]
        wrap = lambda a: library.from_numpy(a.copy()) if isinstance(a, np.ndarray) else a
        args = [type(a)(map(wrap, a)) if type(a) in (list, tuple) else wrap(a) for a in arrays]
        self.args = list(args if row.before is None else row.before(library, *args))
        self.settings = dict(row.settings)
        if library is not minitorch:
            self.args = list(theirs(self.args, library))
            self.settings = {name: theirs(value, library) for name, value in row.settings.items()}
        self.leaves = [a for a in flat(self.args) if isinstance(a, library.Tensor) and a.is_floating_point()]
        self.grads = None

    def forward(self):
        return self.function(*self.args, **self.settings)

    def both(self):
        outs = self.function(*self.args, **self.settings)
        outs = [out for out in flat([outs]) if isinstance(out, self.library.Tensor) and out.requires_grad]
        if self.grads is None:
            self.grads = [self.library.ones_like(out) for out in outs]
        return self.library.autograd.grad(outs, self.leaves, self.grads, allow_unused=True)

    def differentiates(self):
        """Return whether the result has a gradient; later calls record a graph."""
        for leaf in self.leaves:
            leaf.requires_grad_()
        try:
            return bool(self.leaves) and self.both() is not None and bool(self.grads)
        except (RuntimeError, TypeError, ValueError):
            return False


def flat(args):
    return [x for a in args for x in (flat(a) if isinstance(a, list | tuple) else [a])]


def measure(name, size, torch):
    """Return (row, forward ratio, both's ratio or None if no gradient) at one size; None if no row can run."""
    from .inputs import cases
    for row, our_function, their_function in cases(name, size, torch):
        try:
            base, ours = Job(row, torch, their_function), Job(row, minitorch, our_function)
            took = max(once(base.forward), once(ours.forward))
        except Exception:            # the enlarged sizes may be incompatible: try the next row
            continue
        if took > LONGEST:
            continue
        forward = interleave(base.forward, ours.forward, 3, budget=0.5, warm=0.02).middle
        both = None
        if base.differentiates() and ours.differentiates():
            both = interleave(base.both, ours.both, 3, budget=0.5, warm=0.02).middle
        return row, forward, both
    return None


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ops", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="operations; default: all that PyTorch has too")
    parser.add_argument("--most", type=int, default=1000, help="how many lines to print")
    parser.add_argument("--json", metavar="FILE", help="write all ratios there")
    options = parser.parse_args(words)
    import torch
    torch.set_num_threads(1)
    minitorch.set_num_threads(1)
    warnings.simplefilter("ignore")
    from . import inputs
    found, left = {}, []
    for name in options.names or inputs.names(torch):
        pair = [measure(name, size, torch) for size in (SMALL, LARGE)]
        if pair == [None, None]:
            left.append(name)
            continue
        found[name] = [part for one in pair for part in ((None, None) if one is None else one[1:])]
        print(line(name, found[name]), file=sys.stderr, flush=True)
    print(f"{'':<32}" + "".join(f"{column:>15}" for column in COLUMNS))
    for name, ratios in worst_first(found)[:options.most]:
        print(line(name, ratios))
    print(line("half are at most", [middle(column) for column in zip(*found.values())]))
    if left:
        print(f"\nleft out, no sample of theirs grows or ends in time: {', '.join(left)}")
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def middle(column):
    """Return the median of the measured ratios; None if there are none."""
    numbers = [ratio for ratio in column if ratio is not None]
    return median(numbers) if numbers else None


def line(name, ratios):
    return f"{name:<32}" + "".join(f"{'-' if r is None else format(r, '.2f'):>15}" for r in ratios)


def worst_first(found):
    """Return the operations sorted by the largest of their ratios."""
    return sorted(found.items(), key=lambda item: -max(ratio for ratio in item[1] if ratio is not None))


if __name__ == "__main__":
    main()
