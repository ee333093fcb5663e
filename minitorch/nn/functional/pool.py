"""Pooling: one number a window, its largest, its mean or its norm; for images (N, C, H, W) and signals (N, C, L).

The functions without a number in their names serve pool3d.py too.
"""

from math import prod

from ...engine import dispatch
from ...ops.conv import pooling as ops, resample
from ...runtime import Tensor, function, one_node, whole
from . import volumes
from .common import declared, flat, on_batch, refuse, refuse_ndim, several

__all__ = ["adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_max_pool1d", "adaptive_max_pool1d_with_indices",
           "adaptive_max_pool2d", "adaptive_max_pool2d_with_indices", "avg_pool1d", "avg_pool2d", "lp_pool1d",
           "lp_pool2d", "max_pool1d", "max_pool1d_with_indices", "max_pool2d", "max_pool2d_with_indices"]
INF = float("inf")


def settings(dims, kernel_size, stride, **others):
    """The settings of a pooling, as pairs; the stride is the kernel's size when left out."""
    kernel = several(kernel_size, dims)
    stride = kernel if stride is None or stride == () else several(stride, dims)
    if min(kernel) < 1 or min(stride) < 1:
        raise RuntimeError(f"kernel size should be greater than zero, but got {kernel}" if min(kernel) < 1 else
                           f"stride should be greater than zero, but got {stride}")
    row = (1,) * (2 - dims)                              # a signal is an image of one row
    return {"kernel": row + kernel, "stride": row + stride, **others}


def check_pixels(name, dims, input):
    """Raise if there are no channels or no pixels; a batch of none is welcome."""
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
    result = on_batch(lambda x: volumes.max_pool(x, where) if dims == 3 else dispatch(ops.max_pool2d, (x,), where),
                      input, name, dims)
    if not return_indices:
        return result
    return result, on_batch(lambda x: volumes.max_pool_indices(x, where) if dims == 3 else
                            dispatch(ops.max_pool2d_indices, (x,), where), input, name, dims)


@function(method=False, takes="f")
def max_pool1d(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode: bool = False,
               return_indices: bool = False):
    """The largest of each window: (N, C, L) -> (N, C, OL). Arguments as max_pool2d's, a number in place of a pair."""
    return max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@function(method=False, takes="iuf", one_node=True)
def max_pool2d(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode: bool = False,
               return_indices: bool = False):
    """The largest of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size      height and width of a window: a number, or a pair; so are the next three
    stride           how far a window moves; None: kernel_size, so that windows lie side by side
    padding          −inf put around the image, at most half of kernel_size
    dilation         distance between the elements of a window
    ceil_mode        whether a last window may reach over the edge: OH is rounded up, not down
    return_indices   also give where each stood, counted row by row in its H×W plane

    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.
    Raises RuntimeError for padding beyond half a window, and for a window larger than the image.
    """
    return max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool1d_with_indices(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=True) -> tuple:
    """max_pool1d, and where each stood: arguments as max_pool2d's."""
    return max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d_with_indices(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=True) -> tuple:
    """max_pool2d, and where each stood: arguments as max_pool2d's."""
    return max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def avg_pool(dims, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor):
    check_pixels(f"avg_pool{dims}d", dims, input)
    where = settings(dims, kernel_size, stride, padding=flat(padding, dims, 0), ceil_mode=ceil_mode,
                     count_include_pad=count_include_pad, divisor=divisor)
    return on_batch(lambda x: volumes.avg_pool(x, where) if dims == 3 else dispatch(ops.avg_pool2d, (x,), where),
                    input, f"avg_pool{dims}d", dims)


@function(method=False, takes="iuf")
def avg_pool1d(input: Tensor, kernel_size, stride=None, padding=0, ceil_mode: bool = False,
               count_include_pad: bool = True):
    """The mean of each window: (N, C, L) -> (N, C, OL). Arguments as avg_pool2d's, a number in place of a pair."""
    return avg_pool(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


@function(method=False, takes="iuf", one_node=True)
def avg_pool2d(input: Tensor, kernel_size, stride=None, padding=0, ceil_mode: bool = False,
               count_include_pad: bool = True, divisor_override: int | None = None):
    """The mean of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size         height and width of a window: a number, or a pair; so are the next two
    stride              how far a window moves; None: kernel_size, so that windows lie side by side
    padding             zeros put around the image, at most half of kernel_size
    ceil_mode           whether a last window may reach over the edge: OH is rounded up, not down
    count_include_pad   whether the zeros of the padding count among the elements of a window
    divisor_override    divide the sum by this instead; RuntimeError for 0

    OH = ⌊(H + 2·padding − kh) / stride⌋ + 1, and OW likewise.
    """
    if divisor_override == 0:
        raise RuntimeError("avg_pool2d: divisor must be not zero")
    return avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def lp_pool(dims, input, norm_type, kernel_size, stride, ceil_mode):
    if norm_type in (INF, -INF):
        sign = 1 if norm_type > 0 else -1
        return max_pool(dims, input.abs() * sign, kernel_size, stride, 0, 1, ceil_mode, False) * sign
    kernel = several(kernel_size, dims)
    average = avg_pool(dims, input ** norm_type, kernel, stride, 0, ceil_mode, True, None)
    return (average.sign() * average.abs().relu() * prod(kernel)) ** (1 / norm_type)


def lp_pool1d(input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL). Arguments as lp_pool2d's."""
    return lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW).

    norm_type     p: 1 is the sum, inf the largest
    kernel_size   height and width of a window: a number, or a pair; so is stride, kernel_size when None
    ceil_mode     whether a last window may reach over the edge
    """
    return lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


# However large the input, an output of the size asked for

def adaptive_size(input, output_size, dims, name):
    """The output's size, None standing for the input's own."""
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
    """The means of output_size shares of the signal: (N, C, L) -> (N, C, output_size)."""
    return adaptive_avg_pool(1, input, output_size)


@function(method=False, public=False, takes="fc", one_node=True)
def adaptive_avg_pool2d(input: Tensor, output_size):
    """The means of as many shares as output_size says: (N, C, H, W) -> (N, C, *output_size).

    output_size   a number, or (rows, columns); None leaves a dimension as it is. Shares may overlap by one.
    """
    return adaptive_avg_pool(2, input, output_size)


def adaptive_max_pool(dims, input, output_size, return_indices):
    name = f"adaptive_max_pool{dims}d"
    size = adaptive_size(input, output_size, dims, name)
    return chosen(dims, input, ops.adaptive_max_pool_indices.function(input, size=size), return_indices)


def chosen(dims, input, index, return_indices):
    """The elements that `index` names in the last `dims` dimensions, and the index if it is wanted."""
    best = input.flatten(-dims).gather(-1, index.flatten(-dims)).reshape(index.shape)
    return (best, index) if return_indices else best


@declared(takes="f")
def adaptive_max_pool1d(input: Tensor, output_size, return_indices=False):
    """The largest of each of output_size shares of the signal: (N, C, L) -> (N, C, output_size).

    return_indices   also give where each stood
    """
    return adaptive_max_pool(1, input, output_size, return_indices)


@declared(takes="f")
@one_node
def adaptive_max_pool2d(input: Tensor, output_size, return_indices=False):
    """The largest of each of as many shares as output_size says: (N, C, H, W) -> (N, C, *output_size).

    return_indices   also give where each stood, counted row by row in its H×W plane
    """
    return adaptive_max_pool(2, input, output_size, return_indices)


@declared(takes="f")
def adaptive_max_pool1d_with_indices(input: Tensor, output_size, return_indices=True) -> tuple:
    """adaptive_max_pool1d, and where each stood: see adaptive_max_pool1d."""
    return adaptive_max_pool(1, input, output_size, True)


@declared(takes="f")
def adaptive_max_pool2d_with_indices(input: Tensor, output_size, return_indices=True) -> tuple:
    """adaptive_max_pool2d, and where each stood: see adaptive_max_pool2d."""
    return adaptive_max_pool(2, input, output_size, True)
