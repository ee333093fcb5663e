"""Files that only hold values: `save` and `load` for state_dicts, and no way for a file to run code.

A file is a zip archive: `minitorch.json` describes the structure, `0.npy`, `1.npy`, … hold
the arrays, uncompressed, in NumPy's own format. Arrays in two places are stored once.
"""

import os

import numpy as np

from . import backend, dtypes
from .graph import tensor_types
from .tensors import Size
from .tensors.tensor import plain

FORMAT = 1
INDEX = "minitorch.json"
SIMPLE = (type(None), bool, int, float, str)
CONTAINERS = {"list": list, "tuple": tuple, "size": Size}
FOREIGN = {b"\x1f\x8b": "a gzip file",
           b"\x00\x00\x08": "an IDX file, as MNIST's are: see minitorch.vision.datasets.MNIST",
           b"\x93NUMPY": "a NumPy array: see numpy.load",
           b"\x89HDF": "an HDF5 file, as Keras writes",
           b"{": "a text file",
           **{b"\x80" + bytes([version]): "a pickle, which could run code when opened" for version in range(1, 6)}}


class LoadError(RuntimeError):
    """A file is not what `save` writes, or not all of it."""


def save(obj, f):
    """Write numbers, strings, None, tensors, and dicts, lists and tuples of them: a state_dict, say.

    obj   what to keep; a Module is kept as its state_dict()
    f     path, or a file opened for writing bytes

    A path is written whole or not at all: first beside it, then moved to its name.
    Raises TypeError, with the place, for what cannot be kept as values.
    """
    arrays = []
    tree = encode(obj, arrays, {}, (), "")
    if hasattr(f, "write"):
        write_archive(f, tree, arrays)
        return
    path = os.path.realpath(os.fspath(f))
    beside = f"{path}.{os.getpid()}.part"
    try:
        with open(beside, "wb") as file:
            write_archive(file, tree, arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except FileNotFoundError as error:
        raise FileNotFoundError(f"cannot save to {path}: there is no folder {os.path.dirname(path)}.") from error
    finally:
        if os.path.exists(beside):
            os.remove(beside)


def load(f, map_location=None, weights_only=True):
    """What `save` wrote. Only values are made; nothing in the file can run.

    f              path, or a file opened for reading bytes
    map_location   device for the tensors; default: the one they were saved from. A function is
                   called with each tensor and its device's name
    weights_only   accepted: it is never otherwise

    Raises FileNotFoundError, or LoadError (a RuntimeError) for a file cut short, damaged or foreign.
    """
    from io import BytesIO
    if hasattr(f, "read"):
        return read_archive(BytesIO(f.read()), getattr(f, "name", "this file"), map_location)
    path = os.fspath(f)
    if os.path.isdir(path):
        raise IsADirectoryError(f"{path} is a folder; load needs a file that minitorch.save wrote.")
    if not os.path.exists(path):
        raise FileNotFoundError(f"There is no file {path}.{similar(path)}")
    with open(path, "rb") as file:
        return read_archive(file, path, map_location)


def similar(path):
    """Files beside it with a like name, for the error."""
    from difflib import get_close_matches
    folder, name = os.path.split(os.path.abspath(path))
    if not os.path.isdir(folder):
        return f" There is no folder {folder} either."
    near = get_close_matches(name, sorted(os.listdir(folder)), 3)
    return f" Near it in name: {', '.join(near)}." if near else ""


def encode(x, arrays, seen, around, place):
    """x as JSON can hold it, its arrays put aside."""
    if type(x) in SIMPLE:
        return x
    if type(x) in tensor_types or isinstance(x, np.ndarray | np.generic):
        array = x.array if type(x) in tensor_types else np.asarray(x)
        if array.dtype not in dtypes.BY_NUMPY:
            raise TypeError(f"save cannot keep {place or 'this'}: an array of {array.dtype}.")
        if id(array) not in seen:
            seen[id(array)] = len(arrays)
            arrays.append(array)
        if type(x) not in tensor_types:
            return {"array": seen[id(array)]}
        where = str(backend.device_of(array))
        return {"tensor": seen[id(array)], **({} if where == "cpu" else {"device": where})}
    if id(x) in around:
        raise ValueError(f"save cannot keep {place or 'this'}: it contains itself.")
    around = (*around, id(x))
    if isinstance(x, dict):
        for key in x:
            if type(key) not in SIMPLE:
                raise TypeError(f"save cannot keep {place or 'this dict'}: its key {key!r} is a {type(key).__name__}; "
                                "keys are strings and numbers.")
        return {"dict": [[key, encode(value, arrays, seen, around, f"{place}[{key!r}]")] for key, value in x.items()]}
    for name, kind in CONTAINERS.items():
        if type(x) is kind:
            return {name: [encode(value, arrays, seen, around, f"{place}[{i}]") for i, value in enumerate(x)]}
    if isinstance(x, dtypes.dtype):
        return {"dtype": x.name}
    if hasattr(x, "state_dict"):
        return encode(x.state_dict(), arrays, seen, around, place)
    raise TypeError(f"save cannot keep {place or 'this'}: a {type(x).__name__}. It keeps numbers, strings, None, "
                    "tensors, and dicts, lists and tuples of them; of an object save what describes it.")


def write_archive(file, tree, arrays):
    import json
    from zipfile import ZipFile
    with ZipFile(file, "w") as archive:
        archive.writestr(INDEX, json.dumps({"format": FORMAT, "value": tree}))
        for number, array in enumerate(arrays):
            with archive.open(f"{number}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asarray(backend.move(array, "cpu"), order="C"),
                                          allow_pickle=False)


def read_archive(file, name, map_location):
    """Check everything the file says about itself before believing it."""
    import json
    from zipfile import ZIP_STORED, BadZipFile, ZipFile
    start = file.read(8)
    size = file.seek(0, 2)
    if not size:
        raise LoadError(f"{name} is empty: 0 bytes. Was writing it interrupted?")
    if not start.startswith(b"PK"):
        kind = next((kind for magic, kind in FOREIGN.items() if start.startswith(magic)), "something else")
        raise LoadError(f"{name} is not a file that minitorch.save wrote: it is {kind}.")
    try:
        with ZipFile(file) as archive:
            members = {info.filename: info for info in archive.infolist()}
            if INDEX not in members:
                kind = "PyTorch's" if any(m.endswith("data.pkl") for m in members) else "of another program"
                raise LoadError(f"{name} is not a file that minitorch.save wrote: it is a zip archive {kind}.")
            if (any(info.compress_type != ZIP_STORED for info in members.values())
                    or sum(info.file_size for info in members.values()) > size):
                raise LoadError(f"{name} is damaged: it announces more than its {size:,} bytes can hold.")
            index = json.loads(archive.read(INDEX))
            if index["format"] > FORMAT:
                raise LoadError(f"{name} has format {index['format']}, and this minitorch reads up to {FORMAT}: "
                                "a newer one wrote it.")
            return decode(index["value"], Arrays(archive, members, name), map_location)
    except LoadError:
        raise
    except BadZipFile as error:
        raise LoadError(f"{name} is cut short or damaged ({error}). Fetch or write it again.") from None
    except Exception as error:                       # whatever a made-up file brings about
        raise LoadError(f"{name} is damaged: {type(error).__name__} ({error}).") from None


class Arrays:
    """The arrays of an archive, each read once."""

    def __init__(self, archive, members, name):
        self.archive, self.members, self.name, self.known = archive, members, name, {}

    def __getitem__(self, number):
        if number not in self.known:
            self.known[number] = self.read(f"{number:d}.npy")
        return self.known[number]

    def read(self, member):
        from io import BytesIO
        data = BytesIO(self.archive.read(self.members[member]))
        version = np.lib.format.read_magic(data)
        reader = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, fortran, kind = reader(data)
        count = 1
        for length in shape:
            count *= length
        there = len(data.getbuffer()) - data.tell()
        if kind not in dtypes.BY_NUMPY or fortran or count * kind.itemsize != there or min(shape, default=0) < 0:
            raise LoadError(f"{self.name} is damaged: {member} announces {shape} of {kind}, and has {there:,} bytes.")
        return np.frombuffer(data.read(), kind).reshape(shape).copy()


def decode(x, arrays, map_location):
    """The value that `encode` described."""
    if type(x) in SIMPLE:
        return x
    (kind, value), *others = x.items()
    if kind == "dict":
        return {key: decode(inner, arrays, map_location) for key, inner in value}
    if kind in CONTAINERS:
        return CONTAINERS[kind](decode(inner, arrays, map_location) for inner in value)
    if kind == "array":
        return arrays[value]
    if kind == "dtype":
        return next(d for d in dtypes.ALL if d.name == value)
    if kind != "tensor":
        raise ValueError(f"unknown kind {kind!r}")
    return placed(plain(arrays[value]), dict(others).get("device", "cpu"), map_location)


def placed(tensor, device, map_location):
    """A loaded tensor where it belongs."""
    if callable(map_location):
        return map_location(tensor, device)
    target = device if map_location is None else map_location
    try:
        return plain(backend.move(tensor.array, target))
    except RuntimeError as error:
        raise LoadError(f"a tensor belongs on {target}: {error} "
                        'load(f, map_location="cpu") brings all of them here.') from None
