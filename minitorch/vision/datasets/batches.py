"""Read CIFAR's batches, which Python 2 pickled, with an unpickler that builds only the types that batches contain."""

from codecs import escape_decode

import numpy as np

from ...serialization.limits import TIMES
from ...serialization.pickles import STEPS, Name, Unpickler

LONGEST_NUMBER = 20                     # maximum number of characters of a number that is written as text
PART = 8                                # number of bytes counted for each item of a list


class Array:
    """An array in a batch; its values are set when its state is read."""

    values = None


class Kind:
    """The name of an array's dtype."""

    def __init__(self, name):
        self.name = name


class Damaged(ValueError):
    """The error for a damaged batch; the message names the damage."""


class Batch(Unpickler):
    """An unpickler of one batch. Text is latin-1, as Python 2 wrote it; only arrays of bytes are allowed."""

    purpose, part = "batch of images", "a batch of images"

    def __init__(self, data):
        names = {"numpy.core.multiarray._reconstruct": self.new_array, "numpy.dtype": self.new_kind,
                 "numpy._core.multiarray._reconstruct": self.new_array, "_codecs.encode": self.encoded}
        super().__init__(data, {text: Name(text, build) for text, build in names.items()}, None, "the file")
        self.names["numpy.ndarray"] = Name("numpy.ndarray")
        self.steps, self.left = OPCODES, TIMES * len(data)

    def refuse(self, text):
        return Damaged(f"its pickle {text}")

    def advice(self, module):
        return ""

    def cut_short(self):
        return Damaged("its pickle ends early")

    def copied(self, count):
        """Count items that the pickle copies; raise an error if they are too many, as a small file can demand."""
        self.left -= count
        if self.left < 0:
            raise Damaged(f"its pickle copies its own values to more than {TIMES} times the size of the file")

    # Methods that read text, and numbers as text

    def decoded(self, data):
        return data.decode("latin-1")

    def digits(self):
        """Read an integer from a line; Python 2 wrote a bool as 00 or 01, and an L after a long integer."""
        text = self.line()
        number = text.removesuffix("L")
        if len(text) > LONGEST_NUMBER or not number.removeprefix("-").isdecimal():
            raise self.refuse("has a line that should be an integer, but is not")
        return {"00": False, "01": True}.get(text, int(number))

    def quoted(self):
        """Read a quoted string from a line, with Python's escapes such as \\n."""
        text = self.line()
        if len(text) < 2 or text[0] != text[-1] or text[0] not in "'\"":
            raise self.refuse("has a string without quotes")
        try:
            return escape_decode(text[1:-1].encode("latin-1"))[0].decode("latin-1")
        except ValueError:
            raise self.refuse("has a string with an invalid escape") from None

    def raw(self):
        try:
            return self.line().encode("latin-1").decode("raw-unicode-escape")
        except ValueError:
            raise self.refuse("has a string with an invalid escape") from None

    def build_dict(self):
        """Push a dict of the keys and values that were pushed since the last mark, for pickle's opcode DICT."""
        parts = self.since_mark()
        self.push({})
        self.set_items(parts)

    # Methods that read arrays

    def new_array(self, kind, shape, code):
        return Array()

    def new_kind(self, name, align=0, copy=1):
        return Kind(name)

    def encoded(self, text, coding):
        """Return the bytes that Python 3 wrote as latin-1 text, because Python 2's protocol has no bytes."""
        if type(text) is not str or coding != "latin1":
            raise self.refuse("contains a string that is not latin-1")
        self.copied(len(text))
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:
            raise self.refuse("contains a string that is not latin-1") from None

    def build(self):
        """Set an array's state, (version, shape, dtype, order, bytes); ignore the state of a dtype."""
        state = self.pop()
        target = self.top(Array, Kind)
        if type(target) is Kind:
            return
        if type(state) is not tuple or len(state) != 5:
            raise self.refuse("has an array without its shape and bytes")
        _, shape, kind, fortran, data = state
        if type(kind) is not Kind or kind.name not in ("u1", b"u1", "b", b"b") or fortran is not False and fortran != 0:
            raise Damaged("it has an array whose dtype is not uint8 or int8")
        if type(data) is str:
            data = self.encoded(data, "latin1")
        if (type(data) is not bytes or type(shape) is not tuple or len(shape) > 4
                or any(type(n) is not int or not 0 <= n <= len(data) for n in shape)
                or np.prod(shape, dtype=object) != len(data)):
            raise Damaged("it has an array with a shape that does not fit its number of bytes")
        target.values = np.frombuffer(data, np.uint8).reshape(shape)

    def values(self, found):
        """Return the batch as {string: value}; each value is a list, a string, an integer or an array of bytes."""
        if type(found) is not dict:
            raise Damaged(f"it holds a {type(found).__name__}, not a dict")
        return {self.plain(key): self.plain(value) for key, value in found.items()}

    def plain(self, value):
        if type(value) is Array and value.values is not None:
            return value.values
        if type(value) is list:
            self.copied(PART * len(value))
            if all(type(x) in (int, str, bytes) for x in value):
                return [self.plain(x) for x in value]
            raise Damaged("it holds a list with items that are neither integers nor strings")
        if type(value) is bytes:
            self.copied(len(value))
            return value.decode("latin-1")
        if type(value) in (int, str):
            return value
        raise Damaged(f"it holds a {type(value).__name__}")


SHARED = b"\x80}](){.eastuqrhjKJMNUTcR\x85\x86\x87\x88\x89\x8a"
OPCODES = {code: step for code, step in STEPS.items() if code in SHARED}
OPCODES |= {b"b": Batch.build, b"I": lambda m: m.push(m.digits()), b"L": lambda m: m.push(m.digits()),
            b"S": lambda m: m.push(m.quoted()), b"V": lambda m: m.push(m.raw()), b"d": Batch.build_dict,
            b"l": lambda m: m.push(m.since_mark()), b"p": lambda m: m.put(m.digits()),
            b"g": lambda m: m.get(m.digits()), b"X": lambda m: m.push(Unpickler.decoded(m, m.take(m.number(4))))}


def read_batch(path):
    """Return the dict in a batch file: strings to lists, strings, numbers and uint8 arrays.

    Raises ValueError for anything else. No code in the file can run, or reach other objects.
    """
    with open(path, "rb") as file:
        machine = Batch(file.read())
    try:
        return machine.values(machine.run())
    except MemoryError:
        raise
    except Exception as error:                           # a malicious file may cause any error
        text = error if isinstance(error, Damaged) else "its contents are inconsistent"
        raise ValueError(f"{path} is no batch of images, or is damaged: {text}. Nothing in it was run. "
                         "Fetch it again.") from None
