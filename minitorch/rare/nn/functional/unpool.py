"""Max unpooling: put each maximum back at its position in the input of max pooling, with zeros elsewhere."""

from math import prod

from ....backend import holds
from ....dtypes import int64
from ....nn.functional.common import refuse, require_floating, several
from ....nn.functional.pool import check_pixels
from ....runtime import Tensor, one_node
from ....runtime.device_checks import flag_outside

__all__ = ["max_unpool1d", "max_unpool2d", "max_unpool3d"]


def max_unpool(dims, input, indices, kernel_size, stride, padding, output_size):
    name = f"max_unpool{dims}d"
    require_floating(name, input)
    check_pixels(name, dims, input)
    kernel = several(kernel_size, dims)
    stride = kernel if stride is None or stride == () else several(stride, dims)
    usual = [(n - 1) * s - 2 * p + k for n, s, p, k in zip(
        input.shape[-dims:], stride, several(padding, dims), kernel)]
    size = usual if output_size is None else list(output_size)[-dims:]
    if any(not u - s < n < u + s for n, u, s in zip(size, usual, stride)):
        raise ValueError(f"invalid output_size {size}: each must differ from {usual} by less than the stride {stride}.")
    if input.shape != indices.shape:
        refuse(RuntimeError, f"{name}: Expected shape of indices to be same as that of the input tensor "
               f"({list(input.shape)}) but got indices tensor with shape: {list(indices.shape)}")
    if indices.dtype is not int64:
        refuse(RuntimeError, f"{name}: elements in indices should be type int64 but got: {indices.dtype.name}")
    pixels = prod(size)
    index = indices.flatten(-dims)
    if not flag_outside(index.array, 0, pixels - 1, no_pixel, name, tuple(size)) and index.numel() and holds(
            (index.array.min() < 0) | (index.array.max() >= pixels)):
        refuse(RuntimeError, no_pixel(index.array.max(), None, name, tuple(size)).args[0])
    flattened = input.flatten(-dims)
    out = flattened.new_zeros((*flattened.shape[:-1], pixels)).scatter(-1, index, flattened)
    return out.reshape(*input.shape[:-dims], *size)


def no_pixel(index, position, name, size):
    return RuntimeError(f"{name}: Found an invalid max index: {index} (output volumes are of size {list(size)}).")


def max_unpool1d(input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None):
    """Put each element at the position that max_pool1d took it from: (N, C, OL) -> (N, C, L); see max_unpool2d."""
    return max_unpool(1, input, indices, kernel_size, stride, padding, output_size)


@one_node
def max_unpool2d(input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None):
    """Put each element at the position that max_pool2d took it from, else 0: (N, C, OH, OW) -> (N, C, H, W).

    indices                        the indices that max_pool2d returned with the values
    kernel_size, stride, padding   those of max_pool2d
    output_size                    the size before max_pool2d; default: the size that leaves no rest

    Raises ValueError if pooling output_size does not give the input's size, RuntimeError for indices out of range.
    """
    return max_unpool(2, input, indices, kernel_size, stride, padding, output_size)


@one_node
def max_unpool3d(input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None):
    """Put elements at max_pool3d's positions, else 0: (N, C, OD, OH, OW) -> (N, C, D, H, W); see max_unpool2d."""
    return max_unpool(3, input, indices, kernel_size, stride, padding, output_size)
