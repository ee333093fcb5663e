"""Normalising: to mean 0 and variance 1 over the batch, over a sample, or over a part of one."""

from math import prod

from ...dtypes import finfo
from ...engine import dispatch, no_grad
from ...ops.norm import batch_norm as batch_ops, layer_norm as layer_ops
from ...piece import piece
from ...runtime import Tensor, one_node, require
from .common import declared, float16_in_float32, halves, refuse, require_floating, single
from .pool import avg_pool2d
from .shuffle import pad

__all__ = ["batch_norm", "group_norm", "instance_norm", "layer_norm", "local_response_norm", "rms_norm"]


@piece
@declared()
@one_node
def batch_norm(input: Tensor, running_mean, running_var, weight: Tensor = None, bias: Tensor = None,
               training=False, momentum: float = 0.1, eps: float = 1e-5):
    """Each channel of (N, C, …) to mean 0 and variance 1, then times weight plus bias.

    In training by the batch's own mean and variance, which are also mixed into running_mean and
    running_var (the unbiased variance) by `momentum`; otherwise by the running ones.
    Raises ValueError in training for one value a channel; RuntimeError for statistics or weights that are not (C,).
    Source: Ioffe and Szegedy, Batch Normalization (2015).
    """
    require("batch_norm", {}, {"running_mean": running_mean, "running_var": running_var})
    require_floating("batch_norm", input)
    if input.array.shape == (0,):                        # a vector has no channels; PyTorch takes one of nothing
        return input.clone()
    if training and eps <= 0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}: it keeps a channel of equal "
                         "numbers from a division by 0.")
    check_channels("batch_norm", input, running_mean, running_var, weight, bias)
    check_dtypes("batch_norm", input, running_mean, running_var, weight, bias)
    if not input.array.size and running_mean is None:    # nothing has no statistics, and needs none
        return affine(input.clone(), weight, bias)
    if not training:
        if eps < 0:
            raise ValueError(f"batch_norm eps must be non-negative, but got {eps}.")
        if running_mean is None or running_var is None:
            raise RuntimeError("Expected running_mean and running_var to be defined when training=False")
        if halves(input):
            given = [single(x) for x in (input, running_mean, running_var, weight, bias)]
            return batch_norm(*given, False, momentum, eps).half()
        shape = (-1,) + (1,) * (input.ndim - 2)
        scale = (running_var + eps).rsqrt()
        scale = scale if weight is None else scale * weight
        shift = -running_mean * scale
        shift = shift if bias is None else shift + bias
        return input * scale.reshape(shape) + shift.reshape(shape)
    count = input.numel() // max(1, input.shape[1])
    if count == 1:
        refuse(ValueError, f"Expected more than 1 value per channel when training, got input size "
               f"{list(input.shape)}: one value has no variance. Use a larger batch (the last one of an epoch may be "
               "short: DataLoader(..., drop_last=True)), or model.eval().")
    result, mean, variance = batch_ops.batch_norm(input, weight, bias, eps=eps)
    if running_mean is not None and count:
        update_running(running_mean, running_var, mean.detach(), variance.detach(), count, momentum)
    return like(result, input)


def update_running(running_mean, running_var, mean, variance, count, momentum):
    """Mix the statistics of a batch of `count` values a channel into the running ones; the variance unbiased."""
    with no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * (variance * (count / (count - 1))))


def check_channels(name, input, *vectors):
    """Raise unless the input has channels, and each vector one number for each of them."""
    size = input.array.shape
    if len(size) < 2:
        refuse(IndexError if size else RuntimeError, f"{name}: expected an input (N, C, …), but got {list(size)}: "
               "dimension 1 holds the channels.")
    for own, x in zip(("running_mean", "running_var", "weight", "bias"), vectors):
        if x is not None and x.array.shape != size[1:2]:
            refuse(RuntimeError, f"{name}: {own} should contain {size[1]} elements, one a channel of the input "
                   f"{list(size)}, but has shape {list(x.shape)}.")


def check_dtypes(name, input, *parameters):
    """Raise unless the parameters have the input's dtype, or are float32 beside float16."""
    kind = input.array.dtype
    for x in parameters:
        if x is not None and x.array.dtype != kind and (kind.char, x.array.dtype.char) != ("e", "f"):
            refuse(RuntimeError, f"{name}: mixed dtype: expected parameters of {input.dtype}, as the input is, but got "
                   f"{x.dtype}. Bring them to one: x.to(weight.dtype), or layer.to(x.dtype).")


def like(out, input):
    """The result in the input's dtype: parameters of float32 beside float16 do not widen it."""
    return out if out.array.dtype == input.array.dtype else out.to(input.dtype)


def channelled(x, ndim):
    """A vector of one number a channel, shaped to stand beside (N, C, …)."""
    return x.reshape(-1, *(1,) * (ndim - 2))


def affine(input, weight, bias):
    """Times weight plus bias, one of each a channel."""
    input = input if weight is None else input * channelled(weight, input.ndim)
    return input if bias is None else input + channelled(bias, input.ndim)


def last_dims(name, input, normalized_shape, *parameters):
    """How many dimensions are normalised over; raise unless the input ends in them, and parameters have their shape."""
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if not shape or tuple(input.shape)[-len(shape):] != shape:
        refuse(RuntimeError, f"{name}: Given normalized_shape={list(shape)}, expected input with shape "
               f"{['*', *shape]}, but got input of size {list(input.shape)}.")
    for x in parameters:
        if x is not None and x.array.shape != shape:
            refuse(RuntimeError, f"{name}: Expected weight and bias to be of same shape as normalized_shape, but got "
                   f"shape {list(x.shape)} and normalized_shape={list(shape)}.")
    return len(shape)


@piece
@declared()
def layer_norm(input: Tensor, normalized_shape, weight: Tensor = None, bias: Tensor = None, eps: float = 1e-5):
    """Each sample by itself to mean 0 and variance 1 over its last dimensions, then times weight plus bias.

    normalized_shape   the sizes of those dimensions; weight and bias have this shape
    Source: Ba et al., Layer Normalization (2016).
    """
    require_floating("layer_norm", input)
    dims = last_dims("layer_norm", input, normalized_shape, weight, bias)
    check_dtypes("layer_norm", input, weight, bias)
    out = dispatch(layer_ops.layer_norm, (input, weight, bias), {"dims": dims, "eps": eps})
    return like(out, input)


@float16_in_float32
def rms_norm(input: Tensor, normalized_shape, weight: Tensor = None, eps: float | None = None):
    """The last dimensions divided by their root mean square, then times weight; eps None: the dtype's own.

    normalized_shape   the sizes of those dimensions, and the weight's; RuntimeError for an input that ends otherwise

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
    """The channels of (N, C, …) in num_groups groups, each sample's group to mean 0 and variance 1 by itself.

    weight, bias   (C,)  what the result is multiplied by, and what is added; or None

    Raises RuntimeError for groups that do not divide C, ValueError for one value a group.
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


def instance_norm(input: Tensor, running_mean: Tensor = None, running_var: Tensor = None, weight: Tensor = None,
                  bias: Tensor = None, use_input_stats=True, momentum: float = 0.1, eps: float = 1e-5):
    """Each channel of each sample of (N, C, …) to mean 0 and variance 1, then times weight plus bias.

    use_input_stats   False: by running_mean and running_var, as batch_norm outside of training

    Raises ValueError for one value a channel. Source: Ulyanov et al., Instance Normalization (2016).
    """
    require_floating("instance_norm", input)
    check_channels("instance_norm", input, running_mean, running_var, weight, bias)
    check_dtypes("instance_norm", input, running_mean, running_var, weight, bias)
    if not use_input_stats:
        return batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps)
    if halves(input):
        return instance_norm(single(input), running_mean, running_var, single(weight), single(bias), True, momentum,
                             eps).half()
    N, C = input.shape[:2]
    count = prod(input.shape[2:])
    if count == 1:
        refuse(ValueError, "instance_norm: Expected more than 1 spatial element when training, got input size "
               f"{list(input.shape)}")
    each, mean, variance = batch_ops.batch_norm(input.reshape(1, N * C, count), None, None, eps=eps)
    if running_mean is not None and input.numel():
        mean, variance = (x.detach().reshape(N, C).mean(0) for x in (mean, variance))
        update_running(running_mean, running_var, mean, variance, count, momentum)
    return affine(each.reshape(input.shape), weight, bias)


@float16_in_float32
def local_response_norm(input: Tensor, size, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0):
    """Each element divided by (k + alpha · the mean square of `size` neighbouring channels)^beta.

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
