"""Compute ONNX's operators with minitorch's ops: arithmetic and sums here; shapes and networks in other files.

Each function takes the operator's settings, its number of outputs, and its arguments: Tensors; arrays for constants
such as axes; None for an argument that is left out.
"""

import numpy as np

from ..ops.linalg.einsum import einsum
from . import indexed, network_operators, random_numbers, resizing, shape_operators
from .arguments import array, axes_of, integers_of, tensor, type_of


def method(name):
    """Return an operator that calls a method of its first argument with the others."""
    return lambda s, outs, x, *more: getattr(tensor(x), name)(*[tensor(y) for y in more])


def fold_method(name):
    """Return an operator of any number of arguments that combines them by a method, from left to right."""
    def run(s, outs, x, *more):
        found = tensor(x)
        for y in more:
            found = getattr(found, name)(tensor(y))
        return found
    return run


def divide(s, outs, x, y):
    x, y = tensor(x), tensor(y)
    return x / y if x.dtype.is_floating_point else x.div(y, rounding_mode="trunc")


def power(s, outs, x, y):
    return tensor(x).pow(tensor(y)).to(tensor(x).dtype)


def modulo(s, outs, x, y):
    return tensor(x).fmod(tensor(y)) if s.get("fmod") else tensor(x).remainder(tensor(y))


def mean_of(s, outs, *args):
    return fold_method("add")(s, outs, *args) / len(args)


def is_infinite(s, outs, x):
    x, (low, high) = tensor(x), [s.get(f"detect_{sign}", 1) for sign in ("negative", "positive")]
    return x.isinf() & (x < 0 if low and not high else x > 0 if high and not low else x == x)


def dropout(s, outs, x, ratio=None, training=None):
    if training is not None and array(training).any():
        raise NotImplementedError("training mode is not supported")
    return [tensor(x), tensor(np.ones(tensor(x).shape, bool))][:outs]         # eval mode drops no element


def clip(s, outs, x, low=None, high=None):
    low, high = [s.get(name) if given is None else tensor(given) for name, given in (("min", low), ("max", high))]
    return tensor(x) if low is None and high is None else tensor(x).clamp(low, high)


def cast(s, outs, x):
    return tensor(x).to(type_of(s["to"]))


def cumulative_sum(s, outs, x, axis):
    x, dim = tensor(x), integers_of(axis)[0]
    found = (x.flip(dim) if s.get("reverse") else x).cumsum(dim, dtype=x.dtype)
    found = found.flip(dim) if s.get("reverse") else found
    return found - x if s.get("exclusive") else found


def position(name):
    def run(s, outs, x):
        if s.get("select_last_index"):
            raise NotImplementedError("select_last_index is not supported")
        return getattr(tensor(x), name)(s.get("axis", 0), bool(s.get("keepdims", 1)))
    return run


def top_k(s, outs, x, k=None):
    k, = integers_of(s["k"] if k is None else k)
    return tuple(tensor(x).topk(k, s.get("axis", -1), bool(s.get("largest", 1)), bool(s.get("sorted", 1))))


def reduction(compute):
    """Return an operator for a sum, mean, …, over axes, or over all axes if no axes are passed."""
    def run(s, outs, x, axes=None):
        x, axes = tensor(x), axes_of(s, axes)
        if not axes and s.get("noop_with_empty_axes"):
            return x
        return compute(x, tuple(axes or range(x.ndim)), bool(s.get("keepdims", 1)))
    return run


def product(x, axes, keepdim):
    for axis in sorted([axis % x.ndim for axis in axes], reverse=True):
        x = x.prod(axis, keepdim)
    return x


UNARY = {"Abs": "abs", "Neg": "neg", "Exp": "exp", "Log": "log", "Sqrt": "sqrt", "Reciprocal": "reciprocal",
         "Sin": "sin", "Cos": "cos", "Tan": "tan", "Asin": "asin", "Acos": "acos", "Atan": "atan", "Sinh": "sinh",
         "Cosh": "cosh", "Asinh": "asinh", "Acosh": "acosh", "Atanh": "atanh", "Tanh": "tanh", "Erf": "erf",
         "Sigmoid": "sigmoid", "Relu": "relu", "Floor": "floor", "Ceil": "ceil", "Round": "round", "Sign": "sign",
         "IsNaN": "isnan", "Not": "logical_not", "BitwiseNot": "bitwise_not"}
BINARY = {"Add": "add", "Sub": "sub", "Mul": "mul", "And": "logical_and", "Or": "logical_or", "Xor": "logical_xor",
          "Equal": "eq", "Greater": "gt", "GreaterOrEqual": "ge", "Less": "lt", "LessOrEqual": "le",
          "BitwiseAnd": "bitwise_and", "BitwiseOr": "bitwise_or", "BitwiseXor": "bitwise_xor", "MatMul": "matmul"}

OPERATORS = {
    **{name: method(ours) for name, ours in {**UNARY, **BINARY}.items()},
    "Max": fold_method("maximum"), "Min": fold_method("minimum"), "Sum": fold_method("add"), "Mean": mean_of,
    "Div": divide, "Pow": power, "Mod": modulo, "Clip": clip, "IsInf": is_infinite,
    "Where": lambda s, outs, condition, x, y: tensor(x).where(tensor(condition), tensor(y)),
    "Cast": cast, "CastLike": lambda s, outs, x, y: tensor(x).to(tensor(y).dtype),
    "Identity": lambda s, outs, x: tensor(x), "Dropout": dropout,
    "CumSum": cumulative_sum, "ArgMax": position("argmax"), "ArgMin": position("argmin"), "TopK": top_k,
    "Einsum": lambda s, outs, *args: einsum(s["equation"], *map(tensor, args)),
    "ReduceSum": reduction(lambda x, axes, keepdim: x.sum(axes, keepdim)),
    "ReduceMean": reduction(lambda x, axes, keepdim: x.mean(axes, keepdim)),
    "ReduceMax": reduction(lambda x, axes, keepdim: x.amax(axes, keepdim)),
    "ReduceMin": reduction(lambda x, axes, keepdim: x.amin(axes, keepdim)),
    "ReduceProd": reduction(product),
    "ReduceL1": reduction(lambda x, axes, keepdim: x.abs().sum(axes, keepdim)),
    "ReduceL2": reduction(lambda x, axes, keepdim: (x * x).sum(axes, keepdim).sqrt()),
    "ReduceSumSquare": reduction(lambda x, axes, keepdim: (x * x).sum(axes, keepdim)),
    "ReduceLogSumExp": reduction(lambda x, axes, keepdim: x.logsumexp(axes, keepdim)),
    **random_numbers.OPERATORS, **indexed.OPERATORS, **resizing.OPERATORS, **shape_operators.OPERATORS,
    **network_operators.OPERATORS}
