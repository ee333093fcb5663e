"""Write elementwise steps in C, with NumPy's dtypes: an expression for each step, and one loop for fused steps.

Inside a loop, intermediate results stay in the processor's registers.
"""

from functools import lru_cache
from math import prod

import numpy as np

from ..fused import is_contiguous, is_elementwise, is_uniform
from ..program import Value, cast, namer, where

TYPES = {np.dtype(name): kind for name, kind in [("float32", "float"), ("float64", "double"), ("bool", "uint8_t"), *[
    (f"{sign}int{bits}", f"{sign}int{bits}_t") for sign in ("", "u") for bits in (8, 16, 32, 64)]]}
SUFFIXES = {np.dtype("float32"): "_f32", np.dtype("float64"): "_f64"}
COMPARED = {"equal": "==", "not_equal": "!=", "less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">="}

# {ufunc: C expression}, for each kind of dtype. {0}, {1} are the arguments; {f} is "f" for float32, "" for float64;
# {s} is _f32 or _f64; {b} is the number of bits. maximum and minimum return nan if an argument is nan.
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
    """Return the dtypes to which a step's arguments are cast; None if C has no expression for it in `ufuncs`."""
    if len(step.outputs) != 1 or step.outputs[0] is None:
        return None
    given = tuple([x.dtype if type(x) is Value or isinstance(x, np.generic) else type(x) for x in step.args])
    if not all(x.dtype in TYPES if type(x) is Value else kind in (int, float, bool) or isinstance(x, np.generic)
               for x, kind in zip(step.args, given)) or step.call in (where, cast) and type(step.args[0]) is not Value:
        return None
    found = cast_dtypes(step.call, step.name, given, step.outputs[0].dtype)
    known = found and (step.call in (where, cast) or step.name in ufuncs.get(found[0].kind, ()))
    return found if known else None


@lru_cache(1 << 12)
def cast_dtypes(call, name, given, out):
    """Return the dtypes to which a call casts arguments of these types; None if C has no types for it.

    given   dtypes of arrays, types of Python numbers; out: the result's dtype
    """
    if out not in TYPES:
        return None
    if call is where:
        return [given[0], out, out]
    if call is cast:                                         # C leaves casts of large floats to integers undefined
        return None if given[0].kind == "f" and out.kind in "iu" else [given[0]]
    if type(call) is not np.ufunc or getattr(np, name, None) is not call:
        return None
    *found, made = resolved_dtypes(call, *given)
    known = len({x.kind for x in found}) == 1 and made == out and all(x in TYPES for x in found)
    return found if known else None


@lru_cache(1 << 10)
def resolved_dtypes(ufunc, *given):
    """Return the dtypes to which a ufunc casts its arguments, then its result's; (None,) if it refuses these."""
    try:
        return ufunc.resolve_dtypes((*[np.dtype(bool) if x is bool else x for x in given], None))
    except (TypeError, OverflowError):
        return (None,)


def expression_in_c(step, name, ufuncs=UFUNCS):
    """Return a C expression for a step's result; name(x) returns the C name of a Value."""
    dtypes = computed_in(step, ufuncs)
    given = [operand_in_c(x, dtype, name) for x, dtype in zip(step.args, dtypes)]
    if step.call is cast:
        return f"{given[0]} != 0" if step.outputs[0].dtype.kind == "b" else given[0]
    if step.call is where:
        return f"{given[0]} ? {given[1]} : {given[2]}"
    own = dtypes[0]
    return ufuncs[own.kind][step.name].format(*given, f="f" * (own.char == "f"), s=SUFFIXES.get(own),
                                          b=8 * own.itemsize)


def operand_in_c(x, dtype, name):
    """Return C for an argument, cast to a dtype."""
    if type(x) is Value:
        return name(x) if x.dtype == dtype else f"({TYPES[dtype]}){name(x)}"
    return number_in_c(x, dtype)


def number_in_c(x, dtype):
    """Return a C literal for a number in a dtype."""
    x = np.asarray(x).astype(dtype)[()]
    if dtype.kind == "f":
        text = "NAN" if x != x else f"{'-' * bool(x < 0)}INFINITY" if x - x != 0 else f"{x!s}{'f' * (x.itemsize == 4)}"
    else:
        whole, suffix = int(x), f"{'u' * (dtype.kind == 'u')}ll" * (x.itemsize == 8)
        text = f"{whole}{suffix}" if whole > -2 ** 63 else f"{whole + 1}ll - 1"      # C has no signed literal 2⁶³
    return f"({text})" if text.startswith("-") else text


APART = 1 << 16                        # number of elements of a loop; several threads share a larger loop


def is_written(fused):
    """Return whether a Fused can run in C: each step has an expression, the outputs are contiguous."""
    return bool(fused.outputs) and all(map(is_contiguous, fused.outputs)) and all(
        is_elementwise(step) and computed_in(step) for step in fused.steps) and all(
        stride >= 0 for x in fused.inputs for stride in x.strides)


class Loop:
    """A writer of a C function for a fused step. The function takes pointers to `reads`, then to the outputs.

    reads   the inputs, without constants that are one number everywhere, which become literals
    names   {Value: the name of its element}; its array has the same name in capitals
    dims    [(length, {Value: stride in elements})] of the nested loops, as few as possible, the innermost last
    is_apart   whether several threads may take parts of the outermost dimension
    """

    def __init__(self, fused):
        self.fused, name = fused, namer()
        self.reads = [x for x in fused.inputs if not is_uniform(x)]
        self.arrays = [*self.reads, *fused.outputs]
        self.names = {x: name() for x in [*self.reads, *[x for step in fused.steps for x in step.outputs]]}
        self.dims = self.loops([(length, {x: self.stride(x, d) for x in self.arrays})
                                for d, length in enumerate(fused.shape)])
        self.counters = [*[f"row_{number}" for number in range(1, len(self.dims))], "at"]

    @property
    def is_apart(self):
        return prod(length for length, _ in self.dims) >= APART and self.dims[0][0] > 1

    def stride(self, x, dim):
        dim -= len(self.fused.shape) - len(x.shape)
        return 0 if dim < 0 or x.shape[dim] == 1 else x.strides[dim] // x.dtype.itemsize

    @property
    def is_dense(self):
        """Whether the innermost loop reads adjacent elements; gcc may take minutes to vectorise other loops."""
        return all(stride in (0, 1) for stride in self.dims[-1][1].values())

    def loops(self, dims):
        return self.merged(dims) or [(1, {})]

    @staticmethod
    def merged(dims):
        """Merge neighbouring dimensions if one loop with one stride can cover both in each array."""
        found: list = []
        for length, strides in [each for each in dims if each[0] != 1]:
            if found and all(found[-1][1][x] == length * stride for x, stride in strides.items()):
                length *= found.pop()[0]
            found.append((length, strides))
        return found

    def element(self, x):
        """Return C for the current element of an array, such as `A[row_1 * 8 + at]`."""
        parts = [counter if strides[x] == 1 else f"{counter} * {strides[x]}"
                 for counter, (_, strides) in zip(self.counters, self.dims) if strides.get(x)]
        return f"{self.names[x].upper()}[{' + '.join(parts) or 0}]"

    @staticmethod
    def kind(x):
        """Return the C type of an array's elements."""
        return TYPES[x.dtype]

    made_of = kind                     # made_of(x) returns the C type of an output's elements

    def name(self, x):
        """Return the C name of a Value's element, or a literal for a constant."""
        return number_in_c(x.source[(0,) * x.source.ndim], x.dtype) if is_uniform(x) else self.names[x]

    def head(self, name):
        """Return the first line of the C function."""
        given = [f"const {TYPES[x.dtype]} *{self.names[x].upper()}" for x in self.reads]
        made = [f"{self.made_of(x)} *{self.names[x].upper()}" for x in self.fused.outputs]
        return f"void {name}({', '.join([*given, *made])}) {{"

    def opened(self, name):
        """Return the first lines of the C function; if threads share it, of a function that computes one part."""
        if not self.is_apart:
            return [self.head(name)]
        kinds = [*[f"const {TYPES[x.dtype]}" for x in self.reads], *[TYPES[x.dtype] for x in self.fused.outputs]]
        return [f"static void {name}_part(void **given, long start, long end) {{", *[
            f"    {kind} *{self.names[x].upper()} = given[{number}];"
            for number, (kind, x) in enumerate(zip(kinds, self.arrays))]]

    def closed(self, name):
        """Return the lines of the function that runs all parts; [] if threads do not share the loop."""
        if not self.is_apart:
            return []
        given = ", ".join([f"(void *){self.names[x].upper()}" for x in self.arrays])
        return [self.head(name), f"    in_parts({name}_part, (void *[]){{{given}}}, {self.dims[0][0]});", "}"]

    def over(self, counter, length):
        """Return the first line of a loop; the outermost loop runs from start to end if threads share it."""
        start, end = ("start", "end") if self.is_apart and counter == self.counters[0] else (0, length)
        return f"for (long {counter} = {start}; {counter} < {end}; {counter}++) {{"

    def line(self, step):
        """Return the C line that computes a step's result."""
        x = step.outputs[0]
        kind = "int" if x.dtype.kind == "b" else TYPES[x.dtype]          # gcc cannot vectorise loops with uint8_t
        return f"{kind} {self.names[x]} = {expression_in_c(step, self.name)};"

    def text(self, name):
        """Return the C source of the function, with this name."""
        lines, indent = self.opened(name), "    "
        for counter, (length, _) in zip(self.counters, self.dims):
            if counter == "at" and self.is_dense:
                lines.append(f"{indent}#pragma omp simd")    # `simd` is safe: an in-place write reads its element first
            lines.append(indent + self.over(counter, length))
            indent += "    "
        lines += [f"{indent}{TYPES[x.dtype]} {self.names[x]} = {self.element(x)};" for x in self.reads]
        lines += [indent + self.line(step) for step in self.fused.steps]
        lines += [f"{indent}{self.element(x)} = {self.names[x]};" for x in self.fused.outputs]
        lines += [f"{'    ' * depth}}}" for depth in range(len(self.dims), -1, -1)]
        return "\n".join([*lines, *self.closed(name)]) + "\n"
