"""The calls of a saved program as loops in C."""

import numpy as np

from .. import run
from ..program import Step, Value
from ..steps import cast, where
from ..writers.c_lines import TYPES, UFUNCS, computed_in, expression, number
from .refused import NotSaved

CALLS = {"cast": cast, "where": where}
OF_C = {"power": "pow", "arctan2": "atan2", "rint": "rint", "exp2": "exp2", "log1p": "log1p", "expm1": "expm1",
        "log2": "log2", "log10": "log10", "cbrt": "cbrt", "hypot": "hypot", "fmod": "fmod",
        **{name: name for name in ("sin", "cos", "tan", "sinh", "cosh")},
        **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")}}   # ufunc: C's own
KNOWN = {**UFUNCS, "f": {**{name: f"{own}{{f}}({{0}}{', {1}' * (getattr(np, name).nin == 2)})"
                            for name, own in OF_C.items()}, **UFUNCS["f"]}}


class Calls:
    """Lines of C for each call; the arrays are laid out in memory as those in C are.

    A subclass has element(x, counters), an element in C, and room(wish, about), which makes an array.
    """

    def loops(self, shape, inside, first=0, before=(), after=()):
        """Loops over a shape around the lines of inside(counters); a counter of a length of 1 is 0."""
        counters = ["0" if n == 1 else f"i{d + first}" for d, n in enumerate(shape)]
        heads = [f"for (long {name} = 0; {name} < {n}; {name}++) {{" for name, n in zip(counters, shape) if n != 1]
        lines = inside(counters)
        return [*before, *["    " * d + head for d, head in enumerate(heads)],
                *["    " * len(heads) + line for line in lines],
                *["    " * d + "}" for d in range(len(heads) - 1, -1, -1)], *after]

    def copy(self, out, x):
        """Lines that copy an array into another of its shape."""
        return self.loops(out.shape, lambda at: [f"{self.element(out, at)} = {self.element(x, at)};"])

    def contiguous(self, x):
        """The array, or lines that copy it so that its elements lie one after the other."""
        if x.flags.c_contiguous:
            return x
        made = self.room("copy", {"shape": x.shape, "dtype": x.dtype})
        self.body += self.copy(made, x)
        return made

    def elementwise(self, op, out, args):
        """Lines for a function of single elements."""
        call = CALLS.get(op, getattr(np, op, None))
        values = [Value(f"x{n}", x) if isinstance(x, np.ndarray) else x for n, x in enumerate(args)]
        step = Step(op, call, values, {}, [Value("made", out)])
        if op not in CALLS and type(call) is not np.ufunc or computed_in(step, KNOWN) is None:
            raise NotSaved(f"export_c() has no C for `{op}` of {', '.join(str(getattr(x, 'dtype', x)) for x in args)}: "
                           "save() writes a file that NumPy runs.")

        def inside(at):
            read = [f"const {TYPES[x.dtype]} x{n} = {self.element(np.broadcast_to(x, out.shape), at)};"
                    for n, x in enumerate(args) if isinstance(x, np.ndarray)]
            return [*read, f"{self.element(out, at)} = {expression(step, lambda x: x.name, KNOWN)};"]
        return self.loops(out.shape, inside)

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
        """Lines of a reduction. line: what is done with an element x; end: what the result {0} is in the end."""
        gone = {axis % x.ndim for axis in (range(x.ndim) if axes is None else axes)}
        kept = out.reshape([1 if d in gone else n for d, n in enumerate(x.shape)])
        total, kind = number(np.asarray(start).astype(out.dtype), out.dtype), TYPES[out.dtype]

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
        value = self.element(value, []) if isinstance(value, np.ndarray) else number(value, out.dtype)
        return [*self.loops(out.shape, lambda at: [f"{self.element(out, at)} = {value};"]), *self.copy(inside, x)]

    def write_put(self, out, x, value, *, start, sizes, strides):
        part = run.strided(out, sizes, start=start, strides=strides)
        if isinstance(value, np.ndarray):
            written = self.copy(part, np.broadcast_to(value, part.shape))
        else:
            written = self.loops(part.shape, lambda at: [f"{self.element(part, at)} = {number(value, out.dtype)};"])
        return [*self.copy(out, np.broadcast_to(x, out.shape)), *written]

    def write_triangle(self, out, x, *, diagonal, lower):
        def inside(at):
            return [f"{self.element(out, at)} = ({at[-1]} - {at[-2]} <= {diagonal}) == {int(lower)} ? "
                    f"{self.element(x, at)} : 0;"]
        return self.loops(out.shape, inside)

    def write_gather(self, out, x, *arrays, index):
        places = [place for place, part in enumerate(index) if part == "array"]
        if any(type(part) is int for part in index) or places != [*range(places[0], places[-1] + 1)]:
            raise NotSaved("export_c() has no C for indices that are tensors among numbers, or apart from each other.")
        x = x[run.key([[None] * 3 if part == "array" else part for part in index])]
        end = 0 if "..." not in index[:places[0]] else x.ndim - len(index)       # how many dimensions "..." adds
        first, shape = places[0] + end, np.broadcast_shapes(*[array.shape for array in arrays])
        sizes = x.shape[first:first + len(arrays)]

        def inside(at):
            there, lines = at[first:first + len(shape)], []
            for n, (array, size) in enumerate(zip(arrays, sizes)):
                lines += [f"long place{n} = {self.element(np.broadcast_to(array, shape), there)};",
                          f"place{n} += place{n} < 0 ? {size} : 0;",
                          f'if (place{n} < 0 || place{n} >= {size}) stop("index", "is out of range");']
            found = [*at[:first], *[f"place{n}" for n in range(len(arrays))], *at[first + len(shape):]]
            return [*lines, f"{self.element(out, at)} = {self.element(x, found)};"]
        return self.loops(out.shape, inside)

    def write_round(self, out, x, *, decimals):
        if decimals:
            raise NotSaved("export_c() has no C for `round` to decimals: multiply, round to whole numbers, divide.")
        return self.elementwise("rint", out, [x]) if x.dtype.kind == "f" else self.copy(out, x)

    def write_take_along(self, out, x, index, *, axis):
        axis %= x.ndim

        def inside(at):
            return [f"long place = {self.element(index, at)};",
                    f"place += place < 0 ? {x.shape[axis]} : 0;",
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
