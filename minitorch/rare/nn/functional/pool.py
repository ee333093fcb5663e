"""Pooling by power sums (lp_pool), and by maxima for a given output size."""

from math import prod

from ....nn.functional.common import declared, several
from ....nn.functional.pool import INF, adaptive_size, avg_pool, gather_pixels, max_pool
from ....runtime import Tensor, one_node
from ...ops.conv import pooling as ops

__all__ = ["adaptive_max_pool1d", "adaptive_max_pool1d_with_indices", "adaptive_max_pool2d",
           "adaptive_max_pool2d_with_indices", "lp_pool1d", "lp_pool2d"]


def lp_pool(dims, input, norm_type, kernel_size, stride, ceil_mode):
    if norm_type in (INF, -INF):
        sign = 1 if norm_type > 0 else -1
        return max_pool(dims, input.abs() * sign, kernel_size, stride, 0, 1, ceil_mode, False) * sign
    kernel = several(kernel_size, dims)
    average = avg_pool(dims, input ** norm_type, kernel, stride, 0, ceil_mode, True, None)
    return (average.sign() * average.abs().relu() * prod(kernel)) ** (1 / norm_type)


def lp_pool1d(input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL). See lp_pool2d for the arguments."""
    return lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW).

    norm_type     p: 1 is the sum, inf the maximum
    kernel_size   height and width of a window: a number, or a pair; stride likewise, default: kernel_size
    ceil_mode     whether a last window may extend beyond the edge
    """
    return lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


def adaptive_max_pool(dims, input, output_size, return_indices):
    name = f"adaptive_max_pool{dims}d"
    size = adaptive_size(input, output_size, dims, name)
    return gather_pixels(dims, input, ops.adaptive_max_pool_indices.function(input, size=size), return_indices)


@declared(takes="f")
def adaptive_max_pool1d(input: Tensor, output_size, return_indices=False):
    """Split the signal into output_size equal parts, and return the maximum of each: (N, C, L) -> (N, C, output_size).

    return_indices   also return the position of each maximum
    """
    return adaptive_max_pool(1, input, output_size, return_indices)


@declared(takes="f")
@one_node
def adaptive_max_pool2d(input: Tensor, output_size, return_indices=False):
    """Split images into output_size equal parts, and return the maximum of each: (N, C, H, W) -> (N, C, *output_size).

    return_indices   also return the position of each maximum, counted row by row in its H×W plane
    """
    return adaptive_max_pool(2, input, output_size, return_indices)


@declared(takes="f")
def adaptive_max_pool1d_with_indices(input: Tensor, output_size, return_indices=True) -> tuple:
    """Return adaptive_max_pool1d and the position of each maximum: see adaptive_max_pool1d."""
    return adaptive_max_pool(1, input, output_size, True)


@declared(takes="f")
def adaptive_max_pool2d_with_indices(input: Tensor, output_size, return_indices=True) -> tuple:
    """Return adaptive_max_pool2d and the position of each maximum: see adaptive_max_pool2d."""
    return adaptive_max_pool(2, input, output_size, True)
