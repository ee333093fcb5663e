"""Back from what JSON held to values: what `encode` describes is built, and nothing else."""

from collections import OrderedDict

from .. import backend, dtypes
from ..tensors import Size
from . import known
from .encode import DEEPEST
from .modules import fill, shell
from .reading import Views, made, short

SIMPLE = (type(None), bool, int, float, str)


class Decoder:
    """The values of one file. `memory(number, device)` gives the flat memory of a tensor and its shape."""

    def __init__(self, source, memory, classes):
        self.source, self.memory, self.classes = source, memory, classes
        self.views, self.met = Views(source), []

    def value(self, x, depth=0):
        """The value that x describes."""
        if type(x) in SIMPLE:
            return x
        if type(x) is not dict or not x:
            raise self.source.broken(f"{short(x)} describes no value.")
        if depth > DEEPEST:
            raise self.source.broken(f"its values are nested more than {DEEPEST} deep.")
        kind, inner = next(iter(x.items()))
        if kind in PLAIN:
            return PLAIN[kind](inner)
        build = BUILD.get(kind)
        if build is None:
            raise self.source.broken(f"unknown kind {short(kind)}.")
        return build(self, inner, x, depth + 1)

    def row(self, x):
        if type(x) is not list:
            raise self.source.broken(f"{short(x)} stands where a list should.")
        return x

    def number(self, x, below):
        if type(x) is not int or not 0 <= x < below:
            raise self.source.broken(f"there is no object number {short(x)}.")
        return x

    def keep(self, value):
        self.met.append(value)
        return value

    def key(self, x, depth=0):
        """A key of a dict: a plain value, or a small tuple of them."""
        if type(x) is dict and list(x) == ["tuple"] and depth < 3:
            return tuple([self.key(part, depth + 1) for part in self.row(x["tuple"])])
        if type(x) in SIMPLE:
            return x
        kind, inner = next(iter(x.items()))
        return KEY[kind](inner)

    def same(self, inner, x, depth):
        return self.met[self.number(inner, len(self.met))]

    def list(self, inner, x, depth):
        found = self.keep([])
        found.extend(self.value(part, depth) for part in self.row(inner))
        return found

    def tuple(self, inner, x, depth):
        return tuple([self.value(part, depth) for part in self.row(inner)])

    def size(self, inner, x, depth):
        return Size(self.tuple(inner, x, depth))

    def set(self, inner, x, depth):
        return {self.key(part) for part in self.row(inner)}

    def frozenset(self, inner, x, depth):
        return frozenset(self.set(inner, x, depth))

    def dict(self, inner, x, depth):
        found = self.keep(OrderedDict() if "ordered" in x else {})
        for key, value in self.row(inner):
            found[self.key(key)] = self.value(value, depth)
        return found

    def array(self, inner, x, depth):
        flat, shape = self.memory(inner, x.get("device", "cpu"))
        if "strides" not in x:
            return flat.reshape(shape)
        return self.views.view(flat, x.get("offset", 0), self.row(x.get("shape")), self.row(x["strides"]))

    def scalar(self, inner, x, depth):
        return self.array(inner, x, depth)[()]

    def tensor(self, inner, x, depth):
        kind = x.get("kind", "Tensor")
        if kind not in known.tensors:
            raise self.source.broken(f"unknown kind of tensor {short(kind)}.")
        return self.keep(made(self.array(inner, x, depth), kind, x.get("requires_grad") is True))

    def late(self, inner, x, depth):
        """A tensor of a lazy layer, whose shape is not known yet."""
        if inner not in known.late:
            raise self.source.broken(f"unknown kind of tensor {short(inner)}.")
        return self.keep(known.late[inner](x.get("requires_grad") is True, None, dtype_named(x.get("dtype"))))

    def module(self, inner, x, depth):
        found = self.keep(shell(inner, self.classes, self.source.name))
        state = [(self.key(name), self.value(value, depth)) for name, value in self.row(x.get("state"))]
        fill(found, state, self.source.name)
        return found

    def function(self, inner, x, depth):
        found = known.functions_by_name().get(inner)
        if found is None:
            raise self.source.broken(f"minitorch has no function {short(inner)}.")
        return found


def of_bytes(text):
    from base64 import b64decode
    return b64decode(text, validate=True)


def dtype_named(name):
    return next(d for d in dtypes.ALL if d.name == name)


PLAIN = {"float": lambda text: float(str(text)), "complex": lambda parts: complex(*map(float, map(str, parts))),
         "bytes": of_bytes, "bytearray": lambda text: bytearray(of_bytes(text)),
         "dtype": dtype_named, "device": lambda text: backend.device(str(text))}
KEY = {name: PLAIN[name] for name in PLAIN if name != "bytearray"}
BUILD = {name: vars(Decoder)[name] for name in ("same", "list", "tuple", "size", "set", "frozenset", "dict", "array",
                                                "tensor", "late", "module", "function")}
BUILD |= {"ordered": Decoder.dict, "number": Decoder.scalar}
