"""Quantiles, order, differences, covariance, integrals and interpolation."""

from .arrays import as_tensor, axes_of, cast, floating, mt, together, written


def folded_quantile(engine, a, q, axis, method, keepdims):
    x = floating(a)
    q = cast(as_tensor(q), x.array.dtype)
    over = axes_of(axis, x.ndim)
    rest = [one for one in range(x.ndim) if one not in over]
    flat = x.permute(*rest, *over).reshape((*[x.shape[one] for one in rest], -1)) if x.ndim else x.reshape(1)
    found = engine(flat, q.reshape(-1), -1, interpolation=method)
    kept = [1 if one in over else size for one, size in enumerate(x.shape)] if keepdims else found.shape[1:]
    return found.reshape((*q.shape, *kept))


def quantile(a, q, axis=None, out=None, *, method="linear", keepdims=False):
    """The numbers below which shares q of those along axis lie; q's dimensions come first in the result.

    method   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"

    axis, out and keepdims are as sum's. Raises ValueError for other methods, and shares outside 0 to 1.
    """
    return written(folded_quantile(mt.quantile, a, q, axis, method, keepdims), out)


def percentile(a, q, axis=None, out=None, *, method="linear", keepdims=False):
    """The quantile of q / 100. Arguments as quantile's."""
    return quantile(a, floating(q) / 100, axis, out, method=method, keepdims=keepdims)


def median(a, axis=None, out=None, keepdims=False):
    """The middle one along axis, or the mean of the middle two. Arguments as sum's."""
    return quantile(a, 0.5, axis, out, keepdims=keepdims)


def nanquantile(a, q, axis=None, out=None, *, method="linear", keepdims=False):
    """The quantile of what is not nan. Arguments as quantile's."""
    return written(folded_quantile(mt.nanquantile, a, q, axis, method, keepdims), out)


def nanmedian(a, axis=None, out=None, keepdims=False):
    """The median of what is not nan. Arguments as sum's."""
    return nanquantile(a, 0.5, axis, out, keepdims=keepdims)


def sort(a, axis=-1, *, stable=True):
    """The numbers along axis in rising order; None: of the flat tensor. stable: equal ones keep their order."""
    x = as_tensor(a)
    return mt.sort(x.reshape(-1) if axis is None else x, -1 if axis is None else axis, stable=bool(stable))[0]


def argsort(a, axis=-1, *, stable=True):
    """Where each of the sorted numbers stood. Arguments as sort's."""
    x = as_tensor(a)
    return mt.argsort(x.reshape(-1) if axis is None else x, -1 if axis is None else axis, stable=bool(stable))


def diff(a, n=1, axis=-1, prepend=None, append=None):
    """The differences of neighbours along axis, n times; prepend and append are numbers or tensors put at its ends."""
    x = as_tensor(a)

    def end(value):
        if value is None:
            return None
        value = as_tensor(value)
        sizes = list(x.shape)
        sizes[axis] = 1
        return cast(value if value.ndim else value.expand(sizes), x.array.dtype)
    return mt.diff(x, n, axis, end(prepend), end(append))


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """The covariances of variables, one a row: (n, samples) -> (n, n).

    y        more variables
    rowvar   whether rows are variables; else columns are
    bias     divide by the number of samples rather than by one less; ddof says how much less
    """
    x = variables(m, y, rowvar)
    return mt.cov(x, correction=(0 if bias else 1) if ddof is None else ddof)


def variables(m, y, rowvar):
    def rows(data):
        x = floating(data)
        x = x if x.ndim > 1 else x.reshape(1, -1)
        return x if rowvar or x.shape[0] == 1 else x.T
    parts = [rows(m)] if y is None else together(rows(m), rows(y))
    x = mt.cat(parts, 0)
    return x.reshape(-1) if x.shape[0] == 1 else x


def corrcoef(x, y=None, rowvar=True):
    """The correlations of variables: cov, each variable brought to variance 1. Arguments as cov's."""
    return mt.corrcoef(variables(x, y, rowvar))


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The integral along axis, by trapezoids: at places x, or at places dx apart."""
    y = floating(y)
    return mt.trapezoid(y, dx=dx, dim=axis) if x is None else mt.trapezoid(*together(y, x), dim=axis)


def interp(x, xp, fp, left=None, right=None):
    """The line through the points (xp, fp), xp rising, at each of x; left and right of them: the end's value.

    Gradients reach x, xp and fp.
    """
    x, xp, fp = together(floating(x), floating(xp), floating(fp))
    i = mt.clip(mt.searchsorted(xp.detach(), x.detach().contiguous(), right=True) - 1, 0, xp.shape[0] - 2)
    share = mt.clip((x - xp[i]) / (xp[i + 1] - xp[i]), 0.0, 1.0)
    found = fp[i] + share * (fp[i + 1] - fp[i])
    found = found if left is None else mt.where(x < xp[0], left, found)
    return found if right is None else mt.where(x > xp[-1], right, found)


def convolve(a, v, mode="full"):
    """Σ a[k] v[n − k] of two vectors.

    mode   "full": (n,) and (m,) -> (n + m − 1,); "same": the middle max(n, m); "valid": where they overlap whole

    Raises ValueError for another mode, or an empty vector.
    """
    a, v = together(a, v)
    if not a.numel() or not v.numel():
        raise ValueError("convolve: neither vector may be empty")
    if a.shape[0] < v.shape[0]:
        a, v = v, a
    n, m = a.shape[0], v.shape[0]
    ends = a.new_zeros(m - 1)
    full = (mt.cat([ends, a, ends]).unfold(0, m, 1) * v.flip(0)).sum(-1)
    if mode == "full":
        return full
    if mode == "same":
        return full[(m - 1) // 2:(m - 1) // 2 + n]
    if mode == "valid":
        return full[m - 1:n]
    raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")


def gradient(f, *varargs, axis=None):
    """Slopes by differences of neighbours, two-sided inside: along axis, or a list of them along each.

    varargs   the distance of neighbours: one number, or one an axis
    """
    x = floating(f)
    over = axes_of(axis, x.ndim)
    steps = varargs * len(over) if len(varargs) == 1 else varargs or (1.0,) * len(over)
    found = []
    for one, step in zip(over, steps):
        y = mt.movedim(x, one, 0)
        slopes = mt.cat([y[1:2] - y[:1], (y[2:] - y[:-2]) / 2, y[-1:] - y[-2:-1]]) / step
        found.append(mt.movedim(slopes, 0, one))
    return found[0] if len(found) == 1 else tuple(found)


def polyval(p, x):
    """The polynomial with coefficients p, that of the highest power first, at x (any shape)."""
    p, x = together(p, x)
    found = mt.zeros_like(x)
    for coefficient in p:
        found = found * x + coefficient
    return found


def vander(x, N=None, increasing=False):
    """The powers of each of x, a vector: (n,) -> (n, N); increasing: from x⁰ on."""
    return mt.vander(as_tensor(x), N, increasing)
