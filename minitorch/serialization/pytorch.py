"""The weights in files that PyTorch wrote: its zip archives, and the bare pickles of before version 1.6.

A pickle describes the values; the numbers lie outside it, in storages that it names by persistent ids. Its names
are given to builders of our own, each of which checks what it is given.
"""

from collections import Counter, OrderedDict

import numpy as np

from .. import backend, dtypes
from ..tensors import Size
from .pickles import Machine, Name
from .reading import LoadError, Views, bare, made, short, truths

MAGIC = b"\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."           # PyTorch's magic number, in a pickle of its own
STORAGES = {"Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16", "Long": "int64",
            "Int": "int32", "Short": "int16", "Char": "int8", "Byte": "uint8", "Bool": "bool",
            "ComplexFloat": "complex64", "ComplexDouble": "complex128", "Untyped": None}
OTHERS = ("uint16", "uint32", "uint64", "float8_e4m3fn", "float8_e5m2", "complex32")
SIZES = {**{kind.name: kind.itemsize for kind in dtypes.ALL}, "bfloat16": 2, None: 1}


class Kind(str):
    """The name of one of PyTorch's dtypes."""


class Storage:
    """Bytes that tensors look at; read when the first of them does."""

    def __init__(self, fetch, kind, device):
        self.fetch, self.kind, self.device, self.typed, self.raw = fetch, kind, device, {}, None


class Builders:
    """What the names in a pickle of weights mean here."""

    def __init__(self, source, places, swapped=False):
        self.source, self.places, self.swapped, self.views = source, places, swapped, Views(source)
        rebuild = {"torch._utils._rebuild_tensor": self.tensor, "torch._utils._rebuild_tensor_v2": self.tensor,
                   "torch._utils._rebuild_tensor_v3": self.tensor_of_kind,
                   "torch._utils._rebuild_parameter": self.parameter,
                   "torch._utils._rebuild_parameter_with_state": self.parameter,
                   "torch._tensor._rebuild_from_type_v2": self.of_type,
                   "torch.Size": self.size, "torch.device": self.device, "collections.OrderedDict": self.ordered,
                   "collections.Counter": self.counter, "builtins.set": self.set, "builtins.frozenset": self.frozenset,
                   "builtins.complex": self.complex, "builtins.bytearray": self.bytearray, "_codecs.encode": self.bytes}
        self.names = {text: Name(text, build) for text, build in rebuild.items()}
        self.names |= {text: Name(text) for text in ("torch.Tensor", "torch._tensor.Tensor",
                                                     "torch.nn.parameter.Parameter", "torch.nn.parameter.Buffer")}
        for name, kind in STORAGES.items():
            for home in ("torch", "torch.storage", "torch.cuda"):
                text = f"{home}.{name}Storage"
                self.names[text] = Name(text, about=(kind,))
        self.names |= {f"torch.{kind.name}": kind for kind in dtypes.ALL}
        self.names |= {f"torch.{name}": Kind(name) for name in ("bfloat16", *OTHERS)}

    def refuse(self, text):
        return LoadError(f"{self.source.name} is refused: its pickle {text}.")

    # Numbers

    def flat(self, storage, kind):
        """A storage's numbers as one row of this kind, on its device; bfloat16 becomes float32."""
        if kind not in SIZES:
            raise self.refuse(f"holds {bare(str(kind))} numbers, which minitorch does not have")
        if kind not in storage.typed:
            if storage.raw is None:
                storage.raw = storage.fetch()
            storage.typed[kind] = self.places(typed(storage.raw, kind, self.swapped, self.source), storage.device)
        return storage.typed[kind]

    def tensor(self, storage, offset, size, stride, requires_grad=False, hooks=None, metadata=None, kind=None):
        if type(storage) is not Storage or type(size) not in (tuple, Size) or type(stride) is not tuple:
            raise self.refuse("makes a tensor of what is none")
        found = self.views.view(self.flat(storage, kind or storage.kind), offset, size, stride)
        if type(metadata) is dict and metadata.get("conj"):
            found = found.conj()
        if type(metadata) is dict and metadata.get("neg"):
            found = -found
        return made(found, requires_grad=requires_grad is True)

    def tensor_of_kind(self, storage, offset, size, stride, requires_grad, hooks, kind, metadata=None):
        return self.tensor(storage, offset, size, stride, requires_grad, hooks, metadata, getattr(kind, "name", kind))

    def parameter(self, data, requires_grad, hooks=None, state=None):
        if not hasattr(data, "array"):
            raise self.refuse("makes a parameter of what is no tensor")
        return made(data.array, "Parameter", requires_grad is True)

    def of_type(self, name, kind, arguments, state):
        """A tensor with attributes of its own, which are left behind."""
        if (type(name) is not Name or name.build not in (self.tensor, self.tensor_of_kind)
                or type(arguments) is not tuple):
            raise self.refuse("makes a tensor of what is none")
        return name.build(*arguments)

    # Other values

    def size(self, parts=()):
        return Size(n for n in parts if type(n) is int)

    def device(self, *parts):
        if [type(part) for part in parts] not in ([str], [str, int]):
            raise self.refuse("makes a device of what is none")
        try:
            return backend.device(*parts)
        except RuntimeError:
            return ":".join(map(str, parts))

    def ordered(self, pairs=()):
        found = OrderedDict()
        for key, value in self.plain(pairs, list, tuple):
            if type(key) is not str:
                raise self.refuse("has a key that is no plain value")
            found[key] = value
        return found

    def counter(self, counts=()):
        return Counter(self.plain(counts, dict, tuple))

    def set(self, values=()):
        return set(self.atoms(values))

    def frozenset(self, values=()):
        return frozenset(self.atoms(values))

    def complex(self, real=0.0, imag=0.0):
        if type(real) is not float or type(imag) is not float:
            raise self.refuse("makes a complex number of what is none")
        return complex(real, imag)

    def bytes(self, text, coding="latin1"):
        return self.plain(text, str).encode("latin1")

    def bytearray(self, data=b"", coding=None):
        return bytearray(data.encode("latin1") if type(data) is str else self.plain(data, bytes))

    def plain(self, value, *kinds):
        if type(value) not in kinds:
            raise self.refuse(f"gives a {type(value).__name__} where a {kinds[0].__name__} should be")
        return value

    def atoms(self, values):
        machine = Machine(b"", {}, None, self.source.name)
        return [machine.key(value) for value in self.plain(values, list, tuple)]


def typed(raw, kind, swapped, source):
    """Bytes as numbers of a kind, in this machine's order."""
    if raw.size % SIZES[kind]:
        raise source.broken(f"{raw.size:,} bytes are no whole number of {kind}.")
    if kind == "bool":
        return truths(raw)
    found = raw.view({"bfloat16": np.uint16, None: np.uint8}.get(kind, kind))
    if swapped and found.itemsize > 1:
        found = found.byteswap()
    if kind == "bfloat16":
        found = (found.astype(np.uint32) << 16).view(np.float32)
    return found


class Storages:
    """Storages by their key, each made once. `fetch(key, size)` gives a storage's bytes."""

    def __init__(self, source, fetch):
        self.source, self.fetch, self.known, self.bytes = source, fetch, {}, {}

    def __call__(self, id):
        """The storage of a persistent id: ('storage', class, key, device, number of elements[, view])."""
        if (type(id) is not tuple or len(id) not in (5, 6) or id[0] != "storage" or type(id[1]) is not Name
                or id[1].about is None or type(id[2]) is not str or type(id[3]) is not str or type(id[4]) is not int
                or id[4] < 0 or id[5:] not in ((), (None,))):
            raise LoadError(f"{self.source.name} is refused: its pickle points to {short(id)}, which is no storage.")
        (kind,), key, device, count = id[1].about, id[2], id[3], id[4]
        size = count * SIZES[kind]
        if self.bytes.setdefault(key, size) != size:
            raise self.source.broken(f"storage {short(key)} has two sizes.")
        if key not in self.known:
            self.known[key] = Storage(lambda: self.fetch(key, size), kind, device)
        return self.known[key]


def read_zip(archive, places):
    """The value in an archive that torch.save wrote."""
    source = archive.source
    names = [name for name in archive if name.endswith("/data.pkl") and name.count("/") == 1 or name == "data.pkl"]
    if len(names) != 1:
        raise source.broken("it is like PyTorch's, but has not one data.pkl.")
    folder = names[0][:-len("data.pkl")]
    if folder + "constants.pkl" in archive:
        raise LoadError(f"{source.name} is a TorchScript program, not weights: in PyTorch save its state_dict().")

    def fetch(key, size):
        raw = archive.raw(f"{folder}data/{key}")
        if raw.size != size:
            raise source.broken(f"storage {short(key)} should have {size:,} bytes, and has {raw.size:,}.")
        return raw
    order = archive.bytes(folder + "byteorder").strip() if folder + "byteorder" in archive else b"little"
    builders = Builders(source, places, swapped=order == b"big")
    return Machine(archive.bytes(names[0]), builders.names, Storages(source, fetch), source.name).run()


def legacy(start):
    """Whether a file begins as PyTorch's bare pickles do."""
    return start.startswith(b"\x80") and MAGIC in start[:32]


def read_legacy(source, places):
    """The value in a bare pickle of torch.save: four pickles, the keys of the storages, then their bytes.

    The pickle of the value comes before the bytes it needs, so it is run twice: first to find its end.
    """
    data = source.bytes(0, source.size)

    def run(names, persistent, at):
        machine = Machine(data, names, persistent, source.name, at)
        return machine.run(), machine.at
    version, at = run({}, None, source.start.index(MAGIC) + len(MAGIC))
    system, at = run({}, None, at)
    if version != 1001 or type(system) is not dict or system.get("little_endian") is not True:
        raise source.broken("it is like PyTorch's, but not written on a machine that counts as this one does.")
    storages, sizes = Storages(source, None), {}
    builders = Builders(source, places)
    blind = {text: Name(text, lambda *arguments: None, name.about) if "_rebuild" in text else name
             for text, name in builders.names.items() if type(name) is Name} | {
             text: name for text, name in builders.names.items() if type(name) is not Name}
    _, end = run(blind, storages, at)
    keys, place = run({}, None, end)
    if type(keys) is not list or len(set(map(str, keys))) < len(keys):
        raise source.broken("its list of storages is none.")
    for key in keys:
        if key not in storages.bytes:
            raise source.broken(f"nothing needs its storage {short(key)}.")
        kind, size = storages.known[key].kind, storages.bytes[key]
        count = int.from_bytes(source.bytes(place, 8), "little")
        if count * SIZES[kind] != size:
            raise source.broken(f"storage {short(key)} should have {size:,} bytes, and has {count * SIZES[kind]:,}.")
        source.bytes(place + 8 + size, 0)
        sizes[key] = place + 8
        place += 8 + size

    def fetch(key, size):
        if key not in sizes:
            raise source.broken(f"it lacks its storage {short(key)}.")
        return source.raw(sizes[key], size)
    return run(builders.names, Storages(source, fetch), at)[0]
