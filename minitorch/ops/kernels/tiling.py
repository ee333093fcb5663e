"""Tiling: large arrays a block at a time, so that what one pass writes is still in the cache for the next.

A formula of ten passes over 64 MB moves 64 MB ten times; in blocks of a quarter of a megabyte it moves them once.
On a GPU one pass over everything is fast, and each block would be another launch: there is one block.

float16 is computed in float32 and rounded once, at the end: its 11 significant bits are soon lost on the way.
"""

from functools import wraps

from ...memory import aligned

HALF = "e"                               # NumPy's letter for float16
BLOCK = 1 << 16                          # elements, 256 kB of float32; with smaller ones the calls cost more


def block_rows(xp, size, row):
    """How many rows of `row` elements make a block; on a GPU all `size` of them."""
    return max(1, BLOCK // max(row, 1)) if xp.__name__ == "numpy" else max(size, 1)


def blocks(xp, size, row=1):
    """Yield slices that cover `size` rows of `row` elements, a block at a time."""
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
    if out.size <= BLOCK:
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
        if input.size <= BLOCK:
            return rule(xp, input)
        flat, out = input.reshape(-1), xp.empty(input.shape, input.dtype)
        flat_out = out.reshape(-1)
        for part in blocks(xp, flat.size):
            flat_out[part] = rule(xp, flat[part])
        return out
    return wraps(rule)(forward)
