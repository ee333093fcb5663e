"""bfloat16 on arrays: the first 16 bits of a float32, which keep its range and 8 of its 24 significant bits."""


def to_bfloat16(xp, x):
    """Round to bfloat16, but return float32; a tie is rounded to the number whose last bit is 0."""
    x = xp.asarray(x, "float32")
    bits = x.view("uint32")
    even = (bits >> 16) & 1
    return xp.where(xp.isnan(x), x, ((bits + 0x7FFF + even) & 0xFFFF0000).astype("uint32").view("float32"))
