"""Expressions of C for steps that work element by element, to NumPy's rules of what dtype is computed in."""

from functools import lru_cache

import numpy as np

from ..program import Value
from ..steps import cast, where

TYPES = {np.dtype(name): kind for name, kind in [("float32", "float"), ("float64", "double"), ("bool", "uint8_t"), *[
    (f"{sign}int{bits}", f"{sign}int{bits}_t") for sign in ("", "u") for bits in (8, 16, 32, 64)]]}
SUFFIXES = {np.dtype("float32"): "_f32", np.dtype("float64"): "_f64"}
COMPARED = {"equal": "==", "not_equal": "!=", "less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">="}

# ufunc: for each kind of dtype in which it is computed, the expression. {f} is f where that is float32, and nothing for
# float64; {s} is _f32 or _f64. Where nan is given, maximum and minimum give it.
NUMBERS = {"add": "{0} + {1}", "subtract": "{0} - {1}", "multiply": "{0} * {1}", "square": "{0} * {0}",
           "negative": "-{0}", "positive": "{0}"}
FLOATS = {**NUMBERS, "divide": "{0} / {1}", "reciprocal": "1 / {0}", "absolute": "fabs{f}({0})", "sqrt": "sqrt{f}({0})",
          "floor": "floor{f}({0})", "ceil": "ceil{f}({0})", "trunc": "trunc{f}({0})",
          "copysign": "copysign{f}({0}, {1})", "isnan": "{0} != {0}", "isfinite": "{0} - {0} == 0",
          "sign": "{0} > 0 ? 1 : {0} < 0 ? -1 : {0} == 0 ? 0 : {0}",
          "maximum": "({0} >= {1}) | ({0} != {0}) ? {0} : {1}", "minimum": "({0} <= {1}) | ({0} != {0}) ? {0} : {1}",
          **{name: f"{name}{{s}}({{0}})" for name in ("exp", "log", "tanh")}}
INTEGERS = {**NUMBERS, "absolute": "{0} < 0 ? -{0} : {0}", "maximum": "{0} > {1} ? {0} : {1}",
            "minimum": "{0} < {1} ? {0} : {1}", "bitwise_and": "{0} & {1}", "bitwise_or": "{0} | {1}",
            "bitwise_xor": "{0} ^ {1}"}
BOOLS = {"add": "{0} | {1}", "multiply": "{0} & {1}", "maximum": "{0} | {1}", "minimum": "{0} & {1}",
         "bitwise_and": "{0} & {1}", "bitwise_or": "{0} | {1}", "bitwise_xor": "{0} ^ {1}"}
LOGICAL = {"logical_and": "({0} != 0) & ({1} != 0)", "logical_or": "({0} != 0) | ({1} != 0)",
           "logical_xor": "({0} != 0) ^ ({1} != 0)", "logical_not": "{0} == 0",
           **{name: f"{{0}} {sign} {{1}}" for name, sign in COMPARED.items()}}
UFUNCS = {"f": FLOATS | LOGICAL, "i": INTEGERS | LOGICAL, "u": INTEGERS | LOGICAL, "b": BOOLS | LOGICAL}


def computed_in(step, ufuncs=UFUNCS):
    """The dtypes that a step's arguments are brought to; None where C has no expression for it in `ufuncs`."""
    out, = step.outputs if len(step.outputs) == 1 else (None,)
    if out is None or not all(type(x) in (Value, int, float, bool) or isinstance(x, np.generic) for x in step.args):
        return None
    if any(x.dtype is None or x.dtype not in TYPES for x in step.values):
        return None
    given = [x.dtype if type(x) is Value or isinstance(x, np.generic) else type(x) for x in step.args]
    if step.call is where:
        return [given[0], out.dtype, out.dtype] if type(step.args[0]) is Value else None
    if step.call is cast:                                    # a float that no integer holds is anything in C
        narrows = given[0].kind == "f" and out.dtype.kind in "iu"
        return None if type(step.args[0]) is not Value or narrows else [given[0]]
    if type(step.call) is not np.ufunc or getattr(np, step.name, None) is not step.call:
        return None
    *found, made = resolved(step.call, *given)
    kinds = {x.kind for x in found}
    known = len(kinds) == 1 and step.name in ufuncs.get(*kinds, ()) and all(x in TYPES for x in found)
    return found if known and made == out.dtype else None


@lru_cache(1 << 10)
def resolved(ufunc, *given):
    """The dtypes to which a ufunc brings what it is given, and that of what it makes; (None,) where it takes none."""
    try:
        return ufunc.resolve_dtypes((*[np.dtype(bool) if x is bool else x for x in given], None))
    except (TypeError, OverflowError):
        return (None,)


def expression(step, name, ufuncs=UFUNCS):
    """A step in C. name(x) is what stands for a Value."""
    dtypes = computed_in(step, ufuncs)
    given = [operand(x, dtype, name) for x, dtype in zip(step.args, dtypes)]
    if step.call is cast:
        return f"{given[0]} != 0" if step.outputs[0].dtype.kind == "b" else given[0]
    if step.call is where:
        return f"{given[0]} ? {given[1]} : {given[2]}"
    own = dtypes[0]
    return ufuncs[own.kind][step.name].format(*given, f="f" * (own.char == "f"), s=SUFFIXES.get(own))


def operand(x, dtype, name):
    """An argument, brought to a dtype."""
    if type(x) is Value:
        return name(x) if x.dtype == dtype else f"({TYPES[dtype]}){name(x)}"
    return number(x, dtype)


def number(x, dtype):
    """A number of a dtype in C."""
    x = np.asarray(x).astype(dtype)[()]
    if dtype.kind == "f":
        text = "NAN" if x != x else f"{'-' * bool(x < 0)}INFINITY" if x - x != 0 else f"{x!s}{'f' * (x.itemsize == 4)}"
    else:
        whole, suffix = int(x), f"{'u' * (dtype.kind == 'u')}ll" * (x.itemsize == 8)
        text = f"{whole}{suffix}" if whole > -2 ** 63 else f"{whole + 1}ll - 1"          # 2⁶³ alone is too much
    return f"({text})" if text.startswith("-") else text
