"""One dimension in another size: each place of the result is a weighted sum of a few places of the input.

Enlarging, shrinking and adaptive pooling differ only in which places and which weights,
so all are one op, and the op that carries its gradient back is its transpose.
"""

from ..graph import derivative_of, op


def taps(xp, old, new, rule, corners=False, scale=None):
    """Which places each new place looks at, and how much each counts: two (new, K) arrays, or no weights.

    rule      "nearest", "nearest-exact", "linear", "cubic", or "area" (the mean of a share of the input)
    corners   the first and last places keep their own positions
    scale     old places a new place; old/new unless given
    """
    place = xp.arange(new)
    if rule == "area":
        first, last = place * old // new, -(-(place + 1) * old // new)
        index = first[:, None] + xp.arange(max(1, int((last - first).max()) if new else 1))
        inside = index < last[:, None]
        return xp.minimum(index, last[:, None] - 1), inside / (last - first)[:, None]
    step = old / new if scale is None else scale
    if rule.startswith("nearest"):
        shift = 0.5 if rule == "nearest-exact" else 0.0
        return xp.minimum(xp.floor((place + shift) * step), old - 1).astype("int64")[:, None], None
    if corners:
        position = place * ((old - 1) / (new - 1) if new > 1 else 0.0)
    else:
        position = (place + 0.5) * step - 0.5
    if rule == "linear":
        position = position.clip(0, old - 1)
    before = xp.floor(position)
    t = position - before
    before = before.astype("int64")[:, None]
    if rule == "linear":
        return (before + xp.arange(2)).clip(0, old - 1), xp.stack([1 - t, t], 1)
    weights = [cubic(1 + t), cubic(t), cubic(1 - t), cubic(2 - t)]
    return (before + xp.arange(-1, 3)).clip(0, old - 1), xp.stack(weights, 1)


def cubic(distance, a=-0.75):
    """How much a neighbour counts by its distance, below 1 and between 1 and 2. Source: Keys (1981)."""
    d = distance
    near, far = ((a + 2) * d - (a + 3)) * d * d + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return near * (d <= 1) + far * (d > 1)


@op(symbol="resample", hidden=True)
def resample(xp, x, *, dim, size, rule, corners=False, scale=None):
    """x with dimension `dim` brought to `size`; see taps for the rules."""
    index, weights = taps(xp, x.shape[dim], size, rule, corners, scale)
    if weights is None:
        return xp.take(x, index[:, 0], axis=dim)
    weights = weights.reshape(*weights.shape, *(1,) * (-dim - 1 if dim < 0 else x.ndim - dim - 1)).astype(x.dtype)
    out = xp.take(x, index[:, 0], axis=dim) * weights[:, 0]
    for k in range(1, index.shape[1]):
        out += xp.take(x, index[:, k], axis=dim) * weights[:, k]
    return out


@derivative_of(resample)
def resample_derivative(grad, out, x, *, dim, size, rule, corners, scale):
    return spread_back(grad, dim=dim, size=x.shape[dim], rule=rule, corners=corners, scale=scale)


@op(symbol="spread", hidden=True)
def spread_back(xp, y, *, dim, size, rule, corners, scale):
    """Each place of y given back, by the same weights, to the `size` places it was made of."""
    index, weights = taps(xp, size, y.shape[dim], rule, corners, scale)
    matrix = xp.zeros((size, y.shape[dim]), y.dtype)
    for k in range(index.shape[1]):
        matrix[index[:, k], xp.arange(len(index))] += 1 if weights is None else weights[:, k].astype(y.dtype)
    return xp.moveaxis(xp.tensordot(matrix, y, axes=(1, dim)), 0, dim)


@derivative_of(spread_back)
def spread_back_derivative(grad, out, y, *, dim, size, rule, corners, scale):
    return resample(grad, dim=dim, size=y.shape[dim], rule=rule, corners=corners, scale=scale)
