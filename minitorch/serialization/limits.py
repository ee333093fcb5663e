"""How much a file may ask for. Whatever it says, loading takes time and memory in proportion to its bytes.

A few bytes can name a part again that stands elsewhere in the file: sixty tuples of two parts each, every one holding
the one before it twice, are 2⁶⁰ values to whoever hashes, compares or prints them. So what may be hashed is flat and
short, what is copied is counted, and what is printed later is counted as if it were written out.
"""

from collections import Counter, OrderedDict
from itertools import chain

from .. import backend, dtypes
from ..engine import tensor_types
from ..tensors import Size

DEEPEST = 200                # containers inside containers
MOST_DIMENSIONS = 64         # of a tensor, as in NumPy and PyTorch
MOST_ELEMENTS = 2 ** 59      # of an empty tensor, its lengths of 0 left out
MOST_WRITTEN_OUT = 2 ** 26   # bytes of copies that any file may ask for …
TIMES = 16                   # … or so many times its own size
MOST_VALUES = 2 ** 20        # values of a file, each part counted wherever it appears …
VALUES_PER_BYTE = 4          # … or so many for each byte that describes them
LONGEST_KEY = 10_000         # characters
MOST_PARTS = 64              # of a tuple that is a key
MOST_ALIKE = 16              # different keys with the same hash
OWN_HASH = 2 ** 61 - 1       # smaller whole numbers are their own hash, all different


def short(value, most=60, depth=2):
    """A value from a file as a message can show it: its beginning, however large it is."""
    kind = type(value)
    if kind is int:
        text = repr(value) if abs(value) < 10 ** 30 else "a giant number"
    elif kind is str or kind is bytes or kind is bytearray:
        text = repr(value[:most + 1])
    elif kind is dict or kind is list or kind is tuple:
        text = contents(value, most, depth)
    elif value is None or kind is float or kind is bool or kind is complex:
        text = repr(value)
    else:
        text = "a tensor" if kind in tensor_types else "an object"
    return text if len(text) <= most else text[:most] + "…"


def contents(value, most, depth):
    """The first parts of a container."""
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
    """What is wrong with a tensor's shape, in words; None if nothing is."""
    if len(shape) > MOST_DIMENSIONS:
        return f"has {len(shape):,} dimensions; no tensor has more than {MOST_DIMENSIONS}"
    count = 1
    for length in shape:
        if type(length) is not int or not 0 <= length < 2 ** 62:
            return f"has the length {short(length)}"
        count *= length or 1
    return f"is larger than {MOST_ELEMENTS:,}, if empty" if 0 in shape and count > MOST_ELEMENTS else None


class Keys:
    """Keys of dicts and members of sets, each looked at before it is hashed.

    Different keys with one hash make each look-up go through all of them: 60,000 take minutes. Python salts the hashes
    of text, but not of numbers and of tuples of them, so how many are alike is counted.

    refuse   function of a text: the error to raise
    others   types of keys besides plain values, tuples of them, dtypes, devices and tensors
    """

    def __init__(self, refuse, others=()):
        self.refuse, self.others, self.alike = refuse, others, {}

    def __call__(self, key):
        """The key, if it is quick to hash, to compare and to tell from others."""
        kind = type(key)
        if kind is str:
            if len(key) > LONGEST_KEY:
                raise self.refuse(f"has a key of {len(key):,} characters; no key has more than {LONGEST_KEY:,}")
            return key
        if kind is int and -OWN_HASH < key < OWN_HASH or key is None or kind is bool:
            return key
        if kind is tuple:
            if len(key) > MOST_PARTS:
                raise self.refuse(f"has a key of {len(key):,} parts; no key has more than {MOST_PARTS}")
            for part in key:
                if type(part) not in ATOMS:
                    raise self.refuse("has a key that is no plain value")
                self(part)
        elif kind not in ATOMS:
            if kind in tensor_types or kind is dtypes.dtype or kind is backend.device or kind in self.others:
                return key                               # whose own hash is their id, or one of few
            raise self.refuse("has a key that is no plain value")
        elif kind is bytes and len(key) > LONGEST_KEY:
            raise self.refuse(f"has a key of {len(key):,} bytes; no key has more than {LONGEST_KEY:,}")
        return self.counted(key)

    def counted(self, key):
        """The same for a key whose parts were looked at already."""
        alike = self.alike.setdefault(hash(key), [])
        if key not in alike:
            if len(alike) >= MOST_ALIKE:
                raise self.refuse(f"has more than {MOST_ALIKE} different keys with the same hash: a dict of them would "
                                  "be slow to use")
            alike.append(key)
        return key


ATOMS = (type(None), bool, int, float, complex, str, bytes)


BACK = 3                     # values that a way back counts for besides itself: what has one is counted anew each time
CHILDREN = ("_parameters", "_buffers", "_modules")


def check_expanded_size(value, size, refuse, state_of=None):
    """Raise if a value is too deep, or too large written out, each part counted wherever it appears.

    size       bytes of the file that describe it; where nothing appears twice it cannot have more values
    refuse     function of a text: the error to raise
    state_of   function that gives a module's __dict__, and None for all else, where the value may hold modules

    What contains itself ends where it begins again, as it does when it is printed. A module counts with the modules,
    parameters and buffers inside it; its other attributes are looked at once.
    """
    most = left = MOST_VALUES + VALUES_PER_BYTE * size
    rest: list = [(value,)]
    counted: dict = {}                                       # by id: (values, depth) of what contains nothing around it
    modules = set()
    while rest:
        path = [Frame(0, rest.pop(), left)]
        above = {0}
        while path:
            frame = path[-1]
            for x in frame.parts:
                left -= 1
                kind = type(x)                               # `is`: a class in the file may have its own == and hash
                parts = None
                if kind is str or kind is bytes or kind is bytearray:
                    left -= len(x) >> 7
                elif kind is dict or kind is OrderedDict or kind is Counter:
                    parts = chain(x, x.values())
                elif kind is list or kind is tuple or kind is set or kind is frozenset or kind is Size:
                    parts = x
                elif state_of is not None and (held := state_of(x)) is not None:
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
                    raise refuse(f"holds parts that appear so often that it would have more than {most:,} values, "
                                 "written out")
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
    """A container on the way down: what is left of it, and what has been seen inside it."""

    __slots__ = ("height", "id", "left", "open", "parts")

    def __init__(self, id, parts, left):
        self.id, self.parts, self.left, self.height, self.open = id, iter(parts), left, 0, False
