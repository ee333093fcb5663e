"""Whether two results agree, where they first part, and how a value is shown."""

import numpy as np

from ..tensors import Tensor

NUMBERS = "biufO"                        # kinds of array elements that are compared as numbers
LONGEST = 400                            # characters of a value that are shown


def plain(value):
    """A result as plain data of its own: Tensors and every kind of array as NumPy's, inside tuples and lists too."""
    if isinstance(value, Tensor):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray | np.generic) or (hasattr(value, "__array__") and not isinstance(value, type)):
        return np.array(value)
    if isinstance(value, tuple | list):
        return (list if isinstance(value, list) else tuple)(plain(v) for v in value)
    return value


def numbers(value):
    """The value as an array of floats (of complex numbers, if it holds such); None where it is no numbers."""
    try:
        array = np.asarray(value)
        if array.dtype.kind == "c":
            return array
        return array.astype(float) if array.dtype.kind in NUMBERS else None
    except Exception:
        return None


def same(a, b, close):
    """Whether `a` agrees with what is wanted, `b`: kind, shape, and numbers to a relative and absolute `close`."""
    a, b = plain(a), plain(b)
    if isinstance(b, tuple | list):
        return isinstance(a, tuple | list) and len(a) == len(b) and all(same(x, y, close) for x, y in zip(a, b))
    if a is None or b is None:
        return a is b
    if isinstance(b, str | dict | set):
        return type(a) is type(b) and bool(a == b)
    a, b = numbers(a), numbers(b)
    if a is None or b is None or (a.dtype.kind == "c") != (b.dtype.kind == "c"):
        return False
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=close, atol=close, equal_nan=True))


def first_difference(a, b, close):
    """Where two results first part, in words; '' when that cannot be said."""
    a, b = plain(a), plain(b)
    if a is None or b is None:
        return "nothing came back: is there a `return`?" if a is None else "None was wanted"
    many = [isinstance(value, tuple | list) for value in (a, b)]
    if many == [False, True] and numbers(a) is not None:
        return f"{counted(b)} were wanted, one came"
    if many == [True, False] and numbers(b) is not None:
        return f"one value was wanted, {counted(a)} came"
    if all(many):
        if len(a) != len(b):
            return f"{counted(b)} were wanted, {counted(a)} came"
        place = next(i for i, (x, y) in enumerate(zip(a, b)) if not same(x, y, close))
        if a[place] is None:
            return f"result {place} is None"
        inner = first_difference(a[place], b[place], close)
        return f"first difference in result {place}" + (f", {inner.removeprefix('first difference ')}" if inner else "")
    kinds = f"a {type(b).__name__} was wanted, a {type(a).__name__} came" if type(a) is not type(b) else ""
    a, b = numbers(a), numbers(b)
    if a is None or b is None:
        return kinds
    if (a.dtype.kind == "c") != (b.dtype.kind == "c"):
        return "complex numbers came" if a.dtype.kind == "c" else "complex numbers were wanted"
    if a.shape != b.shape:
        return f"the shape should be {b.shape}, not {a.shape}"
    places = np.argwhere(~np.isclose(a, b, rtol=close, atol=close, equal_nan=True))
    if not b.ndim or not len(places):
        return ""
    place = places[0].tolist()
    return f"first difference at index {place[0] if len(place) == 1 else tuple(place)}"


def counted(values):
    """How many values, in words."""
    kinds = {type(value) for value in values}
    one, some = ("array", "arrays") if kinds == {np.ndarray} else ("value", "values")
    return f"{len(values)} {some if len(values) != 1 else one}"


def shown(value):
    """A value on one line where it fits, the same on every machine."""
    try:
        text = words(plain(value))
    except Exception:
        text = f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def words(value):
    if callable(value):
        return getattr(value, "__name__", "a function")
    if isinstance(value, np.ndarray | np.generic):
        return np.array2string(np.asarray(value), precision=4, suppress_small=True, separator=" ", threshold=24)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple | list) and any(isinstance(v, np.ndarray) for v in value):
        return "(" + ", ".join(shown(v) for v in value) + ")"
    return repr(value)


def rows(pairs):
    """Names and values under each other, continuation lines indented to match."""
    width = max(len(name) for name, _ in pairs)
    lines = []
    for name, text in pairs:
        first, *rest = text.split("\n")
        lines.append(f"    {name:<{width}}  {first}")
        lines.extend(" " * (width + 6) + line for line in rest)
    return "\n".join(lines)
