"""Resampling along one dimension: each element of the result is a weighted sum of a few elements of the input.

Enlarging, shrinking and adaptive pooling differ only in these elements and weights, so one op computes all of them,
and its transpose computes the gradient.
"""

from functools import lru_cache
from math import prod

import numpy as np

from ...engine import derivative_of, op
from ..elementwise.arithmetic import no_complex
from ..kernels.tiling import blocks


def taps(xp, *how):
    """Return `compute_taps(…)` from a cache, because a layer needs the same sizes at every step."""
    return [x if xp is np or x is None else xp.asarray(x) for x in cached_taps(np, *how)]


def compute_taps(xp, old, new, rule, corners=False, scale=None):
    """Return the indices of the K elements that each new element is computed from, and their weights: two (new, K).

    rule      "nearest", "nearest-exact", "linear", "cubic", or "area" (the mean of a bin of the input);
              "linear-antialias", "cubic-antialias": weights cover all the elements that a larger step passes over
    corners   whether the first and last elements keep their positions
    scale     the distance of new elements, in old elements; old/new by default
    """
    i = xp.arange(new)
    if rule == "area":
        first, last = i * old // new, -(-(i + 1) * old // new)
        return bins(xp, first, last, lambda index: 1 / (last - first)[:, None])
    step = old / new if scale is None else scale
    if rule.endswith("antialias"):
        step = ((old - 1) / (new - 1) if new > 1 else 0.0) if corners else step
        wide, middle = max(step, 1.0), (i + 0.5) * step
        reach = (2 if rule.startswith("cubic") else 1) * wide
        first = xp.maximum((middle - reach + 0.5).astype("int64"), 0)
        last = xp.minimum((middle + reach + 0.5).astype("int64"), old)
        weigh = (lambda d: cubic(d, -0.5) * (d < 2)) if rule.startswith("cubic") else lambda d: (1 - d).clip(0)

        def shares(index):
            inside = index < last[:, None]
            weights = weigh(xp.abs((index - middle[:, None] + 0.5) / wide)) * inside
            return weights / weights.sum(1, keepdims=True)
        return bins(xp, first, last, shares)
    if rule.startswith("nearest"):
        shift = 0.5 if rule == "nearest-exact" else 0.0
        return xp.minimum(xp.floor((i + shift) * step), old - 1).astype("int64")[:, None], None
    position = i * ((old - 1) / (new - 1) if new > 1 else 0.0) if corners else (i + 0.5) * step - 0.5
    if rule == "linear":
        position = position.clip(0, old - 1)
    before = xp.floor(position)
    t = position - before
    before = before.astype("int64")[:, None]
    if rule == "linear":
        return (before + xp.arange(2)).clip(0, old - 1), xp.stack([1 - t, t], 1)
    return (before + xp.arange(-1, 3)).clip(0, old - 1), xp.stack(cubic_weights(t), 1)


def bins(xp, first, last, shares):
    """Return the indices first … last − 1 for each new element, and their weights by `shares`; both (new, K).

    Shorter bins repeat their last index, each time with a part of its weight, because a weight of 0 times ∞ is nan.
    """
    index = first[:, None] + xp.arange(max(1, int((last - first).max()) if len(first) else 1))
    end, weights = last[:, None] - 1, shares(index)
    repeats = (index >= end).sum(1)[:, None]
    if weights.shape[1] > 1:
        weights = xp.where(index >= end, xp.take_along_axis(weights, end - first[:, None], 1) / repeats, weights)
    else:
        weights = weights / xp.where(index >= end, repeats, 1)
    return xp.minimum(index, end), weights


cached_taps = lru_cache(64)(compute_taps)


def cubic(distance, a=-0.75):
    """Return the weight of a neighbour from its distance, 0 to 1 or 1 to 2. Source: Keys (1981)."""
    d = distance
    near, far = ((a + 2) * d - (a + 3)) * d * d + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return near * (d <= 1) + far * (d > 1)


def cubic_weights(t):
    """Return the weights of four neighbouring elements at a position between the middle two, t after the second."""
    return [cubic(1 + t), cubic(t), cubic(1 - t), cubic(2 - t)]


def as_three(shape, dim):
    """Return the shape with all dimensions before `dim` as one, and all after it as one."""
    dim %= len(shape)
    return prod(shape[:dim]), shape[dim], prod(shape[dim + 1:])


def few_bins(old, new, rule):
    """Return (start, end) of each bin if bins are few and large, to sum them one at a time; else an empty list."""
    few = rule == "area" and new * new < old
    return [(i * old // new, -(-(i + 1) * old // new)) for i in range(new)] if few else []


@op(symbol="resample", hidden=True, once=lambda node: node.settings["rule"] == "area")
def resample(xp, x, *, dim, size, rule, corners=False, scale=None):
    """Interpolate x to `size` elements along dimension `dim`; compute_taps explains `rule` and `corners`."""
    no_complex("interpolate", x)
    lead, old, rest = as_three(x.shape, dim)
    bins = few_bins(old, size, rule)
    if bins:
        flat, out = x.reshape(lead, old, rest), xp.empty((lead, size, rest), x.dtype)
        for i, (first, last) in enumerate(bins):
            out[:, i] = xp.add.reduce(flat[:, first:last], axis=1) / (last - first)
    else:
        index, weights = taps(xp, old, size, rule, corners, scale)
        if weights is None:
            return xp.take(x, index[:, 0], axis=dim)
        out = weighted_sum(xp, x.reshape(lead, old, rest), index, weights.T[:, :, None].astype(x.dtype))
    return out.reshape(*x.shape[:dim % x.ndim], size, *x.shape[dim % x.ndim + 1:])


def weighted_sum(xp, x, index, weights):
    """Return Σ_k x[:, index[:, k]]·weights[k], for x (lead, old, rest)."""
    out = xp.empty((x.shape[0], index.shape[0], x.shape[2]), x.dtype)
    for part in blocks(xp, x.shape[0], index.shape[0] * x.shape[2]):
        seen, mine = x[part], out[part]
        xp.multiply(xp.take(seen, index[:, 0], axis=1), weights[0], out=mine)
        for k in range(1, index.shape[1]):
            mine += xp.take(seen, index[:, k], axis=1) * weights[k]
    return out


@derivative_of(resample)
def resample_derivative(grad, out, x, *, dim, size, rule, corners, scale):
    return resample_transposed(grad, dim=dim, size=x.shape[dim], rule=rule, corners=corners, scale=scale)


@op(symbol="spread", hidden=True)
def resample_transposed(xp, y, *, dim, size, rule, corners, scale):
    """Compute the transpose of resample: add each element of y, weighted, to the elements it was computed from."""
    lead, new, rest = as_three(y.shape, dim)
    flat, bins = y.reshape(lead, new, rest), few_bins(size, new, rule)
    if bins:
        out = xp.zeros((lead, size, rest), y.dtype)
        for i, (first, last) in enumerate(bins):
            out[:, first:last] += flat[:, i:i + 1] / (last - first)
    else:
        index, weights = taps(xp, size, new, rule, corners, scale)
        out = sum_copies(xp, flat, index, size) if weights is None else None
        if out is None:
            matrix = xp.zeros((size, new), y.dtype)
            for k in range(index.shape[1]):
                matrix[index[:, k], xp.arange(new)] += 1 if weights is None else weights[:, k].astype(y.dtype)
            out = matrix @ flat if rest > 1 else flat[:, :, 0] @ matrix.T
    return out.reshape(*y.shape[:dim % y.ndim], size, *y.shape[dim % y.ndim + 1:])


def sum_copies(xp, y, index, size):
    """Sum the copies of each element in y (lead, new, rest) if all elements have equally many; else return None."""
    times = y.shape[1] // size
    if (xp.__name__ != "numpy" or times * size != y.shape[1]
            or not (index[:, 0] == xp.arange(y.shape[1]) // times).all()):
        return None
    out = y[:, ::times].copy()
    for k in range(1, times):
        out += y[:, k::times]
    return out


@derivative_of(resample_transposed)
def resample_transposed_derivative(grad, out, y, *, dim, size, rule, corners, scale):
    return resample(grad, dim=dim, size=y.shape[dim], rule=rule, corners=corners, scale=scale)
