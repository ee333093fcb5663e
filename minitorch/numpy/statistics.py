"""Quantiles, order, differences, covariance, integrals and interpolation."""

from .arrays import as_floating, as_tensor, axes_of, cast, in_common_type, mt, to_out


def reduce_quantile(engine, a, q, axis, method, keepdims):
    x = as_floating(a)
    q = cast(as_tensor(q), x.array.dtype)
    over = axes_of(axis, x.ndim)
    rest = [one for one in range(x.ndim) if one not in over]
    flat = x.permute(*rest, *over).reshape((*[x.shape[one] for one in rest], -1)) if x.ndim else x.reshape(1)
    found = engine(flat, q.reshape(-1), -1, interpolation=method)
    kept = [1 if one in over else size for one, size in enumerate(x.shape)] if keepdims else found.shape[1:]
    return found.reshape((*q.shape, *kept))


def quantile(a, q, axis=None, out=None, *, method="linear", keepdims=False):
    """Return the q-quantiles along axis: a fraction q of the numbers is smaller; q's dimensions come first.

    method   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"

    axis, out and keepdims as in sum. Raises ValueError for other methods, and for a q outside [0, 1].
    """
    return to_out(reduce_quantile(mt.quantile, a, q, axis, method, keepdims), out)


def percentile(a, q, axis=None, out=None, *, method="linear", keepdims=False):
    """Return the quantile of q / 100. Arguments as in quantile."""
    return quantile(a, as_floating(q) / 100, axis, out, method=method, keepdims=keepdims)


def median(a, axis=None, out=None, keepdims=False):
    """Return the middle number along axis, or the mean of the middle two. Arguments as in sum."""
    return quantile(a, 0.5, axis, out, keepdims=keepdims)


def nanquantile(a, q, axis=None, out=None, *, method="linear", keepdims=False):
    """Return the quantile of the numbers that are not nan. Arguments as in quantile."""
    return to_out(reduce_quantile(mt.nanquantile, a, q, axis, method, keepdims), out)


def nanmedian(a, axis=None, out=None, keepdims=False):
    """Return the median of the numbers that are not nan. Arguments as in sum."""
    return nanquantile(a, 0.5, axis, out, keepdims=keepdims)


def sort(a, axis=-1, *, stable=True):
    """Sort the numbers along axis in ascending order; None: the flat tensor. stable: equal numbers keep order."""
    x = as_tensor(a)
    return mt.sort(x.reshape(-1) if axis is None else x, -1 if axis is None else axis, stable=bool(stable))[0]


def argsort(a, axis=-1, *, stable=True):
    """Return the indices that sort the numbers. Arguments as in sort."""
    x = as_tensor(a)
    return mt.argsort(x.reshape(-1) if axis is None else x, -1 if axis is None else axis, stable=bool(stable))


def diff(a, n=1, axis=-1, prepend=None, append=None):
    """Take differences of neighbours along axis, n times; prepend and append are first added at the ends."""
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
    """Return the covariances of variables, one in each row: (n, samples) -> (n, n).

    y        more variables
    rowvar   whether rows are variables; else columns are
    bias     whether to divide by the number of samples n instead of n − 1; ddof: divide by n − ddof
    """
    x = variables(m, y, rowvar)
    return mt.cov(x, correction=(0 if bias else 1) if ddof is None else ddof)


def variables(m, y, rowvar):
    def rows(data):
        x = as_floating(data)
        x = x if x.ndim > 1 else x.reshape(1, -1)
        return x if rowvar or x.shape[0] == 1 else x.T
    parts = [rows(m)] if y is None else in_common_type(rows(m), rows(y))
    x = mt.cat(parts, 0)
    return x.reshape(-1) if x.shape[0] == 1 else x


def corrcoef(x, y=None, rowvar=True):
    """Return the correlations of variables: cov with each variable scaled to variance 1. Arguments as in cov."""
    return mt.corrcoef(variables(x, y, rowvar))


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """Return the integral of y along axis, by the trapezoidal rule, for points at x, or at distance dx."""
    y = as_floating(y)
    return mt.trapezoid(y, dx=dx, dim=axis) if x is None else mt.trapezoid(*in_common_type(y, x), dim=axis)


def interp(x, xp, fp, left=None, right=None):
    """Interpolate linearly at each x between points (xp, fp), xp ascending; outside: left and right; None: fp's ends.

    Gradients pass to x, xp and fp.
    """
    x, xp, fp = in_common_type(as_floating(x), as_floating(xp), as_floating(fp))
    i = mt.clip(mt.searchsorted(xp.detach(), x.detach().contiguous(), right=True) - 1, 0, xp.shape[0] - 2)
    share = mt.clip((x - xp[i]) / (xp[i + 1] - xp[i]), 0.0, 1.0)
    found = fp[i] + share * (fp[i + 1] - fp[i])
    found = found if left is None else mt.where(x < xp[0], left, found)
    return found if right is None else mt.where(x > xp[-1], right, found)


def convolve(a, v, mode="full"):
    """Return Σ a[k] v[n − k] of two vectors.

    mode   "full": (n,) and (m,) -> (n + m − 1,); "same": the middle max(n, m); "valid": where they overlap completely

    Raises ValueError for another mode, or an empty vector.
    """
    a, v = in_common_type(a, v)
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
    """Return derivatives along axis by differences of neighbours (central ones inside); a list for several axes.

    varargs   the distance of neighbours: one number, or one for each axis
    """
    x = as_floating(f)
    over = axes_of(axis, x.ndim)
    steps = varargs * len(over) if len(varargs) == 1 else varargs or (1.0,) * len(over)
    found = []
    for one, step in zip(over, steps):
        y = mt.movedim(x, one, 0)
        slopes = mt.cat([y[1:2] - y[:1], (y[2:] - y[:-2]) / 2, y[-1:] - y[-2:-1]]) / step
        found.append(mt.movedim(slopes, 0, one))
    return found[0] if len(found) == 1 else tuple(found)


def polyval(p, x):
    """Return the polynomial with coefficients p, highest power first, at x (any shape)."""
    p, x = in_common_type(p, x)
    found = mt.zeros_like(x)
    for coefficient in p:
        found = found * x + coefficient
    return found


def vander(x, N=None, increasing=False):
    """Return the powers of each element of a vector x: (n,) -> (n, N); increasing: from x⁰ on."""
    return mt.vander(as_tensor(x), N, increasing)
