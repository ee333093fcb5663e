"""Messages between checker and sandbox: JSON of plain values, arrays as their bytes. Nothing in one is ever run."""

import base64
import json
import re
import struct
from math import prod
from select import select
from socket import MSG_PEEK
from time import monotonic

import numpy as np

LARGEST = 8 << 20                        # bytes of one message
MOST = 256 << 20                         # bytes of all messages about one exercise
LEAST = 1 << 10                          # bytes that a message counts as at least
TICK = 0.1                               # seconds between looks at what has been used
KINDS = "biufc"                          # arrays of these cross as bytes
FUNCTIONS = ("function", "shell")        # tags of what is called
PLAIN = re.compile(f"[<>|=]?[{KINDS}][0-9]{{1,2}}")        # how their types are written
SIZE = struct.Struct(">I")


class Broken(Exception):
    """The other side is gone, or sent what is no message."""


class Shown(str):
    """A key in the words that came: KeyError says its key's repr, which they are already."""

    __slots__ = ()
    __repr__ = str.__str__


class Foreign:
    """Stands for a value that is no plain data: it equals nothing, and only its kind is known."""

    def __init__(self, kind):
        self.kind = kind.encode("utf-8", "replace").decode()

    __hash__ = None                      # type: ignore[assignment]

    def __eq__(self, other):
        return False

    def __repr__(self):
        return f"a {self.kind}"


class Line:
    """One end of a socket, with limits on what it takes in.

    look   called every TICK seconds, whether something comes and goes or nothing does; raises to give up. It is the
           checker that looks, and to it nothing comes out of turn
    """

    def __init__(self, socket, look=None):
        self.socket, self.look, self.taken, self.looked = socket, look, 0, monotonic()
        socket.settimeout(TICK if look else None)

    def send(self, message):
        text = json.dumps(message, separators=(",", ":")).encode()
        left = memoryview(SIZE.pack(len(text)) + text)
        if self.look is not None and select([self.socket], [], [], 0)[0] and self.step(self.peek, 1):
            raise Broken("more was sent than was asked for")       # who has asked, or replied, waits
        while left:
            left = left[self.step(self.socket.send, left):]

    def receive(self):
        """Return the next message."""
        size, = SIZE.unpack(self.take(SIZE.size))
        self.taken += max(size, LEAST)
        if size > LARGEST or self.taken > MOST:
            raise Broken("too much was sent")
        try:
            message = json.loads(self.take(size))
        except (ValueError, RecursionError) as error:
            raise Broken(f"no message: {type(error).__name__}") from None
        if not isinstance(message, dict):
            raise Broken("no message")
        return message

    def take(self, size):
        parts = []
        while size:
            part = self.step(self.socket.recv, min(size, 1 << 16))
            if not part:
                raise Broken("the line was cut")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def peek(self, size):
        return self.socket.recv(size, MSG_PEEK)

    def step(self, do, what):
        """Send or receive a part, as soon as that is possible."""
        while True:
            if self.look is not None and monotonic() - self.looked > TICK:
                self.look()
                self.looked = monotonic()
            try:
                return do(what)
            except TimeoutError:
                continue
            except OSError as error:
                raise Broken(str(error)) from None


def encode(value, other, seen=None):
    """Encode a value for JSON; other(value) encodes what is no plain data.

    seen   filled with {id: (number, value)} of what can be told apart by `is`: what comes again crosses by its number
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is complex:
        return {"complex": [value.real, value.imag]}
    if isinstance(value, np.dtype):
        return {"dtype": value.str}
    if isinstance(value, tuple):
        return {"tuple": [encode(part, other, seen) for part in value]}
    if seen is not None and not callable(value):           # of two functions it stays hidden whether they are one
        if id(value) in seen:
            return {"again": seen[id(value)][0]}
        seen[id(value)] = len(seen), value
    if isinstance(value, list):
        return [encode(part, other, seen) for part in value]
    if kind is dict:
        return {"dict": [[encode(key, other, seen), encode(part, other, seen)] for key, part in value.items()]}
    if kind in (set, frozenset):
        return {"set": [encode(part, other, seen) for part in value]}
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        if array.dtype.kind in KINDS:
            data = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
            return {"array" if isinstance(value, np.ndarray) else "number": [array.dtype.str, list(array.shape), data]}
    return other(value)


def encode_all(values, other):
    """Encode values that cross together, so that one object in two places is one object there too."""
    seen: dict = {}
    return [encode(value, other, seen) for value in values]


def decode_all(values, other):
    """Decode values that were encoded together."""
    seen: list = []
    return [decode(value, other, seen) for value in values]


def foreign(value):
    """Return the encoded form of a value of which only the kind matters."""
    return {"foreign": str(type(value).__name__)[:80]}


def decode(value, other, seen=None):
    """Decode a value of plain types; other(tag, content) decodes further tags.

    seen   filled with what may come again, where `encode` was given one

    Raises Broken for what no `encode` made.
    """
    try:
        return decoded(value, other, seen)
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError, OverflowError) as error:
        raise Broken(f"no value: {type(error).__name__}") from None


def decoded(value, other, seen):
    if not isinstance(value, dict | list):
        return value
    (tag, content), = [("list", value)] if isinstance(value, list) else value.items()
    if tag == "tuple":
        return tuple([decoded(part, other, seen) for part in content])
    if tag == "complex":
        return complex(float(content[0]), float(content[1]))
    if tag == "dtype":
        return np.dtype(content) if isinstance(content, str) and PLAIN.fullmatch(content) else None
    if seen is None or tag in FUNCTIONS:
        return of_tag(tag, content, other, seen)
    if tag == "again":
        return seen[content]
    number = len(seen)
    seen.append(None)                                      # its parts come after it
    seen[number] = of_tag(tag, content, other, seen)
    return seen[number]


def of_tag(tag, content, other, seen):
    """Decode a value that `is` can tell apart from an equal one."""
    if tag == "list":
        return [decoded(part, other, seen) for part in content]
    if tag == "dict":
        return {decoded(key, other, seen): decoded(part, other, seen) for key, part in content}
    if tag == "set":
        return {decoded(part, other, seen) for part in content}
    if tag in ("array", "number"):
        array = array_of(*content)
        return array if tag == "array" else array[()]
    if tag == "foreign":
        return Foreign(str(content)[:80])
    return other(tag, content)


def array_of(kind, shape, data):
    """Return a new array from bytes that an answer sent; sizes are bounded even without bytes, as in (0, 10**12)."""
    if not isinstance(kind, str) or not PLAIN.fullmatch(kind):
        raise Broken("no array")
    dtype = np.dtype(kind)
    raw = base64.b64decode(data, validate=True)
    if any(type(size) is not int or not 0 <= size <= LARGEST for size in shape) or (
            prod(shape) * dtype.itemsize != len(raw)):
        raise Broken("no array")
    return np.frombuffer(raw, dtype).reshape(shape).copy()


def no_other(tag, content):
    """Raise Broken for a tag where only plain data may come."""
    raise Broken(f"no value: {str(tag)[:40]}")
