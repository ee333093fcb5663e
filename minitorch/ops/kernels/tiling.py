"""Tiling: large arrays a block at a time, so that what one pass writes is still in the cache for the next.

A formula of ten passes over 64 MB moves 64 MB ten times; in blocks of a quarter of a megabyte it moves them once.
On a GPU one pass over everything is fast, and each block would be another launch: there is one block.

float16 is computed in float32 and rounded once, at the end: its 11 significant bits are soon lost on the way.

Row by row: what softmax, attention and the normalisations share.

Selection by bit masks: NumPy's `where` branches at each element, and where both branches are as likely the processor
mispredicts every other one: three passes over the bits of all elements take a fifth of the time.
"""

from functools import wraps

import numpy as np

from ... import dtypes
from ...memory import aligned

HALF = "e"                               # NumPy's letter for float16
BLOCK = 1 << 16                          # elements, 256 kB of float32; with smaller ones the calls cost more


def block_rows(xp, size, row):
    """How many rows of `row` elements make a block; on a GPU all `size` of them."""
    return max(1, BLOCK // max(row, 1)) if xp.__name__ == "numpy" else max(size, 1)


def blocks(xp, size, row=1):
    """Yield slices that cover `size` rows of `row` elements, a block at a time."""
    if xp.__name__ != "numpy":
        if size:
            yield slice(0, size)
        return
    step = block_rows(xp, size, row)
    for start in range(0, size, step):
        yield slice(start, start + step)


def scratch(xp, size, row, dtype, count):
    """`count` buffers, each as large as one block of `size` rows."""
    shape = min(block_rows(xp, size, row), size), row
    return [aligned(xp, shape, dtype) for _ in range(count)]


def as_float32(*arrays):
    """The arrays in float32; None stays None."""
    return [None if a is None else a.astype("float32") for a in arrays]


def in_float32(forward, xp, *arrays, **settings):
    """What `forward` returns for float16 arrays, computed in float32."""
    return forward(xp, *as_float32(*arrays), **settings).astype("float16")


def in_parts(xp, rule, like, *inputs):
    """An array in the shape and dtype of `like`, filled by `rule(xp, out, *inputs)` a block at a time.

    inputs   arrays of that shape; numbers and 0-d arrays are passed to every block
    """
    if like.dtype.char == HALF:
        like, *inputs = [x.astype("float32") if getattr(x, "dtype", None) == "float16" else x for x in (like, *inputs)]
        return in_parts(xp, rule, like, *inputs).astype("float16")
    out = xp.empty(like.shape, like.dtype)
    if xp.__name__ != "numpy" or out.size <= BLOCK:
        rule(xp, out, *inputs)
        return out
    flat = out.reshape(-1)
    inputs = [xp.ascontiguousarray(x).reshape(-1) if getattr(x, "ndim", 0) else x for x in inputs]
    for part in blocks(xp, flat.size):
        rule(xp, flat[part], *[x[part] if getattr(x, "ndim", 0) else x for x in inputs])
    return out


def in_blocks(rule):
    """Make `rule(xp, input)` the forward of an op: run it a block at a time, float16 in float32."""
    def forward(xp, input):
        if input.dtype.char == HALF:
            return in_float32(forward, xp, input)
        if xp.__name__ != "numpy" or input.size <= BLOCK:
            return rule(xp, input)
        flat, out = input.reshape(-1), xp.empty(input.shape, input.dtype)
        flat_out = out.reshape(-1)
        for part in blocks(xp, flat.size):
            flat_out[part] = rule(xp, flat[part])
        return out
    return wraps(rule)(forward)


LEAST, MOST = 1e-2, 1e30                 # Σ eˣ in between: no eˣ that matters is lost in float32


def row_dots(xp, a, b):
    """The dot product of each row of a with the same row of b: (m, n) and (m, n) -> (m,)."""
    return xp.matmul(a[:, None], b[:, :, None])[:, 0, 0]


def softmax_rows(xp, rows, out, masked=False):
    """Write eˣ over its sum in each row of `rows` (m, n) to `out`, which may be the same array.

    masked   a row of nothing but −∞ gives zeros, not nan

    Subtracting the largest of each row first keeps eˣ from overflowing, but costs more than all the rest; the sums
    tell which blocks need it. (On a GPU the check would have to wait for the device: there it is always subtracted.)
    """
    ones = xp.ones((rows.shape[1], 1), rows.dtype)       # sums along rows are fastest as matrix products
    buffer, = scratch(xp, *rows.shape, rows.dtype, 1)
    for part in blocks(xp, *rows.shape):
        block = rows[part]
        powers = xp.exp(block, out=buffer[:block.shape[0]])
        total = powers @ ones
        if xp.__name__ != "numpy" or not (total.min() > LEAST and total.max() < MOST):
            peak = block.max(1, keepdims=True)
            if masked:
                xp.maximum(peak, xp.finfo(rows.dtype).min, out=peak)
            xp.subtract(block, peak, out=powers)
            xp.exp(powers, out=powers)
            total = powers @ ones
            if masked:
                total += total == 0
        xp.divide(powers, total, out=out[part])


BITS = {dtypes.float32.numpy: dtypes.int32.numpy, dtypes.float64.numpy: dtypes.int64.numpy}
FEW, MANY = 1 << 7, 1 << 13          # elements, from which a mask, and then three passes, cost less than `where`


def choose(xp, condition, x, y):
    """x where the condition holds, else y: arrays or numbers, broadcast."""
    if xp.__name__ != "numpy" or condition.size < FEW:
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


def choose_into(out, condition, x, y):
    """`choose`, written into `out`, which may be x or y itself; returns it."""
    if out.size < FEW:
        out[...] = np.where(condition, x, y)
    elif type(y) is float and y == 0 and maskable(np, condition, x):
        np.multiply(x.view(BITS[x.dtype]), condition, out=out.view(BITS[x.dtype]))         # bits times 1, or times 0
    elif type(x) is float and x == 0 and maskable(np, condition, y):
        np.multiply(y.view(BITS[y.dtype]), ~condition, out=out.view(BITS[y.dtype]))
    elif out is x:
        write_where(np, out, ~condition, y)
    else:
        if out is not y:
            out[...] = y
        write_where(np, out, condition, x)
    return out


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
    if xp.__name__ != "numpy" or out.size < MANY or out.dtype not in BITS:
        xp.copyto(out, x, where=condition)
        return
    bits = BITS[out.dtype]
    out, x = out.view(bits), xp.asarray(x, out.dtype).view(bits)
    out ^= x
    out &= condition.view("int8") - 1                    # from 1 to 0, from 0 to all ones
    out ^= x


def masked(xp, keep, x):
    """x where keep holds, else 0, also where x is nan or inf."""
    if xp.__name__ == "numpy" and keep.size >= FEW and maskable(xp, keep, x):
        return by_bits(xp, keep, x)
    return xp.where(keep, x, xp.zeros((), x.dtype))
