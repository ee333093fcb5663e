"""A reader of pickles that cannot run code: it knows the few opcodes that describe values, and names from a list.

Python's own reader looks up any name that a pickle contains, and calls it. This reader also runs the pickle's opcodes
with a stack and a memo, but accepts only names in its caller's table, and refuses all others.
"""

from collections import Counter, OrderedDict
from struct import unpack

from .limits import Keys, short
from .reading import LoadError, quoted


class Kind(str):
    """The name of one of PyTorch's dtypes."""


class Name:
    """A name in a pickle: its text, the function that builds a value for it, and data that the caller adds."""

    __slots__ = ("about", "build", "takes", "text")

    def __init__(self, text, build=None, about=None):
        self.text, self.build, self.about = text, build, about
        if build is not None:
            most = build.__code__.co_argcount - hasattr(build, "__self__")
            self.takes = range(most - len(build.__defaults__ or ()), most + 1)

    def __repr__(self):
        return self.text

    def without_build(self):
        """Return a name with the same text that only checks the number of arguments and builds nothing."""
        blind = Name(self.text, None, self.about)
        blind.build, blind.takes = return_none, self.takes
        return blind

    def __call__(self, arguments, refuse):
        """Build the value; raise an error for a wrong number of arguments."""
        if type(arguments) is not tuple or len(arguments) not in self.takes:
            raise refuse(f"passes {self.text} a wrong number of arguments")
        return self.build(*arguments)


def return_none(*arguments):
    return None


MARK = object()


class Refused(LoadError):
    """The error for a pickle that contains anything but values."""


class Unpickler:
    """A reader that runs one pickle once.

    data        bytes
    at          where the pickle begins; after `run`, where it ends
    names       {"module.name": a value, or a Name}
    persistent  function that returns the object for a persistent id, such as a storage outside the pickle
    keys        checks each key of a dict and each member of a set
    """

    purpose, part = "file of weights", "weights"

    def __init__(self, data, names, persistent, file, at=0, keys=None):
        self.data, self.at, self.names, self.persistent, self.file = data, at, names, persistent, file
        self.key = Keys(self.refuse, (Kind,)) if keys is None else keys
        self.stack, self.memo, self.steps = [], {}, STEPS

    def run(self):
        data, steps = self.data, self.steps
        while True:
            code = data[self.at:self.at + 1]
            self.at += 1
            if code == b".":
                value = self.pop()
                if self.stack:
                    raise self.refuse("ends with more than one value")
                return value
            step = steps.get(code)
            if step is None:
                if not code:
                    raise self.cut_short()
                from pickletools import code2op
                known = code2op.get(code.decode("latin1"))
                raise self.refuse(f"uses {'the opcode ' + known.name if known else 'an unknown opcode'}, which no "
                                  f"{self.purpose} needs")
            step(self)

    def refuse(self, text):
        return Refused(f"{self.file} is refused: its pickle {text}.")

    def cut_short(self):
        return LoadError(f"{self.file} is cut short or damaged: its pickle ends early.")

    # Methods that read bytes

    def take(self, count):
        found = self.data[self.at:self.at + count]
        if len(found) < count:
            raise self.cut_short()
        self.at += count
        return found

    def number(self, width, signed=False):
        return int.from_bytes(self.take(width), "little", signed=signed)

    def line(self):
        end = self.data.find(b"\n", self.at)
        if end < 0:
            raise self.cut_short()
        return self.decoded(self.take(end + 1 - self.at)[:-1])

    def text(self, width):
        return self.decoded(self.take(self.number(width)))

    def decoded(self, data):
        try:
            return data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise self.refuse("holds text that is not UTF-8") from None

    # Methods that change the stack

    def push(self, value):
        self.stack.append(value)

    def pop(self):
        if not self.stack or self.stack[-1] is MARK:
            raise self.refuse("takes from an empty stack")
        return self.stack.pop()

    def last(self, count):
        """Pop the last values of the stack and return them in the order in which they were pushed."""
        return tuple([self.pop() for _ in range(count)][::-1])

    def since_mark(self):
        found = []
        while True:
            if not self.stack:
                raise self.refuse("takes from an empty stack")
            value = self.stack.pop()
            if value is MARK:
                return found[::-1]
            found.append(value)

    def top(self, *kinds):
        """Return the container on top of the stack; raise an error unless it is one of `kinds`."""
        if not self.stack or type(self.stack[-1]) not in kinds:
            raise self.refuse("adds to a value that is not a container")
        return self.stack[-1]

    # Methods for opcodes that need more than one line

    def named(self, module, name):
        if type(module) is not str or type(name) is not str:
            raise self.refuse("uses a name that is not text")
        text = f"{ {'__builtin__': 'builtins', 'copy_reg': 'copyreg'}.get(module, module)}.{name}"
        if text not in self.names:
            raise self.refuse(f"asks for {quoted(text)}, which does not belong to {self.part}{self.advice(module)}")
        self.push(self.names[text])

    def reduce(self):
        arguments, name = self.pop(), self.pop()
        if type(name) is not Name or name.build is None or type(arguments) is not tuple:
            shown = name.text if type(name) is Name else short(name)
            raise self.refuse(f"calls {shown}, which cannot be called to build a value")
        self.push(name(arguments, self.refuse))

    def build(self):
        """Drop the state of an object: in PyTorch's files, a version number of a state_dict, which is not needed."""
        state = self.pop()
        if type(state) is not dict or type(self.top(OrderedDict, Counter)) is Counter:
            raise self.refuse("sets the state of an object")

    def get(self, key):
        if key not in self.memo:
            raise self.refuse("reads a memo entry that it never stored")
        self.push(self.memo[key])

    def put(self, key):
        self.memo[key] = value = self.pop()
        self.push(value)

    def set_items(self, items):
        target = self.top(dict, OrderedDict, Counter)
        if len(items) % 2:
            raise self.refuse("has a key without a value")
        for key, value in zip(items[::2], items[1::2]):
            target[self.key(key)] = value
        if type(target) is Counter and any(type(value) is not int for value in items[1::2]):
            raise self.refuse("has a Counter whose counts are not integers")

    def append(self):
        value = self.pop()
        self.top(list).append(value)

    def appends(self):
        values = self.since_mark()
        self.top(list).extend(values)

    def add_items(self):
        values = [self.key(value) for value in self.since_mark()]
        self.top(set).update(values)

    def protocol(self):
        version = self.number(1)
        if version > 5:
            raise self.refuse(f"has protocol {version}, which does not exist yet")

    def advice(self, module):
        """Return advice for a name that is not on the list."""
        if module.startswith("numpy"):
            return ". NumPy's arrays and numbers in a .pt file are not read: save them as tensors or Python numbers"
        if module.startswith(("torch.nn.modules", "torchvision.models")):
            return ". The file holds a whole model: in PyTorch save model.state_dict() instead, and load that"
        return ""


STEPS = {
    b"\x80": Unpickler.protocol, b"\x95": lambda m: m.take(8), b"(": lambda m: m.push(MARK),
    b"N": lambda m: m.push(None), b"\x88": lambda m: m.push(True), b"\x89": lambda m: m.push(False),
    b"K": lambda m: m.push(m.number(1)), b"M": lambda m: m.push(m.number(2)),
    b"J": lambda m: m.push(m.number(4, True)), b"\x8a": lambda m: m.push(m.number(m.number(1), True)),
    b"G": lambda m: m.push(unpack(">d", m.take(8))[0]),
    b"X": lambda m: m.push(m.text(4)), b"\x8c": lambda m: m.push(m.text(1)), b"\x8d": lambda m: m.push(m.text(8)),
    b"U": lambda m: m.push(m.text(1)), b"T": lambda m: m.push(m.text(4)),
    b"C": lambda m: m.push(m.take(m.number(1))), b"B": lambda m: m.push(m.take(m.number(4))),
    b"\x8e": lambda m: m.push(m.take(m.number(8))), b"\x96": lambda m: m.push(bytearray(m.take(m.number(8)))),
    b")": lambda m: m.push(()), b"]": lambda m: m.push([]), b"}": lambda m: m.push({}),
    b"\x8f": lambda m: m.push(set()),
    b"t": lambda m: m.push(tuple(m.since_mark())), b"\x85": lambda m: m.push(m.last(1)),
    b"\x86": lambda m: m.push(m.last(2)), b"\x87": lambda m: m.push(m.last(3)), b"l": lambda m: m.push(m.since_mark()),
    b"\x91": lambda m: m.push(frozenset(m.key(value) for value in m.since_mark())),
    b"q": lambda m: m.put(m.number(1)), b"r": lambda m: m.put(m.number(4)), b"\x94": lambda m: m.put(len(m.memo)),
    b"h": lambda m: m.get(m.number(1)), b"j": lambda m: m.get(m.number(4)),
    b"s": lambda m: m.set_items(m.last(2)), b"u": lambda m: m.set_items(m.since_mark()),
    b"a": Unpickler.append, b"e": Unpickler.appends, b"\x90": Unpickler.add_items,
    b"c": lambda m: m.named(m.line(), m.line()), b"\x93": lambda m: m.named(*m.last(2)),
    b"R": Unpickler.reduce, b"b": Unpickler.build, b"Q": lambda m: m.push(m.persistent(m.pop())),
}
