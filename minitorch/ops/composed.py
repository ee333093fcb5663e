"""What reads best as its formula: functions composed of ops."""

from .. import dtypes
from ..graph import Value, apply, function, functions, registry
from .compare import select
from .copies import stack_function
from .shape import broadcast_shape


@function(takes="iuf")
def addcmul(input, tensor1: Value, tensor2, last=None, *, value=1):
    """input + value · tensor1 · tensor2."""
    if last is not None:                   # the old form: addcmul(input, value, tensor1, tensor2)
        value, tensor1, tensor2 = tensor1, tensor2, last
    if not hasattr(tensor1, "array"):
        raise TypeError(f"addcmul(): argument 'tensor1' must be a Tensor, not {type(tensor1).__name__}.")
    whole = max(x.dtype.rank for x in (input, tensor1, tensor2)) < 2
    return input + (int(value) if whole else value) * tensor1 * tensor2


@function
def addcdiv(input, tensor1: Value, tensor2, last=None, *, value=1):
    """input + value · tensor1 / tensor2."""
    if last is not None:                   # the old form: addcdiv(input, value, tensor1, tensor2)
        value, tensor1, tensor2 = tensor1, tensor2, last
    if not hasattr(tensor1, "array"):
        raise TypeError(f"addcdiv(): argument 'tensor1' must be a Tensor, not {type(tensor1).__name__}.")
    if not tensor1.dtype.is_floating_point and not tensor2.dtype.is_floating_point:
        raise RuntimeError("addcdiv: Integer division with addcdiv is not supported; use input + value * (tensor1 // "
                           "tensor2), or convert with .float().")
    return input + value * (tensor1 / tensor2)


def plus(name, input, product, beta, alpha):
    """beta · input + alpha · product, where input must broadcast to the product's shape."""
    if broadcast_shape(name, input, product) != tuple(product.shape):
        raise RuntimeError(f"{name}: an input of {tuple(input.shape)} cannot be expanded to the product's shape "
                           f"{tuple(product.shape)}.")
    return beta * input + alpha * product


@function(same="input mat1 mat2")
def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """beta · input + alpha · (mat1 @ mat2)."""
    return plus("addmm", input, functions["mm"](mat1, mat2), beta, alpha)


@function(same="input mat vec")
def addmv(input, mat, vec, *, beta=1, alpha=1):
    """beta · input + alpha · (mat @ vec)."""
    if mat.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"addmv: vector + matrix @ vector expected, got {mat.ndim} and {vec.ndim} dimensions.")
    return plus("addmv", input, functions["mv"](mat, vec), beta, alpha)


@function(same="input batch1 batch2")
def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta · input + alpha · (batch1 @ batch2), a matrix product for each of a batch."""
    if batch1.ndim < 3 or batch2.ndim < 3:
        raise IndexError(f"baddbmm: Dimension out of range: batch1 and batch2 must be 3-D, not {batch1.ndim}-D and "
                         f"{batch2.ndim}-D.")
    return plus("baddbmm", input, functions["bmm"](batch1, batch2), beta, alpha)


@function(same="input batch1 batch2")
def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta · input + alpha · the sum over the batch of (batch1 @ batch2)."""
    if batch1.ndim < 3 or batch2.ndim < 3:
        raise IndexError(f"addbmm: Dimension out of range: batch1 and batch2 must be 3-D, not {batch1.ndim}-D and "
                         f"{batch2.ndim}-D.")
    return plus("addbmm", input, functions["bmm"](batch1, batch2).sum(0, dtype=batch1.dtype), beta, alpha)


@function(same="input end", takes="f")
def lerp(input, end, weight: Value):
    """input + weight · (end − input): the place so far along the way to `end`, which weight 1 reaches exactly."""
    way = end - input
    if isinstance(weight, int | float):
        return input + weight * way if abs(weight) < 0.5 else end - way * (1 - weight)
    return apply(select, (weight.abs() < 0.5, input + weight * way, end - way * (1 - weight)))


@function(takes="f")
def frac(input):
    """What follows the point, with the sign of the number."""
    return input - input.trunc()


@function
def logit(input, eps=None):
    """log(x / (1 − x)): what sigmoid takes to x."""
    input = input if input.dtype.is_floating_point else input.to(dtypes.default)
    input = input if eps is None else input.clamp(eps, 1 - eps)
    return (input / (1 - input)).log()


def as_tensor(x, like):
    """A number as a tensor beside another, of the dtype that both come to."""
    return x if hasattr(x, "array") else like.new_full((), x, dtype=dtypes.result_type([like.array, x]))


@function
def xlogy(input: Value, other: Value):
    """input · log(other), and 0 where input is 0."""
    like = input if hasattr(input, "array") else other
    input, other = as_tensor(input, like), as_tensor(other, like)
    nothing = (input == 0) & ~other.isnan()
    safe = apply(select, (nothing, 1.0, other))
    return apply(select, (nothing, 0.0, input * safe.log()))


@function(takes="f")
def logaddexp(input, other):
    """log(e^input + e^other), without overflow."""
    return apply(registry["logsumexp"], (stack_function(functions["broadcast_tensors"](input, other)),), {"dim": 0})


@function(same="input values")
def heaviside(input, values):
    """0 below zero, 1 above, `values` at it."""
    return apply(select, (input == 0, values, (input > 0).to(input.dtype)))


@function
def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    """nan, inf and −inf replaced: by 0 and the dtype's largest and smallest unless given."""
    if not input.dtype.is_floating_point:
        return input.clone()
    from ..dtypes import finfo
    limits = finfo(input.dtype)
    out = apply(select, (input.isnan(), nan, input))
    out = apply(select, (out == float("inf"), limits.max if posinf is None else posinf, out))
    return apply(select, (out == float("-inf"), limits.min if neginf is None else neginf, out))


@function
def clamp_min(input, min):
    """x, but at least min."""
    return input.clamp(min)


@function
def clamp_max(input, max):
    """x, but at most max."""
    return input.clamp(None, max)


@function(method=False)
def isin(elements: Value, test_elements: Value):
    """Whether each element is one of the test elements."""
    like = elements if hasattr(elements, "array") else test_elements
    elements, test_elements = (as_tensor(x, like) for x in (elements, test_elements))
    if not elements.dtype.rank or not test_elements.dtype.rank:
        raise RuntimeError("Unsupported input type encountered for isin(): bool")
    return (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)


@function(method=False)
def numel(input):
    """The number of elements."""
    return input.numel()
