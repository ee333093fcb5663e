"""Save a program for any size of some dimensions: trace a function for several sizes, and merge the descriptions.

Numbers that differ between the descriptions are written as formulas of the sizes.

    traced for a batch of 4           reshape(b, [4, 400])
    traced for batches of 5 and 7     reshape(b, [5, 400]), reshape(b, [7, 400])
    written to the file               reshape(b, [{"follows": {"batch": [1, 0, 1]}}, 400])

A constant that differs between the sizes is written as steps that compute it: one number, arange, or a triangle. The
merged program is tested on sizes that no trace had.
"""

from itertools import product
from math import prod

import numpy as np

from ...engine import tensor_types
from ...random import fork_rng, manual_seed
from ...rare.autograd.tree import leaves, rebuilt
from ...tensors import from_numpy
from .. import run
from ..recording import Recording, Trace
from ..refusals import NotRecorded, NotSaved

POWERS = 1, 2, 3
CUTS = 2, 3, 4, 5, 8                   # formulas may divide by these, as in the sizes that strided ops return
ADDED = range(-8, 9)                   # formulas may add these numbers to a size


def merge_descriptions(parts, sizes, where):
    """Merge a program's descriptions for several sizes into one; raise NotSaved if more than numbers differ."""
    first, kinds = parts[0], {type(part) for part in parts}
    if kinds == {dict} and all(part.keys() == first.keys() for part in parts):
        return {key: merge_descriptions([part[key] for part in parts], sizes, first.get("op", where)) for key in first}
    if kinds == {list} and all(len(part) == len(first) for part in parts):
        return [merge_descriptions(list(column), sizes, where) for column in zip(*parts)]
    if len(kinds) == 1 and all(part == first or part != part and first != first for part in parts):
        return first
    if kinds <= {int, float}:
        return size_formula(parts, sizes, where)
    odd = next(x for x in parts if type(x) is not type(first) or (
        len(x) != len(first) if isinstance(x, list | dict) else x != first))
    told = [f"{len(x)} parts" if isinstance(x, list | dict) else repr(x)[:80] for x in (first, odd)]
    raise NotSaved(f"A saved program must have the same steps for all sizes of a dynamic axis: `{where}` has {told[0]} "
                   f"for one size, and {told[1]} for another.")


def size_formula(numbers, sizes, where, dtype="float64"):
    """Return a formula of the sizes, a dict that run.number reads, for a number that differs between them."""
    if all(float(n).is_integer() for n in numbers):
        found = integer_formula([int(n) for n in numbers], sizes)
        kind = {} if all(type(n) is int for n in numbers) else {"kind": "float"}
    else:
        turned, kind = [round(1 / n) if n else 0 for n in numbers], {"kind": "inverse"}
        fits = all(m and np.asarray(1 / m, dtype).item() == n for m, n in zip(turned, numbers))
        found = integer_formula(turned, sizes) if fits else None
    if found is None:
        raise NotSaved(f"A program cannot be saved for any size if a number is not a multiple, sum or quotient of "
                       f"sizes: `{where}` has {numbers[0]} for {axes_text(sizes[0])} and {numbers[-1]} for "
                       f"{axes_text(sizes[-1])}.")
    return {**found, **kind}


def axes_text(sizes):
    return ", ".join(f"{name} = {size}" for name, size in sizes.items())


def integer_formula(numbers, sizes):
    """Return the simplest formula that gives numbers[i] for sizes[i], for every i; None if no formula does."""
    base, first = sizes[0], numbers[0]
    changed = {name: [(one[name], n) for one, n in zip(sizes, numbers)
                      if all(one[key] == base[key] for key in base if key != name)] for name in base}
    names = [name for name, pairs in changed.items() if any(n != first for _, n in pairs)]
    for more in (0, None) if len(names) == 1 else (0,):
        factors = {name: factor(base[name], first, changed[name], more) for name in names}
        if not names or None in factors.values():
            continue
        made = [prod((one[name] ** power + plus) // by for name, (power, plus, by) in factors.items()) for one in sizes]
        other = next(i for i, n in enumerate(made) if n != made[0])
        times = (numbers[other] - first) // (made[other] - made[0])
        rest = first - times * made[0]
        if all(times * n + rest == wanted for n, wanted in zip(made, numbers)):
            found = {"follows": {name: list(one) for name, one in factors.items()}}
            return found | ({"times": times} if times != 1 else {}) | ({"more": rest} if rest else {})
    return None


def factor(size, first, pairs, more):
    """Return (power, plus, by) such that the numbers are a multiple of (size ** power + plus) // by; None without one.

    If `more` is None, a constant may be added to the multiple.
    """
    for power, plus, by in [*[(power, 0, 1) for power in POWERS], *[(1, plus, 1) for plus in ADDED],
                            *product((1,), ADDED, CUTS)]:
        cut, now = [(n ** power + plus) // by for n, _ in pairs], (size ** power + plus) // by
        if more == 0 and all(n * now == first * c for c, (_, n) in zip(cut, pairs)) and now:
            return power, plus, by
        ends = [(c - now, n - first) for c, (_, n) in zip(cut, pairs) if c != now]
        if more is None and ends and all(a * ends[0][1] == b * ends[0][0] for a, b in ends) and all(
                n == first for c, (_, n) in zip(cut, pairs) if c == now) and ends[0][1] % ends[0][0] == 0:
            return power, plus, by
    return None


def steps_for_constant(name, arrays, sizes):
    """Return steps that compute a constant which differs between sizes: one number, arange, a triangle of two numbers.

    Raises NotSaved for other constants.
    """
    first = arrays[0]
    if all(x is not None and x.ndim == first.ndim for x in arrays):
        kind = {"dtype": first.dtype.name, "shape": merge_descriptions([list(x.shape) for x in arrays], sizes, name)}
        if first.size == 1:
            value = size_formula([x.item() for x in arrays], sizes, name, first.dtype)
            return [{"op": "full", "name": name, **kind, "args": [value], "settings": {}}]
        if first.dtype.kind in "iuf" and all(is_even_range(x.reshape(-1), first.reshape(-1)) for x in arrays):
            count = {"dtype": kind["dtype"], "shape": merge_descriptions([[x.size] for x in arrays], sizes, name)}
            start, step = first.flat[0].item(), (first.flat[1] - first.flat[0]).item()
            return chained_steps(name, [("full", 1, {}), ("cumsum", None, {"axis": 0}), ("subtract", 1, {}),
                                        ("multiply", step, {}), ("add", start, {})], count, kind)
        for lower, diagonal in product((True, False), (0, -1, 1)) if first.ndim > 1 else ():
            corners = [x[(0,) * (x.ndim - 2)][i] for x in arrays[:1] for i in ((-1, 0), (0, -1))]
            inside, outside = corners if lower else corners[::-1]
            if all(np.array_equal(x, np.where(np.tri(*x.shape[-2:], diagonal, bool) == lower, inside, outside))
                   for x in arrays):
                mask = {"dtype": "bool", "shape": kind["shape"]}
                settings = {"diagonal": diagonal, "lower": lower}
                steps = chained_steps(name, [("full", True, {}), ("triangle", None, settings)], mask, mask)
                ends = [x.item() if np.isfinite(x) else {"number": str(x.item())} for x in (inside, outside)]
                return [*steps[:2], {"op": "where", "name": name, **kind, "args": [steps[1]["name"], *ends],
                                     "settings": {}}]
    raise NotSaved(f"A program for any size cannot hold an array that differs between sizes: {name}, of shape "
                   f"{list(first.shape)}. Compute it from the input.")


def is_even_range(x, like):
    """Return whether x is an evenly spaced range with the same start and step as `like`."""
    return x.size > 1 and like.size > 1 and np.array_equal(x, np.arange(x.size) * (like[1] - like[0]) + like[0])


def chained_steps(name, calls, kind, last):
    """Return a chain of steps, each from the result before it and a number, with a reshape at the end."""
    steps = []
    for op, argument, settings in calls:
        args = [steps[-1]["name"]] if steps else []
        args += [argument] if argument is not None else []
        steps.append({"op": op, "name": f"{name}_{len(steps)}", **kind, "args": args, "settings": settings})
    return [*steps, {"op": "reshape", "name": name, **last, "args": [steps[-1]["name"]], "settings": {}}]


SEED = 0                               # all traces that are compared use this seed for random numbers
STEPS = ((1, 2, 3, 5), 7), ((-1, -2), -3)        # (what further traces add to the traced size; what a test adds)


class Axes:
    """The dimensions of a Trace's arguments that may have any size.

    named   {(index of a tensor among the arguments, dim): name}
    first   {name: size in the given Trace}
    """

    def __init__(self, recording, dynamic_axes):
        self.function, self.given, self.named, self.first = recording.function, recording.args, {}, {}
        self.tensors = [x for x in leaves(self.given) if type(x) in tensor_types]
        for place, axes in dynamic_axes.items():
            if place not in range(len(self.tensors)):
                raise ValueError(f"dynamic_axes: input {place!r} must be from 0 to {len(self.tensors) - 1}.")
            for dim, name in axes.items():
                if dim not in range(self.tensors[place].ndim):
                    raise ValueError(f"dynamic_axes: input {place} has no dim {dim!r}; its shape is "
                                     f"{tuple(self.tensors[place].shape)}.")
                size = self.tensors[place].shape[dim]
                if self.first.setdefault(name, size) != size:
                    raise ValueError(f"dynamic_axes: dims named {name!r} must have one size, not {self.first[name]} "
                                     f"and {size}.")
                self.named[place, dim] = name

    def arguments(self, sizes):
        """Return the arguments with these sizes: slices along the named dimensions are repeated or left out."""
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
        """Return ([(sizes, Trace)], sizes for a test).

        The traces are for the first sizes, then with one size changed, then with all sizes changed at once.
        """
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
            except Exception:                                # the model may have a largest or smallest size
                if steps is STEPS[-1][0]:
                    raise
        raise NotSaved("The sizes of dynamic axes are too small: save() also traces the function with other sizes, "
                       f"which failed. Trace it with sizes larger than {axes_text(self.first)}.")

    def alike(self, sizes):
        """Return [(sizes, Trace)]; raise NotSaved if two traces have different numbers of steps."""
        made = []
        for one in sizes:
            made.append((one, self.trace(one)))
            first, last = len(made[0][1].program.steps), len(made[-1][1].program.steps)
            if first != last:
                raise NotSaved(f"A saved program must have the same steps for all sizes of a dynamic axis: it takes "
                               f"{first} steps for {axes_text(sizes[0])}, and {last} for {axes_text(one)}.")
        return made


def any_size(trace, dynamic_axes, graph_of):
    """Return (the description of a program for any size, its weights).

    graph_of   graph_of(trace) returns its Graph
    """
    if not isinstance(getattr(trace, "recording", None), Recording):
        raise TypeError("dynamic_axes need a Trace: pass static.trace(function, x) as the program.")
    axes = Axes(trace.recording, dynamic_axes)
    traces, tried = axes.traces()
    sizes, graphs = [one for one, _ in traces], [graph_of(made) for _, made in traces]
    about = merge_descriptions([graph.description for graph in graphs], sizes, "the program")
    weights, made = {}, []
    for name, array in graphs[0].weights.items():
        arrays = [graph.weights.get(name) for graph in graphs]
        if all(x is not None and x.shape == array.shape and np.array_equal(x, array, equal_nan=x.dtype.kind == "f")
               for x in arrays):
            weights[name] = array
        else:
            made += steps_for_constant(name, arrays, sizes)
    about["steps"] = made + about["steps"]
    about["sizes"] = {name: {"input": place, "dim": dim, "recorded": axes.first[name]}
                      for (place, dim), name in reversed(axes.named.items())}
    check_formulas(about, weights, axes, [traces[-1], (tried, axes.trace(tried))])
    return about, weights


def check_formulas(about, weights, axes, tried):
    """Compare the merged program with traces, one of them for sizes that were not used to find the formulas."""
    try:
        for sizes, made in tried:
            program = run.Program(about["name"], held=(about, weights), seed=SEED)
            wanted = [x.array for x in made.recording.outputs]
            found = program(*[x.array for x in leaves(axes.arguments(sizes)) if type(x) in tensor_types])
            for x, y in zip(found, wanted):
                if x.shape != y.shape or not np.allclose(x, y, rtol=1e-3, atol=1e-4, equal_nan=True):
                    raise run.ProgramError(f"its results for {axes_text(sizes)} differ from those of a trace.")
    except run.ProgramError as error:
        raise NotSaved(f"{about['name']} cannot be saved for any size, because its computation depends on the size. "
                       f"With formulas of the sizes, {error}") from None
