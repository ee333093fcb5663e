"""The one table of sample inputs: a few rows for each op, and every law is tried on every row.

    row("softplus", normal(3, 4), beta=2.0)

means softplus(x, beta=2.0) for a (3, 4) array of normal numbers, the same ones each
time. `normal(4, 3).T` lies across memory, `normal(3, 4).gaps` has gaps in it.
Draws keep clear of kinks: `apart` is never near zero, nor are two of its elements near each other.
"""

import zlib

import numpy as np

import minitorch as mt
from minitorch.graph import functions, registry


class Draw:
    """An array to be: always the same one, made when asked for."""

    def __init__(self, kind, make, shape, floating=True):
        self.kind, self.make, self.shape, self.floating = kind, make, shape, floating

    def array(self, place=0, dtype=None):
        """A new array; `place` among the inputs, so that two draws of one shape differ."""
        rng = np.random.default_rng(zlib.crc32(f"{self.kind}{self.shape}{place}".encode()))
        array = self.make(rng, self.shape)
        if dtype is None or not self.floating:
            return array
        order = np.empty_like(array, dtype)          # keeps the order in memory; gaps are made anew
        if self.kind.endswith("gaps"):
            order = np.zeros((*self.shape[:-1], 2 * self.shape[-1]), dtype)[..., ::2]
        order[...] = array
        return order

    @property
    def T(self):
        """The transpose: the same memory read column by column."""
        return Draw(f"{self.kind}.T", lambda rng, shape: self.make(rng, self.shape).T, self.shape[::-1], self.floating)

    @property
    def gaps(self):
        """Every second element of a longer array."""
        def make(rng, shape):
            array = self.make(rng, shape)
            wide = np.zeros((*shape[:-1], 2 * shape[-1]), array.dtype)
            wide[..., ::2] = array
            return wide[..., ::2]
        return Draw(f"{self.kind}.gaps", make, self.shape, self.floating)

    def __repr__(self):
        return f"{self.kind}{self.shape}".replace(",)", ")")


def normal(*shape):
    """From the standard normal distribution."""
    return Draw("normal", lambda rng, shape: np.asarray(rng.standard_normal(shape)), shape)


def positive(*shape):
    """Between 0.5 and 2."""
    return Draw("positive", lambda rng, shape: np.asarray(rng.uniform(0.5, 2.0, shape)), shape)


def unit(*shape):
    """Between −0.9 and 0.9."""
    return Draw("unit", lambda rng, shape: np.asarray(rng.uniform(-0.9, 0.9, shape)), shape)


def apart(*shape):
    """Of both signs; a tenth at least from each other, from zero, and from whole numbers and halves."""
    def make(rng, shape):
        size = int(np.prod(shape))
        return np.asarray((rng.permutation(size) - size // 2) * 0.5 + 0.2 + rng.uniform(0, 0.1, size)).reshape(shape)
    return Draw("apart", make, shape)


def ints(*shape, low=-5, high=6):
    """Integers from low up to, not including, high."""
    return Draw(f"ints[{low},{high})", lambda rng, shape: np.asarray(rng.integers(low, high, shape)), shape, False)


def places(*shape, size):
    """Integers that are places in a dimension of `size`; some occur twice."""
    return ints(*shape, low=0, high=size)


def flags(*shape):
    """Bools, some of each."""
    return Draw("flags", lambda rng, shape: np.asarray(rng.random(shape) < 0.5), shape, False)


def fixed(values, dtype=None):
    """Just these."""
    array = np.array(values, dtype)
    return Draw(f"fixed {values}", lambda rng, shape: array.copy(), array.shape, array.dtype.kind == "f")


class Row:
    """A call: the name of an op or function, its inputs as draws, its settings."""

    def __init__(self, name, args, settings):
        self.name, self.args, self.settings = name, args, settings
        self.torch = True                            # whether PyTorch's answer is the same
        self.smooth = name not in NO_GRADIENT        # whether it passes gradients at all

    @property
    def function(self):
        """What a user calls; for a hidden op, the op itself."""
        if self.name in functions:
            return functions[self.name]
        op = registry[self.name]
        return op if op.hidden else op.function

    @property
    def op(self):
        return registry.get(self.name)

    def fill(self, make):
        """The positional arguments with `make(draw, place)` in the place of every draw."""
        places = iter(range(100))

        def each(arg):
            if type(arg) is Draw:
                return make(arg, next(places))
            return type(arg)(each(a) for a in arg) if type(arg) in (list, tuple) else arg
        return [each(arg) for arg in self.args]

    def arrays(self, dtype=None):
        """The arguments as arrays."""
        return self.fill(lambda draw, place: draw.array(place, dtype))

    def tensors(self, xp, dtype=None, grad=True):
        """The arguments as Tensors on the backend; floating ones that want a gradient."""
        return self.fill(lambda draw, place: xp.tensor(draw.array(place, dtype), grad and draw.floating))

    def call(self, args):
        """The outputs, always as a tuple."""
        mt.manual_seed(0)                            # an op that draws must draw the same again
        out = self.function(*args, **self.settings)
        return tuple(out) if isinstance(out, tuple | list) else (out,)

    @property
    def differentiable(self):
        return self.smooth and any(draw.floating for draw in self.draws)

    @property
    def draws(self):
        found = []
        self.fill(lambda draw, place: found.append(draw))
        return found

    def but(self, **marks):
        """The row with marks set: torch="why PyTorch differs", smooth=False where it passes no gradient."""
        self.__dict__.update(marks)
        return self

    def __repr__(self):
        parts = [str(a) if type(a) is not list else f"[{', '.join(map(str, a))}]" for a in self.args]
        parts += [f"{name}={value}" for name, value in self.settings.items()]
        return f"{self.name}({', '.join(parts)})"


def row(name, *args, **settings):
    """One row of the table."""
    return Row(name, args, settings)


def flat(args):
    """The Tensors among arguments, lists opened."""
    found = []
    for arg in args:
        if isinstance(arg, mt.Tensor):
            found.append(arg)
        elif type(arg) in (list, tuple):
            found += flat(arg)
    return found


NO_GRADIENT = set("""
    eq ne lt le gt ge logical_and logical_or logical_xor logical_not isnan isinf isfinite
    bitwise_and bitwise_or bitwise_xor bitwise_not argmax argmin all any nonzero
    zeros ones empty full zeros_like ones_like empty_like full_like arange linspace eye
    rand randn randint randperm rand_like randn_like full_op arange_op linspace_op eye_op draw_op
    max_pool2d_indices
""".split())


def each(names, *args, **settings):
    """The same row for several names."""
    return [row(name, *args, **settings) for name in names.split()]


def unary(names, draw):
    """The rows of ops of one tensor: a matrix, 0-d, empty, across memory, with gaps."""
    return [line for name in names.split() for line in (
        row(name, draw(3, 4)), row(name, draw()), row(name, draw(0, 3)), row(name, draw(4, 3).T),
        row(name, draw(2, 3).gaps))]


def binary(names, first, second=None):
    """The rows of ops of two tensors: equal shapes, broadcast, 0-d, empty, across memory, numbers."""
    second = second or first
    return [line for name in names.split() for line in (
        row(name, first(3, 4), second(3, 4)), row(name, first(2, 3, 4), second(4)),
        row(name, first(3, 1), second(1, 4)), row(name, first(), second()), row(name, first(3), second()),
        row(name, first(0, 3), second(3)), row(name, first(4, 3).T, second(3, 4).gaps),
        row(name, first(3, 4), 2.5), row(name, first(3, 4), 2))]


def reduction(names, draw):
    """The rows of ops that fold dimensions away: all, one, several, negative, kept."""
    return [line for name in names.split() for line in (
        row(name, draw(3, 4)), row(name, draw(3, 4), dim=1), row(name, draw(3, 4), dim=-2, keepdim=True),
        row(name, draw(2, 3, 4), dim=(0, -1)), row(name, draw()), row(name, draw(4, 3).T, dim=0),
        row(name, draw(2, 0, 3), dim=-1))]


def int_pairs(names, **range_):
    return [line for name in names.split() for line in (
        row(name, ints(3, 4), ints(4, **range_)), row(name, ints(3), 3), row(name, ints(0), ints(1, **range_)))]


arithmetic = [
    *binary("add sub mul maximum minimum", apart),
    *binary("true_divide div remainder fmod floor_divide trunc_divide", apart, positive),
    *binary("pow", positive, normal),
    *int_pairs("add sub mul maximum minimum"),
    *int_pairs("true_divide div floor_divide remainder fmod", low=1),
    row("add", normal(3), normal(3), alpha=2.0), row("sub", normal(3), normal(3), alpha=2),
    row("add", 1.5, normal(3)), row("sub", 1, normal(3)), row("mul", 2, normal(3)), row("mul", flags(3), 2.0),
    row("add", flags(3), flags(3)), row("mul", ints(3), normal(2, 3)), row("add", ints(), ints(3)),
    row("true_divide", 1.0, positive(3)), row("true_divide", ints(3), 2.0),
    row("div", apart(3, 4), positive(4), rounding_mode="floor"),
    row("div", apart(3, 4), positive(4), rounding_mode="trunc"),
    row("div", ints(7), ints(7, low=1), rounding_mode="trunc"),
    row("floor_divide", 7.3, positive(3)), row("remainder", 7.3, positive(3)), row("fmod", ints(4), 3),
    row("pow", 2.0, normal(3)), row("pow", 3, normal(2, 2)), row("pow", normal(3, 4), 3), row("pow", normal(3), 0),
    row("pow", normal(3), 1), row("pow", positive(3), -1.5), row("pow", ints(4), 2), row("pow", ints(4), 2.0),
    row("pow", positive(3), 0.5), row("pow", ints(4, low=1), ints(4, low=0)),
    row("pow", fixed([0.0, 2.0]), 2), row("pow", fixed([0.0, 2.0]), 3),
    *unary("neg square exp expm1 exp2 sin cos tanh sigmoid", normal),
    *unary("sqrt rsqrt reciprocal log log1p log2 log10", positive),
    *unary("tan", unit),
    *unary("abs sign floor ceil round trunc relu", apart),
    *each("exp sqrt log1p sin cos tanh sigmoid log2 log10 rsqrt reciprocal expm1 exp2 tan", ints(4, low=1)),
    *each("neg square abs sign floor ceil trunc relu", ints(4)),
    *each("exp sin tanh sigmoid sqrt sign", flags(3)),
    row("round", apart(3, 4), decimals=1), row("round", fixed([0.5, 1.5, 2.5, -0.5])).but(smooth=False),
]

activation = [
    *unary("softplus leaky_relu", apart),
    row("softplus", normal(3, 4), beta=2.0), row("softplus", apart(3, 40), beta=3.0, threshold=10.0),
    row("leaky_relu", apart(3, 4), negative_slope=0.2), row("leaky_relu", apart(3, 4), negative_slope=0),
]

compare = [
    *binary("eq ne lt le gt ge", apart), *int_pairs("eq ne lt le gt ge"),
    row("eq", flags(4), flags(4)), row("lt", ints(3), 2.5), row("gt", apart(3), ints(3)),
    *[line for name in ("logical_and", "logical_or", "logical_xor") for line in (
        row(name, flags(3, 4), flags(4)), row(name, ints(3, low=0, high=2), flags(3)), row(name, apart(3), flags(3)),
        row(name, flags(), flags()), row(name, flags(0), flags(1)))],
    *[line for name in ("bitwise_and", "bitwise_or", "bitwise_xor") for line in (
        row(name, flags(3, 4), flags(4)), row(name, ints(3, 4), ints(3, 4)), row(name, ints(3), 3),
        row(name, flags(), flags()), row(name, ints(0), ints(1)))],
    *unary("isnan isinf isfinite logical_not", normal),
    *each("isnan isinf isfinite", fixed([0.0, float("nan"), float("inf"), -float("inf")])),
    *each("isnan isfinite logical_not bitwise_not", ints(2, 3)), *each("logical_not bitwise_not", flags(3)),
    row("bitwise_not", ints(0)), row("bitwise_not", flags()),
    row("where", flags(3, 4), normal(3, 4), normal(3, 4)), row("where", flags(3, 1), normal(4), normal(2, 3, 4)),
    row("where", flags(), normal(), normal()), row("where", flags(0, 2), normal(0, 2), normal(2)),
    row("where", flags(3), normal(3), 0.0), row("where", flags(3), 1.0, normal(3)),
    row("where", flags(3), ints(3), normal(3)), row("where", flags(3), ints(3), 0), row("where", flags(3), 1.0, 0.0),
    row("where", flags(3, 4)).but(smooth=False), row("where", flags(4, 3).T, normal(3, 4), normal(4, 3).T),
    row("clamp", apart(3, 4), -1.0, 1.0), row("clamp", apart(3, 4), min=-1.0), row("clamp", apart(3, 4), max=1.0),
    row("clamp", apart(4, 3).T, 0.0), row("clamp", apart(), -1.0, 1.0), row("clamp", apart(0), 0.0, 1.0),
    row("clamp", ints(6), -2, 2), row("clamp", apart(2, 3), normal(3), 9.0), row("clamp", apart(3), -1, 1),
    row("clamp", apart(2, 3), fixed([-1.0, -2.0, 0.0]), fixed([1.0, 2.0, 3.1])), row("clamp", apart(3), None, 0.5),
]

reduce = [
    *reduction("sum mean", normal), *reduction("amax amin", apart)[:-1], *reduction("all any", flags),
    *[row(name, ints(2, 3), dim=dim) for name in ("sum", "amax", "amin", "all", "any") for dim in (0, (0, 1))],
    *each("sum mean all any", normal(0)), *each("sum all any", normal(2, 0), dim=0), row("mean", normal(2, 0), dim=0),
    row("amax", apart(0, 3), dim=1), row("amin", apart(0, 3), dim=1), row("amax", apart(2, 3), dim=()),
    row("sum", flags(3, 4)), row("sum", flags(3, 4), dim=1), row("sum", ints(3), dtype=mt.float32),
    row("sum", normal(3), dtype=mt.float32), row("mean", ints(3), dtype=mt.float64),
    row("sum", normal(3, 4), (0, 1), True), row("mean", normal(3, 4), 1, True), row("sum", normal(2, 3), dim=()),
    row("amax", fixed([[1.0, 1.0, 0.0], [2.0, 0.0, 2.0]]), dim=1).but(smooth=False),
    *[row(name, apart(3, 4), **settings) for name in ("argmax", "argmin")
      for settings in ({}, {"dim": 1}, {"dim": -2, "keepdim": True})],
    *each("argmax argmin", apart()), *each("argmax argmin", ints(3, 4), dim=0), *each("argmax argmin", apart(4, 3).T),
    *[row(name, draw, dim=dim, keepdim=keepdim) for name in ("max_dim", "min_dim") for draw, dim, keepdim in (
        (apart(3, 4), 1, False), (apart(3, 4), -2, True), (apart(), 0, False), (apart(0, 3), 1, False),
        (apart(4, 3).T, 0, False), (ints(3, 4), 1, False))],
    row("cumsum", normal(3, 4), dim=1), row("cumsum", normal(3, 4), -2), row("cumsum", normal(), dim=0),
    row("cumsum", normal(0, 3), dim=0), row("cumsum", ints(3, 4), dim=0), row("cumsum", flags(5), dim=0),
    row("cumsum", normal(4, 3).T, dim=0), row("cumsum", normal(3), dim=0, dtype=mt.float32),
    *[row("logsumexp", draw, dim=dim, keepdim=keepdim) for draw, dim, keepdim in (
        (normal(3, 4), 1, False), (normal(3, 4), -2, True), (normal(2, 3, 4), (0, 2), False), (normal(), 0, False),
        (normal(0, 3), 1, False), (normal(4, 3).T, 0, False), (ints(3), 0, False))],
    row("logsumexp", fixed([[1e4, 1e4 + 1], [-1e4, -1e4]]), dim=1),
]

shape = [
    row("reshape", normal(3, 4), (2, 6)), row("reshape", normal(3, 4), -1, 2), row("reshape", normal(4, 3).T, 12),
    row("reshape", normal(), 1, 1), row("reshape", normal(0, 3), 3, 0), row("reshape", ints(2, 3), (6,)),
    row("reshape", normal(1), ()), row("permute", normal(2, 3, 4), (2, 0, 1)), row("permute", normal(2, 3), 1, 0),
    row("permute", normal(2, 3, 4), (-1, 0, 1)), row("permute", normal(0, 3), (1, 0)), row("permute", normal(), ()),
    row("transpose", normal(2, 3, 4), 0, 1), row("transpose", normal(2, 3, 4), dim0=-1, dim1=0),
    row("transpose", normal(), 0, 0), row("transpose", normal(0, 2), 0, 1), row("transpose", ints(2, 3), 0, 1),
    row("expand", normal(3, 1), (3, 4)), row("expand", normal(3), 2, 3), row("expand", normal(1, 3), -1, 3),
    row("expand", normal(), (2, 2)), row("expand", normal(1, 0), 2, 0), row("expand", ints(1), (3,)),
    row("squeeze", normal(1, 3, 1)), row("squeeze", normal(1, 3, 1), 0), row("squeeze", normal(1, 3, 1), dim=(0, -1)),
    row("squeeze", normal(3), 0), row("squeeze", normal()), row("squeeze", normal(1, 0)),
    row("unsqueeze", normal(3), 0), row("unsqueeze", normal(2, 3), dim=-1), row("unsqueeze", normal(), 0),
    row("unsqueeze", normal(0, 2), 1), row("unsqueeze", normal(4, 3).T, 1),
    row("flatten", normal(2, 3, 4)), row("flatten", normal(2, 3, 4), 1), row("flatten", normal(2, 3, 4), 0, -2),
    row("flatten", normal()), row("flatten", normal(0, 3)), row("flatten", normal(4, 3).T),
    *unary("alias clone contiguous", normal), row("clone", ints(3)), row("clone", flags(3)),
    row("cat", [normal(2, 3), normal(1, 3)]), row("cat", [normal(2, 3), normal(2, 1)], 1),
    row("cat", [normal(2, 3), normal(2, 3)], dim=-1), row("cat", [normal(0), normal(2, 3)]),
    row("cat", [normal(0, 3), normal(2, 3)]), row("cat", [ints(2), normal(2)]), row("cat", [normal(3, 2).T]),
    row("stack", [normal(2, 3), normal(2, 3)]), row("stack", [normal(2, 3), normal(2, 3)], dim=-1),
    row("stack", [normal(), normal(), normal()]), row("stack", [normal(0), normal(0)], 1),
    row("stack", [ints(2), normal(2)]),
    row("flip", normal(3, 4), (0,)), row("flip", normal(3, 4), [0, -1]), row("flip", normal(0, 2), (0,)),
    row("flip", normal(), ()), row("flip", normal(4, 3).T, dims=(1,)), row("flip", ints(3), (0,)),
    row("repeat", normal(2, 3), 2, 1), row("repeat", normal(3), (2, 2)), row("repeat", normal(), 3),
    row("repeat", normal(0, 2), 1, 2), row("repeat", normal(), ()), row("repeat", normal(2), 0), row("repeat", ints(2), 2),
    *[row(name, draw, *settings) for name in ("tril", "triu") for draw, *settings in (
        (normal(3, 4),), (normal(2, 3, 3), 1), (normal(3, 4), -1), (normal(0, 3),), (normal(4, 3).T,), (ints(3, 3),))],
    row("cast", normal(3), dtype=np.dtype("float32")), row("cast", normal(), dtype=np.dtype("float32")),
    row("cast", ints(3), dtype=np.dtype("float64")), row("cast", normal(0), dtype=np.dtype("int64")).but(smooth=False),
    row("move", normal(3), device="cpu"),
]

EVERYTHING = (None, None, None)
indexing = [
    *[row("getitem", normal(3, 4), *arrays, index=index) for index, *arrays in (
        ((1,), ), ((-1, 2),), (((0, 2, None),),), ((EVERYTHING, (None, None, 2)),), ((None, 0),), ((Ellipsis, 1),),
        ((),), (("array",), places(5, size=3)), (("array", "array"), places(2, 1, size=3), places(3, size=4)),
        (("array",), flags(3)), (("array",), flags(3, 4)), ((1, "array"), places(2, size=4)),
        (("array",), ints(0)))],
    row("getitem", normal(), index=()), row("getitem", normal(0, 3), index=((0, 0, None),)),
    row("getitem", normal(4, 3).T, index=(EVERYTHING, 1)), row("getitem", ints(3), index=(1,)),
    row("getitem", normal(3), fixed(True), index=("array",)),
    row("put_index", normal(5, 4), places(5, size=3), index=("array",), shape=(3, 4)),
    row("put_index", normal(4), index=(1,), shape=(3, 4)), row("put_index", normal(), index=(), shape=()),
    row("setitem", normal(3, 4), normal(4), index=(1,)), row("setitem", normal(3, 4), 2.0, index=(EVERYTHING, 1)),
    row("setitem", normal(3, 4), normal(2, 4), fixed([0, 2]), index=("array",)),
    row("setitem", normal(3, 4), normal(), flags(3, 4), index=("array",)), row("setitem", normal(), 1.0, index=()),
    row("write_region", normal(3, 4), normal(3), steps=((registry["getitem"], (("index", (EVERYTHING, 1)),), None),)),
    row("region", normal(3, 4), steps=((registry["getitem"], (("index", (1,)),), None),)),
    row("put_region", normal(4, 3), shape=(3, 4),
        steps=((registry["transpose"], (("dim0", 0), ("dim1", 1)), None),)),
    *[line for name in ("gather",) for line in (
        row(name, normal(3, 4), 0, places(2, 4, size=3)), row(name, normal(3, 4), -1, places(3, 5, size=4)),
        row(name, normal(5), 0, places(3, size=5)), row(name, normal(), 0, places(size=1)),
        row(name, normal(3, 4), 1, ints(3, 0)), row(name, ints(3, 4), 1, places(3, 2, size=4)),
        row(name, normal(4, 3).T, 0, places(2, 4, size=3)), row(name, normal(3, 4), 0, places(2, 2, size=3)))],
    row("put_along", normal(2, 4), places(2, 4, size=3), shape=(3, 4), dim=0),
    row("put_along", normal(2), places(2, size=3), shape=(3,), dim=-1),
    *[row("index_select", draw, dim, index) for draw, dim, index in (
        (normal(3, 4), 0, places(5, size=3)), (normal(3, 4), -1, places(2, size=4)), (normal(3, 4), 1, ints(0)),
        (normal(4, 3).T, 1, places(2, size=4)), (ints(3), 0, places(2, size=3)), (normal(), 0, fixed([0])))],
    row("nonzero", flags(3, 4)), row("nonzero", ints(5)), row("nonzero", normal()), row("nonzero", flags(0, 2)),
    row("nonzero", flags(3, 4), as_tuple=True),
]

linalg = [
    *[row("matmul", x, y) for x, y in (
        (normal(3, 4), normal(4, 2)), (normal(4), normal(4)), (normal(4), normal(4, 2)), (normal(3, 4), normal(4)),
        (normal(2, 3, 4), normal(2, 4, 5)), (normal(2, 3, 4), normal(4, 5)), (normal(3, 4), normal(2, 4, 5)),
        (normal(2, 1, 3, 4), normal(3, 4, 2)), (normal(4), normal(2, 4, 3)), (normal(2, 3, 4), normal(4)),
        (normal(0, 4), normal(4, 2)), (normal(3, 0), normal(0, 2)), (normal(4, 3).T, normal(2, 4).T),
        (normal(0), normal(0)), (normal(2, 0, 4), normal(4, 3)), (ints(2, 3), ints(3, 2)), (normal(2, 3, 4).gaps,
                                                                                            normal(4, 2).gaps))],
    row("mm", normal(3, 4), normal(4, 2)), row("mm", normal(4, 3).T, normal(0, 4).T), row("mv", normal(3, 4), normal(4)),
    row("dot", normal(4), normal(4)), row("dot", normal(0), normal(0)), row("bmm", normal(2, 3, 4), normal(2, 4, 2)),
    row("bmm", normal(0, 3, 4), normal(0, 4, 2)), row("t", normal(3, 4)), row("t", normal(3)), row("t", normal()),
    row("linear", normal(3, 4), normal(2, 4), normal(2)), row("linear", normal(3, 4), normal(2, 4)),
    row("linear", normal(4), normal(2, 4), normal(2)), row("linear", normal(2, 3, 4), normal(5, 4), normal(5)),
    row("linear", normal(0, 4), normal(2, 4), normal(2)), row("linear", normal(4, 3).T, normal(4, 2).T, normal(2)),
    row("linear", normal(3, 4), normal(4)),
]

create = [
    *each("zeros ones empty rand randn", 2, 3), *each("zeros ones rand", (2, 0)), *each("zeros ones randn", ()),
    row("zeros", 2, dtype=mt.int64), row("ones", [2, 2], dtype=mt.float64), row("full", (2, 3), 1.5),
    row("full", (), 3), row("full", (2,), True), row("full", (2,), 1, dtype=mt.float64),
    *each("zeros_like ones_like empty_like rand_like randn_like", normal(2, 3)), row("full_like", ints(3), 7),
    row("zeros_like", ints(3)), row("ones_like", normal(), dtype=mt.int32),
    row("arange", 5), row("arange", 1, 4), row("arange", 1, 2, 0.25), row("arange", 5, 0, -2), row("arange", 0),
    row("arange", 3.0), row("linspace", 0, 1, 5), row("linspace", -1.5, 1, 1), row("linspace", 0, 1, 0),
    row("eye", 3), row("eye", 2, 3), row("eye", 0), row("randint", 5, (2, 3)), row("randint", -3, 3, (4,)),
    row("randperm", 6), row("randperm", 0),
]

PADDED = {"stride": (2, 1), "padding": (1, 2), "dilation": (1, 2)}
POOL = {"kernel": (3, 2), "stride": (2, 1), "padding": (1, 1)}
SIDE_BY_SIDE = {"kernel": (2, 2), "stride": (2, 2), "padding": (0, 0)}
OVERLAP = {**POOL, "dilation": (1, 1)}
ROOMY = {**SIDE_BY_SIDE, "dilation": (1, 1)}
windows = [
    row("conv2d", normal(2, 2, 4, 4), normal(3, 2, 3, 3), normal(3)), row("conv2d", normal(1, 3, 3), normal(2, 1, 2, 2)),
    row("conv2d", normal(2, 4, 4, 3), normal(2, 2, 2, 2), normal(2), **PADDED, groups=2),
    row("conv2d", normal(1, 3, 3, 3), normal(2, 3, 1, 1)), row("conv2d", normal(0, 1, 3, 3), normal(2, 1, 2, 2)),
    row("conv2d", normal(2, 1, 3, 4), normal(1, 1, 2, 3), padding="same"),
    row("conv2d", normal(1, 1, 5, 5), normal(9, 1, 3, 3)), row("conv2d", normal(1, 2, 4, 4).gaps, normal(2, 2, 3, 3), padding=3),
    row("conv2d_input", normal(1, 2, 2, 2), normal(2, 1, 2, 2), shape=(1, 1, 3, 3), stride=(1, 1), padding=(0, 0),
        dilation=(1, 1), groups=1),
    row("conv2d_weight", normal(1, 2, 2, 2), normal(1, 1, 3, 3), shape=(2, 1, 2, 2), stride=(1, 1), padding=(0, 0),
        dilation=(1, 1), groups=1),
    row("pad", normal(2, 3), widths=((1, 0), (2, 1)), value=1.5), row("pad", normal(2, 3), widths=((1, -1), (-1, 0))),
    row("max_pool2d", apart(2, 1, 4, 4), 2), row("max_pool2d", apart(2, 5, 5), (3, 2), (2, 1), 1, ceil_mode=True),
    row("max_pool2d", apart(1, 2, 5, 5), 2, dilation=2), row("max_pool2d", apart(0, 1, 2, 2), 2),
    row("max_pool2d", ints(1, 1, 4, 4), 2, 1, 1), row("max_pool2d", apart(1, 1, 4, 6).gaps, 2, 3),
    row("max_pool2d_indices", apart(1, 1, 4, 5), kernel=(3, 2), stride=(2, 1), padding=(1, 1)),
    row("place_in_windows", normal(1, 1, 2, 2), places(1, 1, 2, 2, size=4), shape=(1, 1, 5, 4), **ROOMY),
    row("place_in_windows", normal(1, 1, 2, 4), places(1, 1, 2, 4, size=6), shape=(1, 1, 3, 3), **OVERLAP),
    row("pick_from_windows", normal(1, 1, 5, 4), places(1, 1, 2, 2, size=4), size=(2, 2), **ROOMY),
    row("avg_pool2d", normal(2, 1, 4, 4), 2), row("avg_pool2d", normal(2, 5, 5), (3, 2), (2, 1), 1, ceil_mode=True),
    row("avg_pool2d", normal(1, 2, 4, 4), 3, 1, 1, count_include_pad=False), row("avg_pool2d", normal(0, 1, 2, 2), 2),
    row("avg_pool2d", normal(1, 1, 4, 3), 2, divisor_override=3),
    row("spread_in_windows", normal(1, 1, 2, 4), shape=(1, 1, 3, 3), **POOL, ceil_mode=False, count_include_pad=False,
        divisor=None),
]

fused = [
    *[row(name, draw, dim) for name in ("softmax", "log_softmax") for draw, dim in (
        (normal(3, 4), 1), (normal(2, 3, 2), 0), (normal(), 0), (normal(0, 3), 1), (normal(4, 3).T, -1),
        (normal(2, 3).gaps, -1))],
    row("softmax", fixed([[1e4, 1e4 - 1.0], [-1e4, 1e4]]), 1), row("softmax", ints(2, 3), 1),
    row("log_softmax", fixed([[1e4, 1e4 - 1.0], [-1e4, 1e4]]), 1), row("log_softmax", normal(3), 0, dtype=mt.float64),
    row("pick_class", normal(3, 4), places(3, size=4)), row("pick_class", normal(2, 3, 2), places(2, 2, size=3)),
    row("pick_class", normal(4, 3), fixed([0, -100, 2, 1]), ignore_index=-100),
    row("place_class", normal(3), places(3, size=4), classes=4),
    row("place_class", normal(2, 2), fixed([[0, -1], [2, 1]]), classes=3, ignore_index=-1),
    row("dropout", normal(3, 4), p=0.5), row("dropout", normal(2, 3, 2), p=0.25, size=(2, 3, 1)), row("dropout", normal(3), p=1.0),
    row("batch_norm", normal(4, 2), normal(2), normal(2)), row("batch_norm", normal(3, 2, 2), None, None, eps=0.1),
    row("batch_norm", normal(2, 2, 3, 1), positive(2), None), row("module_boundary", normal(2), normal(3), gate=tuple),
]

TABLE = [*windows, *fused, *arithmetic, *activation, *compare, *reduce, *shape, *indexing, *linalg, *create]


def every_row(*conditions):
    """The rows for which every condition holds."""
    return [line for line in TABLE if all(holds(line) for holds in conditions)]


def differentiable(line):
    """Whether a gradient passes."""
    return line.differentiable
