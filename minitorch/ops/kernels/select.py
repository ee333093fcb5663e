"""Selection by bit masks. NumPy's `where` branches at each element, and where both branches are as likely the processor
mispredicts every other one: three passes over the bits of all elements take a fifth of the time."""

from ... import dtypes
from .tiling import in_parts

BITS = {dtypes.float32.numpy: dtypes.int32.numpy, dtypes.float64.numpy: dtypes.int64.numpy}
FEW, MANY = 1 << 7, 1 << 13          # elements, from which a mask, and then three passes, cost less than `where`


def choose(xp, condition, x, y):
    """x where the condition holds, else y: arrays or numbers, broadcast."""
    if condition.size < FEW:
        return xp.where(condition, x, y)
    if type(y) is float and y == 0 and maskable(xp, condition, x):
        return by_bits(xp, condition, x)
    if type(x) is float and x == 0 and maskable(xp, condition, y):
        return by_bits(xp, condition, y, keep=False)
    if condition.size >= MANY:
        like = y if maskable(xp, condition, y) else x
        if maskable(xp, condition, like) and compatible(x, like) and compatible(y, like):
            return in_parts(xp, fill, like, condition, x, y)
    return xp.where(condition, x, y)


def compatible(x, like):
    """Whether x has the shape and dtype of `like`, or is one number."""
    return type(x) in (int, float) or x.dtype == like.dtype and (not x.ndim or x.shape == like.shape)


def maskable(xp, condition, x):
    """Whether `by_bits` can mask it."""
    return xp.__name__ == "numpy" and getattr(x, "dtype", None) in BITS and x.ndim > 0 and x.shape == condition.shape


def by_bits(xp, condition, x, keep=True):
    """x where the condition holds (with keep=False, where it fails), else 0."""
    dtype = x.dtype
    bits = condition.astype(BITS[dtype])
    if keep:
        xp.negative(bits, out=bits)                      # from 1 to all ones, 0 stays
    else:
        bits -= 1                                        # from 1 to 0, from 0 to all ones
    bits &= x.view(bits.dtype)
    return bits.view(dtype)


def fill(xp, out, condition, x, y):
    """Write x where the condition holds, else y."""
    out[...] = y
    write_where(xp, out, condition, x)


def write_where(xp, out, condition, x):
    """out[condition] = x[condition], for an x of out's shape and dtype, or a number."""
    if out.size < MANY or xp.__name__ != "numpy" or out.dtype not in BITS:
        xp.copyto(out, x, where=condition)
        return
    bits = BITS[out.dtype]
    out, x = out.view(bits), xp.asarray(x, out.dtype).view(bits)
    out ^= x
    out &= condition.view("int8") - 1                    # from 1 to 0, from 0 to all ones
    out ^= x


def masked(xp, keep, x):
    """x where keep holds, else 0, also where x is nan or inf."""
    if keep.size >= FEW and maskable(xp, keep, x):
        return by_bits(xp, keep, x)
    return xp.where(keep, x, xp.zeros((), x.dtype))
