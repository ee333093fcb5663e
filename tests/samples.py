"""The table of sample inputs: a few rows for each op; tests/laws.py tests every law on every row.

    row("softplus", normal(3, 4), beta=2.0)

means softplus(x, beta=2.0) for a (3, 4) array of normal numbers; see notation.py.
"""

import numpy as np
from draws import Draw, above_one, apart, fixed, flags, fraction, ints, normal, places, positive, unit
from notation import binary, each, int_pairs, reduction, row, unary
from samples_sequences import sequences

import minitorch as mt
from minitorch.engine import registry
from minitorch.rare.ops.fourier.transforms import SWAPPED


def still(draw):
    """Return the same draw without gradient and without other dtypes."""
    return Draw(draw.kind, draw.make, draw.shape, False)


def steep(library, x, *rest):
    """Replace x by x xᵀ + 1, which is symmetric and far from singular."""
    return (x @ x.mT + library.eye(x.shape[-1], dtype=x.dtype, device=x.device), *rest)


def constant(library, *args):
    """Return the arguments, all without gradient."""
    return [x.detach() if hasattr(x, "detach") else x for x in args]


def even(library, x, *rest):
    """Replace x by x + xᵀ + diag(0, 3, 6, …), which keeps its eigenvalues apart."""
    return (x + x.mT + library.diag(3.0 * library.arange(x.shape[-1], dtype=x.dtype, device=x.device)), *rest)


arithmetic = [
    *binary("add sub mul", apart), *binary("maximum", apart)[:-2], *binary("minimum", apart)[:-2],
    *binary("true_divide div remainder fmod floor_divide trunc_divide", apart, positive),
    *binary("pow", positive, normal),
    *int_pairs("add sub mul"), *int_pairs("maximum")[::2], *int_pairs("minimum")[::2],
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
    *unary("sgn", apart), row("round", apart(3, 4), decimals=1), row("round", fixed([0.5, 1.5, 2.5, -0.5])).but(smooth=False),
]

activation = [
    *unary("softplus leaky_relu", apart),
    row("softplus", normal(3, 4), beta=2.0), row("softplus", apart(3, 40), beta=3.0, threshold=10.0),
    row("leaky_relu", apart(3, 4), negative_slope=0.2), row("leaky_relu", apart(3, 4), negative_slope=0),
    row("leaky_relu", apart(3, 4), negative_slope=-0.5), row("leaky_relu", apart(3, 4), negative_slope=1.5),
    *unary("silu mish elu hardswish softsign", apart), row("elu", apart(3, 4), alpha=0.7, scale=1.5, rate=0.5),
    row("huber", apart(3, 4), normal(3, 4), delta=0.7), row("huber", apart(3), normal(2, 3), delta=2.0),
    row("binary_cross_entropy_with_logits", normal(3, 4), fraction(3, 4)),
    *[row(name, normal(3, 4), apart(3, 4)) for name in ("silu_gradient", "mish_gradient", "hardswish_gradient")],
    row("leaky_relu_gradient", normal(3, 4), apart(3, 4), negative_slope=0.2),
    row("elu_gradient", normal(3, 4), apart(3, 4), alpha=0.7, scale=1.5, rate=0.5),
    row("softplus_gradient", normal(3, 4), apart(3, 4), beta=2.0, threshold=3.0),
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
    row("log_sigmoid", normal(3, 4)), row("log_sigmoid", fixed([-100.0, -20.0, 0.0, 20.0, 100.0])),
    row("within", apart(3, 4), low=-0.5, high=1.0), row("within", apart(0), low=0.0, high=1.0),
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
    row("randperm", 6), row("randperm", 0), *[row(name, 5) for name in (
        "hann_window", "hamming_window", "blackman_window", "bartlett_window")], row("hann_window", 4, False),
    row("kaiser_window", 5), row("kaiser_window", 4, False, 3.0),
]

PADDED = {"stride": (2, 1), "padding": (1, 2), "dilation": (1, 2)}
POOL = {"kernel": (3, 2), "stride": (2, 1), "padding": (1, 1)}
SIDE_BY_SIDE = {"kernel": (2, 2), "stride": (2, 2), "padding": (0, 0)}
OVERLAP = {**POOL, "dilation": (1, 1)}
ROOMY = {**SIDE_BY_SIDE, "dilation": (1, 1)}
volumes = [
    row("conv3d", normal(1, 2, 3, 3, 3), normal(2, 2, 2, 2, 2), normal(2)), row("conv3d", normal(1, 2, 2, 3), normal(2, 1, 1, 2, 2)),
    row("conv3d", normal(1, 2, 3, 2, 2), normal(2, 1, 2, 1, 2), None, (1, 2, 1), (1, 0, 1), (2, 1, 1), 2),
    row("conv_transpose3d", normal(1, 2, 2, 2, 2), normal(2, 1, 2, 2, 1), normal(2), (2, 1, 1), (1, 0, 0), (1, 0, 0), 2),
    row("max_pool3d", apart(1, 1, 4, 4, 3), 2), row("max_pool3d", apart(1, 3, 3, 3), (3, 2, 2), (2, 1, 1), 1, ceil_mode=True),
    row("max_pool3d", ints(1, 1, 2, 2, 2), 2),
    row("fractional_max_pool_indices", apart(1, 2, 5, 6), fraction(1, 2, 2), kernel=(2, 3), size=(3, 2)).but(smooth=False),
    row("fold_windows", normal(1, 2, 3), shape=(1, 7), dim=1, step=2, dilation=2),
]
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
    row("max_pool2d_indices", apart(1, 1, 5, 6), kernel=(2, 2), stride=(2, 2), dilation=(2, 2), ceil_mode=True),
    row("scatter_windows", normal(1, 1, 2, 2), places(1, 1, 2, 2, size=4), shape=(1, 1, 5, 4), **ROOMY),
    row("scatter_windows", normal(1, 1, 2, 4), places(1, 1, 2, 4, size=6), shape=(1, 1, 3, 3), **OVERLAP),
    row("gather_windows", normal(1, 1, 5, 4), places(1, 1, 2, 2, size=4), size=(2, 2), **ROOMY),
    row("avg_pool2d", normal(2, 1, 4, 4), 2), row("avg_pool2d", normal(2, 5, 5), (3, 2), (2, 1), 1, ceil_mode=True),
    row("avg_pool2d", normal(1, 2, 4, 4), 3, 1, 1, count_include_pad=False), row("avg_pool2d", normal(0, 1, 2, 2), 2),
    row("avg_pool2d", normal(1, 1, 4, 3), 2, divisor_override=3),
    row("avg_pool2d_gradient", normal(1, 1, 2, 4), shape=(1, 1, 3, 3), **POOL, ceil_mode=False, count_include_pad=False,
        divisor=None),
    row("conv1d", normal(2, 2, 5), normal(3, 2, 3), normal(3), stride=2, padding=1), row("conv1d", normal(2, 5), normal(2, 1, 2), groups=2),
    row("conv_transpose1d", normal(2, 2, 4), normal(2, 3, 3), normal(3), 2, 1, 1),
    row("conv_transpose2d", normal(1, 2, 3, 3), normal(2, 2, 2, 3), normal(4), (2, 1), 1, (1, 0), 2), row("conv_transpose2d", normal(2, 3, 3), normal(2, 1, 2, 2), dilation=2),
    row("im2col", normal(2, 2, 4, 3), kernel=(2, 2), **PADDED), row("im2col", normal(0, 1, 2, 2), **SIDE_BY_SIDE, dilation=(1, 1)),
    row("col2im", normal(2, 8, 6), shape=(2, 2, 3, 4), kernel=(2, 2), stride=(1, 1), padding=(0, 0), dilation=(1, 1)),
    *[row(name, draw, widths=((1, 0), (2, 1)), mode=mode) for mode in ("reflect", "replicate", "circular")
      for name, draw in (("pad_edges", normal(1, 3, 4)), ("fold_edges", normal(1, 4, 7)))],
    row("max_pool1d", apart(2, 2, 7), 3, 2, 1), row("max_pool1d", apart(2, 6), 2, ceil_mode=True),
    row("avg_pool1d", normal(2, 2, 7), 3, 2, 1, count_include_pad=False), row("avg_pool1d", normal(0, 2, 4), 2),
    row("adaptive_avg_pool1d", normal(2, 2, 7), 3),
    row("adaptive_max_pool_indices", apart(1, 2, 5, 4), size=(2, 3)).but(smooth=False),
    *[row(name, draw, dim=-1, size=size, rule=rule, corners=corners, scale=None) for rule, corners in (
        ("linear", False), ("linear", True), ("cubic", False), ("area", False), ("nearest", False), ("nearest-exact", False))
      for name, draw, size in (("resample", normal(2, 5), 3), ("resample", normal(2, 3), 7), ("resample_transposed", normal(2, 5), 3))],
    *[row("resample", normal(2, 7), dim=1, size=3, rule=f"{kind}-antialias") for kind in ("linear", "cubic")],
    row("resample_bytes", ints(2, 5, low=0), dim=1, size=3, rule="cubic"),
    row("resample_bytes", ints(2, 5, low=0), dim=1, size=3, rule="linear", corners=True, scale=1.5),
    *volumes,
    row("bilinear", normal(3, 2), normal(3, 4), normal(2, 2, 4), normal(2)), row("bilinear", normal(2), normal(3), normal(1, 2, 3)),
    row("resample", normal(2, 5), dim=-1, size=3, rule="linear", scale=1.5),
    row("cosine_similarity", normal(3, 4), normal(3, 4)), row("cosine_similarity", normal(3, 4), normal(4), dim=-1),
    row("pairwise_distance", normal(3, 4), normal(3, 4)), row("pairwise_distance", normal(2, 3), normal(3), 1.0, keepdim=True),
]

fused = [
    *[row(name, draw, dim) for name in ("softmax", "log_softmax") for draw, dim in (
        (normal(3, 4), 1), (normal(2, 3, 2), 0), (normal(), 0), (normal(0, 3), 1), (normal(4, 3).T, -1),
        (normal(2, 3).gaps, -1))],
    row("softmax", fixed([[1e4, 1e4 - 1.0], [-1e4, 1e4]]), 1), row("softmax", normal(3), 0, dtype=mt.float64),
    row("log_softmax", fixed([[1e4, 1e4 - 1.0], [-1e4, 1e4]]), 1), row("log_softmax", normal(3), 0, dtype=mt.float64),
    *[row("softmax_gradient", draw, draw, dim=dim) for draw, dim in (
        (normal(3, 4), 1), (normal(2, 3, 2), 0), (normal(), 0), (normal(0, 3), 1), (normal(4, 3).T, -1))],
    *[row("gelu", draw, approximate=how) for how in ("none", "tanh") for draw in (
        normal(3, 4), normal(), normal(0, 3), normal(4, 3).T, normal(2, 3).gaps, fixed([-9.0, -1.0, 0.0, 2.0, 9.0]))],
    row("as_strided", normal(3, 4), (3, 3), (1, 1)), row("as_strided", normal(4, 3).T, (2, 2), (2, 1), 1), row("as_strided", normal(2, 3).gaps, (2,), (2,)),
    row("through_memory", normal(3, 2), source=((3, 2), (1, 1), 0), target=((2, 3), (3, 1), 1), shared=((2, 3), (3, 1), 1)),
    row("gather_target", normal(3, 4), places(3, size=4)), row("gather_target", normal(2, 3, 2), places(2, 2, size=3)),
    row("gather_target", normal(4, 3), fixed([0, -100, 2, 1]), ignore_index=-100),
    row("scatter_target", normal(3), places(3, size=4), classes=4),
    row("scatter_target", normal(2, 2), fixed([[0, -1], [2, 1]]), classes=3, ignore_index=-1),
    row("cross_entropy", normal(4, 3), places(4, size=3)), row("cross_entropy", normal(2, 4).gaps, places(2, size=4)),
    row("cross_entropy", normal(4, 3), fixed([0, -100, 2, 1]), ignore_index=-100),
    row("binary_cross_entropy", fixed([0.2, 0.7, 0.5]), fixed([0.0, 1.0, 0.3])),
    row("binary_cross_entropy", fixed([[0.2], [0.7]]), fixed(0.4)),
    row("layer_norm", normal(3, 4), normal(4), normal(4)), row("layer_norm", normal(2, 3, 4), None, None, dims=2, eps=0.1),
    row("layer_norm", normal(4, 3).T, positive(4), None), row("layer_norm", normal(0, 3), normal(3), normal(3)),
    row("layer_norm_gradients", normal(3, 4), normal(3, 4), normal(4), positive(3, 3), normal(3, 1), dims=1),
    row("dropout", normal(3, 4), p=0.5), row("dropout", normal(2, 3, 2), p=0.25, size=(2, 3, 1)), row("dropout", normal(3), p=1.0),
    row("batch_norm", normal(4, 2), normal(2), normal(2)), row("batch_norm", normal(3, 2, 2), None, None, eps=0.1),
    row("batch_norm", normal(2, 2, 3, 1), positive(2), None), row("batch_norm_gradients", normal(3, 2, 2), normal(3, 2, 2), None, normal(2), positive(2)),
    row("module_boundary", normal(2), normal(3), gate=tuple),
]

waves = [
    *each("conjugate real_view imag_view angle", normal(3)), # derivatives of complex results: test_complex
    *[row(name, still(normal(2, 3)), still(normal(3))) for name in ("from_parts", "complex")],
    row("polar", still(positive(2, 3)), still(normal(3))),           # PyTorch's gradient is wrong for negative abs
    row("view_as_complex", still(normal(3, 2))), row("real", normal(3)), row("matrix_exp", unit(3, 3)),
    *each("imag view_as_real", fixed([[1 + 2j, -3j], [0.5, -1 + 1j]], "complex128")), row("conj", normal(3)),
    *each("is_complex is_conj is_neg resolve_conj resolve_neg", normal(3)),
    *[row("polygamma", n, positive(3)) for n in range(4)], row("polygamma", 2, fixed([-1.3, -0.4])),
    *unary("digamma lgamma", lambda *shape: fixed([-5.4, -1.7, -0.3, 0.2, 30.0]) if shape == (3, 4) else positive(*shape)),
    *unary("asin acos atanh", unit), *unary("atan sinh cosh asinh erf erfc digamma lgamma", positive),
    *unary("atan sinh cosh asinh erf erfc", normal), *unary("erfinv", unit), *unary("deg2rad rad2deg", normal),
    *unary("acosh", above_one),
    *each("asin acos atan sinh cosh asinh acosh atanh erf erfc lgamma digamma", ints(2, low=1, high=2)),
    *binary("atan2", apart, positive)[:-2], row("atan2", ints(3, low=1), ints(3, low=1)),
    *binary("hypot", apart, positive)[:-2], *binary("logaddexp", normal)[:-2], *binary("xlogy", apart, positive)[:-2],
    *unary("logit", fraction), row("logit", fraction(3), eps=0.2), *unary("frac", apart),
    row("heaviside", apart(3, 4), normal(4)),
    *unary("nan_to_num", normal), row("nan_to_num", fixed([float("nan"), float("inf"), -float("inf"), 2.0])).but(smooth=False),
    row("nan_to_num", fixed([float("nan"), float("inf"), 1.0]), nan=3.0, posinf=7.0).but(smooth=False),
]

statistics = [
    *[row(name, draw, **settings) for name in ("var", "std") for draw, settings in (
        (normal(3, 4), {}), (normal(3, 4), {"dim": 1}), (normal(3, 4), {"dim": -2, "keepdim": True}),
        (normal(2, 3, 4), {"dim": (0, 2), "correction": 0}), (normal(3, 4), {"unbiased": False}),
        (normal(4, 3).T, {"dim": 0}), (normal(0, 3), {"dim": 1}))],
    *[row(name, normal(3, 4), dim=1) for name in ("var_mean", "std_mean")], row("var_mean", normal(5)),
    row("norm", normal(3, 4)), row("norm", normal(3, 4), 2, 1), row("norm", apart(3, 4), 1, -1, True),
    row("norm", apart(3, 4), float("inf"), 1), row("norm", positive(3, 4), 3, 0), row("norm", positive(4, 3).T),
    row("norm", apart(3, 4), -float("inf"), 1), row("norm", apart(3, 4), 0, 1).but(smooth=False), row("norm", positive()), row("norm", normal(3, 3), "nuc").but(before=even),
    row("norm", apart(3, 4), 0.5, 1), row("norm", positive(3), -1), row("var", apart(3), True), row("std", apart(3, 4), 1, False, True),
    row("prod", apart(3, 4)), row("prod", apart(3, 4), 1), row("prod", apart(3, 4), -2, True), row("prod", normal()),
    row("prod", normal(2, 0), 1), row("prod", fixed([[0.0, 2.0, 3.0], [0.0, 0.0, 3.0], [1.0, 2.0, 3.0]]), 1),
    row("prod", ints(3, 2), 0), row("prod", normal(4, 3).T, 0),
    row("cumprod", apart(3, 4), 1), row("cumprod", normal(), 0), row("cumprod", normal(0, 2), 0), row("cumprod", ints(4), 0),
    row("cumprod", fixed([2.0, 0.0, 3.0, 0.0, 5.0]), 0), row("cumprod", normal(4, 3).T, -1),
    row("prod", ints(3, 2, low=1), 0, dtype=mt.uint8), row("prod", normal(3), dtype=mt.float32), row("cumprod", ints(4, low=1), 0, dtype=mt.int16),
    row("logcumsumexp", normal(3, 4), 1), row("logcumsumexp", normal(), 0), row("logcumsumexp", normal(0, 2), 0),
    row("logcumsumexp", normal(4, 3).T, dim=0),
    row("diff", normal(3, 4)), row("diff", normal(3, 4), 2, 0), row("diff", ints(4)), row("diff", normal(4, 3).T), row("diff", normal(3), 0), row("diff", normal(2), 3),
    row("diff", normal(2, 3), 1, 0, normal(1, 3), normal(2, 3)),
    row("gradient", normal(3, 4)), row("gradient", normal(4), edge_order=2), row("gradient", normal(3, 4), dim=-1, spacing=0.5),
    row("gradient", normal(4, 3), spacing=[2.0, 0.5], edge_order=2), row("gradient", ints(4)),
    row("frexp", apart(3, 4)), row("frexp", fixed([0.0, 8.0, -0.75])).but(smooth=False), row("frexp_op", apart(4)),
    row("ldexp", normal(2, 3), ints(3, low=0)), row("ldexp", ints(2), ints(2)),
    row("dist", normal(3, 4), normal(3, 4)), row("dist", apart(3), normal(3), 1), row("dist", normal(2, 3), normal(3)),
    row("cdist", normal(3, 4), normal(2, 4)), row("cdist", normal(2, 3, 4), normal(2, 2, 4), 1.0),
    row("cov", normal(3, 5)), row("cov", normal(5)), row("cov", normal(3, 4), correction=0), row("corrcoef", normal(3, 5)),
    row("nanmean", normal(3, 4)), row("nanmean", normal(3, 4), 1), row("nansum", normal(3, 4), 1, True),
    row("nansum", fixed([1.0, float("nan"), 2.0])).but(smooth=False),
    row("nanmean", fixed([[1.0, float("nan")], [2.0, 3.0]]), 1).but(smooth=False),
    row("quantile", apart(3, 4), 0.3), row("quantile", apart(3, 4), 0.5, 1), row("quantile", apart(5), 1.0),
    row("quantile", apart(3, 4), fixed([0.3, 0.7]), 1, True), row("quantile", apart(), 0.5, 0, True),
    row("count_nonzero", ints(3, 4)), row("count_nonzero", flags(3, 4), 1), row("count_nonzero", normal(0)),
    row("aminmax", apart(3, 4)), row("aminmax", apart(3, 4), dim=1), row("numel", normal(3, 4)),
]

order = [
    *[row(name, draw, *settings) for name in ("max", "min") for draw, *settings in (
        (apart(3, 4),), (apart(3, 4), 1), (apart(3, 4), -2, True), (apart(),), (ints(3, 4), 0), (apart(4, 3).T, 0),
        (apart(3, 4), apart(4)))],
    *[row(name, draw, *settings) for name in ("median", "mode") for draw, *settings in (
        (apart(3, 5), 1), (apart(4, 4), 0, True), (ints(3, 4), 1), (apart(5, 3).T, -1))], row("median", apart(3, 3)),
    row("kthvalue", apart(3, 5), 2), row("kthvalue", apart(3, 5), 1, 0, True), row("msort", apart(4, 3)),
    *[row(name, draw, **settings) for name in ("sort", "argsort") for draw, settings in (
        (apart(3, 4), {}), (apart(3, 4), {"dim": 0, "descending": True}), (apart(), {}), (apart(0, 3), {"dim": 0}),
        (apart(4, 3).T, {}), (fixed([2, 1, 3, 0]), {}))],
    row("topk", apart(3, 5), 2), row("topk", apart(3, 5), 2, 0, False), row("topk", apart(5, 3).T, 3, largest=False),
    row("topk", apart(4), 0), row("cummax", apart(3, 4), 1), row("cummin", apart(3, 4), 0), row("cummax", ints(5), 0),
    row("cummax", apart(4, 3).T, -1),
    row("unique", ints(8)), row("unique", ints(3, 4), return_inverse=True, return_counts=True), row("unique", normal(0)),
    row("unique", fixed([[1, 2], [0, 1], [1, 2]]), dim=0), row("unique_consecutive", fixed([1, 1, 2, 2, 1])),
    row("unique_consecutive", fixed([1, 1, 2]), return_counts=True),
    row("bincount", ints(8, low=0)), row("bincount", ints(6, low=0), positive(6), 9), row("histc", normal(20), 5, -2, 2),
    *[line.but(before=constant)                       # PyTorch sets requires_grad, but has no gradient
      for line in (row("histogram", normal(20), 5), row("histogramdd", normal(9, 2), [2, 3], [-1.0, 1.0, -2.0, 2.0]),
                   row("histogram", normal(4, 3), fixed([-2.0, 0.0, 0.5, 3.0]), density=True))],
    row("searchsorted", fixed([1.0, 3.0, 5.0]), normal(2, 3)), row("bucketize", normal(4), fixed([-1.0, 0.0, 1.0])),
    row("bucketize", fixed([1, 3]), fixed([1, 2, 3]), right=True), row("isin", ints(6), ints(3)),
    row("isin", ints(6), ints(3), assume_unique=True, invert=True),
    row("isclose", normal(3), normal(3)), row("allclose", normal(3), normal(3)), row("equal", ints(3), ints(3)),
]

forms = [
    row("split", normal(5, 2), 2), row("split", normal(5, 2), [1, 4]), row("split", normal(2, 5), 3, dim=-1),
    row("chunk", normal(5, 2), 2), row("chunk", normal(2, 6), 3, 1), row("tensor_split", normal(7), 3),
    row("tensor_split", normal(7, 2), (2, 5)), row("unbind", normal(3, 2)), row("unbind", normal(3, 2), 1),
    row("unbind", normal(0, 2)).but(smooth=False), row("select", normal(3, 4), 0, 1), row("select", normal(3, 4), -1, -2),
    row("narrow", normal(3, 4), 1, 1, 2), row("narrow_copy", normal(3, 4), 1, 1, 2), row("narrow", normal(3), 0, 1, 0), row("roll", normal(3, 4), 1),
    row("roll", normal(3, 4), (1, -2), (0, 1)), row("roll", normal(0), 1), row("roll", ints(5), 2, 0),
    row("tile", normal(2, 3), 2), row("tile", normal(2, 3), (2, 1, 1)), row("tile", normal(), 3),
    row("repeat_interleave", normal(3), 2), row("repeat_interleave", normal(3, 2), 2, 0),
    row("repeat_interleave", normal(3, 2), fixed([1, 0, 2]), dim=0), row("diag", normal(3)), row("diag", normal(3), 1),
    row("diag", normal(3, 4)), row("diag", normal(3, 4), -1), row("diag_embed", normal(2, 3)), row("trace", normal(3, 4)),
    row("diag_embed", normal(2, 3), 1), row("diagonal", normal(3, 4)), row("diagonal", normal(2, 3, 4), 1, 1, 2),
    row("diagonal", normal(2, 3, 3), offset=-1, dim1=-1, dim2=0), row("diagonal", normal(0, 2)),
    row("trace", ints(3, 3)), row("put_diagonal", normal(2), shape=(2, 3), offset=0, dim1=0, dim2=1),
    *each("atleast_1d atleast_2d atleast_3d", normal()), *each("atleast_1d atleast_2d atleast_3d", normal(2, 3)),
    row("broadcast_tensors", normal(3, 1), normal(4)), row("broadcast_to", normal(3, 1), (2, 3, 4)),
    *each("column_stack dstack hstack vstack", [normal(2, 3), normal(2, 3)]),
    *each("column_stack dstack hstack vstack", [normal(3), normal(3)]),
    row("expand_as", normal(3, 1), normal(3, 4)), row("reshape_as", normal(6), normal(2, 3)),
    row("view_as", normal(6), normal(2, 3)), row("fliplr", normal(2, 3)), row("flipud", normal(2, 3)),
    row("movedim", normal(2, 3, 4), 0, 2), row("movedim", normal(2, 3, 4), (0, 1), (2, 0)), row("ravel", normal(4, 3).T),
    row("rot90", normal(2, 3)), row("rot90", normal(2, 3), 3), row("unflatten", normal(2, 6), 1, (2, 3)),
    row("unfold", normal(7), 0, 3, 2), row("unfold", normal(2, 5), 1, 2, 1),
    row("combinations", normal(4)), row("combinations", normal(3), 2, True), row("cartesian_prod", normal(2), normal(3)),
    row("meshgrid", normal(2), normal(3), indexing="ij"), row("meshgrid", normal(2), normal(3), indexing="xy"),
    row("tril_indices", 3, 4), row("triu_indices", 3, 3, 1),
]

scattering = [
    row("scatter", normal(3, 4), 0, fixed([[0, 1, 2, 0]]), normal(1, 4)), row("scatter", normal(3, 4), 1, places(3, 1, size=4), 2.5),
    row("scatter_add", normal(3, 4), 0, places(2, 4, size=3), normal(2, 4)),
    row("scatter_add", normal(5), 0, places(3, size=5), normal(3)), row("scatter_add", ints(4), 0, places(3, size=4), ints(3)),
    *[row("scatter_reduce", apart(3, 4), 0, places(5, 4, size=3), apart(5, 4), reduce, include_self=both)
      for reduce in ("sum", "mean", "amax", "amin", "prod") for both in (True, False)],
    row("scatter_reduce", ints(3), 0, places(4, size=3), ints(4), "mean"), row("scatter_reduce", apart(), 0, fixed([0]), apart(1), "prod"),
    row("scatter_reduce", ints(3), 0, places(4, size=3), ints(4), "amax", include_self=False),
    *[row("index_reduce", apart(3, 4), 0, places(5, size=3), apart(5, 4), reduce, include_self=both)
      for reduce in ("prod", "mean", "amax", "amin") for both in (True, False)],
    row("scatter_reduce", fixed([0.0, 2.0, 3.0]), 0, fixed([0, 1, 1, 2]), fixed([5.0, 0.0, 4.0, 0.0]), "prod"),
    row("index_add", normal(3, 4), 0, places(2, size=3), normal(2, 4)), row("index_fill", normal(3, 4), 1, fixed([0, 2]), 9.0),
    row("index_add", normal(3, 4), -1, places(2, size=4), normal(3, 2), alpha=2),
    row("index_copy", normal(3, 4), 0, fixed([2, 0]), normal(2, 4)),
    row("index_put", normal(3, 4), (fixed([0, 2]), fixed([1, 3])), normal(2)),
    row("index_put", normal(3), (places(4, size=3),), normal(4), True),
    row("put", normal(3, 4), places(2, 1, size=12), normal(2)), row("put", normal(4, 3).T, fixed([0, -1, 0]), normal(3), True),
    row("masked_fill", normal(3, 4), flags(3, 4), 2.0), row("masked_fill", normal(3, 4), flags(4), -1.0),
    row("masked_fill", normal(3), flags(3), normal()), row("masked_fill", ints(3), flags(3), 1),
    row("masked_select", normal(3, 4), flags(3, 4)), row("masked_select", normal(3, 4), flags(4)),
    row("masked_scatter", normal(3, 4), flags(3, 4), normal(12)), row("take", normal(3, 4), places(2, 3, size=12)),
    row("take_along_dim", normal(3, 4), places(3, 2, size=4), 1), row("take_along_dim", normal(3, 4), places(5, size=12)),
]

composed = [
    row("addcmul", normal(3), normal(3), normal(3), value=2.0), row("addcdiv", normal(2, 3), normal(3), positive(3)),
    row("addmm", normal(3), normal(2, 4), normal(4, 3)), row("addmm", normal(2, 3), normal(2, 4), normal(4, 3), beta=2, alpha=0.5),
    row("addr", normal(3), normal(2), normal(3)), row("addr", normal(2, 3), normal(2), normal(3), beta=2, alpha=0.5),
    row("addmv", normal(2), normal(2, 3), normal(3)), row("baddbmm", normal(2, 2, 3), normal(2, 2, 4), normal(2, 4, 3)),
    row("clamp_max", apart(3, 4), 0.5), row("clamp_min", apart(3, 4), -0.5), row("lerp", normal(3), normal(3), 0.3),
    row("lerp", normal(3), normal(3), fraction(3)), row("lerp", normal(3, 4), normal(4), 0.8),
]

products = [
    row("einsum", "ij,jk->ik", normal(2, 3), normal(3, 4)), row("einsum", "ij->ji", normal(2, 3)), row("einsum", "ii", normal(3, 3)),
    row("einsum", "bij,bjk->bik", normal(2, 2, 3), normal(2, 3, 2)), row("einsum", "ij,j", normal(2, 3), normal(3)),
    row("einsum", "i,j,k->ijk", normal(2), normal(3), normal(2)), row("einsum", "ij->", normal(2, 3)),
    row("einsum", "...ij,...jk->...ik", normal(2, 2, 3), normal(3, 2)), row("einsum", "ij,ij->i", normal(2, 3), normal(2, 3)),
    row("einsum", "ii->i", normal(3, 3)), row("einsum", "ij,kj->ki", normal(0, 3), normal(2, 3)),
    row("outer", normal(3), normal(2)), row("inner", normal(3), normal(3)), row("inner", normal(2, 3), normal(4, 3)),
    row("kron", normal(2, 2), normal(2, 3)), row("tensordot", normal(2, 3, 4), normal(3, 4, 2)),
    row("tensordot", normal(2, 3), normal(3, 2), ([1], [0])), row("cross", normal(4, 3), normal(4, 3)),
    row("tensordot", normal(2), normal(3), 0),
]


SPECTRUM = [[1 + 2j, -3j, 0.5], [0.5, -1 + 1j, 2j]]
fourier = [
    *[row("fourier", still(normal(2, 3)), dims=dims, norm=norm, inverse=norm == "ortho")
      for dims, norm in zip(((1,), (0, 1), ()), SWAPPED)],
    row("fourier", fixed(SPECTRUM, "complex128"), dims=(-1,), norm="forward", inverse=True),
    *[row("real_fourier", still(normal(2, n)), dim=1, norm="backward") for n in (1, 4, 5)],
    *[row("inverse_real_fourier", normal(2, n // 2 + 1), n=n, dim=1, norm="backward") for n in (1, 2, 4, 5)],
    row("inverse_real_fourier", fixed(SPECTRUM, "complex128"), n=5, dim=1, norm="ortho"),
    row("stft", normal(2, 9), 4, 2, 3, positive(3), return_complex=False), row("stft", normal(8), 4, center=False, normalized=True, onesided=False, return_complex=False),
    row("istft", normal(3, 4), 4, 1, 4, positive(4), length=5).but(before=lambda library, x, *rest: (library.fft.fft(x, dim=0), *rest)),
]

decompositions = [
    *[row(name, draw).but(before=steep) for name in ("inverse", "det", "slogdet", "cholesky")
      for draw in (normal(3, 3), normal(2, 2, 2), normal(3, 3).T)],
    row("det", normal(3, 3)), row("inv", normal(2, 2)).but(before=steep), row("matrix_power", normal(3, 3), 3),
    row("matrix_power", normal(2, 2), -2).but(before=steep), row("solve", normal(3, 3), normal(3, 2)).but(before=steep),
    row("solve_triangular", normal(3, 3), normal(3, 2), upper=True).but(before=lambda library, a, b: (steep(library, a)[0].triu(), b)),
    row("solve_triangular", normal(2, 2), normal(2, 1), upper=False).but(before=lambda library, a, b: (steep(library, a)[0].tril(), b)),
    *[row("solve_triangular", normal(3, 3), normal(3, 2), upper=upper, unit=True) for upper in (True, False)],
    row("qr", normal(4, 3)), row("qr", normal(2, 3, 2)), row("qr", normal(2, 4)), row("qr", normal(3, 4), False),
    row("eigh", normal(3, 3)).but(before=even), row("eigh", normal(3, 3), triangle="U").but(before=even),
    row("svd", normal(4, 3)), row("pinv", normal(2, 3), 0.0, 1e-9), row("pinv", normal(3, 3), 0.0, 0.1, hermitian=True).but(before=even),
    row("cofactors", normal(2, 3, 3)), row("real_part", normal(3)), row("det", fixed([[1.0, 2.0, 4.0], [2.0, 4.0, 8.0], [1.0, 0.0, 1.0]])),
    row("cofactor_gradient", normal(3, 3), normal(3, 3)),
    *[row(name, normal(*shape)) for name in ("lu", "reflections") for shape in ((3, 3), (2, 4, 3), (2, 3))], row("eig", still(normal(3, 3))),
    row("row_exchanges", fixed([[2, 3, 3]], "int32"), still(normal(1, 3, 2))), row("geqrf", normal(4, 2)), row("orgqr", normal(3, 2), normal(2)),
    row("lu_unpack", normal(3, 3), fixed([2, 2, 3], "int32")).but(before=lambda library, *args: args), row("lu_solve", normal(3, 2), normal(3, 3), fixed([3, 2, 3], "int32")),
    row("svd", normal(3, 3)).but(before=even), row("svd", normal(3, 3), some=False).but(before=even), row("pinverse", normal(4, 3)), row("like_eye", normal(2, 2)),
    row("svd_lowrank", normal(4, 3), 3), row("pca_lowrank", normal(4, 2), 2),
]

small = [
    *[line for line in int_pairs("gcd lcm", low=1) if len(line.draws) > 1], *int_pairs("bitwise_left_shift bitwise_right_shift", low=1, high=4),
    *unary("signbit isposinf isneginf isreal", apart), *unary("positive sinc", normal),
    *binary("copysign", apart)[:-1], *binary("nextafter", normal)[:6], *binary("fmax", apart)[:6], *binary("fmin", apart)[:6], *binary("rsub", normal),
    *[row(name, fixed([1.0, float("nan"), 2.0]), fixed([3.0, 1.0, float("nan")])).but(smooth=False) for name in ("fmax", "fmin")],
    *binary("logaddexp2", normal)[:6], *binary("float_power", positive, normal),
    row("vsplit", normal(4, 2), 2), row("hsplit", normal(4), (1, 3)), row("hsplit", normal(2, 4), 2), row("dsplit", normal(1, 2, 4), 2),
    row("split_with_sizes", normal(5, 2), [2, 3]), row("diagflat", normal(2, 2)), row("diagflat", normal(3), 1),
    row("block_diag", normal(2, 2), normal(3), normal(1, 2)), row("argwhere", flags(3, 4)), row("unravel_index", places(4, size=12), (3, 4)),
    row("select_scatter", normal(3, 4), normal(4), 0, 1), row("slice_scatter", normal(4, 3), normal(2, 3), 0, 1, 3),
    row("diagonal_scatter", normal(3, 3), normal(2), 1), row("sum_to_size", normal(2, 3, 4), 3, 1), row("sum_to_size", normal(3), ()),
    row("vander", ints(3)), row("vander", ints(3), 2, True), row("pdist", normal(4, 3)), row("pdist", normal(3, 2), 1.0),
    row("trapezoid", normal(2, 4)), row("trapezoid", normal(3, 4), normal(4)), row("trapezoid", normal(4, 3), dx=0.5, dim=0),
    row("cumulative_trapezoid", normal(2, 4)), row("cumulative_trapezoid", normal(3, 4), normal(4)),
    row("vdot", normal(4), normal(4)), row("chain_matmul", normal(2, 3), normal(3, 4), normal(4, 2)),
    row("addbmm", normal(3), normal(2, 2, 4), normal(2, 4, 3)),
    row("nanmedian", apart(3, 5), 1), row("nanmedian", fixed([1.0, float("nan"), 3.0, 2.0])).but(smooth=False), row("nanmedian", apart(3, 3)),
    row("nanquantile", apart(3, 5), 0.3, 1), row("nanquantile", fixed([1.0, float("nan"), 3.0]), 0.5).but(smooth=False),
    row("renorm", normal(3, 4), 2, 0, 1.0), row("logspace", 0, 2, 5), row("scalar_tensor", 2.5), row("randint_like", ints(2, 3), 5),
    row("quantile", apart(3, 5), 0.3, 1, interpolation="nearest"), row("quantile", apart(5), fixed([0.2, 0.9])),
    *[row(name, normal(3, 3)).but(before=steep) for name in ("logdet",)],
    row("cholesky_solve", normal(3, 2), normal(3, 3)).but(before=lambda library, b, a, *rest: (b, steep(library, a)[0].tril(), *rest)),
    row("cholesky_inverse", normal(3, 3)).but(before=lambda library, a, *rest: (steep(library, a)[0].tril(), *rest)),
]

LAPACK = set("svd_lowrank pca_lowrank lu eig reflections geqrf orgqr lu_solve inverse det slogdet cholesky inv solve solve_triangular qr eigh svd pinverse pinv logdet cofactors cofactor_gradient cholesky_solve".split())
NO_HALF = [line for line in [*fourier, *decompositions, *statistics, *small]      # ops without float16
           if line in fourier or line.name in LAPACK | {"quantile", "nanquantile", "cdist", "pdist", "cholesky_inverse"}
           or line.name == "matrix_power" and line.args[1] < 0 or line.name == "norm" and "nuc" in line.args]

chances = [
    row("bernoulli", fraction(3, 4)), row("bernoulli", normal(3), 0.5), row("multinomial", positive(5), 3),
    row("multinomial", positive(2, 5), 4, True), row("normal", 1.0, 2.0, (3,)), row("normal", normal(3), positive(3)),
    row("normal", normal(3), 2.0),
]

TABLE = [*windows, *sequences, *fused, *arithmetic, *activation, *waves, *compare, *reduce, *statistics, *order,
         *shape, *forms, *indexing, *scattering, *linalg, *composed, *small, *products, *fourier, *decompositions, *create, *chances]



def every_row(*conditions):
    """Return the rows for which every condition holds."""
    return [line for line in TABLE if all(holds(line) for holds in conditions)]


def differentiable(line):
    """Return whether the row has gradients."""
    return line.differentiable
