"""float16 computed in float32 and rounded once, at the end: 11 significant bits are soon lost on the way."""


def as_float32(*arrays):
    """The arrays in float32; None stays None."""
    return [None if a is None else a.astype("float32") for a in arrays]


def in_float32(forward, xp, *arrays, **settings):
    """What `forward` returns for float16 arrays, computed in float32."""
    return forward(xp, *as_float32(*arrays), **settings).astype("float16")
