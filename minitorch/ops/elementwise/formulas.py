"""What reads best as its formula: functions composed of ops."""

import math

from ... import dtypes
from ...graph import Number, Tensor, Value, apply, derivative_of, function, functions, op
from ..kernels.tiling import in_parts
from ..shape.views import broadcast_shape
from .arithmetic import no_complex
from .comparison import select
from .powers import log


@function(takes="iuf", inplace=True, out=True)
def addcmul(input: Tensor, tensor1: Value, tensor2: Tensor, last=None, *, value=1):
    """input + value · tensor1 · tensor2."""
    if last is not None:                   # the old form: addcmul(input, value, tensor1, tensor2)
        value, tensor1, tensor2 = tensor1, tensor2, last
    if not hasattr(tensor1, "array"):
        raise TypeError(f"addcmul(): argument 'tensor1' must be a Tensor, not {type(tensor1).__name__}.")
    input, tensor1, tensor2 = to_common(input, tensor1, tensor2)
    return input + (int(value) if input.dtype.rank < 2 else value) * tensor1 * tensor2


@function(inplace=True, out=True)
def addcdiv(input: Tensor, tensor1: Value, tensor2: Tensor, last=None, *, value=1):
    """input + value · tensor1 / tensor2."""
    if last is not None:                   # the old form: addcdiv(input, value, tensor1, tensor2)
        value, tensor1, tensor2 = tensor1, tensor2, last
    if not hasattr(tensor1, "array"):
        raise TypeError(f"addcdiv(): argument 'tensor1' must be a Tensor, not {type(tensor1).__name__}.")
    if not tensor1.dtype.is_floating_point and not tensor2.dtype.is_floating_point:
        raise RuntimeError("addcdiv: Integer division with addcdiv is not supported; use input + value * (tensor1 // "
                           "tensor2), or convert with .float().")
    input, tensor1, tensor2 = to_common(input, tensor1, tensor2)
    return input + value * (tensor1 / tensor2)


def to_common(*tensors):
    """The tensors in the dtype that they come to together."""
    kind = dtypes.result_type([x.array for x in tensors])
    return [x.to(kind) for x in tensors]


def plus(name, input, product, beta, alpha):
    """beta · input + alpha · product, where input must broadcast to the product's shape."""
    if broadcast_shape(name, input, product) != tuple(product.shape):
        raise RuntimeError(f"{name}: an input of {tuple(input.shape)} cannot be expanded to the product's shape "
                           f"{tuple(product.shape)}.")
    if product.dtype.rank < 2:
        beta, alpha = int(beta), int(alpha)
    input = input if beta else nan_to_num(input)         # of which nothing is to be seen, 0 · nan neither
    return beta * input + alpha * product


@function(same="input mat1 mat2", inplace=True, out=True)
def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (mat1 @ mat2)."""
    return plus("addmm", input, functions["mm"](mat1, mat2), beta, alpha)


@function(same="input mat vec", inplace=True, out=True)
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (mat @ vec)."""
    if mat.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"addmv: vector + matrix @ vector expected, got {mat.ndim} and {vec.ndim} dimensions.")
    return plus("addmv", input, functions["mv"](mat, vec), beta, alpha)


@function(same="input batch1 batch2", inplace=True, out=True)
def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (batch1 @ batch2), a matrix product for each of a batch."""
    if batch1.ndim < 3 or batch2.ndim < 3:
        raise IndexError(f"baddbmm: Dimension out of range: batch1 and batch2 must be 3-D, not {batch1.ndim}-D and "
                         f"{batch2.ndim}-D.")
    return plus("baddbmm", input, functions["bmm"](batch1, batch2), beta, alpha)


@function(same="input batch1 batch2")
def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · the sum over the batch of (batch1 @ batch2)."""
    if batch1.ndim < 3 or batch2.ndim < 3:
        raise IndexError(f"addbmm: Dimension out of range: batch1 and batch2 must be 3-D, not {batch1.ndim}-D and "
                         f"{batch2.ndim}-D.")
    return plus("addbmm", input, functions["bmm"](batch1, batch2).sum(0, dtype=batch1.dtype), beta, alpha)


@function(same="input end", takes="f", inplace=True, out=True)
def lerp(input: Tensor, end: Tensor, weight: Value):
    """input + weight · (end − input): the place so far along the way to `end`, which weight 1 reaches exactly."""
    way = end - input
    if isinstance(weight, int | float):
        return input + weight * way if abs(weight) < 0.5 else end - way * (1 - weight)
    return apply(select, (weight.abs() < 0.5, input + weight * way, end - way * (1 - weight)))


@function(takes="f", inplace=True, out=True)
def frac(input: Tensor):
    """What follows the point, with the sign of the number."""
    return input - input.trunc()


@op(keeps="input", floats=True, inplace=True)
def logit(xp, input: Tensor, *, eps: float | None = None):
    """log(p / (1 − p)) of p = input, the inverse of sigmoid; nan outside [0, 1], unless eps is given: then the input
    is clamped to [eps, 1 − eps] first."""
    if eps is not None:                                  # of an eps above ½, numbers below it come to eps
        least, most = input.dtype.type(eps), input.dtype.type(1 - eps)
        input = xp.where(input < least, least, xp.where(input > most, most, input))
    return in_parts(xp, log_odds, input, input)


def log_odds(xp, out, x):
    xp.subtract(1, x, out=out)
    xp.divide(x, out, out=out)
    xp.log(out, out=out)


@derivative_of(logit)
def logit_derivative(grad, out, x, *, eps):
    low, outside = (0, math.nan) if eps is None else (eps, 0.0)
    return select((x >= low) & (x <= 1 - low), grad / ((x + 0) * (1 - x)), outside)          # −0 is 0


def as_tensor(x, like):
    """A number as a tensor beside another, of the dtype that both come to."""
    return x if hasattr(x, "array") else like.new_full((), x, dtype=dtypes.result_type([like.array, x]))


@function(inplace=True, out=True)
def xlogy(input: Value, other: Value):
    """input · log(other), and 0 where input is 0."""
    like = input if hasattr(input, "array") else other
    return apply(xlogy_op, (as_tensor(input, like), as_tensor(other, like)))


@op(symbol="x log y", keeps="x y", floats=True, hidden=True)
def xlogy_op(xp, x, y):
    """x·log(y), and 0 where x is 0, unless y is nan."""
    no_complex("xlogy", x)
    return xp.where((x == 0) & (y == y), x.dtype.type(0), x * xp.log(y))


@derivative_of(xlogy_op)
def xlogy_derivative(grad, out, x, y, needs):
    return (select((x == 0) & (y <= 0), 0.0, grad * log(y)) if needs[0] else None,
            grad * (x / y) if needs[1] else None)


@function(same="input values", inplace=True, out=True)
def heaviside(input: Tensor, values: Tensor):
    """0 below zero, 1 above, `values` at it."""
    return apply(select, (input == 0, values, (input > 0).to(input.dtype)))


@function(inplace=True, out=True)
def nan_to_num(input: Tensor, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None):
    """nan, inf and −inf replaced: by 0 and the dtype's largest and smallest unless given."""
    if input.dtype.is_complex:
        return apply(complex_nan_to_num, (input,), {"nan": nan or 0.0, "posinf": posinf, "neginf": neginf})
    if not input.dtype.is_floating_point:
        return input.clone()
    limits = dtypes.finfo(input.dtype)
    out = apply(select, (input.isnan(), nan, input))
    out = apply(select, (out == float("inf"), limits.max if posinf is None else posinf, out))
    return apply(select, (out == float("-inf"), limits.min if neginf is None else neginf, out))


@op(hidden=True, method=False)
def complex_nan_to_num(xp, x, *, nan, posinf, neginf):
    """nan_to_num of both parts of each number."""
    return xp.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


@function(inplace=True)
def clamp_min(input: Tensor, min):
    """x, but at least min."""
    return input.clamp(min)


@function(inplace=True)
def clamp_max(input: Tensor, max):
    """x, but at most max."""
    return input.clamp(None, max)


@function(method=False)
def isin(elements: Value, test_elements: Value):
    """Whether each element is one of the test elements."""
    like = elements if hasattr(elements, "array") else test_elements
    elements, test_elements = (as_tensor(x, like) for x in (elements, test_elements))
    if not elements.dtype.rank or not test_elements.dtype.rank:
        raise RuntimeError("Unsupported input type encountered for isin(): bool")
    no_complex("isin", elements.array)
    no_complex("isin", test_elements.array)
    return (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)


@function(method=False)
def numel(input: Tensor) -> int:
    """The number of elements."""
    return input.numel()
