"""Cross entropy and its derivative from the scores at once, a block for each sample: no probabilities are stored."""

from ...ops.loss.losses import cross_entropy
from .build import launch, on_gpu, wide

SOURCE = r"""
// Of each row: loss = log Σ e^x − x[target], and the derivative (e^x / Σ e^x − 1 at the target) / rows.
extern "C" __global__ void cross_entropy(const T* x, const i64* target, A* losses, T* derivative, int n) {
    i64 row = blockIdx.x;
    x += row * n; derivative += row * n;
    int label = (int)min(max(target[row], (i64)0), (i64)n - 1);
    A peak = row_peak(x, n), total = row_total(x, n, peak), share = (A)1 / gridDim.x;
    for (int i = threadIdx.x; i < n; i += THREADS)
        derivative[i] = (T)((exp((A)x[i] - peak) / total - (i == label ? 1 : 0)) * share);
    if (threadIdx.x == 0) losses[row] = log(total) + peak - (A)x[label];
}
"""
NAMES = ("cross_entropy",)


def labels_of_rows(x, target):
    """Whether there are samples and classes, and the labels are of int64."""
    return x.size > 0 and target.dtype == "int64"


@on_gpu(cross_entropy, labels_of_rows)
def cross_entropy_rows(xp, x, target):
    rows, classes = x.shape
    losses = xp.empty(rows, wide(x.dtype))
    derivative = xp.empty(x.shape, x.dtype)
    launch(SOURCE, "cross_entropy", x.dtype, (rows,), (x, target, losses, derivative, xp.int32(classes)))
    return losses.mean().astype(x.dtype, copy=False), derivative
