"""Limits for files, so that loading takes time and memory in proportion to the file's size.

A part of a file can be used again by a reference of a few bytes. So if each of sixty tuples contains the tuple before
it twice, code that hashes, compares or prints the last one visits 2⁶⁰ values. Therefore keys must be flat and short,
copies are counted, and a value that occurs several times is counted each time.
"""

from collections import Counter, OrderedDict
from itertools import chain

from .. import backend, dtypes
from ..engine import tensor_types
from ..tensors import Size

DEEPEST = 200                # maximum number of levels of containers inside containers
MOST_DIMENSIONS = 64         # maximum number of dimensions of a tensor, as in NumPy and PyTorch
MOST_ELEMENTS = 2 ** 59      # maximum product of those sizes of an empty tensor that are not 0
MOST_COPIED = 2 ** 26        # a file may make this many bytes of copies …
TIMES = 16                   # … or this many times its own size in bytes
MOST_VALUES = 2 ** 20        # a file may have this many values, each counted as often as it occurs …
VALUES_PER_BYTE = 4          # … or this many values for each byte that describes them
LONGEST_KEY = 10_000         # maximum number of characters of a key
MOST_PARTS = 64              # maximum number of items of a tuple that is a key
MOST_ALIKE = 16              # maximum number of different keys with the same hash
OWN_HASH = 2 ** 61 - 1       # hash(n) is n for a smaller integer n, so different integers have different hashes


def short(value, most=60, depth=2):
    """Return the beginning of a value from a file as text for a message, however large the value is."""
    kind = type(value)
    if kind is int:
        text = repr(value) if abs(value) < 10 ** 30 else "a giant number"
    elif kind is str or kind is bytes or kind is bytearray:
        text = repr(value[:most + 1])
    elif kind is dict or kind is list or kind is tuple:
        text = contents_text(value, most, depth)
    elif value is None or kind is float or kind is bool or kind is complex:
        text = repr(value)
    else:
        text = "a tensor" if kind in tensor_types else "an object"
    return text if len(text) <= most else text[:most] + "…"


def contents_text(value, most, depth):
    """Return the first items of a container as text."""
    if not depth:
        return "…"
    parts, length = [], 0
    for part in value.items() if type(value) is dict else value:
        one = (": ".join(short(half, most, depth - 1) for half in part) if type(value) is dict
               else short(part, most, depth - 1))
        parts.append(one)
        length += len(one) + 2
        if length > most:
            break
    text = ", ".join(parts)
    if type(value) is tuple:
        return f"({text},)" if len(value) == 1 else f"({text})"
    return f"[{text}]" if type(value) is list else f"{{{text}}}"


def shape_problem(shape):
    """Return a text that says why a shape is invalid; None if it is valid."""
    if len(shape) > MOST_DIMENSIONS:
        return f"has {len(shape):,} dimensions; at most {MOST_DIMENSIONS} are allowed"
    count = 1
    for length in shape:
        if type(length) is not int or not 0 <= length < 2 ** 62:
            return f"has the length {short(length)}"
        count *= length or 1
    return f"is larger than {MOST_ELEMENTS:,}, if empty" if 0 in shape and count > MOST_ELEMENTS else None


class Keys:
    """A check of keys of dicts and members of sets before they are hashed.

    If many keys have the same hash, each look-up compares all of them: 60,000 keys take minutes. A malicious file can
    choose numbers, or tuples of numbers, with equal hashes (not strings: Python salts these), so these are counted.

    refuse   function of a text that returns the error to raise
    others   types of keys that are allowed besides plain values, tuples of them, dtypes, devices and tensors
    """

    def __init__(self, refuse, others=()):
        self.refuse, self.others, self.alike = refuse, others, {}

    def __call__(self, key):
        """Return the key if it is quick to hash and to compare; else raise an error."""
        kind = type(key)
        if kind is str:
            if len(key) > LONGEST_KEY:
                raise self.refuse(f"has a key of {len(key):,} characters; at most {LONGEST_KEY:,} are allowed")
            return key
        if kind is int and -OWN_HASH < key < OWN_HASH or key is None or kind is bool:
            return key
        if kind is tuple:
            if len(key) > MOST_PARTS:
                raise self.refuse(f"has a key, a tuple of {len(key):,} items; at most {MOST_PARTS} are allowed")
            for part in key:
                if type(part) not in ATOMS:
                    raise self.refuse("has a key that is no plain value")
                self(part)
        elif kind not in ATOMS:
            if kind in tensor_types or kind is dtypes.dtype or kind is backend.device or kind in self.others:
                return key                               # this key is safe: its hash is its id, or few such keys exist
            raise self.refuse("has a key that is no plain value")
        elif kind is bytes and len(key) > LONGEST_KEY:
            raise self.refuse(f"has a key of {len(key):,} bytes; at most {LONGEST_KEY:,} are allowed")
        return self.counted(key)

    def counted(self, key):
        """Return the key, whose parts were already checked; raise an error if too many keys have its hash."""
        alike = self.alike.setdefault(hash(key), [])
        if key not in alike:
            if len(alike) >= MOST_ALIKE:
                raise self.refuse(f"has more than {MOST_ALIKE} different keys with the same hash: a dict of them would "
                                  "be slow to use")
            alike.append(key)
        return key


ATOMS = (type(None), bool, int, float, complex, str, bytes)


BACK = 3                     # a reference to an outer container counts as this many values
CHILDREN = ("_parameters", "_buffers", "_modules")


def parts_of(x):
    """Return the items of a container, a dict's keys before its values; None for other values."""
    kind = type(x)                                 # use `is`, because a class in the file may define == and hash
    if kind is dict or kind is OrderedDict or kind is Counter:
        return chain(x, x.values())
    return x if kind is list or kind is tuple or kind is set or kind is frozenset or kind is Size else None


def check_expanded_size(value, size, refuse, state_of=None):
    """Raise an error if a value is nested too deep, or too large if each part is counted as often as it occurs.

    size       bytes of the file that describe the value; if no part occurs twice, it cannot have more values
    refuse     function of a text that returns the error to raise
    state_of   function that returns a module's __dict__, or None for other values; needed if the value may hold modules

    A value that contains itself is counted once. For a module, the modules, parameters and buffers inside it are
    counted as often as they occur, its other attributes once.
    """
    most = left = MOST_VALUES + VALUES_PER_BYTE * size
    rest: list = [(value,)]
    counted: dict = {}                                       # {id of a container: (number of values, depth)}
    modules = set()
    while rest:
        path = [Frame(0, rest.pop(), left)]
        above = {0}
        while path:
            frame = path[-1]
            for x in frame.parts:
                left -= 1
                kind, parts = type(x), parts_of(x)
                if kind is str or kind is bytes or kind is bytearray:
                    left -= len(x) >> 7
                elif parts is None and state_of is not None and (held := state_of(x)) is not None:
                    parts = chain(*[held[name].values() for name in CHILDREN])
                    if id(x) not in modules:
                        modules.add(id(x))
                        rest.append([other for name, other in held.items() if name not in CHILDREN])
                if parts is not None and id(x) in counted:
                    values, height = counted[id(x)]
                    left -= values
                    frame.height = max(frame.height, height + 1)
                    parts = None
                elif parts is not None and id(x) in above:
                    frame.open = True
                    left -= BACK
                    parts = None
                if left < 0:
                    raise refuse(f"refers to the same parts so often that, expanded, it would have more than {most:,} "
                                 "values")
                if len(path) + frame.height > DEEPEST:
                    raise refuse(f"is nested more than {DEEPEST} deep")
                if parts is not None:
                    path.append(Frame(id(x), parts, left))
                    above.add(id(x))
                    break
            else:
                path.pop()
                above.discard(frame.id)
                if not frame.open:
                    counted[frame.id] = frame.left - left, frame.height
                if path:
                    path[-1].open |= frame.open
                    path[-1].height = max(path[-1].height, frame.height + 1)


class Frame:
    """A container that is being counted: its remaining items, and the counts so far."""

    __slots__ = ("height", "id", "left", "open", "parts")

    def __init__(self, id, parts, left):
        self.id, self.parts, self.left, self.height, self.open = id, iter(parts), left, 0, False
