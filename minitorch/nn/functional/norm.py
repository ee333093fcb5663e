"""Normalisation to mean 0 and variance 1: over the batch, over a sample, or over a part of a sample."""

from math import prod

from ...engine import dispatch, no_grad
from ...engine.piece import piece
from ...ops.norm import batch_norm as batch_ops, layer_norm as layer_ops
from ...runtime import Tensor, one_node, require
from .common import declared, halves, refuse, require_floating, single

__all__ = ["batch_norm", "instance_norm", "layer_norm"]


@piece
@declared()
@one_node
def batch_norm(input: Tensor, running_mean, running_var, weight: Tensor = None, bias: Tensor = None,
               training=False, momentum: float = 0.1, eps: float = 1e-5):
    """Normalise each channel of (N, C, …) to mean 0 and variance 1, then multiply by weight and add bias.

    Training uses the batch's own mean and variance, and mixes them into running_mean and
    running_var (the unbiased variance) by `momentum`; evaluation uses running_mean and running_var.
    Raises ValueError in training if a channel has one value; RuntimeError for statistics or weights that are not (C,).
    Source: Ioffe and Szegedy, Batch Normalization (2015).
    """
    require("batch_norm", {}, {"running_mean": running_mean, "running_var": running_var})
    require_floating("batch_norm", input)
    if input.array.shape == (0,):                        # a vector has no channels; PyTorch accepts an empty one
        return input.clone()
    if training and eps <= 0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}: it prevents a division by 0 "
                         "in a channel of equal numbers.")
    check_channels("batch_norm", input, running_mean, running_var, weight, bias)
    check_dtypes("batch_norm", input, running_mean, running_var, weight, bias)
    if not input.array.size and running_mean is None:    # an empty input has no statistics and needs none
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
    """Mix the mean and unbiased variance of a batch, `count` values a channel, into the running ones."""
    with no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * (variance * (count / (count - 1))))


def check_channels(name, input, *vectors):
    """Raise unless the input has channels, and each vector has one number for each channel."""
    size = input.array.shape
    if len(size) < 2:
        refuse(IndexError if size else RuntimeError, f"{name}: expected an input (N, C, …), but got {list(size)}: "
               "dimension 1 holds the channels.")
    for own, x in zip(("running_mean", "running_var", "weight", "bias"), vectors):
        if x is not None and x.array.shape != size[1:2]:
            refuse(RuntimeError, f"{name}: {own} should contain {size[1]} elements, one a channel of the input "
                   f"{list(size)}, but has shape {list(x.shape)}.")


def check_dtypes(name, input, *parameters):
    """Raise unless the parameters have the input's dtype, or are float32 with a float16 input."""
    kind = input.array.dtype
    for x in parameters:
        if x is not None and x.array.dtype != kind and (kind.char, x.array.dtype.char) != ("e", "f"):
            refuse(RuntimeError, f"{name}: mixed dtype: expected parameters of {input.dtype}, as the input is, but got "
                   f"{x.dtype}. Convert one: x.to(weight.dtype), or layer.to(x.dtype).")


def like(out, input):
    """Return the result in the input's dtype: float32 parameters do not make a float16 result wider."""
    return out if out.array.dtype == input.array.dtype else out.to(input.dtype)


def channelled(x, ndim):
    """Reshape a vector with one number a channel to broadcast with (N, C, …)."""
    return x.reshape(-1, *(1,) * (ndim - 2))


def affine(input, weight, bias):
    """Return input * weight + bias, with one weight and one bias a channel."""
    input = input if weight is None else input * channelled(weight, input.ndim)
    return input if bias is None else input + channelled(bias, input.ndim)


def last_dims(name, input, normalized_shape, *parameters):
    """Return how many dimensions are normalised; raise unless the input's last sizes and the parameters fit them."""
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
    """Normalise each sample over its last dimensions to mean 0 and variance 1, then multiply by weight and add bias.

    normalized_shape   the sizes of those dimensions; weight and bias have this shape
    Source: Ba et al., Layer Normalization (2016).
    """
    require_floating("layer_norm", input)
    dims = last_dims("layer_norm", input, normalized_shape, weight, bias)
    check_dtypes("layer_norm", input, weight, bias)
    out = dispatch(layer_ops.layer_norm, (input, weight, bias), {"dims": dims, "eps": eps})
    return like(out, input)


def instance_norm(input: Tensor, running_mean: Tensor = None, running_var: Tensor = None, weight: Tensor = None,
                  bias: Tensor = None, use_input_stats=True, momentum: float = 0.1, eps: float = 1e-5):
    """Normalise each channel of each sample of (N, C, …) to mean 0 and variance 1, then apply weight and bias.

    use_input_stats   False: use running_mean and running_var, as batch_norm in evaluation

    Raises ValueError if a channel has one value. Source: Ulyanov et al., Instance Normalization (2016).
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
