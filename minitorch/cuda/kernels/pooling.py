"""Max pooling: a thread for each window finds its maximum; in backward a thread for each element sums gradients."""

from math import prod

from ...ops.conv.pooling import count_windows, max_pool2d, scatter_windows
from .build import blocks, launch, on_gpu

# These arguments define the windows: sizes of image, result and kernel; stride, padding and dilation.
WHERE = "int H, int W, int OH, int OW, int kh, int kw, int sh, int sw, int ph, int pw, int dh, int dw"

SOURCE = r"""
// The maximum of each window and its position in the kernel: of equal maxima the first, of several nan the last.
extern "C" __global__ void max_pool(const T* x, T* out, int* index, i64 size, WHERE) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= size) return;
    int column = i % OW, row = i / OW % OH;
    x += i / ((i64)OW * OH) * H * W;
    A best = 0;
    int from = -1;
    for (int a = 0; a < kh; a++) for (int b = 0; b < kw; b++) {
        int y = row * sh - ph + a * dh, z = column * sw - pw + b * dw;
        if (y < 0 || y >= H || z < 0 || z >= W) continue;
        A here = (A)x[(i64)y * W + z];
        if (from < 0 || here > best || here != here) { best = here; from = a * kw + b; }
    }
    out[i] = (T)(from < 0 ? -INFINITY : best);
    index[i] = from < 0 ? 0 : from;
}

// Each element adds the gradients of the windows whose maximum it was, so no two threads write to the same element.
extern "C" __global__ void max_pool_back(const T* grad, const int* index, T* out, i64 size, WHERE) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= size) return;
    int z = i % W, y = i / W % H;
    i64 plane = i / ((i64)W * H) * OH * OW;
    A total = 0;
    for (int a = 0; a < kh; a++) for (int b = 0; b < kw; b++) {
        int row = y + ph - a * dh, column = z + pw - b * dw;
        if (row < 0 || column < 0 || row % sh || column % sw) continue;
        row /= sh; column /= sw;
        if (row >= OH || column >= OW) continue;
        i64 window = plane + (i64)row * OW + column;
        if (index[window] == a * kw + b) total += (A)grad[window];
    }
    out[i] = (T)total;
}
""".replace("WHERE", WHERE)
NAMES = "max_pool", "max_pool_back"


def window_args(xp, image, windows, kernel, stride, padding, dilation):
    return [xp.int32(n) for n in (*image, *windows, *kernel, *stride, *padding, *dilation)]


@on_gpu(max_pool2d, lambda x, **settings: x.size > 0)
def max_pool(xp, x, *, kernel, stride, padding=(0, 0), dilation=(1, 1), ceil_mode=False):
    windows = count_windows(x, kernel, stride, padding, dilation, ceil_mode, "max_pool2d")
    out, index = xp.empty((*x.shape[:-2], *windows), x.dtype), xp.empty((*x.shape[:-2], *windows), "int32")
    launch(SOURCE, "max_pool", x.dtype, blocks(out.size), (
        x, out, index, xp.int64(out.size), *window_args(xp, x.shape[-2:], windows, kernel, stride, padding, dilation)))
    return out, index


@on_gpu(scatter_windows, lambda y, index, **settings: y.size > 0 and index.dtype == "int32")
def max_pool_back(xp, y, index, *, shape, kernel, stride, padding, dilation):
    out = xp.empty(shape, y.dtype)
    launch(SOURCE, "max_pool_back", y.dtype, blocks(prod(shape)), (
        y, index, out, xp.int64(out.size),
        *window_args(xp, shape[-2:], y.shape[-2:], kernel, stride, padding, dilation)))
    return out
