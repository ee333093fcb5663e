"""Calls drawn at random: one that goes well, with up to three things changed; the same for the same seed.

    case = drawn_case(seeds(), 7)
"""

import inspect
import random

import numpy as np
from draws import Draw
from engine.fuzzed_calls import Case, Given, givens_in

import minitorch as mt

SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 0.5, 1e30, 1e-30, -1e4, 2.0]
FLOATS = ["float32", "float64", "float16"]
DTYPES = [*FLOATS, "int64", "int32", "uint8", "int8", "int16", "bool", "complex64", "complex128"]
LAYOUTS = ["transposed", "gaps", "expanded", "offset", "flipped"]
PLAIN = [-1, 0, 1, 2, 3, 7, -2, -7, 99, -99, 1.5, 0.0, -0.5, "x", (), (0,), (0, 1), (0, 0), (-1, 5), (2, 2), [1], None,
         True, False, float("nan"), float("inf"), [1.0], {}]
DIMS = [-1, 0, 1, 2, -2, 5, -5, (0, 1), (0, 0), (), None]
TYPICAL = {"reduction": ["none", "sum", "mean", "x", None],
           "dtype": [mt.float32, mt.float64, mt.int64, mt.float16, mt.bool, "x"],
           "rounding_mode": ["floor", "trunc", None, "x"], "ord": [1, 2, -1, 0, "fro", "nuc", np.inf, -np.inf, 3, "x"],
           "p": [1, 2.0, 0, 0.5, np.inf, -1, 3], "mode": ["nearest", "linear", "bilinear", "constant", "x"],
           "indexing": ["ij", "xy", "x"], "interpolation": ["linear", "lower", "higher", "midpoint", "nearest", "x"],
           "reduce": ["sum", "prod", "mean", "amax", "amin", "x"], "side": ["left", "right", "x"],
           "approximate": ["none", "tanh", "x"], "padding_mode": ["zeros", "border", "reflection"]}


def drawn_case(seeds, seed):
    """The case of that number."""
    r = random.Random(seed)
    name = r.choice(sorted(seeds))
    found = r.choice(seeds[name])
    place = iter(range(100))

    def drawn(arg):
        if type(arg) is Draw:
            return Given(arg.array(next(place), same))
        return type(arg)(drawn(part) for part in arg) if type(arg) in (list, tuple) else arg
    same = r.choice(["float64", "float64", "float32", "float16"])
    case = Case(found.home, found.name, map(drawn, found.args), {k: drawn(v) for k, v in found.settings.items()}, seed)
    case.grad = r.random() < 0.7
    for _ in range(r.choice([0, 1, 1, 1, 2, 2, 3])):
        r.choice(CHANGES)(case, r)
    return case


def relay(case, r):
    """Another layout in memory."""
    for given in case.givens():
        given.layout = r.choice(LAYOUTS)
        if given.layout == "expanded" and given.array.ndim:
            given.array = np.broadcast_to(given.array[:1], given.array.shape).copy()


def recast(case, r):
    """Another dtype: of one array, or of all."""
    givens = case.givens()
    for given in givens if r.random() < 0.5 else givens[:1] if r.random() < 0.5 else givens[-1:]:
        with np.errstate(all="ignore"):
            kind = r.choice(DTYPES)
            if given.array.dtype.kind != "c":
                given.array = np.asarray(np.abs(given.array) if kind == "uint8" else given.array).astype(kind)


def revalue(case, r):
    """A few special values, or all of them the same."""
    for given in case.givens():
        array = given.array
        if array.dtype.kind not in "fc" or not array.size or r.random() < 0.3:
            continue
        with np.errstate(all="ignore"):
            if r.random() < 0.3:
                array[...] = r.choice(SPECIAL)
            else:
                for _ in range(r.choice([1, 2])):
                    array.reshape(-1)[r.randrange(array.size)] = r.choice(SPECIAL)
            if r.random() < 0.1:
                array[...] *= array.dtype.type(r.choice([1e3, 1e-3, 1e20, 1e-20]))


def resize(case, r):
    """One size changed wherever it stands, so that shapes go on fitting."""
    sizes = sorted({n for given in case.givens() for n in given.array.shape})
    if sizes:
        old, new = r.choice(sizes), r.choice([0, 1, 2, 3, 5])
        for given in case.givens():
            given.array = reshaped(given.array, tuple(new if n == old else n for n in given.array.shape))


def reshape(case, r):
    """One array in a shape that may not fit."""
    givens = case.givens()
    if givens:
        given = r.choice(givens)
        shape = list(given.array.shape)
        d = r.randrange(len(shape)) if shape else 0
        other = [*shape[:d], r.choice([0, 1, 4]), *shape[d + 1:]]
        shape = r.choice([[], [0], [1], [2, *shape], [1, *shape], shape[1:], shape[:-1], shape[::-1], other, other,
                          [int(np.prod(shape))]])
        given.array = reshaped(given.array, tuple(shape))


def reshaped(array, shape):
    return np.resize(array, shape) if array.size else np.zeros(shape, array.dtype)


def reset(case, r):
    """A plain argument or a setting with another value."""
    plain = [i for i, arg in enumerate(case.args) if not givens_in(arg)]
    if plain and r.random() < 0.6:
        i = r.choice(plain)
        case.args[i] = r.choice(PLAIN)
    elif case.settings:
        name = r.choice(sorted(case.settings))
        case.settings[name] = r.choice(likely(name))


def add_setting(case, r):
    """A setting that the function knows, where it stands by position or not at all."""
    names = [name for name in parameters(case)[len(case.args):] if name not in case.settings]
    if names and not case.name.startswith("__"):
        name = r.choice(names)
        case.settings[name] = r.choice(likely(name))


def likely(name):
    """Values for a setting of that name, right ones and wrong ones."""
    if name.startswith(("keep", "return", "align", "log", "ceil")):
        return [True, False]
    return TYPICAL.get(name, DIMS if name.startswith(("dim", "axis")) else PLAIN)


def parameters(case):
    """The names of its parameters in order; an empty list where they cannot be told."""
    function = case.function(mt)
    op = getattr(function, "op", None)
    if op is not None:
        return [{"x": "input", "y": "other"}.get(name, name) for name in (*op.inputs, *op.setting_names)]
    try:
        return [p.name for p in inspect.signature(function).parameters.values()
                if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    except (TypeError, ValueError):
        return []


def by_name(case, r):
    """The last positional argument given by name."""
    names = parameters(case)
    if len(case.args) > 1 and len(names) >= len(case.args) and not case.name.startswith("__"):
        name = names[len(case.args) - 1]
        if name not in case.settings:
            case.settings[name] = case.args.pop()


def drop(case, r):
    """An argument less, or one twice, or one too many."""
    if case.args and not case.name.startswith("__"):
        choice, first = r.random(), int(case.home == "Tensor" or case.as_method)
        if choice < 0.4 and len(case.args) > first:
            case.args.pop(r.randrange(first, len(case.args)))
        elif choice < 0.6:
            case.args.insert(r.randrange(first, len(case.args) + 1), r.choice(case.args))
        else:
            case.args.append(r.choice(PLAIN))


def replace(case, r):
    """An array as something else: a number, a list, an array of NumPy's, a str, None, a tensor of one element."""
    own = case.home == "Tensor" or case.as_method
    places = [i for i, arg in enumerate(case.args) if type(arg) is Given and i >= own]
    if places:
        i = r.choice(places)
        array = case.args[i].array
        case.args[i] = r.choice([2, 1.5, True, None, "x", 1j, array, array.tolist(), [case.args[i]],
                                 Given(np.asarray(2.0)), Given(np.asarray(1))])


def method(case, r):
    """Called as a method of its first argument, perhaps in place."""
    if case.home in ("", "Tensor") and case.args and type(case.args[0]) is Given:
        written = case.name if case.name.endswith("_") or r.random() < 0.5 else f"{case.name}_"
        if callable(getattr(mt.Tensor, written, None)):
            case.name, case.as_method = written, True
            case.grad = case.grad and not written.endswith("_")


CHANGES = [relay, recast, revalue, resize, reshape, reset, reset, add_setting, add_setting, by_name, drop, replace,
           method, recast, revalue, relay]
