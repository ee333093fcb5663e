"""Fractional max pooling: windows at random distances, so that an image shrinks by less than half."""

from ....nn.functional.common import declared, refuse, refuse_ndim, several
from ....nn.functional.pool import gather_pixels
from ....runtime import Tensor, functions
from ...ops.conv import pooling as ops

__all__ = ["fractional_max_pool2d", "fractional_max_pool2d_with_indices", "fractional_max_pool3d",
           "fractional_max_pool3d_with_indices"]


def fractional_max_pool(dims, input, kernel_size, output_size, output_ratio, return_indices, samples):
    name = f"fractional_max_pool{dims}d"
    if input.ndim not in (dims + 1, dims + 2):
        refuse_ndim(input, name, dims)
    kernel, space = several(kernel_size, dims), input.shape[-dims:]
    if 0 in input.shape[-1 - dims:]:
        refuse(RuntimeError, f"{name}: Expected input to have non-zero size for non-batch dimensions, but got "
               f"{list(input.shape)}.")
    size = output_sizes(name, dims, space, output_size, output_ratio)
    if any(n + k - 1 > room for n, k, room in zip(size, kernel, space)):
        refuse(RuntimeError, f"{name}: {size} windows of {kernel} do not fit into {tuple(space)}: at most "
               f"{tuple(room - k + 1 for k, room in zip(kernel, space))}.")
    batch = input if input.ndim == dims + 2 else input.unsqueeze(0)
    if samples is None:
        samples = functions["rand"](*batch.shape[:2], dims, dtype=input.dtype, device=input.device)
    check_samples(name, batch, samples, dims)
    index = ops.fractional_max_pool_indices.function(batch, samples[:batch.shape[0]], kernel=kernel, size=size)
    return gather_pixels(dims, input, index if input.ndim == dims + 2 else index.squeeze(0), return_indices)


def output_sizes(name, dims, space, output_size, output_ratio):
    """Return the number of windows along each dimension, from output_size or from output_ratio."""
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio.")
    if output_size is None:
        ratios = output_ratio if isinstance(output_ratio, tuple | list) else (output_ratio,) * dims
        if len(ratios) != dims:
            raise ValueError(f"{name} requires output_ratio to be a number or {dims} of them, not {output_ratio}.")
        output_size = tuple(int(n * ratio) for n, ratio in zip(space, ratios))
    size = several(output_size, dims)
    if min(size) < 1:
        refuse(RuntimeError, f"{name}: elements of output_size must be positive, but got {size}.")
    return size


def check_samples(name, batch, samples, dims):
    """Raise RuntimeError unless each dimension of each channel has a random number."""
    if samples.dtype is not batch.dtype:
        refuse(RuntimeError, f"{name}: expected _random_samples to have the input's dtype, {batch.dtype}, but got "
               f"{samples.dtype}.")
    if samples.ndim != 3 or samples.shape[0] < batch.shape[0] or tuple(samples.shape[1:]) != (batch.shape[1], dims):
        refuse(RuntimeError, f"{name}: expected _random_samples of shape {(*batch.shape[:2], dims)}, but got "
               f"{tuple(samples.shape)}.")


@declared(takes="f")
def fractional_max_pool2d(input: Tensor, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples: Tensor = None):
    """Return the maximum of windows at random distances: (N, C, H, W) -> (N, C, *output_size).

    kernel_size      height and width of a window: a number, or a pair
    output_size      number of windows: a number, or (rows, columns)
    output_ratio     used without output_size: the output's size as a fraction of the input's, between 0 and 1
    return_indices   also return the position of each maximum, counted row by row
    _random_samples  (N, C, 2)  numbers in [0, 1) that position the windows; drawn if left out

    Raises ValueError without output_size and output_ratio, RuntimeError for windows that do not fit.
    Source: Graham, Fractional Max-Pooling (2014).
    """
    return fractional_max_pool(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


@declared(takes="f")
def fractional_max_pool3d(input: Tensor, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples: Tensor = None):
    """Return the maximum of random windows: (N, C, D, H, W) -> (N, C, *output_size); see fractional_max_pool2d."""
    return fractional_max_pool(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


@declared(takes="f")
def fractional_max_pool2d_with_indices(input: Tensor, kernel_size, output_size=None, output_ratio=None,
                                       return_indices=True, _random_samples: Tensor = None) -> tuple:
    """Return fractional_max_pool2d and the position of each maximum: see fractional_max_pool2d."""
    return fractional_max_pool(2, input, kernel_size, output_size, output_ratio, True, _random_samples)


@declared(takes="f")
def fractional_max_pool3d_with_indices(input: Tensor, kernel_size, output_size=None, output_ratio=None,
                                       return_indices=True, _random_samples: Tensor = None) -> tuple:
    """Return fractional_max_pool3d and the position of each maximum: see fractional_max_pool2d."""
    return fractional_max_pool(3, input, kernel_size, output_size, output_ratio, True, _random_samples)
