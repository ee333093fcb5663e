"""Wrong calls: rows of the table of samples with one input changed, for every kind of change.

    {change: row}, where a change is "input 1 too high", "dim='x'" or "an argument less"
"""

import numpy as np
from draws import Draw
from notation import Row


def resized(change):
    """Return the same draw with another shape."""
    def make(draw, array):
        shape = change(draw.shape)
        if shape is None:
            return None
        if draw.kind.startswith("fixed"):
            return np.resize(array, shape)
        return Draw(draw.kind, draw.make, shape, draw.floating).array(7)
    return make


def longer(d):
    return resized(lambda shape: (*shape[:d], shape[d] + 1, *shape[d + 1:]) if len(shape) > d else None)


def cast(name):
    """Return the draw in another dtype, times 4 before, so that different numbers stay different as integers."""
    def make(draw, array):
        if array.dtype == name:
            return None
        return np.asarray(np.rint(array * 4) if name == "int64" and array.dtype.kind == "f" else array).astype(name)
    return make


def moved(by):
    return lambda draw, array: np.asarray(array + by) if array.dtype.kind == "i" else None


ARRAYS = {
    "longer in 0": longer(0), "longer in 1": longer(1), "longer in 2": longer(2),
    "flat": resized(lambda shape: (int(np.prod(shape)),) if len(shape) > 1 else None),
    "a number": resized(lambda shape: () if shape else None), "with a dimension more": resized(lambda s: (2, *s)),
    "empty": resized(lambda shape: (0,)),
    **{f"as {name}": cast(name) for name in ("bool", "int64", "float32")},
    "too high": moved(100), "too low": moved(-100),
    **{f"as {value!r}": lambda draw, array, value=value: lambda: value for value in (None, "x", 1.5, [1.0])}}
VALUES = (99, -99, 1.5, "x", (), (0, 0), -1)


def changed(row, args, settings):
    new = Row(row.name, args, settings)
    new.before = row.before
    return new


def changes(row):
    """Return changes of an input as (change, row, place, make), and other changes as (change, row, None, None)."""
    for place in range(len(row.draws)):
        for change, make in ARRAYS.items():
            yield f"input {place} {change}", row, place, make
    for i, arg in enumerate(row.args):
        plain = type(arg) in (int, float, bool) or type(arg) is tuple and not any(type(x) is Draw for x in arg)
        for value in VALUES if plain else ():
            yield f"argument {i} as {value!r}", changed(row, [*row.args[:i], value, *row.args[i + 1:]], row.settings), \
                None, None
    for name in row.settings:
        for value in VALUES:
            yield f"{name}={value!r}", changed(row, row.args, {**row.settings, name: value}), None, None
    for value in () if "dim" in row.settings else (99, -99, "x", (0, 0), ()):
        yield f"dim={value!r}", changed(row, row.args, {**row.settings, "dim": value}), None, None
    yield "an argument less", changed(row, row.args[:-1], row.settings), None, None
    yield "arguments more", changed(row, [*row.args, 1, 1, 1, 1, 1, 1], row.settings), None, None
    yield "a setting nobody knows", changed(row, row.args, {**row.settings, "nonsense": 1}), None, None


def filler(row, place, make):
    """Return a function that fills the row's draws, with that at `place` changed; None if the change cannot apply."""
    if place is None:
        return lambda draw, p: draw.array(p)
    draw = row.draws[place]
    value = make(draw, draw.array(place))
    if value is None:
        return None
    return lambda d, p: (value() if callable(value) else value.copy()) if p == place else d.array(p)
