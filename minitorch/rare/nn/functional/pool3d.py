"""Pooling of volumes (N, C, D, H, W): each window becomes one number."""

from ....nn.functional.common import declared, float16_in_float32
from ....nn.functional.pool import adaptive_avg_pool, avg_pool, max_pool
from ....runtime import Tensor, function, one_node
from .pool import adaptive_max_pool, lp_pool

__all__ = ["adaptive_avg_pool3d", "adaptive_max_pool3d", "adaptive_max_pool3d_with_indices", "avg_pool3d", "lp_pool3d",
           "max_pool3d", "max_pool3d_with_indices"]


@function(method=False, takes="iuf", one_node=True)
def max_pool3d(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode: bool = False,
               return_indices: bool = False):
    """Return the maximum of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). As in max_pool2d, with triples.

    return_indices   also return the position of each maximum in its volume, counted plane by plane and row by row
    """
    return max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d_with_indices(input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=True) -> tuple:
    """Return max_pool3d and the position of each maximum: see max_pool3d."""
    return max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, True)


@function(method=False, public=False, takes="iuf", one_node=True)
def avg_pool3d(input: Tensor, kernel_size, stride=None, padding=0, ceil_mode: bool = False,
               count_include_pad: bool = True, divisor_override: int | None = None):
    """Return the mean of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW).

    See avg_pool2d for the arguments; a size is one number, or three numbers instead of two.
    """
    if divisor_override == 0:
        raise RuntimeError("avg_pool3d: divisor must be not zero")
    if input.dtype.rank == 1:                            # round integers once, towards 0, after the division
        if input.dtype.name != "int64":
            raise NotImplementedError(f'"avg_pool3d" not implemented for {input.dtype}: convert first, as in '
                                      "x.float().")
        mean = avg_pool3d(input.double(), kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
        return (mean + mean.sign() * 1e-9).trunc().long()
    return mean_of_windows(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@float16_in_float32
def mean_of_windows(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor):
    return avg_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor)


def lp_pool3d(input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(Σ x^p)^(1/p) over each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). See lp_pool2d for the arguments."""
    return lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)


@function(method=False, public=False, takes="fc", one_node=True)
def adaptive_avg_pool3d(input: Tensor, output_size):
    """Split volumes into output_size equal parts, and return their means: (N, C, D, H, W) -> (N, C, *output_size)."""
    return adaptive_avg_pool(3, input, output_size)


@declared(takes="f")
@one_node
def adaptive_max_pool3d(input: Tensor, output_size, return_indices=False):
    """Split volumes into output_size equal parts, return their maxima: (N, C, D, H, W) -> (N, C, *output_size).

    return_indices   also return the position of each maximum in its volume
    """
    return adaptive_max_pool(3, input, output_size, return_indices)


@declared(takes="f")
def adaptive_max_pool3d_with_indices(input: Tensor, output_size, return_indices=True) -> tuple:
    """Return adaptive_max_pool3d and the position of each maximum: see adaptive_max_pool3d."""
    return adaptive_max_pool(3, input, output_size, True)
