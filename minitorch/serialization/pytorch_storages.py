"""The memory of the tensors in PyTorch's files: storages, which a pickle names by persistent ids."""

import numpy as np

from .. import dtypes
from .limits import short
from .pickles import Name
from .reading import LoadError, as_bools

SIZES = {**{kind.name: kind.itemsize for kind in dtypes.ALL}, "bfloat16": 2, None: 1}
LONGEST = 1000                                         # maximum number of characters of a storage's key or device


class Storage:
    """The bytes that tensors share; they are read when the first tensor needs them."""

    def __init__(self, fetch, kind, device):
        self.fetch, self.kind, self.device, self.typed, self.raw = fetch, kind, device, {}, None


def as_typed(raw, kind, swapped, source):
    """Return bytes as an array of a dtype, in this machine's byte order."""
    if raw.size % SIZES[kind]:
        raise source.broken(f"{raw.size:,} bytes are not a multiple of the size of one {kind}.")
    if kind == "bool":
        return as_bools(raw)
    found = raw.view({"bfloat16": np.uint16, None: np.uint8}.get(kind, kind))
    if swapped and found.itemsize > 1:
        found = found.byteswap()
    if kind == "bfloat16":
        found = (found.astype(np.uint32) << 16).view(np.float32)
    return found


class Storages:
    """The storages of a file by their keys, each created once. `fetch(key, size)` returns a storage's bytes."""

    def __init__(self, source, fetch):
        self.source, self.fetch, self.known, self.bytes = source, fetch, {}, {}

    def __call__(self, id):
        """Return the storage of a persistent id: ('storage', class, key, device, number of elements[, view])."""
        if (type(id) is not tuple or len(id) not in (5, 6) or type(id[0]) is not str
                or id[0] != "storage" or type(id[1]) is not Name
                or id[1].about is None or type(id[2]) is not str or type(id[3]) is not str or type(id[4]) is not int
                or max(len(id[2]), len(id[3])) > LONGEST or id[4] < 0 or id[5:] and id[5] is not None):
            raise LoadError(f"{self.source.name} is refused: its pickle points to {short(id)}, which is not a storage.")
        (kind,), key, device, count = id[1].about, id[2], id[3], id[4]
        size = count * SIZES[kind]
        if self.bytes.setdefault(key, size) != size:
            raise self.source.broken(f"storage {short(key)} is named twice, with two different sizes.")
        if key not in self.known:
            self.known[key] = Storage(lambda: self.fetch(key, size), kind, device)
        return self.known[key]
