"""Read the weights in files that PyTorch wrote: its zip archives, and the plain pickles from before version 1.6.

A pickle describes the values; the numbers are outside the pickle, in storages that it refers to by persistent ids.
Each name in a pickle is handled by a function in this file, which checks its arguments.
"""

from collections import Counter, OrderedDict

from .. import backend, dtypes
from ..engine import tensor_types
from ..tensors import Size
from .limits import Keys, check_expanded_size, short
from .pickles import Kind, Name, Unpickler
from .pytorch_storages import SIZES, Storage, Storages, as_typed
from .reading import LoadError, Views, as_tensor_class, quoted

MAGIC = b"\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."           # the pickle of PyTorch's magic number
STORAGES = {"Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16", "Long": "int64",
            "Int": "int32", "Short": "int16", "Char": "int8", "Byte": "uint8", "Bool": "bool",
            "ComplexFloat": "complex64", "ComplexDouble": "complex128", "Untyped": None}
OTHERS = ("uint16", "uint32", "uint64", "float8_e4m3fn", "float8_e5m2", "complex32")
ITEM = 64                                             # approximate number of bytes of one item of a container
LONGEST = 100                                         # maximum number of characters in the name of a device


class Builders:
    """The functions that build values for the names in a pickle of weights."""

    def __init__(self, source, relocate, swapped=False):
        self.source, self.relocate, self.swapped, self.views = source, relocate, swapped, Views(source)
        self.key = Keys(self.refuse, (Kind,))
        rebuild = {"torch._utils._rebuild_tensor": self.tensor, "torch._utils._rebuild_tensor_v2": self.tensor,
                   "torch._utils._rebuild_tensor_v3": self.tensor_of_kind,
                   "torch._utils._rebuild_parameter": self.parameter,
                   "torch._utils._rebuild_parameter_with_state": self.parameter,
                   "torch._tensor._rebuild_from_type_v2": self.without_attributes,
                   "torch.Size": self.size, "torch.device": self.device, "collections.OrderedDict": self.ordered,
                   "collections.Counter": self.counter, "builtins.set": self.set, "builtins.frozenset": self.frozenset,
                   "builtins.complex": self.complex, "builtins.bytearray": self.bytearray, "_codecs.encode": self.bytes}
        self.names = {text: Name(text, build) for text, build in rebuild.items()}
        self.names |= {text: Name(text) for text in ("torch.Tensor", "torch._tensor.Tensor",
                                                     "torch.nn.parameter.Parameter", "torch.nn.parameter.Buffer")}
        self.names |= {text: Name(text, about=(kind,)) for name, kind in STORAGES.items()
                       for text in (f"{home}.{name}Storage" for home in ("torch", "torch.storage", "torch.cuda"))}
        self.names |= {f"torch.{kind.name}": kind for kind in dtypes.ALL}
        self.names |= {f"torch.{name}": Kind(name) for name in ("bfloat16", *OTHERS)}

    def refuse(self, text):
        return LoadError(f"{self.source.name} is refused: its pickle {text}.")

    # Methods that read numbers

    def flat(self, storage, kind):
        """Return a storage's numbers as a flat array of dtype `kind`, on its device; bfloat16 becomes float32."""
        if kind not in SIZES:
            raise self.refuse(f"holds {quoted(str(kind))} numbers, which minitorch does not have")
        if kind not in storage.typed:
            if storage.raw is None:
                storage.raw = storage.fetch()
            storage.typed[kind] = self.relocate(as_typed(storage.raw, kind, self.swapped, self.source), storage.device)
        return storage.typed[kind]

    def tensor(self, storage, offset, size, stride, requires_grad=False, hooks=None, metadata=None):
        return self.view_of_kind(None, storage, offset, size, stride, requires_grad, metadata)

    def view_of_kind(self, kind, storage, offset, size, stride, requires_grad, metadata):
        """Return a tensor that is a view of a storage; kind None means the storage's own dtype."""
        if type(storage) is not Storage or type(size) not in (tuple, Size) or type(stride) is not tuple:
            raise self.refuse("makes a tensor of arguments of the wrong types")
        found = self.views.view(self.flat(storage, kind or storage.kind), offset, size, stride)
        if type(metadata) is dict:
            conj, neg = metadata.get("conj") is True, metadata.get("neg") is True
            if (conj or neg) and found.dtype.kind not in "fc":
                raise self.refuse(f"makes the conjugate or the negative of {found.dtype} numbers")
            self.source.count_copied((conj + neg) * found.nbytes)
            found = found.conj() if conj else found
            found = -found if neg else found
        return as_tensor_class(found, requires_grad=requires_grad is True)

    def tensor_of_kind(self, storage, offset, size, stride, requires_grad, hooks, kind, metadata=None):
        if type(kind) not in (dtypes.dtype, Kind):
            raise self.refuse("makes a tensor of arguments of the wrong types")
        return self.view_of_kind(str(kind) if type(kind) is Kind else kind.name, storage, offset, size, stride,
                            requires_grad, metadata)

    def parameter(self, data, requires_grad, hooks=None, state=None):
        if type(data) not in tensor_types:
            raise self.refuse("makes a parameter of a value that is no tensor")
        return as_tensor_class(data.array, "Parameter", requires_grad is True)

    def without_attributes(self, name, kind, arguments, state):
        """Return a tensor that was saved with additional attributes, without these attributes."""
        if (type(name) is not Name or name.build not in (self.tensor, self.tensor_of_kind)
                or type(arguments) is not tuple):
            raise self.refuse("makes a tensor of arguments of the wrong types")
        return name(arguments, self.refuse)

    # Methods that read other values

    def size(self, parts=()):
        self.views.check_shape(self.plain(parts, tuple, list))
        return Size(parts)

    def device(self, kind, index=None):
        if type(kind) is not str or len(kind) > LONGEST or index is not None and type(index) is not int:
            raise self.refuse("makes a device of arguments of the wrong types")
        try:
            return backend.device(kind, index)
        except (RuntimeError, ValueError):
            return kind if index is None else f"{kind}:{index}"

    def ordered(self, pairs=()):
        if any(type(pair) not in (list, tuple) or len(pair) != 2 for pair in self.copied(pairs, list, tuple)):
            raise self.refuse("has a key without a value")
        return OrderedDict((self.key(key), value) for key, value in pairs)

    def counter(self, counts=None):
        counts = self.copied({} if counts is None else counts, dict)
        if any(type(count) is not int for count in counts.values()):
            raise self.refuse("has a Counter whose counts are not integers")
        return Counter(counts)

    def set(self, values=()):
        return {self.key(value) for value in self.copied(values, list, tuple)}

    def frozenset(self, values=()):
        return frozenset(self.set(values))

    def complex(self, real=0.0, imag=0.0):
        if type(real) is not float or type(imag) is not float:
            raise self.refuse("makes a complex number of values that are not floats")
        return complex(real, imag)

    def bytes(self, text, coding="latin1"):
        try:
            return self.copied(text, str).encode("latin1")
        except UnicodeEncodeError:
            raise self.refuse("makes bytes of other text than latin-1") from None

    def bytearray(self, data=b"", coding=None):
        return bytearray(self.bytes(data) if type(data) is str else self.copied(data, bytes))

    def plain(self, value, *kinds):
        if type(value) not in kinds:
            raise self.refuse(f"gives a {type(value).__name__} where a {kinds[0].__name__} should be")
        return value

    def copied(self, value, *kinds):
        """Check a value like `plain`, and count its size, because a pickle may ask for many copies of it."""
        self.source.count_copied(len(self.plain(value, *kinds)) * (1 if type(value) in (str, bytes) else ITEM))
        return value


def read_zip(archive, relocate):
    """Return the value in an archive that torch.save wrote."""
    source = archive.source
    names = [name for name in archive if name.endswith("/data.pkl") and name.count("/") == 1 or name == "data.pkl"]
    if len(names) != 1:
        raise source.broken("it looks like a file of PyTorch, but must contain exactly one data.pkl.")
    folder = names[0][:-len("data.pkl")]
    if folder + "constants.pkl" in archive:
        raise LoadError(f"{source.name} is a TorchScript program, not weights: in PyTorch save its state_dict().")

    def fetch(key, size):
        raw = archive.raw(f"{folder}data/{key}")
        if raw.size != size:
            raise source.broken(f"storage {short(key)} should have {size:,} bytes, and has {raw.size:,}.")
        return raw
    swapped = folder + "byteorder" in archive and archive.bytes(folder + "byteorder").strip() == b"big"
    builders = Builders(source, relocate, swapped)
    data = archive.bytes(names[0])
    found = Unpickler(data, builders.names, Storages(source, fetch), source.name, keys=builders.key).run()
    check_expanded_size(found, len(data), builders.refuse)
    return found


def is_legacy(start):
    """Return True if a file begins like PyTorch's plain pickles."""
    return start.startswith(b"\x80") and MAGIC in start[:32]


def read_legacy(source, relocate):
    """Return the value in a plain pickle of torch.save: four pickles, the keys of the storages, then their bytes.

    The pickle of the value is before the bytes that it needs, so it runs twice: the first time to find its end.
    """
    data = source.bytes(0, source.size)

    def run(names, persistent, at):
        machine = Unpickler(data, names, persistent, source.name, at)
        return machine.run(), machine.at

    def outside(id):
        raise builders.refuse("refers to data outside the pickle, but has none there")
    builders = Builders(source, relocate)
    version, at = run({}, outside, source.start.index(MAGIC) + len(MAGIC))
    system, at = run({}, outside, at)
    if version != 1001 or type(system) is not dict or system.get("little_endian") is not True:
        raise source.broken("it looks like a file of PyTorch, but with an unknown byte order or size of integers.")
    storages, sizes = Storages(source, None), {}
    blind = {text: name.without_build() if "_rebuild" in text and type(name) is Name else name
             for text, name in builders.names.items()}
    _, end = run(blind, storages, at)
    keys, offset = run({}, outside, end)
    if type(keys) is not list or any(type(key) is not str for key in keys) or len(set(keys)) < len(keys):
        raise source.broken("its list of storages is damaged.")
    for key in keys:
        if key not in storages.bytes:
            raise source.broken(f"nothing needs its storage {short(key)}.")
        kind, size = storages.known[key].kind, storages.bytes[key]
        count = int.from_bytes(source.bytes(offset, 8), "little")
        if count * SIZES[kind] != size:
            raise source.broken(f"storage {short(key)} should have {size:,} bytes, and has {count * SIZES[kind]:,}.")
        source.bytes(offset + 8 + size, 0)
        sizes[key] = offset + 8
        offset += 8 + size

    def fetch(key, size):
        if key not in sizes:
            raise source.broken(f"it lacks its storage {short(key)}.")
        return source.raw(sizes[key], size)
    found, _ = run(builders.names, Storages(source, fetch), at)
    check_expanded_size(found, end - at, builders.refuse)
    return found
