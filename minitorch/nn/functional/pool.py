"""Pooling: one number for each window: its maximum, mean or norm; for images (N, C, H, W) and signals (N, C, L).

pool3d.py uses the functions whose names have no number, too.
"""

from ... import paths
from ...engine import dispatch
from ...ops.conv import pooling as ops, resample
from ...runtime import Tensor, function, whole
from .common import flat, on_batch, refuse, refuse_ndim, several

__all__ = ["adaptive_avg_pool1d", "adaptive_avg_pool2d", "avg_pool1d", "avg_pool2d", "max_pool1d",
           "max_pool1d_with_indices", "max_pool2d", "max_pool2d_with_indices"]
INF = float("inf")


def settings(dims, kernel_size, stride, **others):
    """Return the settings of a pooling, as pairs; the stride is the kernel's size if left out."""
    kernel = several(kernel_size, dims)
    stride = kernel if stride is None or stride == () else several(stride, dims)
    if min(kernel) < 1 or min(stride) < 1:
        raise RuntimeError(f"kernel size should be greater than zero, but got {kernel}" if min(kernel) < 1 else
                           f"stride should be greater than zero, but got {stride}")
    row = (1,) * (2 - dims)                              # a signal is an image of one row
    return {"kernel": row + kernel, "stride": row + stride, **others}


def check_pixels(name, dims, input):
    """Raise RuntimeError if the input has no channels or no pixels; an empty batch is allowed."""
    if 0 in input.array.shape[-1 - dims:] and input.array.ndim > dims:
        refuse(RuntimeError, f"{name}: Expected input to have non-zero size for non-batch dimensions, but it has sizes "
               f"{list(input.shape)}: there is nothing to pool.")


def max_pool(dims, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    name = f"max_pool{dims}d"
    check_pixels(name, dims, input)
    where = settings(dims, kernel_size, stride, padding=flat(padding, dims, 0), dilation=flat(dilation, dims, 1),
                     ceil_mode=ceil_mode)
    if min(where["dilation"]) < 1:
        raise RuntimeError(f"{name}: dilation should be greater than zero, but got {dilation}.")
    volumes = paths.module("rare.nn.functional.volumes") if dims == 3 else None
    result = on_batch(lambda x: volumes.max_pool(x, where) if volumes else dispatch(ops.max_pool2d, (x,), where),
                      input, name, dims)
    if not return_indices:
        return result
    return result, on_batch(lambda x: volumes.max_pool_indices(x, where) if volumes else
                            dispatch(ops.max_pool2d_indices, (x,), where), input, name, dims)


@function(method=False, takes="f")
def max_pool1d(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode: bool = False,
               return_indices: bool = False):
    """Return the maximum of each window: (N, C, L) -> (N, C, OL). Arguments as max_pool2d's, but no pairs."""
    return max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@function(method=False, takes="iuf", one_node=True)
def max_pool2d(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode: bool = False,
               return_indices: bool = False):
    """Return the maximum of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size      height and width of a window: a number, or a pair; so are the next three
    stride           how far a window moves; None: kernel_size, so that windows do not overlap
    padding          −inf put around the image, at most half of kernel_size
    dilation         distance between the elements of a window
    ceil_mode        whether a last window may reach over the edge: OH is rounded up, not down
    return_indices   also return the position of each maximum, counted row by row in its H×W plane

    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.
    Raises RuntimeError for padding beyond half a window, and for a window larger than the image.
    """
    return max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool1d_with_indices(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=True) -> tuple:
    """Return max_pool1d and the position of each maximum: arguments as max_pool2d's."""
    return max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d_with_indices(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=True) -> tuple:
    """Return max_pool2d and the position of each maximum: arguments as max_pool2d's."""
    return max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def avg_pool(dims, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor):
    check_pixels(f"avg_pool{dims}d", dims, input)
    where = settings(dims, kernel_size, stride, padding=flat(padding, dims, 0), ceil_mode=ceil_mode,
                     count_include_pad=count_include_pad, divisor=divisor)
    volumes = paths.module("rare.nn.functional.volumes") if dims == 3 else None
    return on_batch(lambda x: volumes.avg_pool(x, where) if volumes else dispatch(ops.avg_pool2d, (x,), where),
                    input, f"avg_pool{dims}d", dims)


@function(method=False, takes="iuf")
def avg_pool1d(input: Tensor, kernel_size, stride=None, padding=0, ceil_mode: bool = False,
               count_include_pad: bool = True):
    """Return the mean of each window: (N, C, L) -> (N, C, OL). Arguments as avg_pool2d's, but no pairs."""
    return avg_pool(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


@function(method=False, takes="iuf", one_node=True)
def avg_pool2d(input: Tensor, kernel_size, stride=None, padding=0, ceil_mode: bool = False,
               count_include_pad: bool = True, divisor_override: int | None = None):
    """Return the mean of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size         height and width of a window: a number, or a pair; so are the next two
    stride              how far a window moves; None: kernel_size, so that windows do not overlap
    padding             zeros put around the image, at most half of kernel_size
    ceil_mode           whether a last window may reach over the edge: OH is rounded up, not down
    count_include_pad   whether the zeros of the padding count among the elements of a window
    divisor_override    divide the sum by this instead; RuntimeError for 0

    OH = ⌊(H + 2·padding − kh) / stride⌋ + 1, and OW likewise.
    """
    if divisor_override == 0:
        raise RuntimeError("avg_pool2d: divisor must be not zero")
    return avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


# Adaptive pooling: the output has the requested size for an input of any size

def adaptive_size(input, output_size, dims, name):
    """Return the output's size; None means the input's own size."""
    if input.ndim not in (dims + 1, dims + 2):
        if isinstance(output_size, list | tuple) and input.ndim <= len(output_size):
            refuse(ValueError, f"{name}: Input dimension should be at least {len(output_size) + 1}, but got an input "
                   f"of size {list(input.shape)}.")
        refuse_ndim(input, name, dims)
    size = (output_size,) * dims if isinstance(output_size, int) else output_size
    if not isinstance(size, list | tuple) or not all(s is None or whole(s) for s in size):
        raise TypeError(f"{name}(): argument 'output_size' (position 2) must be an int or a tuple of ints, not "
                        f"{output_size!r}.")
    if len(size) != dims:
        refuse(RuntimeError, f"{name}: output_size must be a number or {dims} of them, not {output_size}.")
    size = tuple(n if s is None else int(s) for s, n in zip(size, input.shape[-dims:]))
    if any(n < 0 for n in size):
        refuse(RuntimeError, f"{name}: elements of output_size must be greater than or equal to 0, but got {size}.")
    if 0 in input.array.shape[-dims:] or "max" in name and input.ndim > dims + 1 and 0 in input.shape[-1 - dims:]:
        refuse(RuntimeError, f"{name}: Expected input to have non-zero size for non-batch dimensions, but it has sizes "
               f"{list(input.shape)}: there is nothing to pool.")
    return size


def adaptive_avg_pool(dims, input, output_size):
    size = adaptive_size(input, output_size, dims, f"adaptive_avg_pool{dims}d")
    if set(size) == {1}:
        return input.mean(tuple(range(-dims, 0)), keepdim=True)
    for dim, out in zip(range(-dims, 0), size):
        input = resample.resample(input, dim=dim, size=out, rule="area")
    return input


@function(method=False, takes="fc", one_node=True)
def adaptive_avg_pool1d(input: Tensor, output_size):
    """Return the means of output_size equal parts of the signal: (N, C, L) -> (N, C, output_size)."""
    return adaptive_avg_pool(1, input, output_size)


@function(method=False, public=False, takes="fc", one_node=True)
def adaptive_avg_pool2d(input: Tensor, output_size):
    """Return the means of equal parts of the image, output_size of them: (N, C, H, W) -> (N, C, *output_size).

    output_size   a number, or (rows, columns); None keeps a dimension's size. Parts may overlap by one.
    """
    return adaptive_avg_pool(2, input, output_size)


def gather_pixels(dims, input, index, return_indices):
    """Return the elements at `index` in the last `dims` dimensions; with return_indices also the index."""
    best = input.flatten(-dims).gather(-1, index.flatten(-dims)).reshape(index.shape)
    return (best, index) if return_indices else best
