"""Small and large inputs for every public operation: from a table, or the tests' samples at another size."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import samples
from beside import named_there
from draws import Draw, flags, fraction, ints, normal, places
from notation import row

import minitorch as mt


def side(n):
    """Return the side of a square matrix of about n numbers."""
    return max(4, round(n ** 0.5))


def images(n):
    """Return images (4, 8, H, H) with about n numbers."""
    return normal(4, 8, max(4, round((n / 32) ** 0.5)), max(4, round((n / 32) ** 0.5)))


def scores(n):
    return normal(side(n), side(n))


def heads(n):
    """(batch, heads, T, 32)."""
    return normal(max(1, n // 32_768), 4, 64 if n > 10_000 else 4, 32)


def classes(n):
    return places(side(n), size=side(n))


# Inputs of operations whose sizes must not all grow alike (kernels stay small), and of nn.functional.
OWN = {
    "conv1d": lambda n: row("conv1d", normal(8, 16, n // 128 or 8), normal(16, 16, 3)),
    "conv2d": lambda n: row("conv2d", images(n), normal(8, 8, 3, 3)),
    "conv_transpose2d": lambda n: row("conv_transpose2d", images(n), normal(8, 8, 3, 3)),
    "embedding": lambda n: row("embedding", places(n // 64 or 4, size=50), normal(50, 64)),
    "outer": lambda n: row("outer", normal(side(n)), normal(side(n))),
    "reshape": lambda n: row("reshape", scores(n), (-1,)),
    "cdist": lambda n: row("cdist", normal(side(n), 16), normal(side(n), 16)),
    "matmul": lambda n: row("matmul", scores(n), scores(n)),
    "batch_norm": lambda n: row("batch_norm", scores(n), None, None, training=True),
    "layer_norm": lambda n: row("layer_norm", scores(n), (side(n),), normal(side(n)), normal(side(n))),
    "rms_norm": lambda n: row("rms_norm", scores(n), (side(n),)),
    "group_norm": lambda n: row("group_norm", images(n), 4),
    "instance_norm": lambda n: row("instance_norm", images(n)),
    "local_response_norm": lambda n: row("local_response_norm", images(n), 3),
    "normalize": lambda n: row("normalize", scores(n)),
    "cross_entropy": lambda n: row("cross_entropy", scores(n), classes(n)),
    "nll_loss": lambda n: row("nll_loss", scores(n), classes(n)),
    "binary_cross_entropy": lambda n: row("binary_cross_entropy", fraction(n), fraction(n)),
    "scaled_dot_product_attention": lambda n: row("scaled_dot_product_attention", *[heads(n)] * 3),
    "pad": lambda n: row("pad", scores(n), (1, 1)),
    "pixel_shuffle": lambda n: row("pixel_shuffle", images(n), 2),
    "interpolate": lambda n: row("interpolate", images(n), scale_factor=2),
    "one_hot": lambda n: row("one_hot", places(n // 10 or 2, size=10)),
    "glu": lambda n: row("glu", normal(side(n), 2 * side(n))),
    "dropout": lambda n: row("dropout", scores(n)),
    "where": lambda n: row("where", flags(side(n), side(n)), scores(n), scores(n)),
    "gather": lambda n: row("gather", scores(n), 1, places(side(n), side(n), size=4)),
    "index_select": lambda n: row("index_select", scores(n), 0, places(side(n), size=4)),
    "sort": lambda n: row("sort", ints(side(n), side(n), low=-10 ** 6, high=10 ** 6)),
    **{name: lambda n, name=name: row(name, images(n), 2) for name in (
        "max_pool2d", "avg_pool2d", "adaptive_avg_pool2d", "adaptive_max_pool2d")},
    **{name: lambda n, name=name: row(name, scores(n)) for name in (
        "gelu silu elu selu celu mish relu6 hardswish hardtanh hardsigmoid hardshrink softshrink softsign logsigmoid "
        "tanhshrink").split()},
    **{name: lambda n, name=name: row(name, scores(n), dim=1) for name in ("softmin", "softmax", "log_softmax")},
    **{name: lambda n, name=name: row(name, scores(n), scores(n)) for name in (
        "mse_loss l1_loss smooth_l1_loss huber_loss soft_margin_loss kl_div").split()},
    "binary_cross_entropy_with_logits": lambda n: row("binary_cross_entropy_with_logits", normal(n), fraction(n)),
}
RANDOM_SHAPES = {"empty", "empty_like"}                 # these only allocate memory


def names(torch):
    """Return every public operation that PyTorch has under the same name."""
    tried = {line.name for line in samples.TABLE if not getattr(line.op, "hidden", False)}
    return sorted({name for name in tried - RANDOM_SHAPES if named_there(name, torch)} | set(OWN))


def cases(name, size, torch):
    """Return (row, minitorch's function, PyTorch's) to try, the best first; the largest array has ≈ size elements."""
    if name in OWN:
        line = OWN[name](size)
        return [(line, *[getattr(home.nn.functional, name, None) or getattr(home, name) for home in (mt, torch)])]
    return [(line, line.function, named_there(name, torch)) for line in rows(name, size)]


def rows(name, size):
    """Return the samples of an operation at this size: matrices first, then others that exist at another size."""
    found = [line for line in samples.TABLE if line.name == name and line.draws and all(map(grows, line.draws))]
    found.sort(key=lambda line: (not line.draws[0].floating, abs(max(len(draw.shape) for draw in line.draws) - 2)))
    return [grown(line, size) for line in found]


def grows(draw):
    """Return whether a sample can be drawn at another size: it is not empty, not of fixed numbers, and no view."""
    return 0 not in draw.shape and not any(word in draw.kind for word in (".T", "gaps", "fixed"))


def grown(line, size):
    """Return the row with every size except 1 multiplied by one factor."""
    largest = max(line.draws, key=lambda draw: product(draw.shape))
    growing = sum(length > 1 for length in largest.shape)
    factor = (size / max(1, product(largest.shape))) ** (1 / growing) if growing else 1

    def each(arg):
        if type(arg) is Draw:
            shape = tuple(length if length == 1 else max(1, round(length * factor)) for length in arg.shape)
            return Draw(arg.kind, arg.make, shape, arg.floating)
        return type(arg)(each(a) for a in arg) if type(arg) in (list, tuple) else arg
    new = type(line)(line.name, tuple(each(arg) for arg in line.args), line.settings)
    new.before, new.smooth = line.before, line.smooth
    return new


def product(shape):
    total = 1
    for length in shape:
        total *= length
    return total
