"""Find the position of the maximum in each pooling window, for windows of different sizes or at random positions."""

from ....backend import library_of
from ....engine import op
from ....ops.conv.resample import taps


def positions(bins, shape):
    """Return the flat index of each element of each bin: (…, new_1, …, new_d, bin_1 · … · bin_d).

    bins    for each dimension, the indices along it of the elements of each bin: (…, new, bin)
    shape   the sizes of these dimensions
    """
    total, dims = 0, len(shape)
    for d, (index, size) in enumerate(zip(bins, shape)):
        lead, (new, width) = index.shape[:-2], index.shape[-2:]
        spread = index.reshape(*lead, *(new if i == d else 1 for i in range(dims)),
                               *(width if i == d else 1 for i in range(dims)))
        total = total * size + spread
    return total.reshape(*total.shape[:-dims], -1)


@op(symbol="argmax pool", hidden=True)
def adaptive_max_pool_indices(xp, x, *, size):
    """Split the last dimensions into size[0] × … bins; return the flat index of the maximum of each bin."""
    lead, shape = x.shape[:-len(size)], x.shape[-len(size):]
    if not x.size or 0 in size:
        return xp.zeros((*lead, *size), "int64")
    places = positions([taps(xp, old, new, "area")[0] for old, new in zip(shape, size)], shape)
    best = largest_or_last_nan(x.reshape(*lead, -1)[..., places])
    return xp.take_along_axis(xp.broadcast_to(places, (*lead, *places.shape)), best[..., None], -1)[..., 0]


@op(symbol="argmax pool", hidden=True)
def fractional_max_pool_indices(xp, x, samples, *, kernel, size):
    """Return the flat index of the maximum of each of size[0] × … windows at random distances.

    x         (N, C, …)
    samples   (N, C, dims)  a number in [0, 1) for each dimension; for a plane in the order (W, H)
    """
    shape = x.shape[2:]
    order = range(len(shape))[::-1] if len(shape) == 2 else range(len(shape))        # PyTorch uses this order
    bins = [window_starts(xp, samples[..., d], n, new, k)[..., None] + xp.arange(k)
            for d, n, new, k in zip(order, shape, size, kernel)]
    places = positions(bins, shape)                                                  # (N, C, …, window)
    windows = xp.take_along_axis(x.reshape(*x.shape[:2], -1), places.reshape(*x.shape[:2], -1), -1)
    best = largest_or_last_nan(windows.reshape(places.shape))
    return xp.take_along_axis(places, best[..., None], -1)[..., 0]


def window_starts(xp, sample, size, new, kernel):
    """Return the start indices of `new` windows of size `kernel`, about size / new apart, up to the end: (…, new)."""
    step = (size - kernel) / (new - 1) if new > 1 else 0.0
    i = xp.arange(new)
    begin = ((i + sample[..., None]) * step).astype("int64") - (sample[..., None] * step).astype("int64")
    return xp.where(i == new - 1, size - kernel, begin)


def largest_or_last_nan(x):
    """Return the index of the maximum along the last dimension: of the first maximum, or of the last nan if any."""
    missing = (x != x)[..., ::-1]
    return library_of(x).where(missing.any(-1), x.shape[-1] - 1 - missing.argmax(-1), x.argmax(-1))
