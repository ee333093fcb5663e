"""Batch normalisation: sum each channel in two steps, so that many blocks share a channel; then normalise."""

from math import prod

from ...ops.norm.batch_norm import batch_norm, batch_norm_gradients
from .build import blocks, launch, on_gpu, sum_dtype_name

SPLITS = 32                              # number of blocks that share the sums of one channel

SOURCE = r"""
// The index in x of element number i of channel c: x[sample][c][position].
__device__ i64 place(i64 i, int c, int channels, int plane) {
    return (i / plane * channels + c) * plane + i % plane;
}

// Partial sums of each channel: of x − first and of its square, (2, channels, splits). `first` keeps squares small.
extern "C" __global__ void sums(const T* x, A* parts, int channels, int plane, i64 count) {
    int c = blockIdx.x, splits = gridDim.y;
    A first = (A)x[(i64)c * plane], total = 0, squares = 0;
    for (i64 i = blockIdx.y * THREADS + threadIdx.x; i < count; i += (i64)splits * THREADS) {
        A d = (A)x[place(i, c, channels, plane)] - first;
        total += d;
        squares += d * d;
    }
    total = block_sum(total);
    squares = block_sum(squares);
    if (threadIdx.x == 0) {
        parts[(i64)c * splits + blockIdx.y] = total;
        parts[((i64)channels + c) * splits + blockIdx.y] = squares;
    }
}

// Partial sums for the gradients: of grad, and of grad times the normalised number.
extern "C" __global__ void gradient_sums(const T* grad, const T* x, const A* mean, const A* scale, A* parts,
                                         int channels, int plane, i64 count) {
    int c = blockIdx.x, splits = gridDim.y;
    A total = 0, along = 0;
    for (i64 i = blockIdx.y * THREADS + threadIdx.x; i < count; i += (i64)splits * THREADS) {
        i64 at = place(i, c, channels, plane);
        A g = (A)grad[at];
        total += g;
        along += g * ((A)x[at] - mean[c]) * scale[c];
    }
    total = block_sum(total);
    along = block_sum(along);
    if (threadIdx.x == 0) {
        parts[(i64)c * splits + blockIdx.y] = total;
        parts[((i64)channels + c) * splits + blockIdx.y] = along;
    }
}

// out = (x − mean)·factor + shift; mean, factor and shift have one number for each channel.
extern "C" __global__ void apply(const T* x, const A* mean, const A* factor, const A* shift, T* out,
                                 int channels, int plane, i64 size) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= size) return;
    int c = i / plane % channels;
    out[i] = (T)(((A)x[i] - mean[c]) * factor[c] + shift[c]);
}

// The gradient of x: (grad − total/count − y·along/count)·factor, where y is the normalised x, factor = scale·weight.
extern "C" __global__ void by_input(const T* grad, const T* x, const A* mean, const A* scale, const A* total,
                                    const A* along, const A* factor, T* out, int channels, int plane, i64 size) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= size) return;
    int c = i / plane % channels;
    A count = size / channels;
    out[i] = (T)(((A)grad[i] - total[c] / count - ((A)x[i] - mean[c]) * scale[c] * along[c] / count) * factor[c]);
}
"""
NAMES = "sums", "gradient_sums", "apply", "by_input"


def is_not_empty(x, *_, **settings):
    return x.size > 0


@on_gpu(batch_norm, is_not_empty)
def batch_norm_channels(xp, x, weight=None, bias=None, *, eps=1e-5):
    channels, plane, kind = x.shape[1], prod(x.shape[2:]), sum_dtype_name(x.dtype)
    count = x.size // channels
    parts, sizes = xp.empty((2, channels, SPLITS), kind), (xp.int32(channels), xp.int32(plane))
    launch(SOURCE, "sums", x.dtype, (channels, SPLITS), (x, parts, *sizes, xp.int64(count)))
    off, squares = parts.sum(axis=2) / count
    mean = off + x.reshape(len(x), channels, plane)[0, :, 0]
    variance = xp.maximum(squares - off * off, 0)
    factor = 1 / xp.sqrt(variance + eps)
    factor = factor if weight is None else (factor * weight).astype(kind, copy=False)
    shift = xp.zeros(channels, kind) if bias is None else bias.astype(kind, copy=False)
    out = xp.empty(x.shape, x.dtype)
    launch(SOURCE, "apply", x.dtype, blocks(x.size), (x, mean, factor, shift, out, *sizes, xp.int64(x.size)))
    return (out, mean, variance), (mean, variance)


@on_gpu(batch_norm_gradients, lambda grad, x, *_: x.size > 0)
def batch_norm_gradients_channels(xp, grad, x, weight, mean, scale):
    channels, plane, kind = x.shape[1], prod(x.shape[2:]), sum_dtype_name(x.dtype)
    mean, scale = mean.astype(kind, copy=False), scale.astype(kind, copy=False)
    parts, sizes = xp.empty((2, channels, SPLITS), kind), (xp.int32(channels), xp.int32(plane))
    launch(SOURCE, "gradient_sums", x.dtype, (channels, SPLITS), (
        grad, x, mean, scale, parts, *sizes, xp.int64(x.size // channels)))
    total, along = parts.sum(axis=2)
    factor = scale if weight is None else (scale * weight).astype(kind, copy=False)
    by_x = xp.empty(x.shape, x.dtype)
    launch(SOURCE, "by_input", x.dtype, blocks(x.size), (
        grad, x, mean, scale, total, along, factor, by_x, *sizes, xp.int64(x.size)))
    return by_x, along.astype(x.dtype, copy=False), total.astype(x.dtype, copy=False)
