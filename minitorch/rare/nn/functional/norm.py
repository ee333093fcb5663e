"""Normalisation of groups of channels, by the root mean square, and of neighbouring channels."""

from math import prod

from ....dtypes import finfo
from ....nn.functional.common import float16_in_float32, refuse, require_floating
from ....nn.functional.norm import affine, check_channels, check_dtypes, last_dims, like
from ....nn.functional.pool import avg_pool2d
from ....nn.functional.shuffle import pad
from ....ops.norm import layer_norm as layer_ops
from ....runtime import Tensor, one_node

__all__ = ["group_norm", "local_response_norm", "rms_norm"]


@float16_in_float32
def rms_norm(input: Tensor, normalized_shape, weight: Tensor = None, eps: float | None = None):
    """Divide the last dimensions by their root mean square, then multiply by weight; eps=None: finfo(dtype).eps.

    normalized_shape   the sizes of those dimensions, and of the weight; RuntimeError for an input with other sizes

    Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
    """
    dims = tuple(range(-last_dims("rms_norm", input, normalized_shape, weight), 0))
    if input.dtype.rank < 2:
        require_floating("rms_norm", input)
    eps = finfo(input.dtype).eps if eps is None else eps
    out = input * ((input * input).mean(dims, keepdim=True) + eps).rsqrt()
    if weight is None:
        return out
    out = out * weight
    return out if weight.dtype.is_complex else like(out, input)


@float16_in_float32
@one_node
def group_norm(input: Tensor, num_groups, weight: Tensor = None, bias: Tensor = None, eps: float = 1e-5):
    """Split the channels of (N, C, …) into num_groups groups, and normalise each to mean 0 and variance 1.

    weight, bias   (C,)  the result is multiplied by weight, then bias is added; or None

    Raises RuntimeError unless num_groups divides C, ValueError if a group has a single element.
    Source: Wu and He, Group Normalization (2018).
    """
    require_floating("group_norm", input)
    check_dtypes("group_norm", input, weight, bias)
    if num_groups < 1:
        refuse(RuntimeError, f"group_norm: Expected num groups to be greater than 0, got {num_groups}.")
    check_channels("group_norm", input, None, None, weight, bias)
    if input.shape[1] % num_groups:
        refuse(RuntimeError, f"group_norm: Expected number of channels in input to be divisible by num_groups, but got "
               f"input of shape {list(input.shape)} and num_groups={num_groups}")
    if input.numel() == num_groups:
        refuse(ValueError, f"group_norm: Expected more than 1 value per channel when training, got input size "
               f"{list(input.shape)}")
    groups = input.reshape(input.shape[0], num_groups, prod(input.shape[1:]) // num_groups)
    out = layer_ops.layer_norm(groups, None, None, eps=eps).reshape(input.shape)
    return affine(out, weight, bias).to(input.dtype)


@float16_in_float32
def local_response_norm(input: Tensor, size, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0):
    """Divide each element by (k + alpha · the mean square of `size` neighbouring channels)^beta.

    Raises ValueError for fewer than 3 dimensions.
    Source: Krizhevsky et al., ImageNet Classification with Deep Convolutional Neural Networks (2012).
    """
    if input.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {input.ndim} dimensions)")
    if not input.numel():
        return input * 1
    square = (input * input).reshape(input.shape[0], 1, input.shape[1], -1)
    square = pad(square, (0, 0, size // 2, (size - 1) // 2))
    neighbours = avg_pool2d(square, (size, 1), 1).reshape(input.shape)
    return input / (neighbours * alpha + k) ** beta
