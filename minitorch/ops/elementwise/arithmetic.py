"""Arithmetic, element by element, with broadcasting: add, sub, mul, neg."""

import operator

import numpy as np

from ... import dtypes
from ...engine import derivative_of, op
from ...runtime import Number, Tensor, Value, function, in_place


@op(symbol="+", inplace=operator.iadd, numbers=True)
def add(xp, input: Value, other: Value):
    """input + other, broadcast."""
    return input + other


@derivative_of(add)
def add_derivative(grad, out, x, y):
    return grad, grad


@op(symbol="×", keeps="input:other other:input", inplace=operator.imul, numbers=True, aliases="multiply")
def mul(xp, input: Value, other: Value):
    """input·other, broadcast."""
    return input * other


@derivative_of(mul)
def mul_derivative(grad, out, x, y, needs):
    return grad * y if needs[0] else None, grad * x if needs[1] else None


@op(symbol="−", inplace=operator.isub, takes="every iufc", numbers=True)
def sub(xp, input: Value, other: Value):
    """input − other, broadcast. Raises RuntimeError for bools: use `^` or `~`."""
    if "b" in (kind_of(input), kind_of(other)) or type(input) is bool or type(other) is bool:
        refuse_bool_difference()
    return input - other


@derivative_of(sub)
def sub_derivative(grad, out, x, y, needs):
    return grad, -grad if needs[1] else None


@op(symbol="−", inplace=True, aliases="negative")
def neg(xp, input: Tensor):
    """−input. Raises RuntimeError for bools: use ~."""
    if input.dtype == bool:
        raise RuntimeError("neg: negation of a bool tensor has no meaning; use ~ or logical_not.")
    return -input


@derivative_of(neg)
def neg_derivative(grad, out, x):
    return -grad


def kind_of(x):
    """Return NumPy's letter for the kind of an array's dtype; None for a Python number."""
    return x.dtype.kind if hasattr(x, "dtype") else None


def refuse_all_bool(name, *inputs):
    """Raise if all inputs are bool."""
    if all(kind_of(x) == "b" or type(x) is bool for x in inputs if x is not None):
        raise NotImplementedError(f'"{name}" not implemented for minitorch.bool: convert first, as in x.int().')


def no_complex(name, x):
    """Raise if x is complex: complex numbers have no order."""
    if x.dtype.kind == "c":
        raise NotImplementedError(f'"{name}" not implemented for {x.dtype}: complex numbers have no order.')


def checked_alpha(name, input, other, alpha):
    """Return alpha, as a bool if both inputs are bools; raise RuntimeError for a float alpha and integer inputs."""
    rank = max(dtypes.NUMBER_RANKS[type(x)] if type(x) in dtypes.NUMBER_RANKS else x.dtype.rank for x in (input, other))
    if rank < 2 and type(alpha) is float:
        raise RuntimeError(f"{name}: for integral input tensors, argument alpha must not be a floating point number: "
                           f"{alpha}.")
    return alpha if rank else bool(alpha)


def check_alpha(name, alpha, *values):
    """Raise for a bool alpha that multiplies numbers, and for bools that are subtracted."""
    kinds = [kind_of(getattr(x, "array", x)) for x in values]
    if type(alpha) is bool and any(kind != "b" for kind in kinds):
        raise RuntimeError(f"{name}: Boolean alpha only supported for Boolean results: give a number.")
    if name == "sub" and "b" in kinds:
        refuse_bool_difference()


def refuse_bool_difference():
    """Raise RuntimeError: bools cannot be subtracted."""
    raise RuntimeError("sub: subtraction of bool tensors has no meaning; use ^ (logical_xor) or "
                       "~ (logical_not), or convert with .int().")


def to_common(*values):
    """Cast the tensors to their common dtype; leave numbers as they are."""
    kind = dtypes.result_type([getattr(x, "array", x) for x in values])
    return [x.to(kind) if hasattr(x, "array") else x for x in values]


def unfreed(out):
    """Return the product `out`; if its node saves only numbers, a backward pass frees none of them."""
    node = getattr(out, "_node", None)
    if node is not None and node.out is None and {*map(type, node.saved)} <= {*dtypes.number_types, type(None)}:
        node.versions = ()
    return out


def with_alpha(op, sign, aliases=""):
    """Declare PyTorch's add or sub; `alpha` multiplies the second operand: a keyword, or passed before that operand."""
    def combine(input: Value, other: Value, last=None, *, alpha: Number = 1, out=None):
        if last is not None:
            alpha, other = other, last
        if alpha is True or alpha != 1:
            check_alpha(op.name, alpha, input, other)
            input, other = to_common(input, other)
            floating = hasattr(input, "array") and input.array.dtype.kind == "f"
            other = unfreed(other * (alpha if floating else checked_alpha(op.name, input, other, alpha)))
        return op.function(input, other, out=out)
    combine.__doc__ = f"input {sign} alpha·other, broadcast."

    def write(input: Tensor, other: Value, last=None, *, alpha: Number = 1):
        if last is not None:
            alpha, other = other, last
        if type(alpha) is bool:
            check_alpha(op.name, alpha, input)
        other = other.item() if isinstance(other, np.generic) else other
        return in_place(op, input, other if alpha == 1 else unfreed(other * alpha))
    write.__doc__ = f"Compute input {sign} alpha·other in place; return the tensor."
    function(write, name=f"{op.name}_", public=False)
    return function(combine, name=op.name, aliases=aliases)


with_alpha(add, "+")
with_alpha(sub, "−", aliases="subtract")


@function(method=False, takes="every iufc", one_node=True)
def rsub(input: Tensor, other: Value, *, alpha: Number = 1):
    """Return other − alpha·input: `sub` with its operands swapped."""
    check_alpha("rsub", alpha, input, other)
    input, other = to_common(input, other)
    return other - (input if alpha == 1 and alpha is not True else unfreed(alpha * input))


@op(hidden=True, method=False)
def like_zero(xp, x):
    """Return zeros in the shape and dtype of x: the gradient of a step function, 0 even where `grad` is inf."""
    return xp.zeros_like(x)


@op(hidden=True, method=False)
def like_one(xp, x):
    """Return ones in the shape and dtype of x."""
    return xp.ones_like(x)


@function(takes="iufc")
def positive(input: Tensor):
    """Return the input itself, as +input."""
    return input


def factors(name, value, tensor1, tensor2, last):
    """Return (value, tensor1, tensor2), also for the older signature addcmul(input, value, tensor1, tensor2)."""
    if last is not None:
        value, tensor1, tensor2 = tensor1, tensor2, last
    if not hasattr(tensor1, "array"):
        raise TypeError(f"{name}(): argument 'tensor1' must be a Tensor, not {type(tensor1).__name__}.")
    return value, tensor1, tensor2


def as_tensor(x, like):
    """Return a number as a 0-d tensor, in the dtype that it and `like` promote to; return a tensor unchanged."""
    return x if hasattr(x, "array") else like.new_full((), x, dtype=dtypes.result_type([like.array, x]))
