"""Whether two results agree, where they first part, and how a value is shown."""

import numpy as np

from ..tensors import Tensor

NUMBERS = "biufO"                        # kinds of array elements that are compared as numbers
LONGEST = 400                            # characters of a value that are shown
DIGITS = (4, 6, 8, 12)                   # after the point: more where two values would look the same
SIMPLE = {int, float, bool}              # numbers that are quick to look at, and lists of them: orders, indices, losses


def plain(value):
    """Return a copy of a result as plain data: Tensors and all arrays as NumPy's, inside tuples and lists too."""
    if simple(value):
        return value[:] if type(value) is list else value
    if isinstance(value, Tensor):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray | np.generic) or (hasattr(value, "__array__") and not isinstance(value, type)):
        return np.array(value)
    if isinstance(value, tuple | list):
        return (list if isinstance(value, list) else tuple)(plain(v) for v in value)
    return value


def simple(value):
    """Return whether a value is a Python number, or a list or tuple of nothing else."""
    return type(value) in SIMPLE or type(value) in (list, tuple) and SIMPLE.issuperset(map(type, value))


def numbers(value):
    """Return a value as an array of floats, or of complex numbers if it holds any; None if it is no numbers."""
    try:
        array = np.asarray(value)
        if array.dtype.kind == "c":
            return array
        if array.dtype.kind == "O" and any(part is None for part in array.flat):
            return None                                    # else it would be nan
        return array.astype(float) if array.dtype.kind in NUMBERS else None
    except Exception:
        return None


def data(value):
    """Return whether a value is plain data with numbers in it, or text."""
    if isinstance(value, list | tuple):
        return all(map(data, value))
    if isinstance(value, dict):
        return all(map(data, value.values()))
    return isinstance(value, str) or numbers(value) is not None


def same(a, b, close):
    """Return whether `a` agrees with what is wanted, `b`: kind, shape, numbers to a relative and absolute `close`.

    Where an array is wanted, a list of the same numbers does not agree.
    """
    a, b = plain(a), plain(b)
    a = unstacked(a, b)
    both = isinstance(a, tuple | list) and isinstance(b, tuple | list) and len(a) == len(b)
    if isinstance(b, tuple | list) and not (both and simple(a) and simple(b)):
        return isinstance(a, tuple | list) and len(a) == len(b) and all(same(x, y, close) for x, y in zip(a, b))
    if a is None or b is None:
        return a is b
    if isinstance(b, dict):
        return type(a) is type(b) and a.keys() == b.keys() and all(
            same(a[key], part, close) or equal(a[key], part) for key, part in b.items())
    if isinstance(b, str | set):
        return type(a) is type(b) and bool(a == b)
    if isinstance(b, np.ndarray) and b.ndim and isinstance(a, tuple | list):
        return False                                       # what comes next computes with arrays
    return same_numbers(numbers(a), numbers(b), close)


def same_numbers(a, b, close):
    """Return whether two arrays agree, nan with nan; False if one is None."""
    if a is None or b is None or (a.dtype.kind == "c") != (b.dtype.kind == "c"):
        return False
    return a.shape == b.shape and bool((a == b).all() or np.allclose(a, b, rtol=close, atol=close, equal_nan=True))


def unstacked(a, b):
    """Return a result; an array as the tuple of its rows if as many arrays are wanted, for it can be unpacked too."""
    rows = isinstance(a, np.ndarray) and a.ndim and isinstance(b, tuple) and len(a) == len(b)
    return tuple(a) if rows and all(numbers(y) is not None and x.shape == np.shape(y) for x, y in zip(a, b)) else a


def equal(a, b):
    """Return whether two values are equal, as far as they can say so: arrays of many elements cannot."""
    try:
        return bool(a == b)
    except (TypeError, ValueError):
        return False


def first_difference(a, b, close, names=()):
    """Return where two results first differ, in words; '' if that cannot be said.

    names   what the parts of a tuple are called
    """
    b = plain(b)
    a = unstacked(plain(a), b)
    if a is None or b is None:
        return "nothing came back: is there a `return`?" if a is None else "None was wanted"
    many = [isinstance(value, tuple | list) for value in (a, b)]
    if all(many):
        return first_different_part(a, b, close, names)
    if any(many) and numbers(b if many[0] else a) is not None:
        one = f"a {type(a if many[0] else b).__name__} with one in it"
        return (f"one value was wanted, {counted(a) if len(a) != 1 else one} came" if many[0] else
                f"{counted(b)} were wanted, one came" if len(b) != 1 else f"{one} was wanted, a single one came")
    kinds = f"a {type(b).__name__} was wanted, a {type(a).__name__} came" if type(a) is not type(b) else ""
    return first_different_number(numbers(a), numbers(b), close, kinds)


def first_different_part(a, b, close, names):
    """Return where two tuples or lists first differ, in words."""
    if len(a) != len(b):
        return f"{counted(b)} {'was' if len(b) == 1 else 'were'} wanted, {counted(a)} came"
    place = next(i for i, (x, y) in enumerate(zip(a, b)) if not same(x, y, close))
    name = names[place] if len(names) == len(b) else f"result {place}"
    if a[place] is None:
        return f"None came for {name}"
    inner = first_difference(a[place], b[place], close)
    return f"first difference in {name}" + (f", {inner.removeprefix('first difference ')}" if inner else "")


def first_different_number(a, b, close, kinds):
    """Return where two arrays first differ, in words; `kinds` if one is None."""
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
    """Return how many values there are, in words."""
    kinds = {type(value) for value in values}
    one, some = ("array", "arrays") if kinds == {np.ndarray} else ("value", "values")
    return f"{len(values)} {some if len(values) != 1 else one}"


def told(wanted, got, close, names=()):
    """Return the rows of what was wanted and what came, with enough digits to differ, and where they first differ."""
    texts = wording(wanted, got, names)[1]
    where = first_difference(got, wanted, close, names)
    return [("wanted", texts[0]), ("yours", texts[1] + (f"    {where}" if where else ""))]


def wording(wanted, got, names=()):
    """Return the number of digits that tell two results apart, and both results in words."""
    for digits in (*DIGITS, DIGITS[0]):                   # alike with all of them: back to the fewest
        texts = [shown(value, digits, names) for value in (wanted, got)]
        if texts[0] != texts[1]:
            break
    return digits, texts


def shown(value, digits=DIGITS[0], names=()):
    """Return a value as text, the same on every machine; the parts of a tuple under each other by `names`."""
    if names and isinstance(value, tuple | list) and len(value) == len(names):
        wide = max(map(len, names)) + 2
        return "\n".join(f"{name:<{wide}}" + shown(part, digits).replace("\n", "\n" + " " * wide)
                         for name, part in zip(names, value))
    try:
        text = words(plain(value), digits)
    except Exception:
        text = f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def words(value, digits):
    if callable(value):
        return getattr(value, "__name__", "a function")
    if isinstance(value, np.ndarray | np.generic):
        return np.array2string(np.asarray(value), precision=digits, suppress_small=True, separator=" ", threshold=24)
    if isinstance(value, float):
        return f"{value:.{digits + 2}g}"
    if isinstance(value, tuple | list) and any(isinstance(v, np.ndarray) for v in value):
        return "(" + ", ".join(shown(v, digits) for v in value) + ")"
    return repr(value)


def rows(pairs):
    """Return names and values under each other, continuation lines indented to match."""
    width = max(len(name) for name, _ in pairs)
    lines = []
    for name, text in pairs:
        first, *rest = text.split("\n")
        lines.append(f"    {name:<{width}}  {first}")
        lines.extend(" " * (width + 6) + line for line in rest)
    return "\n".join(lines)
