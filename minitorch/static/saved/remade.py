"""Constants that are others for each size, as the steps that make them: one number, arange, triangles."""

from itertools import product

import numpy as np

from .formulas import formula, merged
from .refused import NotSaved


def remade(name, arrays, sizes):
    """Steps that make a constant which is another for each size: one number, arange, or a triangle of two numbers.

    Raises NotSaved for others.
    """
    first = arrays[0]
    if all(x is not None and x.ndim == first.ndim for x in arrays):
        kind = {"dtype": first.dtype.name, "shape": merged([list(x.shape) for x in arrays], sizes, name)}
        if first.size == 1:
            value = formula([x.item() for x in arrays], sizes, name, first.dtype)
            return [{"op": "full", "name": name, **kind, "args": [value], "settings": {}}]
        if first.dtype.kind in "iuf" and all(even(x.reshape(-1), first.reshape(-1)) for x in arrays):
            count = {"dtype": kind["dtype"], "shape": merged([[x.size] for x in arrays], sizes, name)}
            start, step = first.flat[0].item(), (first.flat[1] - first.flat[0]).item()
            return chain(name, [("full", 1, {}), ("cumsum", None, {"axis": 0}), ("subtract", 1, {}),
                                ("multiply", step, {}), ("add", start, {})], count, kind)
        for lower, diagonal in product((True, False), (0, -1, 1)) if first.ndim > 1 else ():
            corners = [x[(0,) * (x.ndim - 2)][i] for x in arrays[:1] for i in ((-1, 0), (0, -1))]
            inside, outside = corners if lower else corners[::-1]
            if all(np.array_equal(x, np.where(np.tri(*x.shape[-2:], diagonal, bool) == lower, inside, outside))
                   for x in arrays):
                mask = {"dtype": "bool", "shape": kind["shape"]}
                steps = chain(name, [("full", True, {}), ("triangle", None, {"diagonal": diagonal, "lower": lower})],
                              mask, mask)
                ends = [x.item() if np.isfinite(x) else {"number": str(x.item())} for x in (inside, outside)]
                return [*steps[:2], {"op": "where", "name": name, **kind, "args": [steps[1]["name"], *ends],
                                     "settings": {}}]
    raise NotSaved(f"A program for any size holds no array that is another for each: {name}, of shape "
                   f"{list(first.shape)}. Make it from the input.")


def even(x, like):
    """Whether numbers go up as those of another array do, evenly."""
    return x.size > 1 and like.size > 1 and np.array_equal(x, np.arange(x.size) * (like[1] - like[0]) + like[0])


def chain(name, calls, kind, last):
    """Steps that each take the result before, and a number; the last one gives it its shape."""
    steps = []
    for op, argument, settings in calls:
        args = [steps[-1]["name"]] if steps else []
        args += [argument] if argument is not None else []
        steps.append({"op": op, "name": f"{name}_{len(steps)}", **kind, "args": args, "settings": settings})
    return [*steps, {"op": "reshape", "name": name, **last, "args": [steps[-1]["name"]], "settings": {}}]
