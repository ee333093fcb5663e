"""Write a program's random numbers as ONNX nodes, and compute ONNX's random operators. Each run draws new numbers."""

from ..ops.shape.creation import rand, randn
from .arguments import tensor, type_of


def numbers(n, call, dtype=None, **settings):
    """Write uniform or normal random numbers of a call's shape."""
    operator = "RandomNormalLike" if call["op"] == "normal" else "RandomUniformLike"
    return n.add(operator, n.fill(0, call["shape"], dtype or call["dtype"]), **settings)


def integers(n, call):
    """Write random integers: floor uniform numbers, and clip, because rounding may produce the excluded upper end."""
    low, high = call["settings"]["low"], call["settings"]["high"]
    found = n.add("Floor", numbers(n, call, "float64", low=float(low), high=float(high)))
    return n.cast(n.add("Min", found, n.number(high - 1, "float64")), call["dtype"], "float64")


def permutation(n, call):
    """Write a random permutation: the indices that sort uniform random numbers."""
    return n.cast(n.add("TopK", numbers(n, call, "float64"), n.sizes(call["shape"]), outs=2)[1], call["dtype"], "int64")


CALLS = {"integers": integers, "normal": numbers, "permutation": permutation, "uniform": numbers}


def normal(s, outs, like=None):
    return draw_and_scale(randn, s, like) * s.get("scale", 1.0) + s.get("mean", 0.0)


def uniform(s, outs, like=None):
    low, high = s.get("low", 0.0), s.get("high", 1.0)
    return draw_and_scale(rand, s, like) * (high - low) + low


def draw_and_scale(draw, s, like):
    """Return random numbers with the shape and dtype in the settings `s`, else those of `like`."""
    shape = s["shape"] if like is None else tuple(tensor(like).shape)
    dtype = type_of(s["dtype"]) if "dtype" in s else type_of(1) if like is None else tensor(like).dtype
    return draw(tuple(shape), dtype=dtype)


OPERATORS = {"RandomNormal": normal, "RandomNormalLike": normal, "RandomUniform": uniform, "RandomUniformLike": uniform}
