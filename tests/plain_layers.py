"""Convolutions, poolings and norms in simple loops: slow, but easy to check by reading."""

from itertools import product
from math import ceil, sqrt

import numpy as np


def several(x, dims):
    return (x,) * dims if isinstance(x, int) else tuple(x)


def conv(x, weight, bias, stride, padding, dilation, groups):
    """Convolution (N, C, *) and (O, C/groups, *k) -> (N, O, *), position by position."""
    dims = x.ndim - 2
    stride, padding, dilation = (several(s, dims) for s in (stride, padding, dilation))
    size = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, p, d, k, s in zip(
        x.shape[2:], padding, dilation, weight.shape[2:], stride)]
    out = np.zeros((len(x), len(weight), *size))
    each, inside = len(weight) // groups, weight.shape[1]
    for place in np.ndindex(*out.shape):
        n, o, *at = place
        for c, *k in np.ndindex(*weight.shape[1:]):
            source = [a * s - p + i * d for a, s, p, i, d in zip(at, stride, padding, k, dilation)]
            if all(0 <= i < m for i, m in zip(source, x.shape[2:])):
                out[place] += x[(n, o // each * inside + c, *source)] * weight[(o, c, *k)]
        out[place] += 0 if bias is None else bias[o]
    return out


def conv_transpose(x, weight, bias, stride, padding, output_padding, groups, dilation):
    """Transposed convolution (N, C, *) and (C, O/groups, *k) -> (N, O, *): add the filter, times each number."""
    dims = x.ndim - 2
    stride, padding, more, dilation = (several(s, dims) for s in (stride, padding, output_padding, dilation))
    size = [(n - 1) * s - 2 * p + d * (k - 1) + o + 1 for n, s, p, d, k, o in zip(
        x.shape[2:], stride, padding, dilation, weight.shape[2:], more)]
    each, given = weight.shape[1], x.shape[1] // groups
    out = np.zeros((len(x), each * groups, *size))
    for (n, c, *at), value in np.ndenumerate(x):
        for o, *k in np.ndindex(*weight.shape[1:]):
            to = [a * s - p + i * d for a, s, p, i, d in zip(at, stride, padding, k, dilation)]
            if all(0 <= i < m for i, m in zip(to, size)):
                out[(n, c // given * each + o, *to)] += value * weight[(c, o, *k)]
    return out if bias is None else out + bias.reshape(-1, *(1,) * dims)


def pool(x, kernel, stride, padding, dilation=1, ceil_mode=False, count_include_pad=True, divisor=None, kind="max"):
    """Pooling (N, C, *) -> (N, C, *): the largest number or the mean of each window."""
    dims = x.ndim - 2
    kernel, stride, padding, dilation = (several(s, dims) for s in (kernel, stride, padding, dilation))
    size = []
    for n, k, s, p, d in zip(x.shape[2:], kernel, stride, padding, dilation):
        room = n + 2 * p - d * (k - 1) - 1
        count = (ceil(room / s) if ceil_mode else room // s) + 1
        size.append(count - (ceil_mode and (count - 1) * s >= n + p))           # the last window starts inside
    out = np.zeros((*x.shape[:2], *size))
    for n, c, *at in np.ndindex(*out.shape):
        seen, padded = [], 0
        for k in product(*map(range, kernel)):
            source = [a * s - p + i * d for a, s, p, i, d in zip(at, stride, padding, k, dilation)]
            padded += all(i < m + p for i, m, p in zip(source, x.shape[2:], padding))
            if all(0 <= i < m for i, m in zip(source, x.shape[2:])):
                seen.append(x[(n, c, *source)])
        count = divisor or (padded if count_include_pad else len(seen))
        out[(n, c, *at)] = max(seen, default=-np.inf) if kind == "max" else sum(seen) / count
    return out


def normalised(x, groups, eps):
    """Normalise the elements at each list of positions in `groups` to mean 0 and variance 1."""
    out = np.zeros(x.shape)
    for places in groups:
        values = [x[place] for place in places]
        mean = sum(values) / len(values)
        variance = sum((v - mean) ** 2 for v in values) / len(values)
        for place in places:
            out[place] = (x[place] - mean) / sqrt(variance + eps)
    return out
