"""minitorch's own files: a zip archive that holds a JSON text and arrays.

`minitorch.json` describes the values; `0.npy`, `1.npy`, … hold the numbers, uncompressed, in NumPy's own format, so
that other programs can read them too.
"""

import re

import numpy as np

from .. import backend, dtypes
from .reading import LoadError, short, truths

FORMAT = 1
INDEX = "minitorch.json"
HEADER = re.compile(rb"\{'descr': '([<|]\w{2,3})', 'fortran_order': False, 'shape': \(((?:\d{1,19},? ?)*)\), \} *\n")


def write(file, tree, arrays):
    """Write a value that `encode` made, and its arrays."""
    import json
    from zipfile import ZipFile
    text = json.dumps({"format": FORMAT, "value": tree}, allow_nan=False)
    with ZipFile(file, "w") as archive:
        archive.writestr(INDEX, text)
        for number, array in enumerate(arrays):
            with archive.open(f"{number}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asarray(backend.move(array, "cpu"), order="C"),
                                          allow_pickle=False)


def read(archive, places, classes):
    """The value in an archive."""
    from .decode import Decoder
    source = archive.source
    index = parse(archive.bytes(INDEX), source)
    if type(index) is not dict or type(index.get("format")) is not int or "value" not in index:
        raise source.broken(f"its {INDEX} describes nothing.")
    if index["format"] > FORMAT:
        raise LoadError(f"{source.name} has format {short(index['format'])}, and this minitorch reads up to {FORMAT}: "
                        "a newer one wrote it.")
    return Decoder(source, Memory(archive, places), classes).value(index["value"])


def parse(text, source):
    """JSON, strictly: no name twice in an object, and no NaN."""
    import json

    def once(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            raise source.broken("its JSON has a name twice in one object.")
        return found

    def refuse(text):
        raise source.broken(f"its JSON holds {text}, which is no JSON.")
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
    except RecursionError:
        raise source.broken("its JSON is nested too deep.") from None


class Memory:
    """The arrays of an archive, each read once."""

    def __init__(self, archive, places):
        self.archive, self.places, self.found = archive, places, {}

    def __call__(self, number, device):
        """(flat array on its device, shape)"""
        if type(number) is not int:
            raise self.archive.source.broken(f"there is no array number {short(number)}.")
        if number not in self.found:
            flat, shape = self.read(f"{number}.npy")
            self.found[number] = self.places(flat, str(device)), shape
        return self.found[number]

    def read(self, name):
        """An array in NumPy's format, whose header is matched and not evaluated."""
        raw, broken = self.archive.raw(name), self.archive.source.broken
        start = raw[:12].tobytes()
        width = 2 if start[6:7] == b"\1" else 4
        begin = 8 + width
        end = begin + int.from_bytes(start[8:begin], "little")
        match = HEADER.fullmatch(raw[begin:min(end, begin + 10_000)].tobytes())
        if start[:6] != b"\x93NUMPY" or not match:
            raise broken(f"{name} does not begin as an array of numbers does.")
        kind = np.dtype(match[1].decode()) if match[1][1:2] in b"biufc" else None
        shape = tuple(int(length) for length in match[2].decode().replace(",", " ").split())
        count = 1
        for length in shape:
            count *= length
        if kind not in dtypes.BY_NUMPY or count * kind.itemsize != raw.size - end:
            raise broken(f"{name} announces {shape} of {match[1].decode()}, and has {raw.size - end:,} bytes.")
        flat = raw[end:]
        return truths(flat) if match[1] == b"|b1" else flat.view(kind), shape
