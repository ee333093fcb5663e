"""Saved programs for any size of some dimensions: a function is traced for several sizes, the descriptions are laid
side by side, and numbers that differ are written as formulas of the sizes.

    traced for a batch of 4    reshape(b, [4, 400])
    for 5, and for 7           reshape(b, [5, 400]), reshape(b, [7, 400])
    written                    reshape(b, [{"follows": {"batch": [1, 0, 1]}}, 400])

What is written is tried on sizes that none of them had.
"""

import numpy as np

from ...autograd.tree import leaves, rebuilt
from ...engine import tensor_types
from ...random import fork_rng, manual_seed
from ...tensors import from_numpy
from .. import run
from ..recording import Recording
from ..refusals import NotRecorded
from ..trace import Trace
from .formulas import merged, told
from .refused import NotSaved
from .remade import remade

SEED = 0                               # with which the traces that are compared draw random numbers
STEPS = ((1, 2, 3, 5), 7), ((-1, -2), -3)        # from a size that was traced to others, and to one for trying


class Axes:
    """Dimensions of a Trace's arguments that may have any size.

    named   {(number of a tensor, dim): name}
    first   {name: the size that was traced}
    """

    def __init__(self, recording, dynamic_axes):
        self.function, self.given, self.named, self.first = recording.function, recording.args, {}, {}
        self.tensors = [x for x in leaves(self.given) if type(x) in tensor_types]
        for place, axes in dynamic_axes.items():
            if place not in range(len(self.tensors)):
                raise ValueError(f"dynamic_axes: there is no input {place!r}; there are {len(self.tensors)}, from 0.")
            for dim, name in axes.items():
                if dim not in range(self.tensors[place].ndim):
                    raise ValueError(f"dynamic_axes: input {place} has no dim {dim!r}; its shape is "
                                     f"{tuple(self.tensors[place].shape)}.")
                size = self.tensors[place].shape[dim]
                if self.first.setdefault(name, size) != size:
                    raise ValueError(f"dynamic_axes: dims named {name!r} have the sizes {self.first[name]} and {size}.")
                self.named[place, dim] = name

    def arguments(self, sizes):
        """The arguments with other sizes; their parts are repeated or left out."""
        made = list(self.tensors)
        for (place, dim), name in self.named.items():
            index = np.arange(sizes[name]) % max(made[place].shape[dim], 1)
            made[place] = made[place].detach().index_select(dim, from_numpy(index))
        made = iter(made)
        return rebuilt(self.given, iter([next(made) if type(x) in tensor_types else x for x in leaves(self.given)]))

    def trace(self, sizes):
        with fork_rng():
            manual_seed(SEED)
            return Trace(self.function, self.arguments(sizes), optimise=False)

    def traces(self):
        """[(sizes, Trace)]: the first sizes, each name changed alone, and all at once, twice; (the sizes to try)."""
        for steps, last in STEPS:
            changed = [{**self.first, name: size + step} for name, size in self.first.items() for step in steps]
            changed += [{name: size + step for name, size in self.first.items()} for step in steps[:2]] * (
                len(self.first) > 1)
            tried = {name: size + last + number for number, (name, size) in enumerate(self.first.items())}
            try:
                if min(map(min, (one.values() for one in [*changed, tried]))) > 0:
                    return self.alike([self.first, *changed]), tried
            except (NotRecorded, NotSaved):
                raise
            except Exception:                                # a model may have a largest or a smallest size
                if steps is STEPS[-1][0]:
                    raise
        raise NotSaved("A dynamic axis is traced for several sizes up to 7 apart, and there are none above 0: trace it "
                       f"for greater ones than {told(self.first)}.")


    def alike(self, sizes):
        """[(sizes, Trace)]. Raises NotSaved as soon as one takes more steps than others."""
        made = []
        for one in sizes:
            made.append((one, self.trace(one)))
            first, last = len(made[0][1].program.steps), len(made[-1][1].program.steps)
            if first != last:
                raise NotSaved(f"A saved program does the same for all sizes of a dynamic axis, and this one takes "
                               f"{first} steps for {told(sizes[0])}, and {last} for {told(one)}.")
        return made


def any_size(trace, dynamic_axes, graph_of):
    """(the description of a program for any size, its weights).

    graph_of   gives the Graph of a Trace
    """
    if not isinstance(getattr(trace, "recording", None), Recording):
        raise TypeError("dynamic_axes are those of a Trace, as static.trace(function, x) makes one.")
    axes = Axes(trace.recording, dynamic_axes)
    traces, tried = axes.traces()
    sizes, graphs = [one for one, _ in traces], [graph_of(made) for _, made in traces]
    about = merged([graph.description for graph in graphs], sizes, "the program")
    weights, made = {}, []
    for name, array in graphs[0].weights.items():
        arrays = [graph.weights.get(name) for graph in graphs]
        if all(x is not None and x.shape == array.shape and np.array_equal(x, array, equal_nan=x.dtype.kind == "f")
               for x in arrays):
            weights[name] = array
        else:
            made += remade(name, arrays, sizes)
    about["steps"] = made + about["steps"]
    about["sizes"] = {name: {"input": place, "dim": dim, "recorded": axes.first[name]}
                      for (place, dim), name in reversed(axes.named.items())}
    check(about, weights, axes, [traces[-1], (tried, axes.trace(tried))])
    return about, weights


def check(about, weights, axes, tried):
    """Compare with traces for some sizes, of which the formulas were not made of all."""
    try:
        for sizes, made in tried:
            program = run.Program(about["name"], held=(about, weights), seed=SEED)
            wanted = [x.array for x in made.recording.outputs]
            found = program(*[x.array for x in leaves(axes.arguments(sizes)) if type(x) in tensor_types])
            for x, y in zip(found, wanted):
                if x.shape != y.shape or not np.allclose(x, y, rtol=1e-3, atol=1e-4, equal_nan=True):
                    raise run.ProgramError(f"its results for {told(sizes)} are others.")
    except run.ProgramError as error:
        raise NotSaved(f"{about['name']} is no program for any size: what it computes depends on the size. As formulas "
                       f"have it, {error}") from None
