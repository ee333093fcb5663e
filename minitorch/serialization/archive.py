"""minitorch's own files: a zip archive that contains a JSON text and arrays.

`minitorch.json` describes the values; `0.npy`, `1.npy`, … contain the arrays, uncompressed, in NumPy's own format, so
that other programs can read them too.
"""

import json
import re
from math import prod
from zipfile import ZipFile

import numpy as np

from .. import backend, dtypes
from .decode import Decoder
from .limits import shape_problem, short
from .reading import LoadError, as_bools

FORMAT = 1
INDEX = "minitorch.json"
KINDS = {kind.numpy.newbyteorder("<").str: kind.numpy for kind in dtypes.ALL}
HEADER = re.compile(rb"\{'descr': '([<|]\w{2,3})', 'fortran_order': False, "
                    rb"'shape': \(((?:\d{1,19}, ?)*(?:\d{1,19})?)\), \} *\n")


def write(file, tree, arrays):
    """Write the JSON tree and the arrays that `encode` returned."""
    try:
        text = json.dumps({"format": FORMAT, "value": tree}, allow_nan=False)
    except ValueError:
        raise ValueError("save cannot keep an integer of more than 4,300 digits.") from None
    with ZipFile(file, "w") as archive:
        archive.writestr(INDEX, text)
        for number, array in enumerate(arrays):
            with archive.open(f"{number}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asarray(backend.move(array, "cpu"), order="C"),
                                          allow_pickle=False)


def read(archive, relocate, classes):
    """Return the value in an archive."""
    source = archive.source
    text = archive.bytes(INDEX)
    index = parse_json(text, source)
    if type(index) is not dict or type(index.get("format")) is not int or "value" not in index:
        raise source.broken(f"its {INDEX} does not describe a value.")
    if index["format"] > FORMAT:
        raise LoadError(f"{source.name} has format {short(index['format'])}, but this minitorch reads up to {FORMAT}: "
                        "a newer one wrote it.")
    return Decoder(source, Memory(archive, relocate), classes).all(index["value"], len(text))


def parse_json(text, source):
    """Parse JSON strictly: raise an error for a name that occurs twice in an object, and for NaN."""
    def once(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            raise source.broken("its JSON has the same name twice in one object.")
        return found

    def refuse(text):
        raise source.broken(f"its JSON holds {text}, which is no JSON.")
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
    except RecursionError:
        raise source.broken("its JSON is nested too deep.") from None
    except UnicodeDecodeError:
        raise source.broken("its JSON must be UTF-8 text.") from None
    except json.JSONDecodeError as error:
        raise source.broken(f"its JSON has an error at character {error.pos:,}.") from None
    except ValueError:                   # Python limits the number of digits, because parsing them takes quadratic time
        raise source.broken("its JSON has a number of more than 4,300 digits.") from None


class Memory:
    """The arrays of an archive; each array is read at its first use."""

    def __init__(self, archive, relocate):
        self.archive, self.relocate, self.found = archive, relocate, {}

    def __call__(self, number, device):
        """Return (flat array on its device, shape)."""
        if type(number) is not int:
            raise self.archive.source.broken(f"there is no array number {short(number)}.")
        if number not in self.found:
            flat, shape = self.read(f"{number}.npy")
            self.found[number] = self.relocate(flat, str(device)), shape
        return self.found[number]

    def read(self, name):
        """Read an array in NumPy's format; a regular expression reads the header, which is not evaluated as code."""
        raw, broken = self.archive.raw(name), self.archive.source.broken
        start = raw[:12].tobytes()
        begin = 10 if start[6:7] == b"\1" else 12           # the length of the header takes two bytes or four
        end = begin + int.from_bytes(start[8:begin], "little")
        match = HEADER.fullmatch(raw[begin:min(end, begin + 10_000)].tobytes())
        if start[:6] != b"\x93NUMPY" or not match:
            raise broken(f"{name} does not begin like an array of numbers in NumPy's format.")
        kind = KINDS.get(match[1].decode())
        shape = tuple(int(length) for length in match[2].decode().replace(",", " ").split())
        problem = shape_problem(shape)
        if kind is None or problem or prod(shape) * kind.itemsize != raw.size - end:
            raise broken(f"{name} announces {short(shape)} of {match[1].decode()}, but has {raw.size - end:,} bytes"
                         + (f": it {problem}." if problem else "."))
        flat = raw[end:]
        return as_bools(flat) if match[1] == b"|b1" else flat.view(kind), shape
