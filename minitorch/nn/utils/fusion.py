"""A layer and the batch norm after it as one layer, for evaluation."""

from copy import deepcopy

from ...engine import no_grad
from ..parameter import Parameter

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"]


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """A new convolution that does what `conv` and then `bn` do in evaluation; transpose: `conv` is transposed.

    Raises AssertionError where one of them is in training mode.
    """
    return fused(fuse_conv_bn_weights, conv, bn, transpose)


def fuse_linear_bn_eval(linear, bn):
    """A new linear layer that does what `linear` and then `bn` do in evaluation.

    Raises AssertionError where one of them is in training mode.
    """
    return fused(fuse_linear_bn_weights, linear, bn)


def fused(join, layer, bn, *more):
    """A copy of a layer that holds what `join` makes of its weights and bn's."""
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
    """The weight and bias of a convolution with a batch norm in them.

    conv_w, conv_b      weight (O, I, *) and bias (O,) or None
    bn_rm, bn_rv        running mean and variance (O,)
    bn_eps, bn_w, bn_b  what is added to the variance; scale and shift (O,), or None for 1 and 0
    transpose           of a transposed convolution: its weight is (I, O, *)
    returns             two Parameters
    """
    scale = (bn_rv + bn_eps).rsqrt() * (1 if bn_w is None else bn_w)
    weight = conv_w * scale.reshape([-1 if dim == int(transpose) else 1 for dim in range(conv_w.ndim)])
    bias = ((0 if conv_b is None else conv_b) - bn_rm) * scale + (0 if bn_b is None else bn_b)
    like = conv_w if conv_b is None else conv_b
    return Parameter(weight.to(conv_w.dtype), conv_w.requires_grad), Parameter(bias.to(like.dtype), like.requires_grad)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """The weight (O, I) and bias (O,) of a linear layer with a batch norm in them, as two Parameters.

    linear_w, linear_b                  weight and bias or None; the others as `fuse_conv_bn_weights` takes them
    bn_rm, bn_rv, bn_eps, bn_w, bn_b    of the batch norm
    """
    return fuse_conv_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b)
