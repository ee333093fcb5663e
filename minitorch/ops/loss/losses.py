"""Several steps in one op, where that is steadier or faster: softmax, picking classes, normalising, dropping."""

from ... import dtypes, random
from ...graph import Dim, DType, Tensor, derivative_of, op
from ..elementwise.activation import sigmoid
from ..elementwise.comparison import clamp
from ..elementwise.powers import exp, log, log1p
from ..kernels.rows import dots, softmax_rows
from ..kernels.sums import blocked_sum
from ..kernels.tiling import blocks, in_parts, scratch
from ..reduce.reductions import mean, sum

NARROW = 128                             # classes, up to which cross_entropy is quicker column by column


def shifted(xp, x, dim, dtype):
    """x less its largest along `dim`: e⁸⁹ overflows float32."""
    if dtype is not None:
        kind = dtypes.as_dtype(dtype)
        if not kind.is_floating_point:
            raise NotImplementedError(f"softmax gives no {kind}: its dtype must be a floating one.")
        x = x.astype(kind.numpy)
    return x - x.max(axis=dim, keepdims=True) if x.size and x.ndim else x - x


@op(symbol="softmax", keeps="out", takes="f")
def softmax(xp, input: Tensor, *, dim: Dim, dtype: DType = None):
    """eˣ, scaled to sum to 1 along `dim`."""
    if input.ndim and dim in (-1, input.ndim - 1) and dtype is None:
        return softmax_of_rows(xp, input)
    out = xp.exp(shifted(xp, input, dim, dtype))
    out /= blocked_sum(xp, out, dim, keepdims=True) if out.ndim else out
    return out


def softmax_of_rows(xp, x):
    """softmax along the last dimension, in blocks that stay in the cache."""
    if x.dtype == "float16":                             # computed in float32: eleven bits are lost on the way
        return softmax_of_rows(xp, x.astype("float32")).astype("float16")
    flat = xp.ascontiguousarray(x).reshape(-1 if x.size else 0, x.shape[-1])
    out = xp.empty(x.shape, x.dtype)
    softmax_rows(xp, flat, out.reshape(flat.shape))
    return out


@derivative_of(softmax)
def softmax_derivative(grad, out, x, *, dim, dtype):
    return softmax_slope(grad, out, dim=dim)


@op(symbol="softmax", keeps="grad y", hidden=True)
def softmax_slope(xp, grad, y, *, dim):
    """(grad − Σ grad·y)·y, the sum along `dim`: what comes back through y = softmax(x)."""
    if not y.ndim or dim not in (-1, y.ndim - 1) or not y.size:
        return (grad - (grad * y).sum(axis=dim if y.ndim else None, keepdims=True)) * y
    grads, flat = [xp.ascontiguousarray(a).reshape(-1, y.shape[-1]) for a in (grad, y)]
    out = xp.empty(y.shape, y.dtype)
    filled, (work,) = out.reshape(flat.shape), scratch(xp, *flat.shape, y.dtype, 1)
    for part in blocks(xp, *flat.shape):
        here, mine = grads[part], flat[part]
        less = xp.subtract(here, dots(xp, here, mine)[:, None], out=work[:len(mine)])
        xp.multiply(less, mine, out=filled[part])
    return out


@derivative_of(softmax_slope)
def softmax_slope_derivative(again, out, grad, y, needs, *, dim):
    by_grad = softmax_slope(again, y, dim=dim) if needs[0] else None
    if not needs[1]:
        return by_grad, None
    weighted = again * (grad - sum(grad * y, dim=dim, keepdim=True))
    return by_grad, weighted - grad * sum(again * y, dim=dim, keepdim=True)


@op(symbol="log softmax", keeps="out", takes="f")
def log_softmax(xp, input: Tensor, *, dim: Dim, dtype: DType = None):
    """log(softmax(input)), without overflow and without log(0)."""
    out = shifted(xp, input, dim, dtype)
    if out.ndim:
        out -= xp.log(blocked_sum(xp, xp.exp(out), dim, keepdims=True))
    return out


@derivative_of(log_softmax)
def log_softmax_derivative(grad, out, x, *, dim, dtype):
    return grad - exp(out) * sum(grad, dim=dim, keepdim=True)


def class_key(xp, target):
    """The index that reaches, for target (N, …), the places (n, target[n, …], …) of (N, C, …)."""
    grids = [xp.arange(size).reshape((-1,) + (1,) * (target.ndim - d - 1)) for d, size in enumerate(target.shape)]
    return (grids[0], target, *grids[1:])


@op(symbol="pick", keeps="target", promotes=False, hidden=True)
def pick_class(xp, x, target, *, ignore_index=None):
    """For each sample the score of its target: (N, C, …) and (N, …) -> (N, …); 0 where it is ignored."""
    if ignore_index is None:
        return x[class_key(xp, target)]
    if not x.shape[1]:                                   # of no classes, all are ignored
        return xp.zeros(target.shape, x.dtype)
    kept = target != ignore_index
    return xp.where(kept, x[class_key(xp, xp.where(kept, target, 0))], 0).astype(x.dtype, copy=False)


@derivative_of(pick_class)
def pick_class_derivative(grad, out, x, target, *, ignore_index):
    return place_class(grad, target, classes=x.shape[1], ignore_index=ignore_index), None


@op(symbol="place", keeps="target", promotes=False, hidden=True)
def place_class(xp, y, target, *, classes, ignore_index=None):
    """Zeros (N, C, …) with y at each sample's target: pick_class, backwards."""
    out = xp.zeros((target.shape[0], classes, *target.shape[1:]), y.dtype)
    if not classes:
        return out
    if ignore_index is not None:
        kept = target != ignore_index
        y, target = xp.where(kept, y, 0), xp.where(kept, target, 0)
    out[class_key(xp, target)] = y
    return out


@derivative_of(place_class)
def place_class_derivative(grad, out, y, target, *, classes, ignore_index):
    return pick_class(grad, target, ignore_index=ignore_index), None


def mean_surprise(x, target):
    """What cross_entropy computes, in plain ops."""
    return mean(-pick_class(log_softmax(x, dim=1), target))


@op(symbol="cross entropy", residual=True, keeps="x target", promotes=False, composition=mean_surprise, hidden=True)
def cross_entropy(xp, x, target):
    """The mean of −log softmax(x) at the targets: (N, C) and (N,) -> ().

    The residual is the slope: (softmax(x) − 1 at the target) / N.
    """
    n, classes = x.shape
    upright = classes > NARROW                           # short rows lie down, to be gone through all at once
    out = xp.array(x if upright else x.T, order="C")
    if x.size:
        out -= out.max(axis=int(upright), keepdims=True)
    flat = out.reshape(-1)
    row, column = (classes, 1) if upright else (1, n)
    true = xp.arange(0, n * row, row)                    # where each row's true class is, counted through
    true += target.astype(true.dtype, copy=False) * column
    picked = flat[true]
    xp.exp(out, out=out)
    total = xp.add.reduce(out, axis=int(upright), keepdims=True)
    loss = xp.add.reduce(xp.log(total).reshape(-1) - picked) / n
    total *= max(n, 1)
    out /= total
    flat[true] -= 1 / max(n, 1)
    return loss, out if upright else out.T


@derivative_of(cross_entropy)
def cross_entropy_derivative(grad, out, x, target):
    return grad * out, None


@op(symbol="bce", keeps="x target", hidden=True)
def binary_cross_entropy(xp, x, target):
    """−target·log(x) − (1 − target)·log(1 − x), each logarithm kept above −100."""
    return (target - 1) * xp.maximum(xp.log1p(-x), -100) - target * xp.maximum(xp.log(x), -100)


@derivative_of(binary_cross_entropy)
def binary_cross_entropy_derivative(grad, out, x, target, needs):
    return (grad * (x - target) / clamp(x * (1 - x), 1e-12, None) if needs[0] else None,
            grad * (log1p(-x) - log(x)) if needs[1] else None)


@op(symbol="bce", keeps="x target", hidden=True)
def surprise_of_score(xp, x, target):
    """−log σ(x) + (1 − target)·x: binary_cross_entropy of sigmoid(x), without overflow."""
    return in_parts(xp, surprise, x, x, target)


def surprise(xp, out, x, target):
    xp.abs(x, out=out)
    xp.negative(out, out=out)
    xp.exp(out, out=out)
    xp.log1p(out, out=out)
    out -= xp.minimum(x, 0)
    out += (1 - target) * x


@derivative_of(surprise_of_score)
def surprise_of_score_derivative(grad, out, x, target, needs):
    return grad * (sigmoid(x) - target) if needs[0] else None, -grad * x if needs[1] else None


@op(symbol="huber", keeps="x target", hidden=True)
def huber(xp, x, target, *, delta):
    """½·d² where d = |x − target| is below delta, else delta·(d − ½·delta)."""
    away = x - target
    return in_parts(xp, square_then_line, away, away, delta)


def square_then_line(xp, out, away, delta):
    """c·(d − ½·c), where c is d kept below delta."""
    xp.abs(away, out=out)
    bounded = xp.minimum(out, delta)
    out -= bounded * 0.5
    out *= bounded


@derivative_of(huber)
def huber_derivative(grad, out, x, target, needs, *, delta):
    slope = grad * clamp(x - target, -delta, delta)
    return slope if needs[0] else None, -slope if needs[1] else None


@op(symbol="dropout", residual=True, hidden=True, name="dropout")
def dropout(xp, x, *, p, size=None, generator=None):
    """Each element 0 with probability p, else x / (1 − p), so that the mean stays.

    size   the shape in which chance is drawn: (N, C, 1, 1) drops whole channels
    """
    kept = xp.asarray(random.numpy_generator(generator).random(size or x.shape, dtype="float32") >= p)
    return x * (kept * x.dtype.type(1 / (1 - p) if p < 1 else 0)), kept


@derivative_of(dropout)
def dropout_derivative(grad, out, x, *, p, size, generator):
    return grad * out * (1 / (1 - p) if p < 1 else 0.0)
