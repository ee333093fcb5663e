"""Cross entropy, in plain ops and as one op, and the scores of each sample's target."""

from ...backend import library_of
from ...engine import derivative_of, op
from ..kernels.row_kernels import row_kernel
from ..reduce.reductions import mean, sum
from .softmax import log_softmax, softmax

FEW_CLASSES = 128                        # number of classes up to which cross_entropy is faster on the transpose
FEW_IN_C = 16                            # number of classes up to which that is faster than the row kernel in C, too


def target_index(xp, target):
    """Return the index that selects, for target (N, …), the elements (n, target[n, …], …) of (N, C, …)."""
    grids = [xp.arange(size).reshape((-1,) + (1,) * (target.ndim - d - 1)) for d, size in enumerate(target.shape)]
    return (grids[0], target, *grids[1:])


@op(symbol="gather", keeps="target", promotes=False, hidden=True)
def gather_target(xp, x, target, *, ignore_index=None):
    """Return the score of each sample's target: (N, C, …) and (N, …) -> (N, …); 0 for ignored samples."""
    if ignore_index is None:
        return x[target_index(xp, target)]
    if not x.shape[1]:                                   # without classes, every target is ignored
        return xp.zeros(target.shape, x.dtype)
    kept = target != ignore_index
    return xp.where(kept, x[target_index(xp, xp.where(kept, target, 0))], 0).astype(x.dtype, copy=False)


@derivative_of(gather_target)
def gather_target_derivative(grad, out, x, target, *, ignore_index):
    return scatter_target(grad, target, classes=x.shape[1], ignore_index=ignore_index), None


@op(symbol="scatter", keeps="target", promotes=False, hidden=True)
def scatter_target(xp, y, target, *, classes, ignore_index=None):
    """Compute the transpose of gather_target: zeros (N, C, …) with y at each sample's target."""
    out = xp.zeros((target.shape[0], classes, *target.shape[1:]), y.dtype)
    if not classes:
        return out
    if ignore_index is not None:
        kept = target != ignore_index
        y, target = xp.where(kept, y, 0), xp.where(kept, target, 0)
    out[target_index(xp, target)] = y
    return out


@derivative_of(scatter_target)
def scatter_target_derivative(grad, out, y, target, *, classes, ignore_index):
    return gather_target(grad, target, ignore_index=ignore_index), None


def mean_negative_log_likelihood(x, target, *, ignore_index=None):
    """Compute cross_entropy in plain ops."""
    losses = -gather_target(log_softmax(x, dim=1), target, ignore_index=ignore_index)
    return mean(losses) if ignore_index is None else sum(losses) / sum(target != ignore_index)


def log_probabilities(slope, x, target, *, ignore_index=None):
    """Return log softmax(x), restored from the residual, and target: their loss and residual are those of x."""
    xp = library_of(slope)
    kept = xp.ones(target.shape, bool) if ignore_index is None else target != ignore_index
    probabilities = slope * xp.maximum(kept.sum(), 1).astype(slope.dtype)
    probabilities[target_index(xp, xp.where(kept, target, 0))] += 1
    return xp.log(xp.maximum(probabilities, xp.finfo(slope.dtype).tiny)), target


@op(symbol="cross entropy", residual=True, keeps="target", promotes=False,
    composition=mean_negative_log_likelihood, restores=log_probabilities, hidden=True)
def cross_entropy(xp, x, target, *, ignore_index=None):
    """Return the mean of −log softmax(x) at all targets except `ignore_index`: (N, C) and (N,) -> ().

    The residual is the derivative: (softmax(x) − 1 at the target) / N, where N counts the samples not ignored.
    """
    n, classes = x.shape
    kept, count = None, n
    if ignore_index is not None:
        kept = target != ignore_index
        target, count = xp.where(kept, target, 0), kept.sum().astype(x.dtype)
    samples = max(n, 1) if kept is None else xp.maximum(count, 1)
    found = softmax_and_log.in_c(xp, x, samples=samples) if classes > FEW_IN_C else None
    by_rows = found is not None or classes > FEW_CLASSES  # if False, transpose: reductions run over whole columns
    row, column = (classes, 1) if by_rows else (1, n)
    true = xp.arange(0, n * row, row)                    # after the next line, each target's index in flat `out`
    true += target.astype(true.dtype, copy=False) * column
    if found:
        out, losses = found[0], -found[1].reshape(-1)[true]
    else:
        out, losses = softmax_and_losses(xp, x, true, by_rows, samples)
    if kept is not None:
        losses = xp.where(kept, losses, 0)               # `where`, because an ignored loss may be inf
    loss = xp.add.reduce(losses) / count
    out.reshape(-1)[true] -= 1 / samples
    if kept is not None:
        out *= kept[:, None] if by_rows else kept
    return loss, out if by_rows else out.T


@row_kernel("x -> xx", "samples")
def softmax_and_log(x, samples):
    """Return softmax(x), divided by the number of samples, and log softmax(x)."""
    return softmax(x, dim=1) / samples, log_softmax(x, dim=1)


def softmax_and_losses(xp, x, true, by_rows, samples):
    """Return softmax(x) / samples, transposed unless by_rows, and −log softmax(x) at the indices `true`."""
    out = xp.array(x if by_rows else x.T, order="C")
    if x.size:
        out -= out.max(axis=int(by_rows), keepdims=True)
    scores = out.reshape(-1)[true]
    xp.exp(out, out=out)
    total = xp.add.reduce(out, axis=int(by_rows), keepdims=True)
    losses = xp.log(total).reshape(-1) - scores
    total *= samples
    out /= total
    return out, losses


@derivative_of(cross_entropy)
def cross_entropy_derivative(grad, out, x, target, *, ignore_index):
    return grad * out, None
