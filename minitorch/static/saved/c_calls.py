"""Write the calls of a saved program as C loops."""

import numpy as np

from .. import run
from ..program import Step, Value, cast, where
from ..refusals import NotSaved
from ..writers.c_lines import TYPES, UFUNCS, computed_in, expression_in_c, number_in_c

CALLS = {"cast": cast, "where": where}
OF_C = {"power": "pow", "arctan2": "atan2", "rint": "rint", "exp2": "exp2", "log1p": "log1p", "expm1": "expm1",
        "log2": "log2", "log10": "log10", "cbrt": "cbrt", "hypot": "hypot", "fmod": "fmod",
        **{name: name for name in ("sin", "cos", "tan", "sinh", "cosh")},
        **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")}}   # {ufunc: C function}
NO_REST = "({1} == 0) | ({1} == -1)"   # two quotients are undefined in C: integer / 0, and smallest integer / -1
SIGNED = {"fmod": f"{NO_REST} ? 0 : {{0}} % {{1}}", "invert": "~{0}", "power": "power_whole({0}, {1})",
          "remainder": f"{NO_REST} ? 0 : {{0}} % {{1}} + ({{0}} % {{1}} && ({{0}} ^ {{1}}) < 0 ? {{1}} : 0)",
          "floor_divide": f"{NO_REST} ? {{0}} * {{1}} : {{0}} / {{1}} - ({{0}} % {{1}} && ({{0}} ^ {{1}}) < 0)",
          "left_shift": "(uint64_t){1} < {b} ? {0} << {1} : 0",
          "right_shift": "(uint64_t){1} < {b} ? {0} >> {1} : -({0} < 0)"}
UNSIGNED = {**SIGNED, "fmod": "{1} == 0 ? 0 : {0} % {1}", "remainder": "{1} == 0 ? 0 : {0} % {1}",
            "floor_divide": "{1} == 0 ? 0 : {0} / {1}"}
FLOATS = {**{name: f"{own}{{f}}({{0}}{', {1}' * (getattr(np, name).nin == 2)})" for name, own in OF_C.items()},
          "signbit": "signbit({0}) != 0",
          **{name: f"{name}{{s}}({{0}}, {{1}})" for name in ("floor_divide", "remainder")}}
KNOWN = {"b": {"invert": "!{0}", **UFUNCS["b"]}, "f": {**FLOATS, **UFUNCS["f"]}, "i": {**SIGNED, **UFUNCS["i"]},
         "u": {**UNSIGNED, **UFUNCS["u"]}}


class Calls:
    """A writer of C lines: write_NAME returns the lines of the call NAME. NumPy arrays represent the arrays in C.

    A subclass defines element(x, counters), which returns C for an element, and room(wish, about), a new array.
    """

    def loops(self, shape, inside, first=0, before=(), after=()):
        """Return nested loops over a shape around the lines of inside(counters); a size of 1 has the counter "0"."""
        counters = ["0" if n == 1 else f"i{d + first}" for d, n in enumerate(shape)]
        heads = [f"for (long {name} = 0; {name} < {n}; {name}++) {{" for name, n in zip(counters, shape) if n != 1]
        lines = inside(counters)
        return [*before, *["    " * d + head for d, head in enumerate(heads)],
                *["    " * len(heads) + line for line in lines],
                *["    " * d + "}" for d in range(len(heads) - 1, -1, -1)], *after]

    def copy(self, out, x):
        """Return lines that copy x into `out`, an array of the same shape."""
        return self.loops(out.shape, lambda at: [f"{self.element(out, at)} = {self.element(x, at)};"])

    def contiguous(self, x):
        """Return x itself if it is contiguous; else add lines that make a contiguous copy, and return the copy."""
        if x.flags.c_contiguous:
            return x
        made = self.room("copy", {"shape": x.shape, "dtype": x.dtype})
        self.body += self.copy(made, x)
        return made

    def elementwise(self, op, out, args):
        """Return C lines that compute an elementwise function."""
        call = CALLS.get(op, getattr(np, op, None))
        values = [Value(f"x{n}", x) if isinstance(x, np.ndarray) else x for n, x in enumerate(args)]
        step = Step(op, call, values, {}, [Value("made", out)])
        if op not in CALLS and type(call) is not np.ufunc or computed_in(step, KNOWN) is None:
            raise NotSaved(f"export_c() has no C for `{op}` of {', '.join(str(getattr(x, 'dtype', x)) for x in args)}. "
                           "Use save(): it writes a file that NumPy can run.")

        def inside(at):
            read = [f"const {TYPES[x.dtype]} x{n} = {self.element(np.broadcast_to(x, out.shape), at)};"
                    for n, x in enumerate(args) if isinstance(x, np.ndarray)]
            return [*read, f"{self.element(out, at)} = {expression_in_c(step, lambda x: x.name, KNOWN)};"]
        return self.loops(out.shape, inside)

    def fill(self, out, value):
        """Return lines that fill an array with one number."""
        text = self.element(value, []) if isinstance(value, np.ndarray) else number_in_c(value, out.dtype)
        return self.loops(out.shape, lambda at: [f"{self.element(out, at)} = {text};"])

    def write_cast(self, out, x):
        if x.dtype.kind != "f" or out.dtype.kind not in "iu":
            return self.elementwise("cast", out, [x])
        bits = 64 if out.itemsize == 8 else 32  # too large floats become the smallest integer, as on processors

        def inside(at):
            return [f"const {TYPES[x.dtype]} x = {self.element(x, at)};",
                    f"{self.element(out, at)} = x >= -0x1p{bits - 1} && x < 0x1p{bits - 1} ? (int{bits}_t)x : "
                    f"INT{bits}_MIN;"]
        return self.loops(out.shape, inside)

    def write_where(self, out, condition, x, y):
        if isinstance(condition, np.ndarray):
            return self.elementwise("where", out, [condition, x, y])
        chosen = x if condition else y
        return self.elementwise("cast", out, [chosen]) if isinstance(chosen, np.ndarray) else self.fill(out, chosen)

    def write_argsort(self, out, x, *, axis, values=False):
        """Write a sort: the rank of an element counts the smaller ones, and the equal ones before it; nan is last."""
        axis, kind = axis % x.ndim, TYPES[x.dtype]

        def inside(at):
            there, put = [[*at[:axis], name, *at[axis + 1:]] for name in ("k", "rank")]
            return [f"const {kind} x = {self.element(x, at)};", "long rank = 0;",
                    f"for (long k = 0; k < {x.shape[axis]}; k++) {{",
                    f"    const {kind} y = {self.element(x, there)};",
                    "    const int less = (y < x) | ((x != x) & (y == y)), more = (x < y) | ((y != y) & (x == x));",
                    f"    rank += less | (!more & (k < {at[axis]}));", "}",
                    f"{self.element(out, put)} = {'x' if values else at[axis]};"]
        return self.loops(out.shape, inside)

    def write_sort(self, out, x, *, axis):
        return self.write_argsort(out, x, axis=axis, values=True)

    def write_matmul(self, out, x, y):
        y, out = (y[:, None], out[..., None]) if y.ndim == 1 else (y, out)
        x, out = (x[None], out[..., None, :]) if x.ndim == 1 else (x, out)
        x, y = [np.broadcast_to(z, (*out.shape[:-2], *z.shape[-2:])) for z in (x, y)]
        columns, terms, last = range(out.shape[-1]), x.shape[-1], out.ndim - 1

        def row(at):
            def each(column):
                return [f"{self.element(out, [*at, *column])} += x * {self.element(y, [*at[:-1], 'k', *column])};"]
            return [*self.loops((len(columns),), lambda column: [f"{self.element(out, [*at, *column])} = 0;"], last),
                    f"for (long k = 0; k < {terms}; k++) {{",
                    f"    const {TYPES[out.dtype]} x = {self.element(x, [*at, 'k'])};",
                    *["    " + line for line in self.loops((len(columns),), each, last)], "}"]
        return self.loops(out.shape[:-1], row)

    def reduce(self, out, x, axes, start, line, end="{0}"):
        """Return a reduction: the C in `line` adds x to `made`; `end`, with {0} for `made`, is the result."""
        gone = {axis % x.ndim for axis in (range(x.ndim) if axes is None else axes)}
        kept = out.reshape([1 if d in gone else n for d, n in enumerate(x.shape)])
        total, kind = number_in_c(np.asarray(start).astype(out.dtype), out.dtype), TYPES[out.dtype]

        def outer(at):
            def inner(other):
                where = [b if d in gone else a for d, (a, b) in enumerate(zip(at, other))]
                return [f"const {TYPES[x.dtype]} x = {self.element(x, where)};", line]
            lengths = [n if d in gone else 1 for d, n in enumerate(x.shape)]
            return self.loops(lengths, inner, 0, [f"{kind} made = {total};"],
                              [f"{self.element(kept, at)} = {end.format('made')};"])
        return self.loops(kept.shape, outer)

    def write_sum(self, out, x, *, axes, keepdims):
        return self.reduce(out, x, axes, 0, "made += x;")

    def write_prod(self, out, x, *, axes, keepdims):
        return self.reduce(out, x, axes, 1, "made *= x;")

    def write_mean(self, out, x, *, axes, keepdims):
        return self.reduce(out, x, axes, 0, "made += x;", f"{{0}} / {x.size // max(out.size, 1)}")

    def write_max(self, out, x, *, axes, keepdims, sign=">"):
        low, high = (-np.inf, np.inf) if x.dtype.kind == "f" else (0, 1) if x.dtype.kind == "b" else (
            np.iinfo(x.dtype).min, np.iinfo(x.dtype).max)
        return self.reduce(out, x, axes, low if sign == ">" else high, f"made = x {sign} made || x != x ? x : made;")

    def write_min(self, out, x, *, axes, keepdims):
        return self.write_max(out, x, axes=axes, keepdims=keepdims, sign="<")

    def write_all(self, out, x, *, axes, keepdims):
        return self.reduce(out, x, axes, True, "made &= x != 0;")

    def write_any(self, out, x, *, axes, keepdims):
        return self.reduce(out, x, axes, False, "made |= x != 0;")

    def write_argmax(self, out, x, *, axis, keepdims, sign=">"):
        if axis is None:
            x, axis = self.contiguous(x).reshape(-1), 0
        axis, kind = axis % x.ndim, TYPES[x.dtype]
        kept = out.reshape([1 if d == axis else n for d, n in enumerate(x.shape)])

        def outer(at):
            def inner(other):
                place = other[axis]
                return [f"const {kind} x = {self.element(x, [*at[:axis], place, *at[axis + 1:]])};",
                        f"if ({place} == 0 || x {sign} best || (x != x && best == best)) {{",
                        "    best = x;", f"    made = {place};", "}"]
            lengths = [n if d == axis else 1 for d, n in enumerate(x.shape)]
            return self.loops(lengths, inner, 0, ["int64_t made = 0;", f"{kind} best = 0;"],
                              [f"{self.element(kept, at)} = made;"])
        return self.loops(kept.shape, outer)

    def write_argmin(self, out, x, *, axis, keepdims):
        return self.write_argmax(out, x, axis=axis, keepdims=keepdims, sign="<")

    def write_concatenate(self, out, *arrays, axis):
        ends = np.cumsum([x.shape[axis] for x in arrays]).tolist()
        before = (slice(None),) * (axis % out.ndim)
        return [line for x, end in zip(arrays, ends)
                for line in self.copy(out[(*before, slice(end - x.shape[axis], end))], x)]

    def write_stack(self, out, *arrays, axis):
        return [line for n, x in enumerate(arrays) for line in self.copy(np.moveaxis(out, axis, 0)[n], x)]

    def write_pad(self, out, x, value, *, before):
        inside = out[tuple([slice(start, start + size) for start, size in zip(before, x.shape)])]
        return [*self.fill(out, value), *self.copy(inside, x)]

    def write_put(self, out, x, value, *, start, sizes, strides):
        part = run.strided(out, sizes, start=start, strides=strides)
        written = self.copy(part, np.broadcast_to(value, part.shape)) if isinstance(value, np.ndarray) else self.fill(
            part, value)
        return [*self.copy(out, np.broadcast_to(x, out.shape)), *written]

    def write_triangle(self, out, x, *, diagonal, lower):
        def inside(at):
            return [f"{self.element(out, at)} = ({at[-1]} - {at[-2]} <= {diagonal}) == {int(lower)} ? "
                    f"{self.element(x, at)} : 0;"]
        return self.loops(out.shape, inside)

    def pointed(self, x, arrays, index, other, line):
        """Return loops over x[index] around line(element of `other`, element of x[index]), in C."""
        places = [place for place, part in enumerate(index) if part == "array"]
        if any(type(part) is int for part in index) or places != [*range(places[0], places[-1] + 1)]:
            raise NotSaved("export_c() cannot write an index of tensors and numbers, or with slices between tensors.")
        x = x[run.key([[None] * 3 if part == "array" else part for part in index])]
        end = 0 if "..." not in index[:places[0]] else x.ndim - len(index)  # number of dimensions that "..." stands for
        first, shape = places[0] + end, np.broadcast_shapes(*[array.shape for array in arrays])
        sizes = x.shape[first:first + len(arrays)]

        def inside(at):
            there, lines = at[first:first + len(shape)], []
            for n, (array, size) in enumerate(zip(arrays, sizes)):
                lines += [f"long place{n} = {self.element(np.broadcast_to(array, shape), there)};",
                          f"place{n} += place{n} < 0 ? {size} : 0;",
                          f'if (place{n} < 0 || place{n} >= {size}) stop("index", "is out of range");']
            found = [*at[:first], *[f"place{n}" for n in range(len(arrays))], *at[first + len(shape):]]
            return [*lines, line(self.element(other, at) if isinstance(other, np.ndarray) else other,
                                 self.element(x, found))]
        whole = *x.shape[:first], *shape, *x.shape[first + len(arrays):]
        other = np.broadcast_to(other, whole) if isinstance(other, np.ndarray) else number_in_c(other, x.dtype)
        return self.loops(whole, inside)

    def write_gather(self, out, x, *arrays, index):
        return self.pointed(x, arrays, index, out, "{0} = {1};".format)

    def write_scatter(self, out, x, value, *arrays, index, by):
        made = "{0}" if by is None else KNOWN[out.dtype.kind][by]
        return [*self.copy(out, np.broadcast_to(x, out.shape)), *self.pointed(
            out, arrays, index, value, lambda new, old: f"{old} = {made.format(new, old)};")]

    def write_round(self, out, x, *, decimals):
        if decimals:
            raise NotSaved("export_c() cannot write `round` with decimals: multiply, round to integers, and divide.")
        return self.elementwise("rint", out, [x]) if x.dtype.kind == "f" else self.copy(out, x)

    def write_take_along(self, out, x, index, *, axis):
        axis %= x.ndim

        def inside(at):
            return [f"const long place = {self.element(index, at)};",
                    f'if (place < 0 || place >= {x.shape[axis]}) stop("index", "is out of range");',
                    f"{self.element(out, at)} = {self.element(x, [*at[:axis], 'place', *at[axis + 1:]])};"]
        return self.loops(out.shape, inside)

    def write_cumsum(self, out, x, *, axis, sign="+"):
        axis %= x.ndim

        def inside(at):
            last = self.element(out, [*at[:axis], f"({at[axis]} - 1)", *at[axis + 1:]])
            before = f"{at[axis]} == 0 ? {int(sign == '*')} : {last}"
            return [f"{self.element(out, at)} = ({before}) {sign} {self.element(x, at)};"]
        return self.loops(out.shape, inside)

    def write_cumprod(self, out, x, *, axis):
        return self.write_cumsum(out, x, axis=axis, sign="*")

    def write_take(self, out, x, index, *, axis):
        axis %= x.ndim

        def inside(at):
            place = at[axis:axis + index.ndim]
            return [f"const long place = {self.element(index, place)};",
                    f'if (place < 0 || place >= {x.shape[axis]}) stop("index", "is out of range");',
                    f"{self.element(out, at)} = "
                    f"{self.element(x, [*at[:axis], 'place', *at[axis + index.ndim:]])};"]
        return self.loops(out.shape, inside)
