"""Fusion of a layer with the batch norm after it into one layer, for evaluation."""

from copy import deepcopy

from ....engine import no_grad
from ....nn.parameter import Parameter

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"]


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """Return one convolution equal to `conv` followed by `bn` in evaluation; transpose: `conv` is a ConvTranspose.

    Raises AssertionError if one of them is in training mode.
    """
    return fuse_layer(fuse_conv_bn_weights, conv, bn, transpose)


def fuse_linear_bn_eval(linear, bn):
    """Return one linear layer equal to `linear` followed by `bn` in evaluation.

    Raises AssertionError if one of them is in training mode.
    """
    return fuse_layer(fuse_linear_bn_weights, linear, bn)


def fuse_layer(join, layer, bn, *more):
    """Return a copy of a layer with the weight and bias that `join` computes from the layer and bn."""
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval: call .eval() on both layers first, since a batch norm in training "
                             "uses the statistics of the batch.")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("Fusion needs a batch norm with running statistics: track_running_stats=True.")
    layer = deepcopy(layer)
    layer.weight, layer.bias = join(layer.weight, layer.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight,
                                    bn.bias, *more)
    return layer


@no_grad()
def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """Return the weight and bias of a convolution that includes a batch norm.

    conv_w, conv_b      weight (O, I, *) and bias (O,) or None
    bn_rm, bn_rv        running mean and variance (O,)
    bn_eps, bn_w, bn_b  number added to the variance; scale and shift (O,), or None for 1 and 0
    transpose           for a transposed convolution: its weight is (I, O, *)
    returns             two Parameters
    """
    scale = (bn_rv + bn_eps).rsqrt() * (1 if bn_w is None else bn_w)
    weight = conv_w * scale.reshape([-1 if dim == int(transpose) else 1 for dim in range(conv_w.ndim)])
    bias = ((0 if conv_b is None else conv_b) - bn_rm) * scale + (0 if bn_b is None else bn_b)
    like = conv_w if conv_b is None else conv_b
    return Parameter(weight.to(conv_w.dtype), conv_w.requires_grad), Parameter(bias.to(like.dtype), like.requires_grad)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """Return the weight (O, I) and bias (O,) of a linear layer that includes a batch norm, as two Parameters.

    linear_w, linear_b                  weight, and bias or None
    bn_rm, bn_rv, bn_eps, bn_w, bn_b    of the batch norm, as in `fuse_conv_bn_weights`
    """
    return fuse_conv_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b)
