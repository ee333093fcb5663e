"""Resampling along one dimension: each element of the result is a weighted sum of a few elements of the input.

Enlarging, shrinking and adaptive pooling differ only in which elements and which weights, so all are one op, and the
op that carries its gradient back is its transpose.
"""

from functools import lru_cache
from math import prod

import numpy as np

from ...engine import derivative_of, op
from ...runtime import Tensor, function
from ..elementwise.arithmetic import no_complex
from ..kernels.tiling import blocks


def taps(xp, *how):
    """`compute_taps`, cached on the CPU: layers ask for the same at every step. They depend on sizes alone."""
    return [x if xp is np or x is None else xp.asarray(x) for x in cached_taps(np, *how)]


def compute_taps(xp, old, new, rule, corners=False, scale=None):
    """The K elements that each new element is made of, and their weights: two (new, K) arrays, or no weights.

    rule      "nearest", "nearest-exact", "linear", "cubic", or "area" (the mean of a bin of the input);
              "linear-antialias", "cubic-antialias": with the weights spread over all that a larger step passes
    corners   the first and last elements keep their own positions
    scale     the distance of new elements in old ones; old/new unless given
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
    """The elements first … last − 1 that each new element is made of, and `shares` of them; both (new, K).

    Shorter bins name their last element more than once, each time with a part of its weight: 0 · ∞ would be nan.
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
    """The weight of a neighbour by its distance, below 1 and between 1 and 2. Source: Keys (1981)."""
    d = distance
    near, far = ((a + 2) * d - (a + 3)) * d * d + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return near * (d <= 1) + far * (d > 1)


def cubic_weights(t):
    """The weights of the four elements around a position that lies t beyond the second."""
    return [cubic(1 + t), cubic(t), cubic(1 - t), cubic(2 - t)]


def as_three(shape, dim):
    """The shape with all dimensions before `dim` as one, and all after it as one."""
    dim %= len(shape)
    return prod(shape[:dim]), shape[dim], prod(shape[dim + 1:])


def few_bins(old, new, rule):
    """(start, end) of each of a few large bins, which are summed one at a time; else none."""
    few = rule == "area" and new * new < old
    return [(i * old // new, -(-(i + 1) * old // new)) for i in range(new)] if few else []


@op(symbol="resample", hidden=True, once=lambda node: node.settings["rule"] == "area")
def resample(xp, x, *, dim, size, rule, corners=False, scale=None):
    """x with dimension `dim` brought to `size`; see taps for the rules."""
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
    """Σ_k x[:, index[:, k]]·weights[k], of x (lead, old, rest)."""
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
    """The transpose of resample: each element of y times its weights, added to the elements it was made of."""
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
    """Sum the copies of each element in y (lead, new, rest), if there are equally many of each; else return None."""
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


@op(hidden=True)
def resample_bytes(xp, x, *, dim, size, rule, corners=False, scale=None):
    """resample of a uint8, its weights rounded to so many bits that the largest fills 15, as PyTorch and Pillow do."""
    lead, old, rest = as_three(x.shape, dim)
    index, weights = taps(np, old, size, rule, corners, scale)
    matrix = np.zeros((size, old))
    for k in range(index.shape[1]):
        matrix[np.arange(size), index[:, k]] += weights[:, k]
    bits, largest = 0, matrix.max()
    while bits < 22 and int(0.5 + largest * 2 ** (bits + 1)) < 1 << 15:
        bits += 1
    matrix = xp.asarray(np.trunc(matrix * 2 ** bits + np.copysign(0.5, matrix)))
    total = xp.floor((matrix @ x.reshape(lead, old, rest) + 2 ** (bits - 1)) / 2 ** bits)
    return total.clip(0, 255).astype("uint8").reshape(*x.shape[:dim % x.ndim], size, *x.shape[dim % x.ndim + 1:])


@function
def stft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None,
         window: Tensor = None, center: bool = True, pad_mode: str = "reflect", normalized: bool = False,
         onesided: bool | None = None, return_complex: bool | None = None, align_to_window: bool | None = None):
    """The short-time Fourier transform: the frequencies of every `hop_length`-th window of a signal.

    input            (L) or (N, L), real or complex
    n_fft            how many numbers a transform takes
    hop_length       from one window to the next; n_fft // 4 unless given
    win_length       how long the window is, in the middle of n_fft zeros; n_fft unless given
    window           (win_length), what each piece is multiplied with, as hann_window gives it; ones unless given
    center           whether the first window's middle is the first number: the signal is padded, as pad_mode says
    normalized       whether the result is divided by √n_fft
    onesided         only the first n_fft // 2 + 1 frequencies, of which the others are the mirror image; None: of real
                     signals
    return_complex   False: real and imaginary parts in a last dimension of 2; must be given for a real signal
    align_to_window  with center=False, whether a window that is shorter than n_fft begins at the first number
    returns          (n_fft or n_fft // 2 + 1, windows), or the same for each of N signals

    Raises RuntimeError for sizes that do not go together, NotImplementedError for another pad_mode.

    >>> minitorch.stft(minitorch.ones(8), 4, return_complex=True)[:, 0].real
    tensor([4., 0., 0.])
    """
    from ..fourier.short_time import spectra
    return spectra(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex,
                   align_to_window)


@function
def istft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None,
          window: Tensor = None, center: bool = True, normalized: bool = False, onesided: bool | None = None,
          length: int | None = None, return_complex: bool = False):
    """The signal of which `stft` gave these frequencies: windows added where they were, divided by what covers each.

    input            (n_fft or n_fft // 2 + 1, windows) or (N, …), complex; other arguments as stft was given them
    length           how long the signal is: what is beyond is cut, and what is missing is zeros, with a warning
    return_complex   whether the signal is complex: then all n_fft frequencies are needed
    returns          (L) or (N, L)

    Raises RuntimeError for sizes that do not go together, and where windows leave a number of the signal uncovered.

    >>> x = minitorch.arange(8.0); w = minitorch.hann_window(4)
    >>> minitorch.istft(minitorch.stft(x, 4, window=w, return_complex=True), 4, window=w).allclose(x, atol=1e-5)
    True
    """
    from ..fourier.short_time import signals
    return signals(input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)
