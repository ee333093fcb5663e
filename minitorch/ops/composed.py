"""What reads best as its formula: functions composed of ops."""

from ..graph import apply, function, functions, registry
from ..graph.inplace import check_writable, rebase, write as put
from .compare import select
from .copies import stack_function


@function
def addcmul(input, tensor1, tensor2, last=None, *, value=1):
    """input + value · tensor1 · tensor2."""
    if last is not None:                   # the old form: addcmul(input, value, tensor1, tensor2)
        value, tensor1, tensor2 = tensor1, tensor2, last
    return input + value * tensor1 * tensor2


@function
def addcdiv(input, tensor1, tensor2, last=None, *, value=1):
    """input + value · tensor1 / tensor2."""
    if last is not None:                   # the old form: addcdiv(input, value, tensor1, tensor2)
        value, tensor1, tensor2 = tensor1, tensor2, last
    return input + value * (tensor1 / tensor2)


@function
def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """beta · input + alpha · (mat1 @ mat2)."""
    return beta * input + alpha * functions["mm"](mat1, mat2)


@function
def addmv(input, mat, vec, *, beta=1, alpha=1):
    """beta · input + alpha · (mat @ vec)."""
    return beta * input + alpha * functions["mv"](mat, vec)


@function
def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta · input + alpha · (batch1 @ batch2), a matrix product for each of a batch."""
    return beta * input + alpha * functions["bmm"](batch1, batch2)


@function
def lerp(input, end, weight):
    """input + weight · (end − input): the place so far along the way to `end`."""
    return input + weight * (end - input)


@function
def frac(input):
    """What follows the point, with the sign of the number."""
    return input - input.trunc()


@function
def logit(input, eps=None):
    """log(x / (1 − x)): what sigmoid takes to x."""
    input = input if eps is None else input.clamp(eps, 1 - eps)
    return (input / (1 - input)).log()


@function
def xlogy(input, other):
    """input · log(other), and 0 where input is 0."""
    other = other if hasattr(other, "array") else input.new_full((), other)
    safe = apply(select, (input == 0, 1.0, other))
    return apply(select, ((input == 0) & ~other.isnan(), 0.0, input * safe.log()))


@function
def logaddexp(input, other):
    """log(e^input + e^other), without overflow."""
    return apply(registry["logsumexp"], (stack_function(functions["broadcast_tensors"](input, other)),), {"dim": 0})


@function
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
def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum with nan counted as 0."""
    return apply(select, (input.isnan(), 0.0, input)).sum(dim, keepdim, dtype=dtype)


@function
def nanmean(input, dim=None, keepdim=False):
    """The mean of what is not nan."""
    return nansum(input, dim, keepdim) / (~input.isnan()).sum(dim, keepdim)


@function
def count_nonzero(input, dim=None):
    """How many elements are not zero."""
    return (input != 0).sum(dim)


@function
def aminmax(input, *, dim=None, keepdim=False):
    """The smallest and the largest."""
    dims = () if dim is None else dim
    return input.amin(dims, keepdim), input.amax(dims, keepdim)


@function
def clamp_min(input, min):
    """x, but at least min."""
    return input.clamp(min)


@function
def clamp_max(input, max):
    """x, but at most max."""
    return input.clamp(None, max)


@function
def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """The value below which a part q of the elements lies, between neighbours by `interpolation`."""
    if interpolation != "linear":
        raise NotImplementedError("quantile: interpolation is 'linear' here.")
    flat = input.reshape(-1) if dim is None else input
    along = 0 if dim is None else dim
    ordered = flat.sort(along).values
    parts = [q] if isinstance(q, float | int) else q.tolist() if q.ndim else [q.item()]
    found = []
    for part in parts:
        place = part * (flat.shape[along] - 1)
        low = int(place)
        high = min(low + 1, flat.shape[along] - 1)
        value = ordered.select(along, low).lerp(ordered.select(along, high), place - low)
        if keepdim:
            value = value.reshape((1,) * input.ndim) if dim is None else value.unsqueeze(along)
        found.append(value)
    return found[0] if isinstance(q, float | int) or not q.ndim else stack_function(found)


@function
def cov(input, *, correction=1):
    """The covariance of variables (rows) over observations (columns)."""
    rows = input if input.ndim == 2 else input.reshape(1, -1)
    away = rows - rows.mean(1, keepdim=True)
    out = away @ away.mT / (rows.shape[1] - correction)
    return out if input.ndim == 2 else out.reshape(())


@function
def corrcoef(input):
    """The correlation of variables (rows) over observations (columns)."""
    c = cov(input)
    if not c.ndim:
        return c / c
    scale = c.diagonal().sqrt()
    return c / scale.unsqueeze(1) / scale


@function(method=False)
def cdist(x1, x2, p=2.0):
    """The p-norm between each row of one and each of the other: (…, n, d), (…, m, d) -> (…, n, m)."""
    return (x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, -1)


@function(method=False)
def isin(elements, test_elements):
    """Whether each element is one of the test elements."""
    return (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)


@function(method=False)
def numel(input):
    """The number of elements."""
    return input.numel()


def composed_in_place(name):
    """The in-place twin of a composed function of the same shape: addcmul_ and its kind."""
    body = functions[name]

    def write(input, *args, **settings):
        check_writable(input, f"{name}_")
        out = body(input.clone() if input.requires_grad else input, *args, **settings)
        put(input, out.array)
        rebase(input, out._node)
        return input
    write.__name__ = write.__qualname__ = f"{name}_"
    write.__module__ = __name__
    write.__doc__ = f"`{name}`, written over the tensor's own memory; returns it."
    return function(write)


for twin in ("addcmul", "addcdiv", "addmm", "lerp", "frac", "clamp_min", "clamp_max", "logit", "nan_to_num",
             "cumprod", "hypot", "masked_scatter", "xlogy"):
    composed_in_place(twin)
