"""Gradients of convolutions for given sizes, as separate functions."""

from ...engine import enable_grad
from ...nn import functional as F
from ...ops.shape.creation import zeros
from ...runtime import grad

__all__ = ["conv1d_input", "conv1d_weight", "conv2d_input", "conv2d_weight"]


def gradient_functions(dims):
    """Return two functions: the gradients of a convolution with respect to its input, and to its weight."""
    conv = {1: F.conv1d, 2: F.conv2d}[dims]

    def found(x, weight, wanted, grad_output, settings):
        with enable_grad():
            out = conv(x, weight, None, *settings)
        return grad(out, wanted, grad_output)[0]

    def input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
        x = zeros(*input_size, dtype=weight.dtype, device=weight.device, requires_grad=True)
        return found(x, weight.detach(), x, grad_output, (stride, padding, dilation, groups))

    def weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
        w = zeros(*weight_size, dtype=input.dtype, device=input.device, requires_grad=True)
        return found(input.detach(), w, w, grad_output, (stride, padding, dilation, groups))
    input.__doc__ = f"Return the gradient of conv{dims}d with respect to its input, of size `input_size`."
    weight.__doc__ = f"Return the gradient of conv{dims}d with respect to its weight, of size `weight_size`."
    return input, weight


conv1d_input, conv1d_weight = gradient_functions(1)
conv2d_input, conv2d_weight = gradient_functions(2)
