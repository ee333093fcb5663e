"""Cross entropy and its derivative directly from the scores, with a block for each sample; stores no probabilities."""

from ...ops.loss.losses import cross_entropy
from .build import launch, on_gpu, sum_dtype_name

SOURCE = r"""
// For each row: loss = log Σ e^x − x[target], and the derivative (e^x / Σ e^x − 1 at the target) / count. Rows whose
// target is `ignored` get 0, if `ignoring` is not 0. A target out of range is clamped.
extern "C" __global__ void cross_entropy(const T* x, const i64* target, const A* count, A* losses, T* derivative,
                                         int n, int ignoring, i64 ignored) {
    i64 row = blockIdx.x;
    x += row * n; derivative += row * n;
    int label = (int)min(max(target[row], (i64)0), (i64)n - 1);
    A peak = row_peak(x, n), total = row_total(x, n, peak), share = 1 / max(*count, (A)1);
    if (ignoring && target[row] == ignored) share = 0;
    for (int i = threadIdx.x; i < n; i += THREADS)
        derivative[i] = (T)((exp((A)x[i] - peak) / total - (i == label ? 1 : 0)) * share);
    if (threadIdx.x == 0) losses[row] = share ? log(total) + peak - (A)x[label] : 0;
}
"""
NAMES = ("cross_entropy",)


def has_int64_labels(x, target, **settings):
    """Return True if there are samples and classes, and the labels are int64."""
    return x.size > 0 and target.dtype == "int64"


@on_gpu(cross_entropy, has_int64_labels)
def cross_entropy_rows(xp, x, target, *, ignore_index=None):
    rows, classes = x.shape
    kind, ignoring = sum_dtype_name(x.dtype), ignore_index is not None
    count = (target != ignore_index).sum().astype(kind) if ignoring else xp.full((), rows, kind)
    losses = xp.empty(rows, kind)
    derivative = xp.empty(x.shape, x.dtype)
    launch(SOURCE, "cross_entropy", x.dtype, (rows,), (x, target, count, losses, derivative, xp.int32(classes),
                                                       xp.int32(ignoring), xp.int64(ignore_index or 0)))
    return (losses.sum() / count).astype(x.dtype, copy=False), derivative
