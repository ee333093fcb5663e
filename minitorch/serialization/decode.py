"""Build values from JSON, but only values that `encode` can describe."""

from base64 import b64decode
from collections import OrderedDict

from .. import backend, dtypes
from ..tensors import Size
from . import registry
from .limits import DEEPEST, Keys, check_expanded_size, short
from .modules import dict_of, empty_module, fill, is_subclass
from .reading import Views, as_tensor_class

SIMPLE = (type(None), bool, int, float, str)
PARTS, PART = ("_parameters", "_buffers", "_modules"), 64         # a module's dicts; bytes that a copy of each counts


class Decoder:
    """A decoder for one file; `memory(number, device)` returns (flat array, shape) of a stored array."""

    def __init__(self, source, memory, classes):
        self.source, self.memory, self.classes = source, memory, classes
        self.views, self.met, self.leaves, self.unfinished, self.functions = Views(source), [], set(), set(), None
        self.shared, self.hashable = False, Keys(self.refuse)

    def refuse(self, text):
        return self.source.broken(f"it {text}.")

    def all(self, x, size):
        """Decode a whole file and return the object in it; `size` is the length of its JSON text in bytes."""
        found = self.value(x)
        if self.shared:                                  # `shared` is True if the file contains a value twice
            check_expanded_size(found, size, self.refuse,
                                lambda x: dict_of(x) if is_subclass(type(x), registry.Module) else None)
        return found

    def value(self, x, depth=0):
        """Return the value that x describes."""
        if type(x) in SIMPLE:
            return x
        if type(x) is not dict or not x:
            raise self.source.broken(f"{short(x)} does not describe a value.")
        if depth > DEEPEST:
            raise self.source.broken(f"its values are nested more than {DEEPEST} deep.")
        kind, inner = next(iter(x.items()))
        if kind in PLAIN:
            return self.plain(kind, inner)
        build = BUILD.get(kind)
        if build is None:
            raise self.source.broken(f"unknown kind {short(kind)}.")
        return build(self, inner, x, depth + 1)

    def plain(self, kind, inner):
        """Return a value that is stored as one string or as two."""
        try:
            if type(inner) is (list if kind == "complex" else str):
                return PLAIN[kind](inner)
        except (ValueError, TypeError, RuntimeError, KeyError):
            pass
        raise self.source.broken(f"{short(inner)} is not a valid {kind}.")

    def row(self, x):
        if type(x) is not list:
            raise self.source.broken(f"there is {short(x)} instead of a list.")
        return x

    def register(self, value, leaf=False):
        if leaf:                                         # it contains no other value of the file
            self.leaves.add(len(self.met))
        self.met.append(value)
        return value

    def key(self, x, depth=0):
        """Return a key of a dict: a plain value, or a small tuple of plain values."""
        if type(x) is dict and list(x) == ["tuple"] and depth < 3:
            key = tuple([self.key(part, depth + 1) for part in self.row(x["tuple"])])
            return key if depth else self.hashable.counted(key)
        if type(x) is str:
            return x
        if type(x) in SIMPLE:
            return x if depth else self.hashable(x)
        kind, inner = next(iter(x.items())) if type(x) is dict and len(x) == 1 else ("", x)
        if kind not in KEY:
            raise self.source.broken(f"{short(x)} is not a valid key.")
        key = self.plain(kind, inner)
        return key if depth or kind == "bytes" else self.hashable(key)

    def same(self, inner, x, depth):
        if type(inner) is not int or not 0 <= inner < len(self.met):
            raise self.source.broken(f"there is no object number {short(inner)}.")
        self.shared = self.shared or inner not in self.leaves
        return self.met[inner]

    def list(self, inner, x, depth):
        found = self.register([])
        found.extend(self.value(part, depth) for part in self.row(inner))
        return found

    def tuple(self, inner, x, depth):
        return tuple([self.value(part, depth) for part in self.row(inner)])

    def size(self, inner, x, depth):
        shape = self.tuple(inner, x, depth)
        self.views.check_shape(shape)
        return Size(shape)

    def set(self, inner, x, depth):
        return {self.key(part) for part in self.row(inner)}

    def frozenset(self, inner, x, depth):
        return frozenset(self.set(inner, x, depth))

    def dict(self, inner, x, depth):
        found = self.register(OrderedDict() if "ordered" in x else {})
        self.unfinished.add(id(found))
        for pair in self.row(inner):
            if type(pair) is not list or len(pair) != 2:
                raise self.source.broken(f"{short(pair)} must be a pair of a key and a value.")
            key = self.key(pair[0])
            found[key] = self.value(pair[1], depth)
        self.unfinished.discard(id(found))
        return found

    def array(self, inner, x, depth):
        device = x.get("device", "cpu")
        if type(device) is not str:
            raise self.source.broken(f"{short(device)} is not a device.")
        flat, shape = self.memory(inner, device)
        return flat.reshape(shape) if "strides" not in x else self.views.view(
            flat, x.get("offset", 0), self.row(x.get("shape")), self.row(x["strides"]))

    def scalar(self, inner, x, depth):
        return self.array(inner, x, depth)[()]

    def tensor(self, inner, x, depth):
        kind = x.get("kind", "Tensor")
        if type(kind) is not str or kind not in registry.tensors:
            raise self.source.broken(f"unknown kind of tensor {short(kind)}.")
        return self.register(as_tensor_class(self.array(inner, x, depth), kind, x.get("requires_grad") is True), True)

    def late(self, inner, x, depth):
        """Return an uninitialised parameter or buffer of a lazy layer, whose shape is not known yet."""
        if type(inner) is not str or inner not in registry.uninitialized:
            raise self.source.broken(f"unknown kind of tensor {short(inner)}.")
        found = registry.uninitialized[inner](x.get("requires_grad") is True, None, self.plain("dtype", x.get("dtype")))
        return self.register(found, True)

    def module(self, inner, x, depth):
        found = self.register(empty_module(inner, self.classes, self.source.name))
        state = {}
        for pair in self.row(x.get("state")):
            if type(pair) is not list or len(pair) != 2 or type(pair[0]) is not str:
                raise self.source.broken(f"{short(pair)} is no attribute of a module.")
            state[pair[0]] = value = self.value(pair[1], depth)
            if pair[0] in PARTS and id(value) in self.unfinished:
                raise self.source.broken(f"a module's {pair[0]} is a dict that contains the module.")
            self.source.count_copied(PART * len(value) if pair[0] in PARTS and type(value) is dict else 0)
        fill(found, state, self.source.name)
        return found

    def function(self, inner, x, depth):
        if self.functions is None:
            self.functions = registry.functions_by_name()
        found = self.functions.get(inner) if type(inner) is str else None
        if found is None:
            raise self.source.broken(f"minitorch has no function {short(inner)}.")
        return found


def from_base64(text):
    return b64decode(text, validate=True)


PLAIN = {"float": float, "complex": lambda parts: complex(*map(float, parts)),
         "bytes": from_base64, "bytearray": lambda text: bytearray(from_base64(text)),
         "dtype": {d.name: d for d in dtypes.ALL}.__getitem__, "device": backend.device}
KEY = {name: PLAIN[name] for name in PLAIN if name != "bytearray"}
BUILD = {name: vars(Decoder)[name] for name in ("same", "list", "tuple", "size", "set", "frozenset", "dict", "array",
                                                "tensor", "late", "module", "function")}
BUILD |= {"ordered": Decoder.dict, "number": Decoder.scalar}
