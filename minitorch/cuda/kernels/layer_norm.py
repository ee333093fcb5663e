"""Layer normalisation: a block for each row; the gradients of weight and bias are sums down columns, in two steps."""

from math import prod

from ...ops.norm.layer_norm import layer_norm, layer_norm_gradients
from .build import launch, on_gpu, sum_dtype_name

SPLITS = 64                              # number of parts into which rows are divided, for sums over columns

SOURCE = r"""
// out = (x − mean)·scale·weight + bias; `found` (3, rows) saves scale, mean·scale and 1 of each row for the gradients.
extern "C" __global__ void layer_norm(const T* x, const T* weight, const T* bias, T* out, A* found, int n, A eps,
                                      bool has_weight, bool has_bias) {
    i64 row = blockIdx.x, rows = gridDim.x;
    x += row * n; out += row * n;
    A mean = 0, variance = 0;
    for (int i = threadIdx.x; i < n; i += THREADS) mean += (A)x[i];
    mean = block_sum(mean) / n;
    for (int i = threadIdx.x; i < n; i += THREADS) { A d = (A)x[i] - mean; variance += d * d; }
    A scale = 1 / sqrt(block_sum(variance) / n + eps);
    for (int i = threadIdx.x; i < n; i += THREADS) {
        A y = ((A)x[i] - mean) * scale;
        if (has_weight) y *= (A)weight[i];
        if (has_bias) y += (A)bias[i];
        out[i] = (T)y;
    }
    if (threadIdx.x == 0) { found[row] = scale; found[rows + row] = mean * scale; found[2 * rows + row] = 1; }
}

// The gradient of x: (g − mean(g) − y·mean(g·y))·scale, where g = grad·weight and y is the normalised number.
extern "C" __global__ void by_input(const T* grad, const T* x, const T* weight, const A* found, T* out, int n,
                                    bool has_weight) {
    i64 row = blockIdx.x, start = row * n;
    A scale = found[row], mean = found[gridDim.x + row] / scale, along = 0, total = 0;
    for (int i = threadIdx.x; i < n; i += THREADS) {
        A g = (A)grad[start + i] * (has_weight ? (A)weight[i] : (A)1);
        total += g;
        along += g * ((A)x[start + i] - mean) * scale;
    }
    total = block_sum(total) / n;
    along = block_sum(along) / n;
    for (int i = threadIdx.x; i < n; i += THREADS) {
        A g = (A)grad[start + i] * (has_weight ? (A)weight[i] : (A)1);
        out[start + i] = (T)((g - total - ((A)x[start + i] - mean) * scale * along) * scale);
    }
}

// The gradients of weight, Σ grad·y, and of bias, Σ grad, over the rows of one part: parts (2, splits, n). One thread
// for each column.
extern "C" __global__ void by_columns(const T* grad, const T* x, const A* found, A* parts, int rows, int n) {
    int column = blockIdx.x * THREADS + threadIdx.x, splits = gridDim.y, part = blockIdx.y;
    if (column >= n) return;
    A by_weight = 0, by_bias = 0;
    for (i64 row = part; row < rows; row += splits) {
        A g = (A)grad[row * n + column], scale = found[row];
        by_weight += g * ((A)x[row * n + column] - found[rows + row] / scale) * scale;
        by_bias += g;
    }
    parts[(i64)part * n + column] = by_weight;
    parts[((i64)splits + part) * n + column] = by_bias;
}
"""
NAMES = "layer_norm", "by_input", "by_columns"


def sizes(x, dims):
    """Return (number of rows, number of elements in a row)."""
    n = prod(x.shape[x.ndim - dims:])
    return x.size // max(n, 1), n


def is_not_empty(x, *_, **settings):
    return x.size > 0


def has_no_saved_centre(grad, x, weight, found, centre, *, dims):
    """Return True if the kernel ran the forward pass: then no `centre` was saved, and there are elements."""
    return x.size > 0 and centre is None


@on_gpu(layer_norm, is_not_empty)
def layer_norm_rows(xp, x, weight=None, bias=None, *, dims=1, eps=1e-5):
    rows, n = sizes(x, dims)
    out, found = xp.empty(x.shape, x.dtype), xp.empty((3, rows), sum_dtype_name(x.dtype))
    launch(SOURCE, "layer_norm", x.dtype, (rows,), (
        x, x if weight is None else weight, x if bias is None else bias, out, found, xp.int32(n), found.dtype.type(eps),
        weight is not None, bias is not None))
    return out, (found, None)


@on_gpu(layer_norm_gradients, has_no_saved_centre)
def layer_norm_gradients_rows(xp, grad, x, weight, found, centre, *, dims):
    rows, n = sizes(x, dims)
    by_x, parts = xp.empty(x.shape, x.dtype), xp.empty((2, min(SPLITS, rows), n), found.dtype)
    launch(SOURCE, "by_input", x.dtype, (rows,), (
        grad, x, x if weight is None else weight, found, by_x, xp.int32(n), weight is not None))
    launch(SOURCE, "by_columns", x.dtype, (-(-n // 256), parts.shape[1]), (
        grad, x, found, parts, xp.int32(rows), xp.int32(n)))
    by_weight, by_bias = parts.sum(axis=1).astype(x.dtype, copy=False).reshape(2, *x.shape[x.ndim - dims:])
    return by_x, by_weight, by_bias
