"""Pooling in TensorFlow's layout: the largest, or the mean, of each window."""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from .conv import padded, spatial, to_first, to_last
from .table import op

LETTERS = {1: "W", 2: "HW", 3: "DHW"}
MAX = {1: mt.nn.max_pool1d, 2: mt.nn.max_pool2d, 3: mt.nn.max_pool3d}
AVG = {1: mt.nn.avg_pool1d, 2: mt.nn.avg_pool2d, 3: mt.nn.avg_pool3d}


def pooled(kind, x, ksize, strides, padding, data_format):
    """Take the largest, or the mean, of each window; what "SAME" adds does not count."""
    dims = x.ndim - 2
    kernel, strides = spatial(ksize, dims, data_format), spatial(strides, dims, data_format)
    x = to_first(x, data_format)
    if kind == "MAX":
        x, pads = padded(x, padding, kernel, strides, (1,) * dims, float("-inf"), data_format)
        return to_last(MAX[dims](x, kernel, strides, pads), data_format)
    filled, pads = padded(x, padding, kernel, strides, (1,) * dims, data_format=data_format)
    if not any(pads) and filled is x:
        return to_last(AVG[dims](x, kernel, strides), data_format)
    ones, _ = padded(mt.ones_like(x[:1, :1]), padding, kernel, strides, (1,) * dims, data_format=data_format)
    total = AVG[dims](filled, kernel, strides, pads)
    return to_last(total / AVG[dims](ones, kernel, strides, pads), data_format)


def pooling(kind, dims=None):
    """Make a function that pools over `dims` axes of space; over as many as there are for None."""
    layout = None if dims is None else f"N{LETTERS[dims]}C"

    def body(input, ksize, strides, padding, data_format=layout, name=None):
        if dims is not None and input.ndim != dims + 2:
            raise InvalidArgumentError(f"{body.__name__} takes {dims + 2} axes, {layout}, not shape "
                                       f"{tuple(input.shape)}.")
        return pooled(kind, input, ksize, strides, padding, data_format)
    older = None if dims else (
        f"nn.{kind.lower()}_pool(value, ksize, strides, padding, data_format='NHWC', name=None, input=value)")
    body.__name__ = f"{kind.lower()}_pool{f'{dims}d' if dims else ''}"
    body.__doc__ = f"""Take the {'largest' if kind == 'MAX' else 'mean'} of each window.

input             {f'(N, {", ".join(LETTERS[dims])}, C)' if dims else '(N, …, C) with one, two or three axes of space'}
ksize, strides    how large the windows are and how far apart: a number, one an axis of space, or [1, k, k, 1]
padding           "SAME": ⌈size / stride⌉ windows, what is added does not count; "VALID": those that fit
returns           (N, windows, …, C)

Raises InvalidArgumentError for another number of axes.
"""
    return op("input", v1=older)(body)


max_pool, max_pool1d, max_pool2d, max_pool3d = (pooling("MAX", dims) for dims in (None, 1, 2, 3))
avg_pool, avg_pool1d, avg_pool2d, avg_pool3d = (pooling("AVG", dims) for dims in (None, 1, 2, 3))
