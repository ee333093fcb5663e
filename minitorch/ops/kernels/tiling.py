"""Large arrays a part at a time: what lies between two passes stays in the processor's cache.

A formula of ten passes over 64 MB moves 64 MB ten times; in blocks of a quarter of a megabyte it moves them once.
On a GPU one pass over all is what is fast, and blocks would only be launches: the block is everything.
"""

from functools import wraps

from ...memory import aligned

HALF = "e"                               # NumPy's letter for float16
BLOCK = 1 << 16                          # elements, 256 kB of float32, and four such; in smaller ones calls cost more


def step_of(xp, size, row):
    """How many rows of `row` elements are one block; on a GPU all `size` of them."""
    return max(1, BLOCK // max(row, 1)) if xp.__name__ == "numpy" else max(size, 1)


def blocks(xp, size, row=1):
    """Slices that cover `size` rows of `row` elements each, so many at a time as fit."""
    step = step_of(xp, size, row)
    for start in range(0, size, step):
        yield slice(start, start + step)


def scratch(xp, size, row, dtype, count):
    """`count` buffers as large as one block of `size` rows, to work in."""
    shape = min(step_of(xp, size, row), size), row
    return [aligned(xp, shape, dtype) for _ in range(count)]


def in_parts(xp, rule, like, *inputs):
    """An array in the shape and dtype of `like`, filled by `rule(xp, out, *inputs)` a block at a time.

    inputs   arrays of that shape; numbers and arrays of no dimensions go whole into every block

    float16 is computed in float32 and rounded once at the end: several roundings to 11 bits would be seen.
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
    """The forward of an op of several passes over x: `rule(xp, x)`, a block of x at a time, float16 in float32."""
    def forward(xp, input):
        if input.dtype.char == HALF:
            return forward(xp, input.astype("float32")).astype("float16")
        if input.size <= BLOCK:
            return rule(xp, input)
        flat, out = input.reshape(-1), xp.empty(input.shape, input.dtype)
        places = out.reshape(-1)
        for part in blocks(xp, flat.size):
            places[part] = rule(xp, flat[part])
        return out
    return wraps(rule)(forward)
