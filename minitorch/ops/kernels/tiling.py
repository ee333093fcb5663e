"""Tiling: large arrays are computed in blocks, so that the result of one pass is still in the cache for the next.

A formula of ten passes over 64 MB moves 64 MB ten times; in blocks of a quarter of a megabyte it moves them once.
On a GPU one pass over all elements is fast, and each block would be another launch, so all elements are one block.

float16 is computed in float32 and rounded once, at the end: rounding each step to its 11 bits would lose digits.

Rows: dot products and softmax of rows, shared by softmax and attention.

Selection by bit masks: NumPy's `where` branches at each element, and if both branches are equally likely the processor
predicts half of them wrongly: three passes over the bits of all elements take a fifth of the time.
"""

from functools import wraps

from ... import dtypes
from ...backend.memory import aligned

HALF = "e"                               # NumPy's letter for float16
BLOCK = 1 << 16                   # number of elements of a block: 256 kB of float32; smaller blocks need too many calls


def block_rows(xp, size, row):
    """Return the number of rows of `row` elements in a block; on a GPU, all `size` rows."""
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
    """Return `count` buffers, each as large as one block of `size` rows."""
    shape = min(block_rows(xp, size, row), size), row
    return [aligned(xp, shape, dtype) for _ in range(count)]


def as_float32(*arrays):
    """Convert the arrays to float32; None stays None."""
    return [None if a is None else a.astype("float32") for a in arrays]


def in_float32(forward, xp, *arrays, **settings):
    """Return the result of `forward` for float16 arrays, computed in float32."""
    return forward(xp, *as_float32(*arrays), **settings).astype("float16")


def in_parts(xp, rule, like, *inputs):
    """Return an array of the shape and dtype of `like`, filled by `rule(xp, out, *inputs)` a block at a time.

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
    """Return a forward that runs `rule(xp, input)` a block at a time, float16 in float32."""
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


LEAST, MOST = 1e-2, 1e30                 # for Σ eˣ between them, no eˣ overflows, and the largest does not underflow


def row_dots(xp, a, b):
    """Return the dot product of each row of a with the same row of b: (m, n) and (m, n) -> (m,)."""
    return xp.matmul(a[:, None], b[:, :, None])[:, 0, 0]


def softmax_rows(xp, rows, out, masked=False):
    """Write the softmax of each row of `rows` (m, n) to `out`, which may be the same array.

    masked   a row of only −∞ gives zeros, not nan

    Subtracting the maximum of each row first prevents overflow, but takes longer than all other work; the sums show
    which blocks need it. (On a GPU it is always subtracted, because the check would wait for the device.)
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
FEW, MANY = 1 << 7, 1 << 13          # a mask is faster than `where` from FEW elements on, three passes from MANY on


def choose(xp, condition, x, y):
    """Return x where the condition is True, else y: arrays or numbers, broadcast."""
    if xp.__name__ != "numpy" or condition.size < FEW:
        return xp.where(condition, x, y)
    return choose_of_many(xp, condition, x, y)


def choose_of_many(xp, condition, x, y):
    """Write x or y to `out` as `choose` does, for many elements: by a mask of bits or in tiles if either is faster."""
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
    """Return whether x has the shape and dtype of `like`, or is one number."""
    return type(x) in (int, float) or x.dtype == like.dtype and (not x.ndim or x.shape == like.shape)


def maskable(xp, condition, x):
    """Return whether `by_bits` supports x: float32 or float64 in NumPy, of the condition's shape."""
    return xp.__name__ == "numpy" and getattr(x, "dtype", None) in BITS and x.ndim > 0 and x.shape == condition.shape


def by_bits(xp, condition, x, keep=True):
    """Return x where the condition is True (with keep=False, where it is False), else 0."""
    dtype = x.dtype
    bits = condition.astype(BITS[dtype])
    if keep:
        xp.negative(bits, out=bits)                      # 1 becomes −1, all bits set; 0 remains 0
    else:
        bits -= 1                                        # 1 becomes 0; 0 becomes −1, all bits set
    bits &= x.view(bits.dtype)
    return bits.view(dtype)


def fill(xp, out, condition, x, y):
    """Write x where the condition is True, else y."""
    out[...] = y
    write_where(xp, out, condition, x)


def write_where(xp, out, condition, x):
    """Set out[condition] = x[condition], for an x of out's shape and dtype, or a number."""
    if xp.__name__ != "numpy" or out.size < MANY or out.dtype not in BITS:
        xp.copyto(out, x, where=condition)
        return
    bits = BITS[out.dtype]
    out, x = out.view(bits), xp.asarray(x, out.dtype).view(bits)
    out ^= x
    out &= condition.view("int8") - 1                    # 1 becomes 0; 0 becomes −1, all bits set
    out ^= x


def masked(xp, keep, x):
    """Return x where keep is True, else 0, also if x is nan or inf."""
    if xp.__name__ == "numpy" and keep.size >= FEW and maskable(xp, keep, x):
        return by_bits(xp, keep, x)
    return xp.where(keep, x, xp.zeros((), x.dtype))
