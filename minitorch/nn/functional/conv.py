"""Convolution and its transpose of signals (N, C, L), images (N, C, H, W), volumes (N, C, D, H, W), or one sample."""

from operator import gt

from ...engine import dispatch
from ...ops.conv import convolution as ops
from ...ops.conv.padding import pad
from ...ops.shape.views import unsqueeze
from ...runtime import Tensor, function
from . import volumes
from .common import SPACE, flat, on_batch, refuse, refuse_ndim, several

__all__ = ["conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"]


def convolve(dims, input, weight, bias, stride, padding, dilation, groups):
    """Compute conv1d, conv2d or conv3d: signals are images of one row."""
    name = f"conv{dims}d"
    check(name, dims, input, weight, bias, groups)
    stride, dilation = several(stride, dims), several(dilation, dims)
    check_steps(name, stride, dilation)
    kernel = weight.array.shape[2:]
    padding, extra = padding_of(name, padding, kernel, stride, dilation)
    if any(extra):
        input = pad.function(input, widths=tuple((0, n) for n in extra))
    size = [n + 2 * p for n, p in zip(input.array.shape[-dims:], padding)]
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, kernel)]
    if any(map(gt, reach, size)):
        refuse(RuntimeError, f"{name}: Kernel size {tuple(reach)} can't be greater than actual input size "
               f"{tuple(size)} (padding included). Is the input already too small, or is padding missing?")
    check_space(name, dims, input)
    if dims == 1:
        weight, stride, padding, dilation = unsqueeze.function(weight, -2), (1, *stride), (0, *padding), (1, *dilation)
    where = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    if dims == 3:
        return on_batch(lambda x: volumes.convolve(x, weight, bias, where), input, name, dims)
    return on_batch(lambda x: dispatch(ops.conv2d, (x, weight, bias), where), input, name, dims)


def padding_of(name, padding, kernel, stride, dilation):
    """Return the padding on both sides, and the extra padding at the end, which "same" has for an even kernel."""
    if not isinstance(padding, str):
        padding = several(padding, len(kernel))
        if min(padding) < 0:
            raise RuntimeError("negative padding is not supported")
        return padding, (0,) * len(kernel)
    if padding == "valid":
        return (0,) * len(kernel), (0,) * len(kernel)
    if padding != "same":
        raise RuntimeError(f"{name}: padding is a number, one per dimension, 'valid' or 'same', not {padding!r}.")
    if max(stride) != 1:
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    total = [d * (k - 1) for d, k in zip(dilation, kernel)]
    return tuple(t // 2 for t in total), tuple(t % 2 for t in total)


def check_steps(name, stride, dilation):
    """Raise if a stride or a dilation is below 1."""
    for setting, steps in (("stride", stride), ("dilation", dilation)):
        if min(steps) < 1:
            refuse(RuntimeError, f"{name}: {'non-positive stride is not supported' if setting == 'stride' else ''}"
                   f"{'dilation should be greater than zero' if setting == 'dilation' else ''}, but got {setting} "
                   f"{steps}.")


def check_space(name, dims, input):
    """Raise if the image has no pixels; an empty batch, or images without channels, are allowed."""
    if 0 in input.array.shape[-dims:] and 0 not in input.array.shape[:-dims]:
        refuse(RuntimeError, f"{name}: Only zero batch or zero channel inputs are supported, but got input shape: "
               f"{list(input.shape)}.")


def check(name, dims, input, weight, bias, groups):
    """Raise if the input cannot be convolved with the weight; name the sizes that do not match."""
    given, size = input.array.shape, weight.array.shape
    transposed = "transpose" in name
    if len(size) != dims + 2:
        refuse(RuntimeError, f"{name}: the weight has {len(size)} dimensions ({list(size)}); it needs {dims + 2}, "
               f"{'(in, out / groups' if transposed else '(out, in / groups'}, kernel sizes).")
    if 0 in size[2:]:
        refuse(RuntimeError, f"{name}: the kernel has no elements: the weight is {list(size)}.")
    if len(given) not in (dims + 1, dims + 2):
        refuse_ndim(input, name, dims)
    channels, needed = given[-1 - dims], size[0] if transposed else size[1] * groups
    if channels != needed:
        last = dims == 2 and len(given) == 4 and given[-1] == needed
        refuse(RuntimeError, f"{name}: Given {'transposed=1' if transposed else f'groups={groups}'}, weight of size "
               f"{list(size)}, expected input {list(given)} to have {needed} channels, but got {channels} channels "
               f"instead. Inputs are (N, channels, {SPACE[dims]})."
               + last * " If the channels come last: x.permute(0, 3, 1, 2).")
    if input.array.dtype.kind == "b":
        raise NotImplementedError(f'"{name}" not implemented for bools: convert first, as in x.float().')
    if groups < 1 or size[0] % groups:
        refuse(RuntimeError, f"{name}: the weight's first size ({size[0]}) must be divisible by groups ({groups}).")
    check_bias(name, dims, input, bias, size[1] * groups if transposed else size[0])
    if input.array.dtype != weight.array.dtype:
        refuse(RuntimeError, f"{name}: Input type ({input.dtype.name}) and weight type ({weight.dtype.name}) should be "
               f"the same. Convert with x.to({weight.dtype!r}), or the layer with .to({input.dtype!r}).")


def check_bias(name, dims, input, bias, out):
    """Raise if the bias is not (out,) or has another dtype than the input."""
    if bias is not None and bias.array.shape != (out,):
        refuse(RuntimeError, f"{name}: the bias has shape {bias.array.shape} and the weight gives {out} channels; the "
               f"bias must be ({out},).")
    if bias is not None and bias.array.dtype != input.array.dtype and (
            dims == 3 or "transpose" not in name or bias.array.dtype.kind == "c"):
        refuse(RuntimeError, f"{name}: Input type ({input.dtype.name}) and bias type ({bias.dtype.name}) should be the "
               "same.")


@function(method=False, one_node=True)
def conv1d(input: Tensor, weight: Tensor, bias: Tensor = None, stride=1, padding=0, dilation=1, groups: int = 1):
    """Slide each filter along the signals: (N, C, L) with (O, C/groups, k) -> (N, O, OL). See conv2d."""
    return convolve(1, input, weight, bias, stride, padding, dilation, groups)


@function(method=False, one_node=True)
def conv2d(input: Tensor, weight: Tensor, bias: Tensor = None, stride=1, padding=0, dilation=1, groups: int = 1):
    """Slide each filter over the images: at each position sum the products with the window under the filter.

    input     (N, C, H, W)
    weight    (O, C/groups, kh, kw)
    bias      (O,)
    padding   zeros around the image: a number, (rows, columns), "valid" (none) or "same" (the output
              has the input's size; stride 1)
    returns   (N, O, OH, OW), OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1
    """
    return convolve(2, input, weight, bias, stride, padding, dilation, groups)


@function(method=False, one_node=True)
def conv3d(input: Tensor, weight: Tensor, bias: Tensor = None, stride=1, padding=0, dilation=1, groups: int = 1):
    """Slide each filter through the volumes: (N, C, D, H, W) with (O, C/groups, kd, kh, kw) -> (N, O, OD, OH, OW).

    See conv2d: the slices of a filter become more channels of a 2-D filter.
    """
    return convolve(3, input, weight, bias, stride, padding, dilation, groups)


def transposed_convolution(dims, input, weight, bias, stride, padding, output_padding, groups, dilation):
    """Compute conv_transpose1d, conv_transpose2d or conv_transpose3d."""
    name = f"conv_transpose{dims}d"
    check(name, dims, input, weight, bias, groups)
    if input.dtype.rank < 2 and input.dtype.name != "int64":
        raise NotImplementedError(f'"{name}" not implemented for {input.dtype}: convert first, as in x.float().')
    stride, padding, dilation = several(stride, dims), several(padding, dims), several(dilation, dims)
    output_padding = several(output_padding, dims)
    check_steps(name, stride, dilation)
    if min(padding) < 0 or min(output_padding) < 0:
        raise RuntimeError(f"{name}: negative {'' if min(padding) < 0 else 'output_'}padding is not supported")
    check_space(name, dims, input)
    if any(o >= max(s, d) for o, s, d in zip(output_padding, stride, dilation)):
        refuse(RuntimeError, f"{name}: output padding must be smaller than either stride or dilation, but got "
               f"{output_padding} for stride {stride} and dilation {dilation}.")
    size = tuple((n - 1) * s - 2 * p + d * (k - 1) + o + 1 for n, s, p, d, k, o in zip(
        input.shape[-dims:], stride, padding, dilation, weight.shape[2:], output_padding))
    if any(n < 1 for n in size):
        refuse(RuntimeError, f"{name}: the calculated output size {size} is too small: is the padding too large?")
    uneven = any(o >= s for o, s in zip(output_padding, stride))     # the output ends after the last window
    if uneven:                                                       # pad and crop the result afterwards
        widths = tuple((-p, o - p) for o, p in zip(output_padding, padding))
        size, padding = [n - a - b for n, (a, b) in zip(size, widths)], (0,) * dims
    where = {"stride": flat(stride, dims, 1), "padding": flat(padding, dims, 0), "dilation": flat(dilation, dims, 1),
             "groups": groups}
    channels, size = weight.shape[1] * groups, flat(size, dims, 1)
    if dims == 1:
        weight = unsqueeze.function(weight, -2)

    def compute(x):
        out = (volumes.convolve_input_gradient(x, weight, size, where) if dims == 3 else
               ops.conv2d_input(x, weight, shape=(x.shape[0], channels, *size), **where))
        if uneven:
            out = pad.function(out, widths=widths)
        return out if bias is None else out + bias.reshape(channels, *(1,) * (out.ndim - 2)).to(out.dtype)
    return on_batch(compute, input, name, dims)


@function(method=False, one_node=True)
def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor = None, stride=1, padding=0, output_padding=0,
                     groups: int = 1, dilation=1):
    """Compute the transpose of conv1d: (N, C, L) with (C, O/groups, k) -> (N, O, OL). See conv_transpose2d."""
    return transposed_convolution(1, input, weight, bias, stride, padding, output_padding, groups, dilation)


@function(method=False, one_node=True)
def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor = None, stride=1, padding=0, output_padding=0,
                     groups: int = 1, dilation=1):
    """Compute the transpose of conv2d: each pixel of the input adds the filter, times its value, to the output.

    input           (N, C, H, W)
    weight          (C, O/groups, kh, kw)
    bias            (O,), or None
    output_padding  rows and columns added at the end: several input sizes of a strided conv2d give one output size
    returns         (N, O, OH, OW), OH = (H − 1)·stride − 2·padding + dilation·(kh − 1) + output_padding + 1

    stride, padding, dilation and groups are those of the convolution, as conv2d takes them.
    """
    return transposed_convolution(2, input, weight, bias, stride, padding, output_padding, groups, dilation)


@function(method=False, one_node=True)
def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor = None, stride=1, padding=0, output_padding=0,
                     groups: int = 1, dilation=1):
    """Compute the transpose of conv3d: (N, C, D, H, W), weight (C, O/groups, kd, kh, kw). See conv_transpose2d."""
    return transposed_convolution(3, input, weight, bias, stride, padding, output_padding, groups, dilation)
