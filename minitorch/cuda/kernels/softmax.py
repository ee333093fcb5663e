"""Softmax of rows: for each row a block of threads finds the maximum and the sum, then writes the result.

Each thread takes every 256th element, so that neighbouring threads read neighbouring memory (coalesced access).
"""

from math import prod

from ...ops.loss.softmax import log_softmax, softmax, softmax_gradient
from .build import launch, on_gpu

SOURCE = r"""
extern "C" __global__ void softmax(const T* x, T* out, int n) {
    x += (i64)blockIdx.x * n; out += (i64)blockIdx.x * n;
    A peak = row_peak(x, n), scale = 1 / row_total(x, n, peak);
    for (int i = threadIdx.x; i < n; i += THREADS) out[i] = (T)(exp((A)x[i] - peak) * scale);
}

extern "C" __global__ void log_softmax(const T* x, T* out, int n) {
    x += (i64)blockIdx.x * n; out += (i64)blockIdx.x * n;
    A peak = row_peak(x, n), log_total = log(row_total(x, n, peak));
    for (int i = threadIdx.x; i < n; i += THREADS) out[i] = (T)((A)x[i] - peak - log_total);
}

// (grad − Σ grad·y)·y
extern "C" __global__ void softmax_gradient(const T* grad, const T* y, T* out, int n) {
    i64 start = (i64)blockIdx.x * n;
    A total = 0;
    for (int i = threadIdx.x; i < n; i += THREADS) total += (A)grad[start + i] * (A)y[start + i];
    total = block_sum(total);
    for (int i = threadIdx.x; i < n; i += THREADS)
        out[start + i] = (T)(((A)grad[start + i] - total) * (A)y[start + i]);
}
"""
NAMES = "softmax", "log_softmax", "softmax_gradient"


def is_over_last_dim(x, *others, dim, dtype=None):
    """Return True if softmax runs along the last dimension, with one dtype."""
    return x.ndim > 0 and dim in (-1, x.ndim - 1) and (dtype is None or dtype == x.dtype)


def run(xp, name, *arrays):
    """Run one of the kernels on rows of equal length, with a block for each row."""
    x, out = arrays[0], xp.empty(arrays[0].shape, arrays[0].dtype)
    n = x.shape[-1]
    launch(SOURCE, name, x.dtype, (prod(x.shape[:-1]) if n else 0,), (*arrays, out, xp.int32(n)))
    return out


@on_gpu(softmax, is_over_last_dim)
def softmax_rows(xp, x, *, dim, dtype=None):
    return run(xp, "softmax", x)


@on_gpu(log_softmax, is_over_last_dim)
def log_softmax_rows(xp, x, *, dim, dtype=None):
    return run(xp, "log_softmax", x)


@on_gpu(softmax_gradient, is_over_last_dim)
def softmax_gradient_rows(xp, grad, y, *, dim):
    return run(xp, "softmax_gradient", grad, y)
