"""Write a saved program's calls of NumPy's functions as ONNX nodes.

Each function takes the Nodes and the call, {"name", "dtype", "shape", "args", "settings"}, and returns a value's name.
log1p and expm1 have no ONNX operator; they are composed, and lose digits near 0.
"""

import numpy as np

from .errors import OnnxExporterError
from .sizes import Size, require_equal, second_value

FAR = 2 ** 63 - 1                      # as the stop of a slice, it is after the end of any dimension
SAME = {"add": "Add", "divide": "Div", "maximum": "Max", "minimum": "Min", "multiply": "Mul", "power": "Pow",
        "subtract": "Sub", "matmul": "MatMul", "absolute": "Abs", "arccos": "Acos", "arccosh": "Acosh",
        "arcsin": "Asin", "arcsinh": "Asinh", "arctan": "Atan", "arctanh": "Atanh", "ceil": "Ceil", "cos": "Cos",
        "cosh": "Cosh", "exp": "Exp", "floor": "Floor", "log": "Log", "negative": "Neg", "reciprocal": "Reciprocal",
        "rint": "Round", "sign": "Sign", "sin": "Sin", "sinh": "Sinh", "sqrt": "Sqrt", "tan": "Tan", "tanh": "Tanh",
        "bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr", "bitwise_xor": "BitwiseXor",
        "invert": "BitwiseNot"}        # operators whose arguments are first converted to the result's dtype
BOOLS = {"Add": "Or", "Max": "Or", "Mul": "And", "Min": "And", "BitwiseAnd": "And", "BitwiseOr": "Or",
         "BitwiseXor": "Xor", "BitwiseNot": "Not"}
WHOLE = {"Floor", "Ceil", "Round"}     # operators that do not change integers
COMPARED = {"equal": "Equal", "greater": "Greater", "greater_equal": "GreaterOrEqual", "less": "Less",
            "less_equal": "LessOrEqual", "not_equal": "Equal"}
LOGICAL = {"logical_and": "And", "logical_or": "Or", "logical_xor": "Xor", "logical_not": "Not"}
REDUCED = {"sum": "ReduceSum", "mean": "ReduceMean", "prod": "ReduceProd", "max": "ReduceMax", "min": "ReduceMin",
           "all": "ReduceMin", "any": "ReduceMax"}
POSITIONS = {"argmax": "ArgMax", "argmin": "ArgMin"}
FLOATS = {"isnan", "isinf", "isfinite"}


def write_one(n, call):
    """Write one operator, in the dtype of the result; return the name of its output."""
    args, op, dtype = [n.value(x, call["dtype"]) for x in call["args"]], SAME[call["op"]], np.dtype(call["dtype"])
    if op in WHOLE and dtype.kind != "f":
        return args[0]
    return n.add(BOOLS.get(op, op) if dtype.kind == "b" else op, *args)


def write_comparison(n, call):
    kinds = [n.kinds[x][0] if type(x) is str else int(x) if type(x) is Size else x for x in call["args"]]
    dtype = np.result_type(*[np.dtype(x) if type(x) is str else x for x in kinds]).name
    if dtype == "bool" and COMPARED[call["op"]] != "Equal":
        dtype = "int32"
    found = n.add(COMPARED[call["op"]], *[n.value(x, dtype) for x in call["args"]])
    return n.add("Not", found) if call["op"] == "not_equal" else found


def write_logical(n, call):
    return n.add(LOGICAL[call["op"]], *[n.value(x, "bool") for x in call["args"]])


def write_test(n, call):
    x, = call["args"]
    x = x if n.kinds[x][0].startswith("float") else n.cast(x, "float32")
    if call["op"] == "isfinite":
        return n.add("Not", n.add("Or", n.add("IsNaN", x), n.add("IsInf", x)))
    return n.add({"isnan": "IsNaN", "isinf": "IsInf"}[call["op"]], x)


def write_several(n, call):
    """Write the operators of COMPOSED for a call; return the name of the last output."""
    dtype = np.dtype(call["dtype"])
    return COMPOSED[call["op"]](n, dtype, *[n.value(x, dtype.name) for x in call["args"]])


def floor_divide(n, dtype, x, y):
    if dtype.kind == "f":
        return n.add("Floor", n.add("Div", x, y))
    return n.add("Div", n.add("Sub", x, n.add("Mod", x, y)), y)  # Div rounds towards 0, so subtract the remainder first


def remainder(n, dtype, x, y):
    if dtype.kind == "f":
        return n.add("Sub", x, n.add("Mul", n.add("Floor", n.add("Div", x, y)), y))
    return n.add("Mod", x, y)


def log_over(base):
    return lambda n, dtype, x: n.add("Mul", n.add("Log", x), n.number(1 / np.log(base), dtype))


def log_of_sum(n, dtype, x, y):
    """Write max(x, y) + log(1 + e^−|x − y|), which does not overflow."""
    less = n.add("Neg", n.add("Abs", n.add("Sub", x, y)))
    return n.add("Add", n.add("Max", x, y), log1p(n, dtype, n.add("Exp", less)))


def log1p(n, dtype, x):
    return n.add("Log", n.add("Add", x, n.number(1, dtype)))


COMPOSED = {
    "exp2": lambda n, dtype, x: n.add("Pow", n.number(2, dtype), x),
    "expm1": lambda n, dtype, x: n.add("Sub", n.add("Exp", x), n.number(1, dtype)),
    "floor_divide": floor_divide, "remainder": remainder, "log1p": log1p, "log2": log_over(2), "log10": log_over(10),
    "fmod": lambda n, dtype, x, y: n.add("Mod", x, y, fmod=1),
    "hypot": lambda n, dtype, x, y: n.add("Sqrt", n.add("Add", n.add("Mul", x, x), n.add("Mul", y, y))),
    "logaddexp": log_of_sum,
    "square": lambda n, dtype, x: n.add("Mul", x, x),
    "trunc": lambda n, dtype, x: n.add("Mul", n.add("Sign", x), n.add("Floor", n.add("Abs", x)))}


def write_rounding(n, call):
    """Write rounding to the nearest integer, halves to even; with `decimals`: multiply, round, divide, as in NumPy."""
    dtype, decimals = np.dtype(call["dtype"]), call["settings"]["decimals"]
    x, scale = n.value(call["args"][0], dtype.name), n.number(10 ** abs(decimals), dtype)
    if dtype.kind != "f" and decimals < 0:
        raise OnnxExporterError("ONNX cannot `round` integers to negative decimals: divide, round and multiply.")
    if dtype.kind != "f" or not decimals:
        return x if dtype.kind != "f" else n.add("Round", x)
    there, back = ("Mul", "Div") if decimals > 0 else ("Div", "Mul")
    return n.add(back, n.add("Round", n.add(there, x, scale)), scale)


def cast(n, call):
    return n.value(call["args"][0], call["dtype"])


def where(n, call):
    condition, x, y = call["args"]
    return n.add("Where", n.value(condition, "bool"), n.value(x, call["dtype"]), n.value(y, call["dtype"]))


def write_reduction(n, call):
    x, axes, dtype = call["args"][0], call["settings"]["axes"], call["dtype"]
    axes = None if axes is None else n.vector([axis % len(n.shape(x)) for axis in axes])
    inside = "int32" if dtype == "bool" else dtype
    x = n.cast(n.cast(x, "bool"), "int32", "bool") if call["op"] in ("all", "any") else n.cast(x, inside)
    found = n.add(REDUCED[call["op"]], x, axes, keepdims=int(call["settings"]["keepdims"]))
    return n.cast(found, dtype, inside)


def bools_as_int32(n, x):
    """Return bools as int32, because ONNX's comparisons do not take bools."""
    return n.cast(x, "int32") if n.kinds[x][0] == "bool" else x


def write_arg_extreme(n, call):
    x, axis, keepdims = bools_as_int32(n, call["args"][0]), call["settings"]["axis"], call["settings"]["keepdims"]
    if axis is None:
        found = n.add(POSITIONS[call["op"]], n.reshape(x, [-1]), axis=0, keepdims=0)
        found = n.reshape(found, call["shape"])
    else:
        found = n.add(POSITIONS[call["op"]], x, axis=axis, keepdims=int(keepdims))
    return n.cast(found, call["dtype"], "int64")


def write_cumsum(n, call):
    return n.add("CumSum", n.cast(call["args"][0], call["dtype"]), n.constant(np.int64(call["settings"]["axis"])))


def write_sort(n, call):
    """Write an ascending sort, or its indices; equal numbers keep their order."""
    (x,), axis = call["args"], call["settings"]["axis"]
    found = n.add("TopK", bools_as_int32(n, x), n.sizes([n.shape(x)[axis]]), axis=axis, largest=0, outs=2)
    return found[0] if call["op"] == "sort" else n.cast(found[1], call["dtype"], "int64")


def take(n, call):
    x, index = call["args"]
    return n.add("Gather", x, n.cast(index, "int64"), axis=call["settings"]["axis"])


def take_along(n, call):
    x, index = call["args"]
    return n.add("GatherElements", x, n.cast(index, "int64"), axis=call["settings"]["axis"])


def concat(n, call):
    axis = call["settings"]["axis"]
    args = [n.cast(x, call["dtype"]) for x in call["args"]]
    if call["op"] == "stack":
        args = [n.add("Unsqueeze", x, n.vector([axis % len(call["shape"])])) for x in args]
    return n.add("Concat", *args, axis=axis)


def pad(n, call):
    (x, value), before = call["args"], call["settings"]["before"]
    after = []
    for whole, inside, start in zip(call["shape"], n.shape(x), before):
        after.append(whole - inside - start)
        if second_value(whole) - second_value(inside) - second_value(start) != after[-1]:
            raise OnnxExporterError("the amounts that `pad` adds depend on a size of the dynamic_axes. Leave that axis "
                                    "out of dynamic_axes.")
    return n.add("Pad", n.cast(x, call["dtype"]), n.vector([*before, *after]), n.value(value, call["dtype"]))


def trilu(n, call):
    diagonal, lower = require_equal("`tril`", call["settings"]["diagonal"]), call["settings"]["lower"]
    return n.add("Trilu", call["args"][0], n.constant(np.int64(diagonal + (not lower))), upper=int(not lower))


def index(n, call):
    """Write x[index]: slice first, then remove dimensions, then insert new ones."""
    x, = call["args"]
    given, shape = call["settings"]["index"], n.shape(x)
    used = sum(part is not None and part != "..." for part in given)
    parts = []
    for part in given if "..." in given else [*given, "..."]:
        parts += [[None, None, None]] * (len(shape) - used) if part == "..." else [part]
    cuts, dropped, new, axis, place = [], [], [], 0, 0
    for part in parts:
        if part is None:
            new.append(place)
        elif type(part) is list:
            start, stop, step = part[0], part[1], part[2] or 1
            if (start, stop, step) != (None, None, 1):
                forward = step > 0
                cuts.append(((0 if forward else FAR) if start is None else start,
                             (FAR if forward else -FAR) if stop is None else stop, axis, step))
        else:
            cuts.append((part, FAR if part == -1 else part + 1, axis, 1))
            dropped.append(axis)
        place += part is None or type(part) is list
        axis += part is not None
    if cuts:
        starts, stops, axes, steps = zip(*cuts)
        x = n.add("Slice", x, n.sizes(starts), n.sizes(stops), n.vector(axes), n.vector(steps))
    x = n.add("Squeeze", x, n.vector(dropped)) if dropped else x
    return n.add("Unsqueeze", x, n.vector(new)) if new else x


def flip(n, call):
    axes = call["settings"]["axes"]
    return n.add("Slice", call["args"][0], *[n.vector([x] * len(axes)) for x in (FAR, -FAR)], n.vector(axes),
                 n.vector([-1] * len(axes)))


def windows(n, call):
    """Write `unfold`: gather the indices of each window, and move the second new dimension to the end."""
    x, = call["args"]
    axis, size, step, dilation = [call["settings"][key] for key in ("axis", "size", "step", "dilation")]
    ndim, count = len(n.shape(x)), require_equal("`unfold`, its number of windows", call["shape"][axis])
    rows = np.arange(count)[:, None] * step + np.arange(size) * dilation
    found = n.add("Gather", x, n.constant(rows), axis=axis)
    return n.add("Transpose", found, perm=[*range(axis + 1), *range(axis + 2, ndim + 1), axis + 1])


CALLS = {**dict.fromkeys(SAME, write_one), **dict.fromkeys(COMPARED, write_comparison),
         **dict.fromkeys(LOGICAL, write_logical), **dict.fromkeys(COMPOSED, write_several),
         **dict.fromkeys(FLOATS, write_test), **dict.fromkeys(REDUCED, write_reduction),
         **dict.fromkeys(POSITIONS, write_arg_extreme), "cast": cast, "round": write_rounding, "argsort": write_sort,
         "concatenate": concat, "sort": write_sort, "cumsum": write_cumsum, "flip": flip, "index": index, "pad": pad,
         "stack": concat, "take": take, "take_along": take_along, "triangle": trilu, "where": where, "windows": windows,
         "broadcast": lambda n, call: n.add("Expand", call["args"][0], n.sizes(call["shape"])),
         "full": lambda n, call: n.fill(call["args"][0], call["shape"], call["dtype"]),
         "reshape": lambda n, call: n.reshape(call["args"][0], call["shape"]),
         "transpose": lambda n, call: n.add("Transpose", call["args"][0], perm=call["settings"]["axes"])}
