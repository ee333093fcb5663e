"""Ops of networks in plainer ops, which a runner of saved programs knows: convolution as a product of matrices, …

Each function takes and gives Tensors, and computes what the op of its name does.
"""

from math import prod

from ...engine import registry
from ...ops.conv.padding import out_size, pad, unfold_windows
from ...ops.conv.pooling import count_windows, padded_size
from ...ops.elementwise.complex_numbers import from_parts, imag_view, real_view
from ...ops.reduce.reductions import amax, mean, sum
from ...ops.shape.copies import stack, tril
from ...ops.shape.views import reshape, transpose
from ..expansion import NotExpanded


def softmax(x, *, dim, dtype=None):
    x = x if dtype is None else x.to(dtype)
    found = (x - amax(x, dim=dim, keepdim=True)).exp()       # does not overflow
    return found / sum(found, dim=dim, keepdim=True)


def log_softmax(x, *, dim, dtype=None):
    x = x if dtype is None else x.to(dtype)
    x = x - amax(x, dim=dim, keepdim=True)
    return x - sum(x.exp(), dim=dim, keepdim=True).log()


def attention_weights(query, key, mask, *, scale, causal=False):
    scores = query @ (transpose(key, dim0=-1, dim1=-2) * scale)
    if mask is not None:
        scores = scores + mask if mask.dtype.is_floating_point else scores.where(mask, -float("inf"))
    if causal:
        ones = registry["like_one"](scores)[(0,) * (len(scores.shape) - 2)]
        scores = scores.where(tril(ones) == 1, -float("inf"))
    most = amax(scores, dim=-1, keepdim=True)
    found = (scores - most.where(most > -float("inf"), 0.0)).exp()
    total = sum(found, dim=-1, keepdim=True)                 # 0 where a row may attend to nothing: the row is 0
    return found / total.where(total > 0, 1.0) if causal or mask is not None else found / total


def attend(query, key, value, *, scale, causal=False):
    return attention_weights(query, key, None, scale=scale, causal=causal) @ value


def image_windows(x, size, value, kernel, stride, padding, dilation=(1, 1)):
    """The windows of images: (…, H, W) -> (…, OH, OW, kh, kw), with `value` around them up to a size."""
    widths = [(before, length - before - inside) for before, length, inside in zip(padding, size, x.shape[-2:])]
    if any(map(any, widths)):
        x = pad(x, widths=tuple(widths), value=value)
    height = len(x.shape) - 2
    x = unfold_windows(x, dim=height, size=kernel[0], step=stride[0], dilation=dilation[0])
    return unfold_windows(x, dim=height + 1, size=kernel[1], step=stride[1], dilation=dilation[1])


def conv2d(x, weight, bias, *, stride, padding, dilation, groups):
    """Filters as rows times windows as columns."""
    (N, C, *size), (O, _, *kernel) = x.shape, weight.shape
    out = [out_size(*along) for along in zip(size, kernel, stride, padding, dilation)]
    size = [length + 2 * around for length, around in zip(size, padding)]
    windows = image_windows(x, size, 0, kernel, stride, padding, dilation)                  # (N, C, OH, OW, kh, kw)
    columns = reshape(windows.permute(0, 1, 4, 5, 2, 3), shape=(N, groups, C // groups * prod(kernel), prod(out)))
    rows = reshape(weight, shape=(groups, O // groups, C // groups * prod(kernel)))
    found = reshape(rows @ columns, shape=(N, O, *out))
    return found if bias is None else found + reshape(bias, shape=(O, 1, 1))


def max_pool2d(x, *, kernel, stride, padding, dilation, ceil_mode):
    out = count_windows(x, kernel, stride, padding, dilation, ceil_mode, "max_pool2d")
    size = padded_size(x.shape[-2:], out, kernel, stride, padding, dilation)
    if not x.dtype.is_floating_point:
        raise NotExpanded("nothing is below all integers")
    return amax(image_windows(x, size, -float("inf"), kernel, stride, padding, dilation), dim=(-2, -1))


def avg_pool2d(x, *, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    if ceil_mode or any(padding) and not count_include_pad:
        raise NotExpanded("its windows have different numbers of elements")
    size = padded_size(x.shape[-2:], (1, 1), kernel, stride, padding)
    size = [max(length, inside + 2 * around) for length, inside, around in zip(size, x.shape[-2:], padding)]
    windows = image_windows(x, size, 0, kernel, stride, padding)
    return mean(windows, dim=(-2, -1)) if divisor is None else sum(windows, dim=(-2, -1)) / divisor


def view_as_real(x):
    return stack(real_view(x), imag_view(x), dim=-1)


def view_as_complex(x):
    return from_parts(x[..., 0], x[..., 1])


PLAINER = {function.__name__: function
           for function in (softmax, log_softmax, attention_weights, attend, conv2d, max_pool2d, avg_pool2d,
                            view_as_real, view_as_complex)}


def in_plain_ops(step):
    """What computes the same as a step in plainer ops, or None."""
    if step.op is None or step.call is not step.op:
        return None
    return PLAINER.get(step.name, step.op.composition)
