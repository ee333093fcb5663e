"""CIFAR's batches: files that Python 2 pickled, read by a machine that can build what they hold and nothing else."""

from codecs import escape_decode

import numpy as np

from ...serialization.limits import TIMES
from ...serialization.pickles import STEPS, Name, Unpickler

LONGEST_NUMBER = 20                     # characters of a number that is written as text
PART = 8                                # bytes that one part of a list counts for


class Array:
    """Stands for an array in a batch, until its state comes."""

    values = None


class Kind:
    """Stands for an array's dtype."""

    def __init__(self, name):
        self.name = name


class Damaged(ValueError):
    """What is wrong with a batch."""


class Batch(Unpickler):
    """A run over one batch. Text is latin-1, as Python 2 wrote it, and only arrays of bytes get a state."""

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

    def early(self):
        return Damaged("its pickle ends early")

    def copied(self, count):
        """Count what is copied because the file says so: it may say so often."""
        self.left -= count
        if self.left < 0:
            raise Damaged(f"it repeats its parts to more than {TIMES} times its own size")

    # Text, and numbers as text

    def decoded(self, data):
        return data.decode("latin-1")

    def digits(self):
        """The whole number on a line; Python 2 wrote a bool as 00 or 01, and an L after a long one."""
        text = self.line()
        number = text.removesuffix("L")
        if len(text) > LONGEST_NUMBER or not number.removeprefix("-").isdecimal():
            raise self.refuse("has a line that should be a number, and is none")
        return {"00": False, "01": True}.get(text, int(number))

    def quoted(self):
        """A text in quotes on a line, with Python's backslashes."""
        text = self.line()
        if len(text) < 2 or text[0] != text[-1] or text[0] not in "'\"":
            raise self.refuse("has a text without quotes")
        try:
            return escape_decode(text[1:-1].encode("latin-1"))[0].decode("latin-1")
        except ValueError:
            raise self.refuse("has a text with a backslash that means nothing") from None

    def raw(self):
        try:
            return self.line().encode("latin-1").decode("raw-unicode-escape")
        except ValueError:
            raise self.refuse("has a text with a backslash that means nothing") from None

    def pairs(self):
        """A dict of all since the mark."""
        parts = self.since_mark()
        self.push({})
        self.set_items(parts)

    # Arrays

    def new_array(self, kind, shape, code):
        return Array()

    def new_kind(self, name, align=0, copy=1):
        return Kind(name)

    def encoded(self, text, coding):
        """Bytes as Python 3 writes them in Python 2's form."""
        if type(text) is not str or coding != "latin1":
            raise self.refuse("makes bytes of what is no latin-1 text")
        self.copied(len(text))
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:
            raise self.refuse("makes bytes of what is no latin-1 text") from None

    def build(self):
        """The state of an array: version, shape, dtype, whether by columns, bytes. A dtype's says nothing new."""
        state = self.pop()
        target = self.top(Array, Kind)
        if type(target) is Kind:
            return
        if type(state) is not tuple or len(state) != 5:
            raise self.refuse("has an array without a state")
        _, shape, kind, fortran, data = state
        if type(kind) is not Kind or kind.name not in ("u1", b"u1", "b", b"b") or fortran is not False and fortran != 0:
            raise Damaged("it has an array of something else than bytes")
        if type(data) is str:
            data = self.encoded(data, "latin1")
        if (type(data) is not bytes or type(shape) is not tuple or len(shape) > 4
                or any(type(n) is not int or not 0 <= n <= len(data) for n in shape)
                or np.prod(shape, dtype=object) != len(data)):
            raise Damaged("it has an array whose shape does not fit its bytes")
        target.values = np.frombuffer(data, np.uint8).reshape(shape)

    def values(self, found):
        """{text: what is under it}, each a list, a text, a number or an array of bytes."""
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
            raise Damaged("it holds a list of what are neither numbers nor texts")
        if type(value) is bytes:
            self.copied(len(value))
            return value.decode("latin-1")
        if type(value) in (int, str):
            return value
        raise Damaged(f"it holds a {type(value).__name__}")


SHARED = b"\x80}](){.eastuqrhjKJMNUTcR\x85\x86\x87\x88\x89\x8a"
OPCODES = {code: step for code, step in STEPS.items() if code in SHARED}
OPCODES |= {b"b": Batch.build, b"I": lambda m: m.push(m.digits()), b"L": lambda m: m.push(m.digits()),
            b"S": lambda m: m.push(m.quoted()), b"V": lambda m: m.push(m.raw()), b"d": Batch.pairs,
            b"l": lambda m: m.push(m.since_mark()), b"p": lambda m: m.put(m.digits()),
            b"g": lambda m: m.get(m.digits()), b"X": lambda m: m.push(Unpickler.decoded(m, m.take(m.number(4))))}


def read_batch(path):
    """The dict in a batch file: strings to lists, strings, numbers and uint8 arrays.

    Raises ValueError for anything else; nothing in the file can run, or reach what was there before.
    """
    with open(path, "rb") as file:
        machine = Batch(file.read())
    try:
        return machine.values(machine.run())
    except MemoryError:
        raise
    except Exception as error:                           # whatever a made-up file brings about
        text = error if isinstance(error, Damaged) else "its parts do not fit together"
        raise ValueError(f"{path} is no batch of images, or is damaged: {text}. Nothing in it was run. "
                         "Fetch it again.") from None
